//! What can go wrong, told without a password and without a stored value.

use std::{error::Error, io};

use deadpool_postgres::{HookError, PoolError};
use tokio_postgres::error::SqlState;
use vitalog_storage::{Retry, StorageError};

/// The database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL can't be used. It is not shown, since it may hold a password.
    #[error("the database URL is not usable: {0}")]
    Url(String),
    /// No certificate can be checked.
    #[error("the certificates to check the server by could not be read: {0}")]
    Certificates(String),
    /// Nobody answers, or the way there is not as the URL demands.
    #[error("the database server could not be reached: {0}")]
    Unreachable(String),
    /// The server answers and refuses.
    #[error("the database server refused: {message} (SQLSTATE {code})")]
    Refused {
        /// The code of the refusal.
        code: String,
        /// The server's own words.
        message: String,
    },
    /// The server is older than any that was tested.
    #[error("the database server is PostgreSQL {0}; 15 is the oldest that is supported")]
    OldServer(String),
    /// The database does not hold Unicode.
    #[error("the database has the encoding {0}; it must be UTF8")]
    Encoding(String),
    /// A newer program changed the schema.
    #[error("the database was changed by a newer version of this program (migration {migration})")]
    NewerSchema {
        /// The first migration in the database that this program does not know.
        migration: String,
    },
    /// Something else went wrong.
    #[error("the database could not be opened: {0}")]
    Failed(String),
}

/// Why an operation failed. What the server says is reduced to its code: its words may quote a row.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("the server ended the operation with SQLSTATE {}", .0.code())]
    Server(SqlState),
    #[error("the connection to the server was lost or could not be made")]
    Connection(#[source] Option<io::Error>),
    #[error("no connection to the server became free in time")]
    NoneFree,
    #[error("the connections to the server are closed")]
    Closed,
    #[error("the client of the server failed: {0}")]
    Client(String),
    /// The row was written by a program that knows more than this one, or is damaged.
    #[error("the column {0} holds what this program does not understand")]
    NotUnderstood(&'static str),
    /// The number of a name that this program has not read yet; it is looked up, never told.
    #[error("a row holds the number of a name that is not known yet")]
    UnknownName,
    #[error("a number is too large to be stored")]
    TooLarge,
    #[error("a number is not finite")]
    NotFinite,
    #[error("a name or a body is longer than what is stored")]
    TooLong,
    #[error("a body could not be compressed")]
    Compression(#[source] io::Error),
}

impl Failure {
    /// What the server said.
    pub(crate) fn into_state(self) -> Option<SqlState> {
        if let Self::Server(state) = self {
            Some(state)
        } else {
            None
        }
    }

    pub(crate) fn into_storage_error(self, operation: &'static str) -> StorageError {
        let retry = if self.may_pass() {
            Retry::Later
        } else {
            Retry::Never
        };
        StorageError {
            operation,
            retry,
            source: Box::new(self),
        }
    }

    fn may_pass(&self) -> bool {
        match self {
            Self::Server(state) => may_pass(state.code()),
            Self::Connection(_) | Self::NoneFree => true,
            Self::Closed
            | Self::Client(_)
            | Self::NotUnderstood(_)
            | Self::UnknownName
            | Self::TooLarge
            | Self::NotFinite
            | Self::TooLong
            | Self::Compression(_) => false,
        }
    }
}

/// Whether a server that answered so may answer otherwise soon.
fn may_pass(code: &str) -> bool {
    // Whole classes: lost connections, transactions that were in each other's way, a lack of
    // resources, an operator at work.
    let classes = ["08", "40", "53", "57"];
    let codes = [
        "55P03", // a lock was not available
        "25006", // read-only: a standby that has not taken over yet
    ];
    // The database is gone for good.
    let never = ["57P04"];
    let passes = classes.iter().any(|class| code.starts_with(class)) || codes.contains(&code);
    passes && !never.contains(&code)
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Self {
        if let Some(state) = error.code() {
            return Self::Server(state.clone());
        }
        if error.is_closed() || is_input_or_output(&error) {
            let source = error
                .into_source()
                .and_then(|source| source.downcast().ok());
            return Self::Connection(source.map(|source| *source));
        }
        // What is left is about this program's own types and messages.
        Self::Client(error.to_string())
    }
}

impl From<PoolError> for Failure {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => {
                error.into()
            }
            PoolError::Timeout(deadpool_postgres::TimeoutType::Wait) => Self::NoneFree,
            PoolError::Timeout(_) => Self::Connection(None),
            PoolError::Closed => Self::Closed,
            PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(HookError::Message(_)) => {
                Self::Client(error.to_string())
            }
        }
    }
}

/// Whether the network failed, TLS included.
fn is_input_or_output(error: &tokio_postgres::Error) -> bool {
    error.source().is_some_and(<dyn Error>::is::<io::Error>)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_pass_is_worth_another_try() {
        let cases = [
            ("08006", true),  // connection failure
            ("40001", true),  // serialization failure
            ("40P01", true),  // deadlock
            ("53300", true),  // too many connections
            ("57014", true),  // canceled, as by a statement timeout
            ("57P01", true),  // the server is shutting down
            ("57P03", true),  // the server is starting up
            ("55P03", true),  // lock not available
            ("25006", true),  // a standby
            ("57P04", false), // the database was dropped
            ("22021", false), // U+0000
            ("23514", false), // a check
            ("28P01", false), // the password is wrong
            ("42501", false), // no privilege
            ("42P01", false), // no such table
            ("54000", false), // too long for an index
        ];
        for (code, expected) in cases {
            let failure = Failure::Server(SqlState::from_code(code));
            let error = failure.into_storage_error("test");
            assert_eq!(error.retry == Retry::Later, expected, "{code}");
            assert!(error.source.to_string().contains(code));
        }
        assert!(Failure::Connection(None).may_pass() && Failure::NoneFree.may_pass());
        assert!(!Failure::NotFinite.may_pass() && !Failure::Closed.may_pass());
    }
}
