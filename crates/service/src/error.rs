//! Why a use case did not succeed, in words for the person who asked.

use std::{error::Error, fmt, sync::Arc};

use vitalog_storage::{Retry, StorageError};

/// The codes of [`ServiceError`]; clients may rely on them.
pub mod code {
    /// The dates are no range.
    pub const INVALID_RANGE: &str = "invalid_range";
    /// The range has more days than the use case takes.
    pub const RANGE_TOO_LONG: &str = "range_too_long";
    /// An argument is not what the field takes.
    pub const INVALID_ARGUMENT: &str = "invalid_argument";
    /// Nothing stands where the request points.
    pub const NOT_FOUND: &str = "not_found";
    /// The request fits more than one row.
    pub const AMBIGUOUS: &str = "ambiguous";
    /// What stands there already forbids the change.
    pub const CONFLICT: &str = "conflict";
    /// This version cannot answer that.
    pub const NOT_AVAILABLE: &str = "not_available";
    /// No vendor is connected that would bring it, and there is nothing of it.
    pub const NOT_CONNECTED: &str = "not_connected";
    /// The record is out of reach for now.
    pub const STORAGE_UNAVAILABLE: &str = "storage_unavailable";
    /// The record cannot be read or written until someone mends it.
    pub const STORAGE_FAILED: &str = "storage_failed";
    /// Something stored by the server itself is broken.
    pub const SERVER_FAULT: &str = "server_fault";
}

/// A use case did not succeed.
///
/// The message is safe to log: it names fields and allowed values, and never a health value. The
/// advice is for the asking person alone; it may list their own readings, so that it is neither
/// displayed with the error nor shown by `Debug`.
#[derive(Clone)]
pub struct ServiceError {
    /// What sort of failure; one of [`code`].
    pub code: &'static str,
    /// What went wrong, in one sentence.
    pub message: String,
    /// What to do instead.
    pub advice: Option<String>,
    /// The cause.
    pub source: Option<Arc<dyn Error + Send + Sync>>,
}

impl ServiceError {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            advice: None,
            source: None,
        }
    }

    pub(crate) fn invalid_argument(message: impl Into<String>) -> Self {
        Self::new(code::INVALID_ARGUMENT, message)
    }

    pub(crate) fn server_fault(message: impl Into<String>) -> Self {
        Self::new(code::SERVER_FAULT, message)
    }

    #[must_use]
    pub(crate) fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }

    /// Adds a sentence to the advice.
    #[must_use]
    pub(crate) fn also_advise(self, more: &str) -> Self {
        let advice = match &self.advice {
            Some(advice) => format!("{advice} {more}"),
            None => more.to_owned(),
        };
        self.advise(advice)
    }

    #[must_use]
    pub(crate) fn caused_by(mut self, cause: impl Error + Send + Sync + 'static) -> Self {
        self.source = Some(Arc::new(cause));
        self
    }
}

impl From<StorageError> for ServiceError {
    fn from(error: StorageError) -> Self {
        let (code, message, advice) = match error.retry {
            Retry::Later => (
                code::STORAGE_UNAVAILABLE,
                "The health record is out of reach at the moment.",
                "Try again in a moment.",
            ),
            Retry::Never => (
                code::STORAGE_FAILED,
                "The health record could not be read or written.",
                "Trying again will not help; the server's log says why, and `vitalog doctor` looks for the cause.",
            ),
        };
        Self::new(code, message).advise(advice).caused_by(error)
    }
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceError")
            .field("code", &self.code)
            .field("message", &self.message)
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

impl Error for ServiceError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source
            .as_deref()
            .map(|cause| cause as &(dyn Error + 'static))
    }
}
