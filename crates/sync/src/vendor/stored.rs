//! Small state in documents, changed by compare-and-swap.

use serde::{Serialize, de::DeserializeOwned};
use vitalog_storage::{DocumentStore, DocumentWrite, Owner, Put, Retry, StorageError};

/// How often a change is tried again because another was faster.
const MAX_ATTEMPTS: u32 = 40;

/// Where a document is.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) owner: Owner,
    pub(super) kind: &'static str,
    pub(super) id: String,
}

impl Place {
    /// What is stored; what is not there, or cannot be read, is the default.
    pub(super) async fn read<T: DeserializeOwned + Default>(
        &self,
        storage: &(impl DocumentStore + ?Sized),
    ) -> Result<T, StorageError> {
        let stored = storage
            .get_document(&self.owner, self.kind, &self.id)
            .await?;
        let value = stored.and_then(|document| serde_json::from_str(&document.body).ok());
        Ok(value.unwrap_or_default())
    }

    /// Changes what is stored; `change` may be called more than once.
    pub(super) async fn change<T, R>(
        &self,
        storage: &(impl DocumentStore + ?Sized),
        mut change: impl FnMut(&mut T) -> R + Send,
    ) -> Result<R, StorageError>
    where
        T: Serialize + DeserializeOwned + Default + PartialEq + Send,
        R: Send,
    {
        for _ in 0..MAX_ATTEMPTS {
            let stored = storage
                .get_document(&self.owner, self.kind, &self.id)
                .await?;
            let version = stored.as_ref().map(|document| document.version);
            let before: Option<T> =
                stored.and_then(|document| serde_json::from_str(&document.body).ok());
            let mut value: T = match &before {
                // A copy by way of JSON, which everything here is made for.
                Some(before) => {
                    serde_json::from_value(serde_json::json!(before)).unwrap_or_default()
                }
                None => T::default(),
            };
            let result = change(&mut value);
            if before.as_ref() == Some(&value) {
                return Ok(result);
            }
            let write = DocumentWrite {
                kind: self.kind,
                id: self.id.clone(),
                body: serde_json::json!(value).to_string(),
                expires_at: None,
            };
            if storage.put_document(&self.owner, version, &write).await? != Put::Stale {
                return Ok(result);
            }
        }
        Err(StorageError {
            operation: "put_document",
            retry: Retry::Later,
            source: "others were faster too often".into(),
        })
    }
}
