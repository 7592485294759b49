//! Taking everything of an account out of a store for good.

use async_trait::async_trait;
use vitalog_core::AccountId;

use crate::StorageError;

/// Forgets. What is forgotten was counted before, by who wants to tell of it.
#[async_trait]
pub trait Erasure: Send + Sync {
    /// Deletes all that is stored for an account: its record with readings, daily values, workouts
    /// and vendor records, its findings, access log and documents. What other accounts and the
    /// deployment have stays, and so do jobs. To do it again changes nothing; where it fails or is
    /// broken off some may be left, and the next call deletes that.
    ///
    /// Whoever read the record before and writes after finds that it is stale, unless it was at
    /// revision 0; a record that is written anew begins there. (DynamoDB: Query and
    /// `BatchWriteItem` of each partition, the head of the record first.)
    async fn erase_account(&self, account: &AccountId) -> Result<(), StorageError>;

    /// Sees to it that what was deleted before this call, whenever that was, cannot be read from
    /// the engine's own files any more, as far as that is in this program's hands: words that no
    /// row uses any more are forgotten too. It may take as long as to read and write everything.
    /// (DynamoDB: nothing; what is deleted there is AWS's to forget.)
    async fn scrub(&self) -> Result<(), StorageError>;
}
