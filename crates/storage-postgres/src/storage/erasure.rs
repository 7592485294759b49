//! Moments held, and accounts forgotten.

use std::{path::Path, sync::Arc};

use async_trait::async_trait;
use vitalog_core::AccountId;
use vitalog_storage::{Erasure, Snapshots, Storage, StorageError};

use super::PostgresStorage;
use crate::{erasure, open::lasting_names};

#[async_trait]
impl Snapshots for PostgresStorage {
    async fn snapshot(&self, _folder: &Path) -> Result<Option<Arc<dyn Storage>>, StorageError> {
        let held = self.hold().await;
        let held = held.map_err(|failure| failure.into_storage_error("snapshot"))?;
        Ok(Some(Arc::new(held)))
    }
}

#[async_trait]
impl Erasure for PostgresStorage {
    async fn erase_account(&self, account: &AccountId) -> Result<(), StorageError> {
        let lasting: Vec<&str> = lasting_names().collect();
        self.run("erase_account", async |session: &_| {
            erasure::erase(session, &self.names, &lasting, account).await
        })
        .await
    }

    /// Nothing: space that rows had is the server's to use again, and its logs are the server's.
    async fn scrub(&self) -> Result<(), StorageError> {
        Ok(())
    }
}
