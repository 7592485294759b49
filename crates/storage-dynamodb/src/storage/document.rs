//! Documents.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_storage::{Document, DocumentStore, DocumentWrite, Owner, Put, StorageError};

use super::{DynamoStorage, ended};
use crate::document;

#[async_trait]
impl DocumentStore for DynamoStorage {
    async fn get_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        let got = document::get(&self.table, owner, kind, id).await;
        ended("get_document", got)
    }

    async fn list_documents(
        &self,
        owner: &Owner,
        kind: &str,
    ) -> Result<Vec<Document>, StorageError> {
        let listed = document::list(&self.table, owner, kind).await;
        ended("list_documents", listed)
    }

    async fn put_document(
        &self,
        owner: &Owner,
        expected: Option<u64>,
        write: &DocumentWrite,
    ) -> Result<Put, StorageError> {
        ended(
            "put_document",
            self.catalogue.name_owner(&self.table, owner).await,
        )?;
        let put = document::put(&self.table, owner, expected, write).await;
        ended("put_document", put)
    }

    async fn delete_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<bool, StorageError> {
        let deleted = document::delete(&self.table, owner, kind, id).await;
        ended("delete_document", deleted)
    }

    async fn take_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        let taken = document::take(&self.table, owner, kind, id).await;
        ended("take_document", taken)
    }

    /// Leaves them to the table's time to live.
    async fn purge_documents(&self, _expired_before: Timestamp) -> Result<u64, StorageError> {
        Ok(0)
    }
}
