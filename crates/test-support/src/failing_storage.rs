//! Storage that fails on demand.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
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

/// Storage in memory whose record can be put out of reach. Documents stay within reach, so that
/// doors still open. It can also be made to panic, at everything.
#[derive(Debug, Default)]
pub struct FailingStorage {
    inner: MemoryStorage,
    broken: AtomicBool,
    panic: Mutex<Option<&'static str>>,
}

impl FailingStorage {
    /// Puts the record out of reach, or back.
    pub fn set_broken(&self, broken: bool) {
        self.broken.store(broken, Ordering::SeqCst);
    }

    /// Makes every operation panic with this message.
    pub fn panic_with(&self, message: &'static str) {
        *self.panic.lock().expect("never held over a panic") = Some(message);
    }

    fn panic_if_told(&self) {
        let message = *self.panic.lock().expect("never held over a panic");
        if let Some(message) = message {
            panic!("{message}");
        }
    }

    fn check(&self, operation: &'static str) -> Result<(), StorageError> {
        self.panic_if_told();
        if !self.broken.load(Ordering::SeqCst) {
            return Ok(());
        }
        Err(StorageError {
            operation,
            retry: Retry::Later,
            source: "put out of reach".into(),
        })
    }
}

vitalog_storage::pass_on!(FailingStorage);

#[async_trait]
impl RecordStore for FailingStorage {
    async fn read_record(
        &self,
        account: &AccountId,
        query: &RecordQuery,
    ) -> Result<Record, StorageError> {
        self.check("read_record")?;
        self.inner.read_record(account, query).await
    }

    async fn write_record(
        &self,
        account: &AccountId,
        read_at: Revision,
        change: RecordChange,
    ) -> Result<Written, StorageError> {
        self.check("write_record")?;
        self.inner.write_record(account, read_at, change).await
    }

    async fn bounds(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, StorageError> {
        self.check("bounds")?;
        self.inner.bounds(account, metrics).await
    }

    async fn daily_extents(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, DailyExtent>, StorageError> {
        self.check("daily_extents")?;
        self.inner.daily_extents(account, metrics).await
    }
}

impl StoreVersion for FailingStorage {
    fn version(&self) -> Result<Option<Version>, StorageError> {
        self.inner.version()
    }
}

#[async_trait]
impl VendorRecordStore for FailingStorage {
    async fn get_vendor_record(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        id: &str,
    ) -> Result<Option<VendorRecord>, StorageError> {
        self.check("get_vendor_record")?;
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
        self.check("list_vendor_records")?;
        self.inner
            .list_vendor_records(account, vendor, kind, after, limit)
            .await
    }
}

#[async_trait]
impl DocumentStore for FailingStorage {
    async fn get_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        self.panic_if_told();
        self.inner.get_document(owner, kind, id).await
    }

    async fn list_documents(
        &self,
        owner: &Owner,
        kind: &str,
    ) -> Result<Vec<Document>, StorageError> {
        self.panic_if_told();
        self.inner.list_documents(owner, kind).await
    }

    async fn put_document(
        &self,
        owner: &Owner,
        expected: Option<u64>,
        write: &DocumentWrite,
    ) -> Result<Put, StorageError> {
        self.panic_if_told();
        self.inner.put_document(owner, expected, write).await
    }

    async fn delete_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<bool, StorageError> {
        self.panic_if_told();
        self.inner.delete_document(owner, kind, id).await
    }

    async fn take_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        self.panic_if_told();
        self.inner.take_document(owner, kind, id).await
    }

    async fn purge_documents(&self, expired_before: Timestamp) -> Result<u64, StorageError> {
        self.panic_if_told();
        self.inner.purge_documents(expired_before).await
    }
}
