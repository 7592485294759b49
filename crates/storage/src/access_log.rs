//! The access log: who asked what, when, one entry a call, written in batches.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::AccountId;

use crate::StorageError;

/// One call. Its key is (`account`, `at`, `id`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessEntry {
    /// Whose record was asked for.
    pub account: AccountId,
    /// When, in whole milliseconds; what is finer is cut off.
    pub at: Timestamp,
    /// Tells the calls of one millisecond apart.
    pub id: String,
    /// What was asked, of a form that its writer knows.
    pub body: String,
}

/// Entries, oldest first. An entry is never changed.
#[async_trait]
pub trait AccessLog: Send + Sync {
    /// Adds entries. To add an entry again as it was changes nothing, so a batch of which nobody
    /// knows whether it was stored is added again. When it fails or is dropped, some may be stored.
    /// When it returns all are durable. (DynamoDB: `BatchWriteItem`; an entry put again is the same
    /// item.)
    async fn append_access(&self, entries: Vec<AccessEntry>) -> Result<(), StorageError>;

    /// The first `limit` entries of an account from the instant `since` on, by instant and then by
    /// id (by its bytes), that come after `after` (in whole milliseconds). The instant and id of the last entry of a page
    /// that is full are where the next one starts. (DynamoDB: Query.)
    async fn list_access(
        &self,
        account: &AccountId,
        since: Timestamp,
        after: Option<(Timestamp, String)>,
        limit: usize,
    ) -> Result<Vec<AccessEntry>, StorageError>;

    /// Deletes the entries of an account from before `before`; tells how many. Where it fails some
    /// may be deleted, and the next call deletes the rest. (DynamoDB: Query, `BatchWriteItem`.)
    async fn purge_access(
        &self,
        account: &AccountId,
        before: Timestamp,
    ) -> Result<u64, StorageError>;
}
