//! Whether anything has changed, by whoever.

use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;
use vitalog_storage::Version;

use crate::error::Failure;

/// A connection that writes nothing, so that SQLite's `data_version` tells it of every commit:
/// that of a connection only counts the commits of others.
pub(crate) struct Watch(Mutex<Watched>);

struct Watched {
    connection: Connection,
    /// The file as it was looked at last, and the changes that were counted in it.
    last: Option<(i64, Version)>,
}

impl Watch {
    pub(crate) fn new(connection: Connection) -> Self {
        let watched = Watched {
            connection,
            last: None,
        };
        Self(Mutex::new(watched))
    }

    /// Asked on the caller's thread: to hand it to another one would take longer than the answer,
    /// which is mostly a look at shared memory. Only after a commit the count of changes is read, and
    /// a commit that was none leaves it.
    pub(crate) fn version(&self) -> Result<Version, Failure> {
        let mut watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Watched { connection, last } = &mut *watched;
        let file: i64 = connection
            .prepare_cached("PRAGMA data_version")?
            .query_row([], |row| row.get(0))?;
        if let Some((seen, version)) = last
            && *seen == file
        {
            return Ok(*version);
        }
        // A commit since is counted here already, and looked for again next time.
        let changes: i64 = connection
            .prepare_cached("SELECT changes FROM change_count")?
            .query_row([], |row| row.get(0))?;
        let version = Version(changes.cast_unsigned());
        *last = Some((file, version));
        Ok(version)
    }
}
