//! Storage with a hook around each operation, for tests of what stands on storage: it fails, waits,
//! panics or counts where a test wants it to.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::{AccountId, Metric, Reading, Workout};
use vitalog_storage::{
    AccessEntry, AccessLog, Claim, ClaimedJob, Claiming, DailyExtent, Document, DocumentStore,
    DocumentWrite, Enqueued, Erasure, Finding, FindingStore, Inventory, JobState, JobStore,
    MemoryStorage, NewJob, Owner, Published, Put, Record, RecordChange, RecordQuery, RecordStore,
    Revision, RowKey, Snapshots, Storage, StorageError, StoreVersion, VendorRecord,
    VendorRecordKey, VendorRecordStore, Version, Written,
};

/// Which operation it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The trait, as `RecordStore`.
    pub store: &'static str,
    /// Its method, as `read_record`.
    pub name: &'static str,
}

/// What happens around operations. Whatever a hook leaves out, nothing happens there.
#[async_trait]
pub trait Hook: Send + Sync {
    /// Before an operation. An error is its answer, and storage is not asked. It may wait, for
    /// ever too, and it may panic.
    async fn before(&self, _operation: Operation) -> Result<(), StorageError> {
        Ok(())
    }

    /// After an operation that was done, before its caller knows.
    async fn after(&self, _operation: Operation) {}

    /// What is about to be read of a record.
    fn asked(&self, _query: &RecordQuery) {}
}

/// Storage in memory with a hook.
#[derive(Debug, Default)]
pub struct Hooked<H> {
    /// The storage.
    pub inner: Arc<MemoryStorage>,
    /// The hook.
    pub hook: H,
}

impl<H> Hooked<H> {
    /// A hook around storage of its own.
    #[must_use]
    pub fn new(hook: H) -> Self {
        Self::over(Arc::default(), hook)
    }

    /// A hook around storage that others use without it.
    #[must_use]
    pub fn over(inner: Arc<MemoryStorage>, hook: H) -> Self {
        Self { inner, hook }
    }
}

/// Hands the methods of each trait on, one line each: its arguments, what it returns when it
/// succeeds, and the member of [`Hook`] that sees an argument, if one does.
macro_rules! hand_on {
    ($($store:ident {
        $($name:ident($($argument:ident: $type:ty),*) -> $done:ty $(, $see:ident($seen:ident))?;)*
    })*) => {$(
        #[async_trait]
        impl<H: Hook> $store for Hooked<H> {
            $(async fn $name(&self, $($argument: $type),*) -> Result<$done, StorageError> {
                let operation = Operation {
                    store: stringify!($store),
                    name: stringify!($name),
                };
                $(self.hook.$see($seen);)?
                self.hook.before(operation).await?;
                let done = $store::$name(&*self.inner, $($argument),*).await;
                self.hook.after(operation).await;
                done
            })*
        }
    )*};
}

hand_on! {
    RecordStore {
        read_record(account: &AccountId, query: &RecordQuery) -> Record, asked(query);
        write_record(account: &AccountId, read_at: Revision, change: RecordChange) -> Written;
        bounds(account: &AccountId, metrics: &[Metric])
            -> BTreeMap<Metric, (Timestamp, Timestamp)>;
        daily_extents(account: &AccountId, metrics: &[Metric]) -> BTreeMap<Metric, DailyExtent>;
    }
    VendorRecordStore {
        get_vendor_record(account: &AccountId, vendor: &str, kind: &str, id: &str)
            -> Option<VendorRecord>;
        list_vendor_records(
            account: &AccountId, vendor: &str, kind: &str, after: Option<&str>, limit: usize
        ) -> Vec<VendorRecord>;
    }
    DocumentStore {
        get_document(owner: &Owner, kind: &str, id: &str) -> Option<Document>;
        list_documents(owner: &Owner, kind: &str) -> Vec<Document>;
        put_document(owner: &Owner, expected: Option<u64>, write: &DocumentWrite) -> Put;
        delete_document(owner: &Owner, kind: &str, id: &str) -> bool;
        take_document(owner: &Owner, kind: &str, id: &str) -> Option<Document>;
        purge_documents(expired_before: Timestamp) -> u64;
    }
    JobStore {
        enqueue(job: &NewJob) -> Enqueued;
        claim_jobs(queue: &str, now: Timestamp, lease_until: Timestamp, limit: usize)
            -> Vec<ClaimedJob>;
        claim_job(queue: &str, id: &str, now: Timestamp, lease_until: Timestamp) -> Claiming;
        extend_lease(claim: &Claim, until: Timestamp) -> bool;
        complete_job(claim: &Claim) -> bool;
        retry_job(claim: &Claim, run_at: Timestamp) -> bool;
        bury_job(claim: &Claim, reason: &str) -> bool;
        list_jobs(queue: &str, after: Option<&str>, limit: usize) -> Vec<JobState>;
        revive_job(queue: &str, id: &str, run_at: Timestamp) -> bool;
        drop_job(queue: &str, id: &str) -> bool;
    }
    FindingStore {
        put_findings(account: &AccountId, run: &str, findings: Vec<Finding>) -> ();
        publish_run(account: &AccountId, run: &str, expected: Option<&str>) -> Published;
        current_run(account: &AccountId) -> Option<String>;
        list_findings(
            account: &AccountId, run: &str, section: &str, after_key: Option<&str>, limit: usize
        ) -> Vec<Finding>;
        list_runs(account: &AccountId) -> Vec<String>;
        delete_run(account: &AccountId, run: &str) -> bool;
    }
    AccessLog {
        append_access(entries: Vec<AccessEntry>) -> ();
        list_access(
            account: &AccountId, since: Timestamp, after: Option<(Timestamp, String)>, limit: usize
        ) -> Vec<AccessEntry>;
        purge_access(account: &AccountId, before: Timestamp) -> u64;
    }
    Inventory {
        list_owners() -> Vec<Owner>;
        list_readings(account: &AccountId, metric: Metric, after: Option<RowKey>, limit: usize)
            -> Vec<Reading>;
        list_workouts(account: &AccountId, after: Option<RowKey>, limit: usize) -> Vec<Workout>;
        list_all_vendor_records(
            account: &AccountId, after: Option<&VendorRecordKey>, limit: usize
        ) -> Vec<VendorRecord>;
        list_all_documents(owner: &Owner, after: Option<&(String, String)>, limit: usize)
            -> Vec<(String, Document)>;
        list_all_findings(
            account: &AccountId, run: &str, after: Option<&(String, String)>, limit: usize
        ) -> Vec<Finding>;
        list_queues() -> Vec<String>;
        restore_document(owner: &Owner, kind: &str, document: &Document) -> ();
        restore_job(job: &JobState) -> ();
    }
    Snapshots {
        snapshot(folder: &Path) -> Option<Arc<dyn Storage>>;
    }
    Erasure {
        erase_account(account: &AccountId) -> ();
        scrub() -> ();
    }
}

/// Not hooked: it is no operation on what is stored.
impl<H: Hook> StoreVersion for Hooked<H> {
    fn version(&self) -> Result<Option<Version>, StorageError> {
        self.inner.version()
    }
}
