//! The reference: storage in memory, written to be obviously right rather than fast.

mod access_log;
mod daily;
mod document;
mod erasure;
mod finding;
mod inventory;
mod job;
mod record;
mod vendor_record;

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use jiff::Timestamp;
use vitalog_core::{AccountId, DailyValue, Fingerprint, Metric, Reading, Workout};

use crate::{
    AccessEntry, Document, Owner, Retry, Revision, StorageError, StoreVersion, VendorRecord,
    VendorRecordKey, Version, limits,
};

/// Storage in memory, for tests and as the reference of the contract.
///
/// A test can make the coming operations fail ([`Self::fail_next`]) or find that someone else
/// was faster ([`Self::stale_next`]).
#[derive(Debug, Default)]
pub struct MemoryStorage {
    state: Mutex<State>,
}

/// Everything stored. One lock around it makes each operation one moment.
#[derive(Clone, Debug, Default)]
struct State {
    records: BTreeMap<AccountId, StoredRecord>,
    documents: BTreeMap<(Owner, String, String), Document>,
    jobs: job::Jobs,
    runs: BTreeMap<AccountId, finding::Runs>,
    access_log: BTreeMap<(AccountId, Timestamp, String), AccessEntry>,
    /// Grows with each operation that may change something.
    version: u64,
    /// Operations that still succeed before those that fail.
    successes_left: usize,
    failures_left: usize,
    stale_left: usize,
}

#[derive(Clone, Debug, Default)]
struct StoredRecord {
    revision: Revision,
    readings: BTreeMap<(Metric, Timestamp, Fingerprint), Reading>,
    workouts: BTreeMap<(Timestamp, Fingerprint), Workout>,
    vendor_records: BTreeMap<VendorRecordKey, VendorRecord>,
    daily: BTreeMap<daily::Key, DailyValue>,
}

impl MemoryStorage {
    /// Makes the next `operations` fail with an error that says that a retry may help. They read
    /// and write nothing. 0 ends it; `usize::MAX` fails until told otherwise.
    pub fn fail_next(&self, operations: usize) {
        self.fail_after(0, operations);
    }

    /// Lets the next `successes` operations succeed and makes the `failures` after them fail, as
    /// [`Self::fail_next`] does.
    pub fn fail_after(&self, successes: usize, failures: usize) {
        let mut state = self.lock();
        (state.successes_left, state.failures_left) = (successes, failures);
    }

    /// Makes the next `writes` of a record answer [`Stale`](crate::Written::Stale) and write
    /// nothing, as if another writer had been faster each time.
    pub fn stale_next(&self, writes: usize) {
        self.lock().stale_left = writes;
    }

    /// The state, of whatever a panicking test left: no operation stops half-way through a change.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an operation that may change something.
    fn begin_change(&self, operation: &'static str) -> Result<MutexGuard<'_, State>, StorageError> {
        let mut state = self.begin(operation)?;
        state.version += 1;
        Ok(state)
    }

    fn begin(&self, operation: &'static str) -> Result<MutexGuard<'_, State>, StorageError> {
        let mut state = self.lock();
        if state.failures_left == 0 {
            return Ok(state);
        }
        if state.successes_left > 0 {
            state.successes_left -= 1;
            return Ok(state);
        }
        state.failures_left -= 1;
        Err(StorageError {
            operation,
            retry: Retry::Later,
            source: "told to fail".into(),
        })
    }
}

/// An error if names or a body are too long to be stored.
fn must_fit(operation: &'static str, names: &[&str], body: &str) -> Result<(), StorageError> {
    if limits::fits(names, body) {
        return Ok(());
    }
    Err(StorageError {
        operation,
        retry: Retry::Never,
        source: "a name or a body is too long".into(),
    })
}

impl StoreVersion for MemoryStorage {
    fn version(&self) -> Result<Option<Version>, StorageError> {
        Ok(Some(Version(self.lock().version)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DocumentWrite, Record, RecordChange, RecordQuery, RecordStore, Written};

    fn write(body: &str) -> RecordChange {
        RecordChange {
            put_documents: vec![DocumentWrite {
                kind: "sample",
                id: "a".to_owned(),
                body: body.to_owned(),
                expires_at: None,
            }],
            ..RecordChange::default()
        }
    }

    #[tokio::test]
    async fn operations_told_to_fail_do_nothing_and_may_be_tried_again() {
        let storage = MemoryStorage::default();
        let me = AccountId::first();
        storage.fail_next(2);
        let error = storage
            .write_record(&me, Revision(0), write("1"))
            .await
            .unwrap_err();
        assert_eq!(
            (error.operation, error.retry),
            ("write_record", Retry::Later)
        );
        assert!(
            storage
                .read_record(&me, &RecordQuery::default())
                .await
                .is_err()
        );
        let record = storage
            .read_record(&me, &RecordQuery::default())
            .await
            .unwrap();
        assert_eq!(record, Record::default());
    }

    #[tokio::test]
    async fn writes_told_to_be_late_are_stale_and_do_nothing() {
        let storage = MemoryStorage::default();
        let me = AccountId::first();
        storage.stale_next(1);
        for expected in [Written::Stale, Written::Done(Revision(1))] {
            let written = storage
                .write_record(&me, Revision(0), write("1"))
                .await
                .unwrap();
            assert_eq!(written, expected);
        }
    }

    #[tokio::test]
    async fn storage_stays_usable_after_a_panic_while_it_was_locked() {
        let storage = MemoryStorage::default();
        let me = AccountId::first();
        storage
            .write_record(&me, Revision(0), write("1"))
            .await
            .unwrap();
        let locked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _guard = storage.lock();
            panic!("while locked");
        }));
        assert!(locked.is_err() && storage.state.is_poisoned());
        let record = storage
            .read_record(&me, &RecordQuery::default())
            .await
            .unwrap();
        assert_eq!(record.revision, Revision(1));
    }
}
