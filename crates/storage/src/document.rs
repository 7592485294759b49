//! Documents: small versioned state, changed by compare-and-swap.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::AccountId;

use crate::StorageError;

/// Whose document it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Owner {
    /// The deployment's own.
    Deployment,
    /// One account's.
    Account(AccountId),
}

/// A stored document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// Its name within its owner and kind.
    pub id: String,
    /// Grows by one with each write, from 1.
    pub version: u64,
    /// Its content, of a form that its writer knows.
    pub body: String,
    /// When it stops meaning anything, in whole seconds; what is finer is cut off. Up to that
    /// instant it is kept. From then on an engine may remove it at any time, and returns it like
    /// any other until it does, so who reads it asks [`Document::is_live`].
    pub expires_at: Option<Timestamp>,
}

impl Document {
    /// Whether it still means something at `now`, by the caller's clock.
    #[must_use]
    pub fn is_live(&self, now: Timestamp) -> bool {
        self.expires_at.is_none_or(|end| now < end)
    }
}

/// A document to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentWrite {
    /// What sort of document.
    pub kind: &'static str,
    /// Its name within its owner and kind.
    pub id: String,
    /// Its content.
    pub body: String,
    /// When it may be removed; a write without it makes a document that was to expire stay.
    pub expires_at: Option<Timestamp>,
}

/// How a conditional write ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Put {
    /// Stored, durably, with this version.
    Done(u64),
    /// The document has another version (or exists, where none was expected); nothing was stored.
    Stale,
}

/// Small versioned documents. A body may have any length up to 8 MB and more, but they are meant to
/// be small: a list returns them whole.
///
/// On DynamoDB a document is one item (a large body lies in items of its own, which nobody reads
/// before the item of the document names them), so each promise is kept by one write to that item.
#[async_trait]
pub trait DocumentStore: Send + Sync {
    /// Reads one document. (DynamoDB: Query.)
    async fn get_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError>;

    /// All documents of a kind, ordered by id. (DynamoDB: Query, page after page.)
    async fn list_documents(
        &self,
        owner: &Owner,
        kind: &str,
    ) -> Result<Vec<Document>, StorageError>;

    /// Writes a document if it still has the `expected` version (`None`: does not exist). Of any
    /// number of racing writers with the same expectation exactly one succeeds. A document that
    /// has expired and is still there exists; one that was removed does not. (DynamoDB: `PutItem`
    /// with the version as its condition.)
    async fn put_document(
        &self,
        owner: &Owner,
        expected: Option<u64>,
        write: &DocumentWrite,
    ) -> Result<Put, StorageError>;

    /// Deletes a document; says whether it was there. Of any number of racing calls exactly one is
    /// told so. A document created anew starts again at version 1. (DynamoDB: `DeleteItem`, which
    /// returns what it deleted.)
    async fn delete_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<bool, StorageError>;

    /// Deletes a document and returns it, which is how a single-use thing is used: of any number
    /// of racing calls (this or [`Self::delete_document`]) exactly one gets it. What has expired
    /// is returned as well. (DynamoDB: `DeleteItem`, which returns what it deleted.)
    async fn take_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError>;

    /// Removes the documents of all owners that expired before `expired_before`; tells how many.
    /// It may leave some to a later call, and an engine that removes what has expired by itself
    /// may leave them all and answer 0. Never removes another document. (DynamoDB: nothing; time
    /// to live is set on the table.)
    async fn purge_documents(&self, expired_before: Timestamp) -> Result<u64, StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_is_live_up_to_the_instant_it_expires() {
        let second = |second| Timestamp::from_second(second).unwrap();
        let cases = [
            (None, Timestamp::MAX, true),
            (Some(second(10)), second(9), true),
            (Some(second(10)), second(10), false),
            (Some(second(10)), second(11), false),
        ];
        for (expires_at, now, live) in cases {
            let document = Document {
                id: String::new(),
                version: 1,
                body: String::new(),
                expires_at,
            };
            assert_eq!(document.is_live(now), live, "{expires_at:?} at {now}");
        }
    }
}
