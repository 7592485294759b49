//! Moments held, and accounts forgotten.

use std::{path::Path, sync::Arc};

use async_trait::async_trait;
use vitalog_core::AccountId;
use vitalog_storage::{Erasure, Snapshots, Storage, StorageError};

use super::SqliteStorage;
use crate::{erasure, snapshot};

#[async_trait]
impl Snapshots for SqliteStorage {
    async fn snapshot(&self, folder: &Path) -> Result<Option<Arc<dyn Storage>>, StorageError> {
        let (path, key) = (self.path.clone(), self.key.clone());
        let folder = folder.to_owned();
        let taken = self
            .readers
            .run("snapshot", move |_| snapshot::take(&path, &key, &folder))
            .await?;
        Ok(Some(Arc::new(taken)))
    }
}

#[async_trait]
impl Erasure for SqliteStorage {
    async fn erase_account(&self, account: &AccountId) -> Result<(), StorageError> {
        let account = account.clone();
        self.writer
            .run("erase_account", move |db| {
                db.write(|transaction, names| erasure::erase(transaction, names, &account))
            })
            .await
    }

    async fn scrub(&self) -> Result<(), StorageError> {
        self.writer.run("scrub", erasure::scrub).await
    }
}
