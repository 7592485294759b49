//! Small versioned documents.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_storage::{Document, DocumentStore, DocumentWrite, Owner, Put, StorageError};

use super::PostgresStorage;
use crate::document;

#[async_trait]
impl DocumentStore for PostgresStorage {
    async fn get_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        self.run("get_document", async |session: &_| {
            document::get(session, &self.names, owner, kind, id).await
        })
        .await
    }

    async fn list_documents(
        &self,
        owner: &Owner,
        kind: &str,
    ) -> Result<Vec<Document>, StorageError> {
        self.run("list_documents", async |session: &_| {
            document::list(session, &self.names, owner, kind).await
        })
        .await
    }

    async fn put_document(
        &self,
        owner: &Owner,
        expected: Option<u64>,
        write: &DocumentWrite,
    ) -> Result<Put, StorageError> {
        self.run("put_document", async |session: &_| {
            document::put(session, &self.names, owner, expected, write).await
        })
        .await
    }

    async fn delete_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<bool, StorageError> {
        self.run("delete_document", async |session: &_| {
            document::delete(session, &self.names, owner, kind, id).await
        })
        .await
    }

    async fn take_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        self.run("take_document", async |session: &_| {
            document::take(session, &self.names, owner, kind, id).await
        })
        .await
    }

    async fn purge_documents(&self, expired_before: Timestamp) -> Result<u64, StorageError> {
        self.run("purge_documents", async |session: &_| {
            document::purge(session, expired_before).await
        })
        .await
    }
}
