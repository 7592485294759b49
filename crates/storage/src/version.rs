//! Whether anything stored has changed since.

use crate::StorageError;

/// What a store looked like at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Version(pub u64);

/// Tells what it looks like, far more cheaply than by reading: what was worked out from a store may
/// be used again as long as its version is the same.
pub trait StoreVersion: Send + Sync {
    /// The version now. After any change by anyone it is one that this value has never told
    /// before; it may also differ where nothing has changed. A caller asks *before* it reads, so
    /// that what it read is at least as new as the version it keeps it under. The access log is no
    /// part of it: who asks changes nothing.
    ///
    /// `None` where the engine cannot tell within microseconds. Never waits for a write.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn version(&self) -> Result<Option<Version>, StorageError>;
}
