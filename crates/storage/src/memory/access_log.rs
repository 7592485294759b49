//! The access log.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::AccountId;

use super::{MemoryStorage, must_fit};
use crate::{AccessEntry, AccessLog, StorageError, precision::cut_to_millisecond};

#[async_trait]
impl AccessLog for MemoryStorage {
    async fn append_access(&self, entries: Vec<AccessEntry>) -> Result<(), StorageError> {
        let mut state = self.begin("append_access")?;
        for entry in &entries {
            must_fit("append_access", &[&entry.id], &entry.body)?;
        }
        for mut entry in entries {
            entry.at = cut_to_millisecond(entry.at);
            let key = (entry.account.clone(), entry.at, entry.id.clone());
            state.access_log.entry(key).or_insert(entry);
        }
        Ok(())
    }

    async fn list_access(
        &self,
        account: &AccountId,
        since: Timestamp,
        after: Option<(Timestamp, String)>,
        limit: usize,
    ) -> Result<Vec<AccessEntry>, StorageError> {
        let state = self.begin("list_access")?;
        let after = after.map(|(at, id)| (cut_to_millisecond(at), id));
        let page = state.access_log.values().filter(|entry| {
            entry.account == *account
                && entry.at >= since
                && after
                    .as_ref()
                    .is_none_or(|(at, id)| (&entry.at, &entry.id) > (at, id))
        });
        Ok(page.take(limit).cloned().collect())
    }

    async fn purge_access(
        &self,
        account: &AccountId,
        before: Timestamp,
    ) -> Result<u64, StorageError> {
        let mut state = self.begin("purge_access")?;
        let old = state.access_log.extract_if(.., |_, entry| {
            entry.account == *account && entry.at < before
        });
        Ok(old.map(|_| 1).sum())
    }
}
