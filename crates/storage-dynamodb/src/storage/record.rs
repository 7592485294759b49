//! Records.

use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::{AccountId, Metric};
use vitalog_storage::{
    DailyExtent, Record, RecordChange, RecordQuery, RecordStore, Revision, StorageError, Written,
};

use super::{DynamoStorage, ended};
use crate::record;

#[async_trait]
impl RecordStore for DynamoStorage {
    async fn read_record(
        &self,
        account: &AccountId,
        query: &RecordQuery,
    ) -> Result<Record, StorageError> {
        let read = record::read(&self.table, account, query).await;
        ended("read_record", read)
    }

    async fn write_record(
        &self,
        account: &AccountId,
        read_at: Revision,
        change: RecordChange,
    ) -> Result<Written, StorageError> {
        ended("write_record", self.name_account(account).await)?;
        let written = record::write(&self.table, account, read_at, change).await;
        ended("write_record", written)
    }

    async fn bounds(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, StorageError> {
        let bounds = record::bounds(&self.table, account, metrics).await;
        ended("bounds", bounds)
    }

    async fn daily_extents(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, DailyExtent>, StorageError> {
        let extents = record::extents(&self.table, account, metrics).await;
        ended("daily_extents", extents)
    }
}
