//! Accounts forgotten. Moments are not held.

use std::{path::Path, sync::Arc};

use async_trait::async_trait;
use vitalog_core::AccountId;
use vitalog_storage::{Erasure, Snapshots, Storage, StorageError};

use super::{DynamoStorage, ended};
use crate::erasure;

#[async_trait]
impl Snapshots for DynamoStorage {
    async fn snapshot(&self, _folder: &Path) -> Result<Option<Arc<dyn Storage>>, StorageError> {
        Ok(None)
    }
}

#[async_trait]
impl Erasure for DynamoStorage {
    async fn erase_account(&self, account: &AccountId) -> Result<(), StorageError> {
        let erased = erasure::erase(&self.table, account).await;
        self.catalogue.forget_owner(account);
        ended("erase_account", erased)
    }

    async fn scrub(&self) -> Result<(), StorageError> {
        Ok(())
    }
}
