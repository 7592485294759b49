//! What went wrong in storage, and whether trying again may help.

use std::error::Error;

/// Whether the same call may succeed later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retry {
    /// It may: the engine was busy or out of reach.
    Later,
    /// It will not without someone's doing.
    Never,
}

/// A storage operation failed. The text never holds a stored value.
#[derive(Debug, thiserror::Error)]
#[error("storage: {operation} failed")]
pub struct StorageError {
    /// The operation, as the trait names it.
    pub operation: &'static str,
    /// Whether trying again may help.
    pub retry: Retry,
    /// The cause.
    #[source]
    pub source: Box<dyn Error + Send + Sync>,
}
