//! Readings and workouts of accounts.

use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::{AccountId, Metric};
use vitalog_storage::{
    DailyExtent, Record, RecordChange, RecordQuery, RecordStore, Revision, StorageError, Written,
};

use super::PostgresStorage;
use crate::record;

#[async_trait]
impl RecordStore for PostgresStorage {
    async fn read_record(
        &self,
        account: &AccountId,
        query: &RecordQuery,
    ) -> Result<Record, StorageError> {
        self.run("read_record", async |session: &_| {
            record::read(session, &self.names, account, query).await
        })
        .await
    }

    async fn write_record(
        &self,
        account: &AccountId,
        read_at: Revision,
        change: RecordChange,
    ) -> Result<Written, StorageError> {
        self.run("write_record", async |session: &_| {
            record::write(session, &self.names, account, read_at, &change).await
        })
        .await
    }

    async fn bounds(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, StorageError> {
        self.run("bounds", async |session: &_| {
            record::bounds(session, &self.names, account, metrics).await
        })
        .await
    }

    async fn daily_extents(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, DailyExtent>, StorageError> {
        self.run("daily_extents", async |session: &_| {
            record::daily_extents(session, &self.names, account, metrics).await
        })
        .await
    }
}
