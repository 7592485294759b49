//! The access log.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::AccountId;
use vitalog_storage::{AccessEntry, AccessLog, StorageError};

use super::{DynamoStorage, ended};
use crate::access_log;

#[async_trait]
impl AccessLog for DynamoStorage {
    async fn append_access(&self, entries: Vec<AccessEntry>) -> Result<(), StorageError> {
        for entry in &entries {
            ended("append_access", self.name_account(&entry.account).await)?;
        }
        let appended = access_log::append(&self.table, &entries).await;
        ended("append_access", appended)
    }

    async fn list_access(
        &self,
        account: &AccountId,
        since: Timestamp,
        after: Option<(Timestamp, String)>,
        limit: usize,
    ) -> Result<Vec<AccessEntry>, StorageError> {
        let listed = access_log::list(&self.table, account, since, after, limit).await;
        ended("list_access", listed)
    }

    async fn purge_access(
        &self,
        account: &AccountId,
        before: Timestamp,
    ) -> Result<u64, StorageError> {
        let purged = access_log::purge(&self.table, account, before).await;
        ended("purge_access", purged)
    }
}
