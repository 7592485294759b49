//! Whether the file has changed, by whoever.

use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;
use vitalog_storage::Version;

use crate::error::Failure;

/// A connection that writes nothing, so that SQLite's `data_version` tells it of every change:
/// that of a connection only counts the changes of others.
pub(crate) struct Watch(Mutex<Connection>);

impl Watch {
    pub(crate) fn new(connection: Connection) -> Self {
        Self(Mutex::new(connection))
    }

    /// Asked on the caller's thread: to hand it to another one would take longer than the answer,
    /// which is a look at shared memory.
    pub(crate) fn version(&self) -> Result<Version, Failure> {
        let connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut statement = connection.prepare_cached("PRAGMA data_version")?;
        let version: i64 = statement.query_row([], |row| row.get(0))?;
        Ok(Version(version.cast_unsigned()))
    }
}
