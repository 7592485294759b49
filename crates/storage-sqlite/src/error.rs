//! What can go wrong, told without a key and without a stored value.

use std::io;

use rusqlite::ErrorCode;
use vitalog_storage::{Retry, StorageError};

/// The file could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The key is not 64 hexadecimal characters.
    #[error("the database key is not 64 hexadecimal characters")]
    MalformedKey,
    /// The file was encrypted with another key (or is damaged at its very start).
    #[error("the database key does not fit the database file")]
    WrongKey,
    /// The file is a SQLite database without encryption.
    #[error("the file is a SQLite database that is not encrypted")]
    NotEncrypted,
    /// The file was there and holds nothing: not a record that is new, but one that is lost.
    #[error("the database file is empty")]
    Empty,
    /// The file is something else.
    #[error("the file is not a database")]
    NotADatabase,
    /// A newer program changed the file's schema.
    #[error("the database was changed by a newer version of this program (migration {migration})")]
    NewerSchema {
        /// The first migration in the file that this program does not know.
        migration: String,
    },
    /// Others have the file open, and it was wanted for one alone.
    #[error("another program has the database open")]
    InUse,
    /// The file could not be created or read.
    #[error("the database file could not be read or created")]
    File(#[source] io::Error),
    /// SQLCipher did not start.
    #[error("the encryption of the database could not be started")]
    Encryption,
    /// SQLite failed.
    #[error("the database could not be opened")]
    Sqlite(#[source] rusqlite::Error),
    /// A thread could not be started.
    #[error("a database thread could not be started")]
    Thread(#[source] io::Error),
}

/// The key of the file could not be changed.
#[derive(Debug, thiserror::Error)]
pub enum RekeyError {
    /// The new key is not 64 hexadecimal characters.
    #[error("the new database key is not 64 hexadecimal characters")]
    MalformedKey,
    /// SQLCipher refused or failed.
    #[error("the database could not be encrypted anew")]
    Encryption,
    /// Not every page has the new key, or the change may still be taken back.
    #[error("the database was not encrypted anew as a whole")]
    Unproven,
    /// The journal could not be looked at.
    #[error("the journal of the database could not be looked at")]
    File(#[source] io::Error),
    /// SQLite failed.
    #[error("the database could not be read after it was encrypted anew")]
    Sqlite(#[from] rusqlite::Error),
}

/// Why an operation failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The row was written by a program that knows more than this one, or is damaged.
    #[error("the column {0} holds what this program does not understand")]
    NotUnderstood(&'static str),
    #[error("a number is too large to be stored")]
    TooLarge,
    #[error("a number is not finite")]
    NotFinite,
    #[error("a name or a body is too long")]
    TooLong,
    #[error("a body could not be compressed")]
    Compression(#[source] io::Error),
    #[error("another program kept reading the log of the database")]
    LogInUse,
    #[error("the path of a file is no text")]
    Path,
    #[error("{0}")]
    Open(#[from] OpenError),
    #[error("the operation was given up, because the storage is closing or a bug broke it off")]
    BrokenOff,
}

impl Failure {
    pub(crate) fn into_storage_error(self, operation: &'static str) -> StorageError {
        let busy = |error: &rusqlite::Error| {
            matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
            )
        };
        let retry = match &self {
            Self::Sqlite(error) if busy(error) => Retry::Later,
            Self::LogInUse => Retry::Later,
            Self::Sqlite(_)
            | Self::NotUnderstood(_)
            | Self::TooLarge
            | Self::NotFinite
            | Self::TooLong
            | Self::Compression(_)
            | Self::Path
            | Self::Open(_)
            | Self::BrokenOff => Retry::Never,
        };
        StorageError {
            operation,
            retry,
            source: Box::new(self),
        }
    }
}
