//! Values that readings and workouts have in common, to and from columns.

use std::sync::Arc;

use jiff::{Timestamp, civil::Date};
use rusqlite::{Row, Transaction};
use vitalog_core::{Fingerprint, Marks, Superseded, SupersededBy};
use vitalog_storage::precision::{floor_millisecond, numbered_day, without_negative_zero};

use crate::{error::Failure, name::Names};

/// What reading a row needs: names behind numbers.
pub(crate) struct Decoder<'a> {
    pub(crate) transaction: &'a Transaction<'a>,
    pub(crate) names: &'a mut Names,
}

impl Decoder<'_> {
    pub(crate) fn text(&mut self, row: &Row, column: usize) -> Result<Arc<str>, Failure> {
        self.names.text(self.transaction, row.get(column)?)
    }

    /// Reads a name, where there is one.
    pub(crate) fn text_or_none(
        &mut self,
        row: &Row,
        column: usize,
    ) -> Result<Option<String>, Failure> {
        let id = row.get::<_, Option<i64>>(column)?;
        let text = id.map(|id| self.names.text(self.transaction, id));
        Ok(text.transpose()?.map(|text| text.as_ref().to_owned()))
    }

    /// Reads a name as one of a closed list.
    pub(crate) fn one_of<T>(
        &mut self,
        row: &Row,
        column: usize,
        label: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        let text = self.text(row, column)?;
        parse(&text).ok_or(Failure::NotUnderstood(label))
    }

    /// Reads a name as one of a closed list, where there is one.
    pub(crate) fn one_of_or_none<T>(
        &mut self,
        row: &Row,
        column: usize,
        label: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        match row.get::<_, Option<i64>>(column)? {
            Some(_) => self.one_of(row, column, label, parse).map(Some),
            None => Ok(None),
        }
    }

    /// Reads the three columns of the marks, from `column` on.
    pub(crate) fn marks(&mut self, row: &Row, column: usize) -> Result<Marks, Failure> {
        let missing_since = row.get::<_, Option<i64>>(column)?;
        let superseded_at = row.get::<_, Option<i64>>(column + 1)?;
        let superseded_by =
            self.one_of_or_none(row, column + 2, "superseded_by", SupersededBy::parse)?;
        Ok(Marks {
            missing_since: missing_since.map(millisecond).transpose()?,
            superseded: superseded_at
                .zip(superseded_by)
                .map(|(at, by)| {
                    Ok::<_, Failure>(Superseded {
                        at: millisecond(at)?,
                        by,
                    })
                })
                .transpose()?,
        })
    }
}

/// The three columns of the marks.
pub(crate) struct MarkColumns {
    pub(crate) missing_since: Option<i64>,
    pub(crate) superseded_at: Option<i64>,
    pub(crate) superseded_by: Option<i64>,
}

impl MarkColumns {
    pub(crate) fn new(
        marks: Marks,
        transaction: &Transaction,
        names: &mut Names,
    ) -> Result<Self, Failure> {
        let by = marks.superseded.map(|superseded| superseded.by.as_str());
        Ok(Self {
            missing_since: marks.missing_since.map(floor_millisecond),
            superseded_at: marks
                .superseded
                .map(|superseded| floor_millisecond(superseded.at)),
            superseded_by: by.map(|by| names.intern(transaction, by)).transpose()?,
        })
    }
}

/// A number as it is stored. SQLite would keep what is none as nothing at all.
pub(crate) fn number(number: f64) -> Result<f64, Failure> {
    let stored = without_negative_zero(number);
    stored
        .is_finite()
        .then_some(stored)
        .ok_or(Failure::NotFinite)
}

pub(crate) fn second(stored: i64) -> Result<Timestamp, Failure> {
    Timestamp::from_second(stored).map_err(|_| Failure::NotUnderstood("second"))
}

pub(crate) fn millisecond(stored: i64) -> Result<Timestamp, Failure> {
    Timestamp::from_millisecond(stored).map_err(|_| Failure::NotUnderstood("ms"))
}

/// Reads a day, where there is one.
pub(crate) fn day_or_none(row: &Row, column: usize) -> Result<Option<Date>, Failure> {
    row.get::<_, Option<i32>>(column)?
        .map(|stored| numbered_day(stored).ok_or(Failure::NotUnderstood("day")))
        .transpose()
}

pub(crate) fn fingerprint(row: &Row, column: usize) -> Result<Fingerprint, Failure> {
    Ok(Fingerprint::from_i64(row.get(column)?))
}
