//! Documents and their versions.

use std::collections::btree_map::Entry;

use async_trait::async_trait;
use jiff::Timestamp;

use super::{MemoryStorage, State};
use crate::{
    Document, DocumentStore, DocumentWrite, Owner, Put, StorageError, precision::cut_to_second,
};

#[async_trait]
impl DocumentStore for MemoryStorage {
    async fn get_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        let state = self.begin("get_document")?;
        Ok(state.documents.get(&key(owner, kind, id)).cloned())
    }

    async fn list_documents(
        &self,
        owner: &Owner,
        kind: &str,
    ) -> Result<Vec<Document>, StorageError> {
        let state = self.begin("list_documents")?;
        let of_kind = state
            .documents
            .iter()
            .filter(|((its_owner, its_kind, _), _)| its_owner == owner && its_kind == kind);
        Ok(of_kind.map(|(_, document)| document.clone()).collect())
    }

    async fn put_document(
        &self,
        owner: &Owner,
        expected: Option<u64>,
        write: &DocumentWrite,
    ) -> Result<Put, StorageError> {
        let mut state = self.begin_change("put_document")?;
        let stored = state.documents.get(&key(owner, write.kind, &write.id));
        if stored.map(|document| document.version) != expected {
            return Ok(Put::Stale);
        }
        Ok(Put::Done(state.put(owner, write)))
    }

    async fn delete_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<bool, StorageError> {
        let mut state = self.begin_change("delete_document")?;
        Ok(state.documents.remove(&key(owner, kind, id)).is_some())
    }

    async fn take_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        let mut state = self.begin_change("take_document")?;
        Ok(state.documents.remove(&key(owner, kind, id)))
    }

    async fn purge_documents(&self, expired_before: Timestamp) -> Result<u64, StorageError> {
        let mut state = self.begin_change("purge_documents")?;
        let has_expired =
            |document: &Document| document.expires_at.is_some_and(|at| at < expired_before);
        let expired = state
            .documents
            .extract_if(.., |_, document| has_expired(document));
        Ok(expired.map(|_| 1).sum())
    }
}

impl State {
    /// Writes a document, whatever its version; tells the new one.
    pub(super) fn put(&mut self, owner: &Owner, write: &DocumentWrite) -> u64 {
        let expires_at = write.expires_at.map(cut_to_second);
        match self.documents.entry(key(owner, write.kind, &write.id)) {
            Entry::Vacant(place) => {
                place.insert(Document {
                    id: write.id.clone(),
                    version: 1,
                    body: write.body.clone(),
                    expires_at,
                });
                1
            }
            Entry::Occupied(mut place) => {
                let document = place.get_mut();
                document.version += 1;
                document.body.clone_from(&write.body);
                document.expires_at = expires_at;
                document.version
            }
        }
    }
}

pub(super) fn key(owner: &Owner, kind: &str, id: &str) -> (Owner, String, String) {
    (owner.clone(), kind.to_owned(), id.to_owned())
}
