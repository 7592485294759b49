//! The access log: handed to a thread that reads or to the one that writes.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::AccountId;
use vitalog_storage::{AccessEntry, AccessLog, StorageError};

use super::SqliteStorage;
use crate::access_log;

#[async_trait]
impl AccessLog for SqliteStorage {
    async fn append_access(&self, entries: Vec<AccessEntry>) -> Result<(), StorageError> {
        self.writer
            .run("append_access", move |db| {
                db.write_uncounted(|transaction, names| {
                    access_log::append(transaction, names, &entries)
                })
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
        let account = account.clone();
        self.readers
            .run("list_access", move |db| {
                db.read(|transaction, names| {
                    access_log::list(transaction, names, &account, since, after.as_ref(), limit)
                })
            })
            .await
    }

    async fn purge_access(
        &self,
        account: &AccountId,
        before: Timestamp,
    ) -> Result<u64, StorageError> {
        let account = account.clone();
        self.writer
            .run("purge_access", move |db| {
                db.write_uncounted(|transaction, names| {
                    access_log::purge(transaction, names, &account, before)
                })
            })
            .await
    }
}
