//! The record of an account: its readings and workouts, under one revision.
//!
//! What a row keeps, the same in every backend: the instants in a key, the end of a workout and
//! [`Reading::until`](vitalog_core::Reading) in whole seconds; `ingested_at`, the instants of marks
//! and those of vendor records in whole milliseconds; what is finer is cut off (see
//! [`crate::precision`]). Numbers are finite and keep all their bits, but for -0, which is read back as 0. Text is any Unicode text
//! without the character U+0000.

use std::{collections::BTreeMap, ops::Range};

use async_trait::async_trait;
use jiff::{Timestamp, civil::Date};
use vitalog_core::{AccountId, DailyValue, DayRange, Fingerprint, Metric, Reading, Workout};

use crate::{
    BodyDigest, Document, StorageError, VendorRecord, document::DocumentWrite,
    vendor_record::VendorRecordKey,
};

/// Counts the changes of an account's record. A change names the revision it was worked out from,
/// so that of two writers who read the same state only one succeeds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Revision(pub u64);

/// Which part of a record to read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordQuery {
    /// Metrics and the instants (end excluded) to read of each. A metric may stand here more than
    /// once, with ranges that may overlap; each row is returned once.
    pub readings: Vec<(Metric, Range<Timestamp>)>,
    /// Starts of workouts (end excluded); overlapping ranges return each row once.
    pub workouts: Vec<Range<Timestamp>>,
    /// Vendors, kinds, and the ids to look for among them.
    pub vendor_records: Vec<(String, String, Vec<String>)>,
    /// Metrics, and the days to read the daily values of that count.
    pub daily: Vec<(Metric, DayRange)>,
    /// Metrics, and the days to read the daily values of each source of.
    pub daily_by_source: Vec<(Metric, DayRange)>,
    /// Kinds and ids of documents of the same account.
    pub documents: Vec<(&'static str, String)>,
}

/// A part of a record, as of one revision. Superseded rows are included.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The revision that was read.
    pub revision: Revision,
    /// Readings per metric asked for, in key order. A metric without rows has an empty list.
    pub readings: BTreeMap<Metric, Vec<Reading>>,
    /// Workouts in key order.
    pub workouts: Vec<Workout>,
    /// The vendor records asked for that exist, each with the digest of its body.
    pub vendor_records: BTreeMap<VendorRecordKey, BodyDigest>,
    /// The daily values that count, per metric asked for, by day. A metric without any has an
    /// empty list.
    pub daily: BTreeMap<Metric, Vec<DailyValue>>,
    /// The daily values of sources, per metric asked for, by day and the UTF-8 bytes of the
    /// source. A metric without any has an empty list.
    pub daily_by_source: BTreeMap<Metric, Vec<DailyValue>>,
    /// The documents asked for that exist, by kind and id.
    pub documents: BTreeMap<(String, String), Document>,
}

/// All daily values of a metric on some days.
#[derive(Clone, PartialEq, Debug)]
pub struct MetricDays {
    /// The metric.
    pub metric: Metric,
    /// The days.
    pub days: DayRange,
    /// Their values, each of this metric and one of these days: at most one of a day that counts,
    /// and one of each source.
    pub values: Vec<DailyValue>,
}

/// On which days a metric has daily values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyExtent {
    /// The first day with a value, be it one that counts or one of a source.
    pub first: Date,
    /// The last such day.
    pub last: Date,
    /// How many days have a value that counts.
    pub days: u32,
}

/// What to change in a record, all or nothing. Deletions come first, so a key that is both
/// deleted and put ends with the row put; of two rows with one key the later stands.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecordChange {
    /// Readings to write, each whole; a row of the same key is replaced.
    pub put_readings: Vec<Reading>,
    /// Readings to delete. Only rows said in chat are ever deleted, and sums in whose place another
    /// stands; the caller sees to that.
    pub delete_readings: Vec<(Metric, Timestamp, Fingerprint)>,
    /// Workouts to write, each whole; a row of the same key is replaced.
    pub put_workouts: Vec<Workout>,
    /// Vendor records to write, each whole; a record of the same key is replaced. An unchanged one
    /// need not be written: [`Record::vendor_records`] tells.
    pub put_vendor_records: Vec<VendorRecord>,
    /// Daily values to write: those stored of the metric and days are replaced whole, in this
    /// order. An empty list of values deletes.
    pub put_daily: Vec<MetricDays>,
    /// Documents of the same account that change with the record, without a version check: the
    /// record's revision guards them.
    pub put_documents: Vec<DocumentWrite>,
}

impl RecordChange {
    /// Whether there is nothing to write.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.put_readings.is_empty()
            && self.delete_readings.is_empty()
            && self.put_workouts.is_empty()
            && self.put_vendor_records.is_empty()
            && self.put_daily.is_empty()
            && self.put_documents.is_empty()
    }
}

/// How a change ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// Stored, durably; the record now has this revision.
    Done(Revision),
    /// The record has changed since it was read; nothing was stored. Read again and work the
    /// change out anew.
    Stale,
}

/// Readings and workouts of accounts.
#[async_trait]
pub trait RecordStore: Send + Sync {
    /// Reads a part of an account's record, as of one moment: a change is seen whole or not at
    /// all. A record never written has revision 0 and no rows.
    async fn read_record(
        &self,
        account: &AccountId,
        query: &RecordQuery,
    ) -> Result<Record, StorageError>;

    /// Writes a change if the record still has revision `read_at`. All or nothing, to readers and
    /// after a crash; when it returns [`Written::Done`] the change is durable. The revision grows
    /// by one with each change that is done; an empty change only compares the revision, and
    /// leaves it as it is.
    ///
    /// A change with a number that is not finite is an error, and nothing of it is stored.
    ///
    /// When the returned future is dropped early, the change is stored whole or not at all.
    async fn write_record(
        &self,
        account: &AccountId,
        read_at: Revision,
        change: RecordChange,
    ) -> Result<Written, StorageError>;

    /// The instants of the first and of the last reading of each of `metrics`, as of one moment.
    /// Superseded rows do not count; a metric without any other row is left out. It costs a look
    /// at either end of a metric's rows, however many there are.
    async fn bounds(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, StorageError>;

    /// On which days each of `metrics` has daily values, as of one moment; a metric without any is
    /// left out.
    async fn daily_extents(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, DailyExtent>, StorageError>;
}
