//! Moments held, and accounts forgotten.

use std::{path::Path, sync::Arc, sync::Mutex};

use async_trait::async_trait;
use vitalog_core::AccountId;

use super::MemoryStorage;
use crate::{Erasure, Owner, Snapshots, Storage, StorageError};

#[async_trait]
impl Snapshots for MemoryStorage {
    async fn snapshot(&self, _folder: &Path) -> Result<Option<Arc<dyn Storage>>, StorageError> {
        let state = self.begin("snapshot")?.clone();
        let snapshot = Self {
            state: Mutex::new(state),
        };
        Ok(Some(Arc::new(snapshot)))
    }
}

#[async_trait]
impl Erasure for MemoryStorage {
    async fn erase_account(&self, account: &AccountId) -> Result<(), StorageError> {
        let mut state = self.begin_change("erase_account")?;
        state.records.remove(account);
        state.runs.remove(account);
        state.access_log.retain(|(whose, _, _), _| whose != account);
        let owner = Owner::Account(account.clone());
        state.documents.retain(|(whose, _, _), _| *whose != owner);
        Ok(())
    }

    async fn scrub(&self) -> Result<(), StorageError> {
        self.begin("scrub").map(drop)
    }
}
