//! The floor of an answer: its rows in one plain table, without encryption, names and rules.

use std::path::Path;

use jiff::Timestamp;
use rusqlite::Connection;
use vitalog_core::{Quantity, Reading};

/// A database of one table.
pub(crate) struct PlainTable(Connection);

impl PlainTable {
    /// Makes the table of these rows.
    pub(crate) fn new<'a>(folder: &Path, readings: impl IntoIterator<Item = &'a Reading>) -> Self {
        let mut connection = Connection::open(folder.join("plain.db")).unwrap();
        connection
            .execute_batch(
                "CREATE TABLE reading (
                    second INTEGER, metric INTEGER, fingerprint INTEGER, value REAL, diastolic REAL,
                    source TEXT, recorded_at TEXT,
                    PRIMARY KEY (second, metric, fingerprint)
                ) STRICT, WITHOUT ROWID;",
            )
            .unwrap();
        let transaction = connection.transaction().unwrap();
        let mut put = transaction
            .prepare("INSERT INTO reading VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
            .unwrap();
        for reading in readings {
            let diastolic = match reading.quantity {
                Quantity::Pressure { diastolic, .. } => Some(diastolic),
                Quantity::Single(_) | Quantity::Spread { .. } => None,
            };
            put.execute((
                reading.at.as_second(),
                reading.metric as i64,
                reading.fingerprint.to_i64(),
                reading.quantity.first(),
                diastolic,
                &reading.source,
                &reading.recorded_at,
            ))
            .unwrap();
        }
        drop(put);
        transaction.commit().unwrap();
        Self(connection)
    }

    /// Reads the rows of a stretch of time; gives back how many they are.
    pub(crate) fn read(&self, from: Timestamp, to: Timestamp) -> usize {
        let mut select = self
            .0
            .prepare_cached("SELECT * FROM reading WHERE second >= ?1 AND second < ?2")
            .unwrap();
        let rows = select.query_map((from.as_second(), to.as_second()), |row| {
            let key: (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let value: (f64, Option<f64>) = (row.get(3)?, row.get(4)?);
            let texts: (String, String) = (row.get(5)?, row.get(6)?);
            Ok((key, value, texts))
        });
        rows.unwrap().collect::<Result<Vec<_>, _>>().unwrap().len()
    }
}
