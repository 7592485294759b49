//! A time as sent, in a column of whole numbers or text.

use jiff::Timestamp;
use rusqlite::{
    Row, ToSql,
    types::{ToSqlOutput, ValueRef},
};
use vitalog_storage::SentText;

use crate::error::Failure;

/// A time as sent that can be bound to a statement.
pub(crate) struct SentColumn<'a>(SentText<'a>);

impl<'a> SentColumn<'a> {
    /// Of a text that stands beside the instant `at`.
    pub(crate) fn new(text: &'a str, at: Timestamp) -> Self {
        Self(SentText::new(text, at))
    }

    /// Reads the text back, beside the same instant.
    pub(crate) fn read(row: &Row, column: usize, at: Timestamp) -> Result<String, Failure> {
        let stored = match row.get_ref(column)? {
            ValueRef::Integer(minutes) => Some(SentText::Usual(minutes)),
            ValueRef::Text(text) => std::str::from_utf8(text).ok().map(SentText::Other),
            ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => None,
        };
        stored
            .and_then(|stored| stored.text(at))
            .ok_or(Failure::NotUnderstood("recorded_at"))
    }
}

impl ToSql for SentColumn<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self.0 {
            SentText::Usual(minutes) => Ok(ToSqlOutput::from(minutes)),
            SentText::Other(text) => Ok(ToSqlOutput::from(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn both_forms_come_back() {
        let connection = Connection::open_in_memory().unwrap();
        for (text, kind) in [
            ("2026-10-01 05:00:00 -0700", "integer"),
            ("2026-10-01T05:00:00-07:00", "text"),
            ("", "text"),
        ] {
            let column = SentColumn::new(text, at(1_790_856_000));
            let read = connection.query_row("SELECT ?1, typeof(?1)", [column], |row| {
                let text = SentColumn::read(row, 0, at(1_790_856_000)).unwrap();
                Ok((text, row.get::<_, String>(1)?))
            });
            assert_eq!(read.unwrap(), (text.to_owned(), kind.to_owned()));
        }
    }

    #[test]
    fn what_is_no_time_as_sent_is_not_understood() {
        let connection = Connection::open_in_memory().unwrap();
        for sql in [
            "SELECT NULL",
            "SELECT 1.5",
            "SELECT 1000000",
            "SELECT 9e18 + 0",
            "SELECT x'ff'",
        ] {
            let read =
                connection.query_row(sql, [], |row| Ok(SentColumn::read(row, 0, at(0)).is_err()));
            assert!(read.unwrap(), "{sql}");
        }
    }
}
