//! Everything that is stored, whoever's it is, page after page, to be counted or copied elsewhere.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::{AccountId, Fingerprint, Metric, Reading, Workout};

use crate::{Document, Finding, JobState, Owner, StorageError, VendorRecord, VendorRecordKey};

/// Where a reading lies among those of its metric, and a workout among those of its account.
pub type RowKey = (Timestamp, Fingerprint);

/// Lists all there is, and puts back what no other method can put back as it was.
///
/// A page begins after the last row of the page before it and has up to `limit` rows; one that is
/// not full is the last. Where nothing is said of an order it is the engine's own, and the same for
/// as long as nothing is written. A list is not of one moment: whoever wants all of it as it was at
/// one has to see to it that nobody writes.
///
/// (DynamoDB: Query each. The owners and queues are items of their own, which the first write for
/// an owner or a queue puts, and which stay when nothing else of it is left.)
#[async_trait]
pub trait Inventory: Send + Sync {
    /// Everyone for whom anything but jobs is stored, in the order of [`Owner`]. One of whom
    /// nothing is left may still be among them.
    async fn list_owners(&self) -> Result<Vec<Owner>, StorageError>;

    /// Readings of a metric, superseded ones included, in key order.
    async fn list_readings(
        &self,
        account: &AccountId,
        metric: Metric,
        after: Option<RowKey>,
        limit: usize,
    ) -> Result<Vec<Reading>, StorageError>;

    /// Workouts, superseded ones included, in key order.
    async fn list_workouts(
        &self,
        account: &AccountId,
        after: Option<RowKey>,
        limit: usize,
    ) -> Result<Vec<Workout>, StorageError>;

    /// Vendor records of all vendors and kinds.
    async fn list_all_vendor_records(
        &self,
        account: &AccountId,
        after: Option<&VendorRecordKey>,
        limit: usize,
    ) -> Result<Vec<VendorRecord>, StorageError>;

    /// Documents of all kinds, each with its kind. A page begins after a kind and an id.
    async fn list_all_documents(
        &self,
        owner: &Owner,
        after: Option<&(String, String)>,
        limit: usize,
    ) -> Result<Vec<(String, Document)>, StorageError>;

    /// Findings of all sections of a run. A page begins after a section and a key.
    async fn list_all_findings(
        &self,
        account: &AccountId,
        run: &str,
        after: Option<&(String, String)>,
        limit: usize,
    ) -> Result<Vec<Finding>, StorageError>;

    /// The queues that may hold jobs, in the order of their bytes.
    async fn list_queues(&self) -> Result<Vec<String>, StorageError>;

    /// Stores a document just as it is, with its version, in the place of whatever is there.
    async fn restore_document(
        &self,
        owner: &Owner,
        kind: &str,
        document: &Document,
    ) -> Result<(), StorageError>;

    /// Stores a job just as it is, but for its lease, in the place of whatever is there.
    async fn restore_job(&self, job: &JobState) -> Result<(), StorageError>;
}
