//! What storage promises, and the in-memory reference that keeps the promises plainly.
//!
//! This crate knows the record (readings and workouts of an account, with one revision), the vendor
//! records it was read from, documents (small versioned state), jobs, the findings of the analysis
//! and the access log, and how all of it is listed. It refuses to know vendors, tools, what time it is, and which engine is
//! behind a trait. What must be atomic is one method; no transaction spans two. Expected outcomes
//! (not found, stale) are values; [`StorageError`] is for what went wrong.
//!
//! A backend is one crate that implements [`Storage`] and passes every promise of
//! `vitalog-storage-contract` without exception.

mod access_log;
pub mod copy;
mod document;
mod erasure;
mod error;
mod finding;
mod inventory;
mod job;
pub mod limits;
mod memory;
pub mod precision;
mod quantity_columns;
mod range;
mod record;
mod sent_text;
mod snapshot;
mod vendor_record;
mod version;
mod wake_up;

pub use access_log::{AccessEntry, AccessLog};
pub use document::{Document, DocumentStore, DocumentWrite, Owner, Put};
pub use erasure::Erasure;
pub use error::{Retry, StorageError};
pub use finding::{Finding, FindingStore, Published};
pub use inventory::{Inventory, RowKey};
pub use job::{Claim, ClaimedJob, Claiming, Enqueued, JobState, JobStore, NewJob};
pub use memory::MemoryStorage;
pub use quantity_columns::QuantityColumns;
pub use range::{merge_days, merge_seconds};
pub use record::{
    DailyExtent, MetricDays, Record, RecordChange, RecordQuery, RecordStore, Revision, Written,
};
pub use sent_text::SentText;
pub use snapshot::Snapshots;
pub use vendor_record::{BodyDigest, VendorRecord, VendorRecordKey, VendorRecordStore};
pub use version::{StoreVersion, Version};
pub use wake_up::WakeUps;

/// Everything a backend stores.
pub trait Storage:
    RecordStore
    + VendorRecordStore
    + DocumentStore
    + JobStore
    + FindingStore
    + AccessLog
    + StoreVersion
    + Inventory
    + Snapshots
    + Erasure
{
}

impl<T> Storage for T where
    T: RecordStore
        + VendorRecordStore
        + DocumentStore
        + JobStore
        + FindingStore
        + AccessLog
        + StoreVersion
        + Inventory
        + Snapshots
        + Erasure
{
}
