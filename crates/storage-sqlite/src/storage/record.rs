//! The record: handed to a thread that reads or to the one that writes.

use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::{AccountId, Metric};
use vitalog_storage::{
    DailyExtent, Record, RecordChange, RecordQuery, RecordStore, Revision, StorageError, Written,
};

use super::SqliteStorage;
use crate::record;

#[async_trait]
impl RecordStore for SqliteStorage {
    async fn read_record(
        &self,
        account: &AccountId,
        query: &RecordQuery,
    ) -> Result<Record, StorageError> {
        let (account, query) = (account.clone(), query.clone());
        self.readers
            .run("read_record", move |db| {
                db.read(|transaction, names| record::read(transaction, names, &account, &query))
            })
            .await
    }

    async fn write_record(
        &self,
        account: &AccountId,
        read_at: Revision,
        change: RecordChange,
    ) -> Result<Written, StorageError> {
        let account = account.clone();
        self.writer
            .run("write_record", move |db| {
                db.write(|transaction, names| {
                    record::write(transaction, names, &account, read_at, &change)
                })
            })
            .await
    }

    async fn bounds(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, StorageError> {
        let (account, metrics) = (account.clone(), metrics.to_vec());
        self.readers
            .run("bounds", move |db| {
                db.read(|transaction, names| record::bounds(transaction, names, &account, &metrics))
            })
            .await
    }

    async fn daily_extents(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, DailyExtent>, StorageError> {
        let (account, metrics) = (account.clone(), metrics.to_vec());
        self.readers
            .run("daily_extents", move |db| {
                db.read(|transaction, names| {
                    record::extents(transaction, names, &account, &metrics)
                })
            })
            .await
    }
}
