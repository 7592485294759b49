//! Documents: handed to a thread that reads or to the one that writes.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_storage::{Document, DocumentStore, DocumentWrite, Owner, Put, StorageError};

use super::SqliteStorage;
use crate::document;

#[async_trait]
impl DocumentStore for SqliteStorage {
    async fn get_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        let (owner, kind, id) = (owner.clone(), kind.to_owned(), id.to_owned());
        self.readers
            .run("get_document", move |db| {
                db.read(|transaction, names| document::get(transaction, names, &owner, &kind, &id))
            })
            .await
    }

    async fn list_documents(
        &self,
        owner: &Owner,
        kind: &str,
    ) -> Result<Vec<Document>, StorageError> {
        let (owner, kind) = (owner.clone(), kind.to_owned());
        self.readers
            .run("list_documents", move |db| {
                db.read(|transaction, names| document::list(transaction, names, &owner, &kind))
            })
            .await
    }

    async fn put_document(
        &self,
        owner: &Owner,
        expected: Option<u64>,
        write: &DocumentWrite,
    ) -> Result<Put, StorageError> {
        let (owner, write) = (owner.clone(), write.clone());
        self.writer
            .run("put_document", move |db| {
                db.write(|transaction, names| {
                    document::put(transaction, names, &owner, expected, &write)
                })
            })
            .await
    }

    async fn delete_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<bool, StorageError> {
        let (owner, kind, id) = (owner.clone(), kind.to_owned(), id.to_owned());
        self.writer
            .run("delete_document", move |db| {
                db.write(|transaction, names| {
                    document::delete(transaction, names, &owner, &kind, &id)
                })
            })
            .await
    }

    async fn take_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        let (owner, kind, id) = (owner.clone(), kind.to_owned(), id.to_owned());
        self.writer
            .run("take_document", move |db| {
                db.write(|transaction, names| {
                    document::take(transaction, names, &owner, &kind, &id)
                })
            })
            .await
    }

    async fn purge_documents(&self, expired_before: Timestamp) -> Result<u64, StorageError> {
        self.writer
            .run("purge_documents", move |db| {
                db.write(|transaction, _| document::purge(transaction, expired_before))
            })
            .await
    }
}
