//! The access log.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::AccountId;
use vitalog_storage::{AccessEntry, AccessLog, StorageError};

use super::PostgresStorage;
use crate::access_log;

#[async_trait]
impl AccessLog for PostgresStorage {
    async fn append_access(&self, entries: Vec<AccessEntry>) -> Result<(), StorageError> {
        self.run("append_access", async |session: &_| {
            access_log::append(session, &self.names, &entries).await
        })
        .await
    }

    async fn list_access(
        &self,
        account: &AccountId,
        since: Timestamp,
        after: Option<(Timestamp, String)>,
        limit: usize,
    ) -> Result<Vec<AccessEntry>, StorageError> {
        self.run("list_access", async |session: &_| {
            access_log::list(session, &self.names, account, since, after.as_ref(), limit).await
        })
        .await
    }

    async fn purge_access(
        &self,
        account: &AccountId,
        before: Timestamp,
    ) -> Result<u64, StorageError> {
        self.run("purge_access", async |session: &_| {
            access_log::purge(session, &self.names, account, before).await
        })
        .await
    }
}
