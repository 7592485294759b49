//! Everything as of one moment, to be read while others go on writing.

use std::{path::Path, sync::Arc};

use async_trait::async_trait;

use crate::{Storage, StorageError};

/// Holds a moment.
#[async_trait]
pub trait Snapshots: Send + Sync {
    /// Everything that is stored, as of one moment between call and return; what is written later
    /// is not seen in it. Nothing may be written to it. The engine may put files into `folder`,
    /// which is the caller's, empty, and there until the snapshot has been dropped; they are
    /// encrypted as the record is.
    ///
    /// `None` where the engine has no such thing (DynamoDB). Whoever reads there has to see for
    /// himself that nobody wrote meanwhile.
    async fn snapshot(&self, folder: &Path) -> Result<Option<Arc<dyn Storage>>, StorageError>;
}
