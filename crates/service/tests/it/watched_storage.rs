//! Storage that counts its operations, fails from some operation on, and lets others go first.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::{AccountId, Metric};
use vitalog_storage::{
    DailyExtent, Document, DocumentStore, DocumentWrite, MemoryStorage, Owner, Put, Record,
    RecordChange, RecordQuery, RecordStore, Retry, Revision, StorageError, StoreVersion,
    VendorRecord, VendorRecordStore, Version, Written,
};

pub(crate) struct WatchedStorage {
    inner: Arc<MemoryStorage>,
    done: AtomicUsize,
    allowed: usize,
}

impl WatchedStorage {
    /// Fails every operation after the first `allowed`.
    pub(crate) fn failing_after(inner: Arc<MemoryStorage>, allowed: usize) -> Self {
        Self {
            inner,
            done: AtomicUsize::new(0),
            allowed,
        }
    }

    pub(crate) fn operations(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// Gives way before each operation, so that of two calls under way each stops between any
    /// two of its operations.
    async fn begin(&self, operation: &'static str) -> Result<(), StorageError> {
        tokio::task::yield_now().await;
        if self.done.fetch_add(1, Ordering::Relaxed) < self.allowed {
            return Ok(());
        }
        Err(StorageError {
            operation,
            retry: Retry::Never,
            source: "the process has ended".into(),
        })
    }
}

vitalog_storage::pass_on!(WatchedStorage);

#[async_trait]
impl RecordStore for WatchedStorage {
    async fn read_record(
        &self,
        account: &AccountId,
        query: &RecordQuery,
    ) -> Result<Record, StorageError> {
        self.begin("read_record").await?;
        self.inner.read_record(account, query).await
    }

    async fn write_record(
        &self,
        account: &AccountId,
        read_at: Revision,
        change: RecordChange,
    ) -> Result<Written, StorageError> {
        self.begin("write_record").await?;
        self.inner.write_record(account, read_at, change).await
    }

    async fn bounds(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, StorageError> {
        self.begin("bounds").await?;
        self.inner.bounds(account, metrics).await
    }

    async fn daily_extents(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, DailyExtent>, StorageError> {
        self.begin("daily_extents").await?;
        self.inner.daily_extents(account, metrics).await
    }
}

impl StoreVersion for WatchedStorage {
    fn version(&self) -> Result<Option<Version>, StorageError> {
        self.inner.version()
    }
}

#[async_trait]
impl VendorRecordStore for WatchedStorage {
    async fn get_vendor_record(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        id: &str,
    ) -> Result<Option<VendorRecord>, StorageError> {
        self.begin("get_vendor_record").await?;
        self.inner
            .get_vendor_record(account, vendor, kind, id)
            .await
    }

    async fn list_vendor_records(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<VendorRecord>, StorageError> {
        self.begin("list_vendor_records").await?;
        self.inner
            .list_vendor_records(account, vendor, kind, after, limit)
            .await
    }
}

#[async_trait]
impl DocumentStore for WatchedStorage {
    async fn get_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        self.begin("get_document").await?;
        self.inner.get_document(owner, kind, id).await
    }

    async fn list_documents(
        &self,
        owner: &Owner,
        kind: &str,
    ) -> Result<Vec<Document>, StorageError> {
        self.begin("list_documents").await?;
        self.inner.list_documents(owner, kind).await
    }

    async fn put_document(
        &self,
        owner: &Owner,
        expected: Option<u64>,
        write: &DocumentWrite,
    ) -> Result<Put, StorageError> {
        self.begin("put_document").await?;
        self.inner.put_document(owner, expected, write).await
    }

    async fn delete_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<bool, StorageError> {
        self.begin("delete_document").await?;
        self.inner.delete_document(owner, kind, id).await
    }

    async fn take_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        self.begin("take_document").await?;
        self.inner.take_document(owner, kind, id).await
    }

    async fn purge_documents(&self, expired_before: Timestamp) -> Result<u64, StorageError> {
        self.begin("purge_documents").await?;
        self.inner.purge_documents(expired_before).await
    }
}
