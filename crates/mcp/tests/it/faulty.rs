//! Storage that misbehaves on purpose.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::{AccountId, Metric};
use vitalog_storage::{
    DailyExtent, Document, DocumentStore, DocumentWrite, MemoryStorage, Owner, Put, Record,
    RecordChange, RecordQuery, RecordStore, Retry, Revision, StorageError, StoreVersion,
    VendorRecord, VendorRecordStore, Version, Written,
};

/// How it misbehaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// Reading the record panics.
    PanicOnRead,
    /// Reading the record never ends.
    HangOnRead,
    /// Reading the record fails.
    FailOnRead,
    /// Writing the record takes its time.
    SlowWrite,
}

/// Storage in memory with a fault.
pub(crate) struct Faulty {
    pub(crate) inner: MemoryStorage,
    fault: Fault,
    /// Reads and writes under way.
    pub(crate) begun: Arc<AtomicUsize>,
    /// Those that were dropped or came to their end.
    pub(crate) ended: Arc<AtomicUsize>,
}

impl Faulty {
    pub(crate) fn new(fault: Fault) -> Arc<Self> {
        Arc::new(Self {
            inner: MemoryStorage::default(),
            fault,
            begun: Arc::default(),
            ended: Arc::default(),
        })
    }

    fn under_way(&self) -> UnderWay {
        self.begun.fetch_add(1, Ordering::SeqCst);
        UnderWay(Arc::clone(&self.ended))
    }
}

/// Counts its end, however that comes.
struct UnderWay(Arc<AtomicUsize>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Waits until a counter has reached `count`.
pub(crate) async fn reached(counter: &AtomicUsize, count: usize) {
    let wait = async {
        while counter.load(Ordering::SeqCst) < count {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), wait)
        .await
        .expect("it comes in time");
}

vitalog_storage::pass_on!(Faulty);

#[async_trait]
impl RecordStore for Faulty {
    async fn read_record(
        &self,
        account: &AccountId,
        query: &RecordQuery,
    ) -> Result<Record, StorageError> {
        match self.fault {
            Fault::PanicOnRead => panic!("reading fails loudly"),
            Fault::FailOnRead => Err(StorageError {
                operation: "read_record",
                retry: Retry::Never,
                source: "the disk is gone".into(),
            }),
            Fault::HangOnRead => {
                let _under_way = self.under_way();
                std::future::pending().await
            }
            Fault::SlowWrite => self.inner.read_record(account, query).await,
        }
    }

    async fn write_record(
        &self,
        account: &AccountId,
        read_at: Revision,
        change: RecordChange,
    ) -> Result<Written, StorageError> {
        let _under_way = self.under_way();
        tokio::time::sleep(Duration::from_millis(150)).await;
        self.inner.write_record(account, read_at, change).await
    }

    async fn bounds(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, StorageError> {
        self.inner.bounds(account, metrics).await
    }

    async fn daily_extents(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, DailyExtent>, StorageError> {
        self.inner.daily_extents(account, metrics).await
    }
}

impl StoreVersion for Faulty {
    fn version(&self) -> Result<Option<Version>, StorageError> {
        self.inner.version()
    }
}

#[async_trait]
impl VendorRecordStore for Faulty {
    async fn get_vendor_record(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        id: &str,
    ) -> Result<Option<VendorRecord>, StorageError> {
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
        self.inner
            .list_vendor_records(account, vendor, kind, after, limit)
            .await
    }
}

#[async_trait]
impl DocumentStore for Faulty {
    async fn get_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        self.inner.get_document(owner, kind, id).await
    }

    async fn list_documents(
        &self,
        owner: &Owner,
        kind: &str,
    ) -> Result<Vec<Document>, StorageError> {
        self.inner.list_documents(owner, kind).await
    }

    async fn put_document(
        &self,
        owner: &Owner,
        expected: Option<u64>,
        write: &DocumentWrite,
    ) -> Result<Put, StorageError> {
        self.inner.put_document(owner, expected, write).await
    }

    async fn delete_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<bool, StorageError> {
        self.inner.delete_document(owner, kind, id).await
    }

    async fn take_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        self.inner.take_document(owner, kind, id).await
    }

    async fn purge_documents(&self, expired_before: Timestamp) -> Result<u64, StorageError> {
        self.inner.purge_documents(expired_before).await
    }
}
