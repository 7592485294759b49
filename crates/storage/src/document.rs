//! Documents: small versioned state, changed by compare-and-swap.

use async_trait::async_trait;
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
}

/// How a conditional write ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Put {
    /// Stored, durably, with this version.
    Done(u64),
    /// The document has another version (or exists, where none was expected); nothing was stored.
    Stale,
}

/// Small versioned documents.
#[async_trait]
pub trait DocumentStore: Send + Sync {
    /// Reads one document.
    async fn get_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError>;

    /// All documents of a kind, ordered by id.
    async fn list_documents(
        &self,
        owner: &Owner,
        kind: &str,
    ) -> Result<Vec<Document>, StorageError>;

    /// Writes a document if it still has the `expected` version (`None`: does not exist). Of any
    /// number of racing writers with the same expectation exactly one succeeds.
    async fn put_document(
        &self,
        owner: &Owner,
        expected: Option<u64>,
        write: &DocumentWrite,
    ) -> Result<Put, StorageError>;

    /// Deletes a document; says whether it was there. Of any number of racing calls exactly one is
    /// told so, which is how a single-use thing is taken. A document created anew starts again at
    /// version 1.
    async fn delete_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<bool, StorageError>;
}
