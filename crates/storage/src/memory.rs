//! The reference: storage in memory, written to be obviously right rather than fast.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::{Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::{AccountId, Fingerprint, Metric, Reading, Workout};

use crate::{
    BodyDigest, Document, DocumentStore, DocumentWrite, Owner, Put, Record, RecordChange,
    RecordQuery, RecordStore, Retry, Revision, StorageError, VendorRecord, VendorRecordKey,
    VendorRecordStore, Written,
    precision::{is_finite, stored_reading, stored_vendor_record, stored_workout},
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
#[derive(Debug, Default)]
struct State {
    records: BTreeMap<AccountId, StoredRecord>,
    documents: BTreeMap<(Owner, String, String), Document>,
    failures_left: usize,
    stale_left: usize,
}

#[derive(Debug, Default)]
struct StoredRecord {
    revision: Revision,
    readings: BTreeMap<(Metric, Timestamp, Fingerprint), Reading>,
    workouts: BTreeMap<(Timestamp, Fingerprint), Workout>,
    vendor_records: BTreeMap<VendorRecordKey, VendorRecord>,
}

impl MemoryStorage {
    /// Makes the next `operations` fail with an error that says that a retry may help. They read
    /// and write nothing. 0 ends it; `usize::MAX` fails until told otherwise.
    pub fn fail_next(&self, operations: usize) {
        self.lock().failures_left = operations;
    }

    /// Makes the next `writes` of a record answer [`Written::Stale`] and write nothing, as if
    /// another writer had been faster each time.
    pub fn stale_next(&self, writes: usize) {
        self.lock().stale_left = writes;
    }

    /// The state, of whatever a panicking test left: no operation stops half-way through a change.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, operation: &'static str) -> Result<MutexGuard<'_, State>, StorageError> {
        let mut state = self.lock();
        if state.failures_left == 0 {
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

#[async_trait]
impl RecordStore for MemoryStorage {
    async fn read_record(
        &self,
        account: &AccountId,
        query: &RecordQuery,
    ) -> Result<Record, StorageError> {
        let state = self.begin("read_record")?;
        let nothing = StoredRecord::default();
        let stored = state.records.get(account).unwrap_or(&nothing);

        let mut readings: BTreeMap<Metric, Vec<Reading>> = BTreeMap::new();
        for (metric, _) in &query.readings {
            readings.entry(*metric).or_default();
        }
        for ((metric, at, _), reading) in &stored.readings {
            if query
                .readings
                .iter()
                .any(|(asked, range)| asked == metric && range.contains(at))
                && let Some(rows) = readings.get_mut(metric)
            {
                rows.push(reading.clone());
            }
        }
        let in_range = |at: &Timestamp| query.workouts.iter().any(|range| range.contains(at));
        let workouts = stored
            .workouts
            .values()
            .filter(|workout| in_range(&workout.start));
        let asked = query.vendor_records.iter();
        let keys = asked.flat_map(|(vendor, kind, ids)| {
            ids.iter()
                .map(|id| (vendor.clone(), kind.clone(), id.clone()))
        });
        let digest = |key| {
            let record = stored.vendor_records.get(&key)?;
            Some((key, BodyDigest::of(&record.body)))
        };

        Ok(Record {
            revision: stored.revision,
            readings,
            workouts: workouts.cloned().collect(),
            vendor_records: keys.filter_map(digest).collect(),
        })
    }

    async fn write_record(
        &self,
        account: &AccountId,
        read_at: Revision,
        change: RecordChange,
    ) -> Result<Written, StorageError> {
        let mut state = self.begin("write_record")?;
        if state.stale_left > 0 {
            state.stale_left -= 1;
            return Ok(Written::Stale);
        }
        let revision = state
            .records
            .get(account)
            .map_or(Revision(0), |stored| stored.revision);
        if revision != read_at {
            return Ok(Written::Stale);
        }
        if change.is_empty() {
            return Ok(Written::Done(revision));
        }
        if !is_finite(&change) {
            return Err(StorageError {
                operation: "write_record",
                retry: Retry::Never,
                source: "a number is not finite".into(),
            });
        }

        let stored = state.records.entry(account.clone()).or_default();
        stored.revision = Revision(revision.0 + 1);
        for key in &change.delete_readings {
            stored.readings.remove(key);
        }
        for reading in change.put_readings {
            let row = stored_reading(reading);
            stored
                .readings
                .insert((row.metric, row.at, row.fingerprint), row);
        }
        for workout in change.put_workouts {
            let row = stored_workout(workout);
            stored.workouts.insert((row.start, row.fingerprint), row);
        }
        for record in change.put_vendor_records {
            let record = stored_vendor_record(record);
            stored.vendor_records.insert(record.key(), record);
        }
        for write in &change.put_documents {
            state.put(&Owner::Account(account.clone()), write);
        }
        Ok(Written::Done(Revision(revision.0 + 1)))
    }

    async fn bounds(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, (Timestamp, Timestamp)>, StorageError> {
        let state = self.begin("bounds")?;
        let mut bounds = BTreeMap::new();
        let rows = state.records.get(account).map(|stored| &stored.readings);
        // In key order: the first row met begins a metric's bounds, each later one moves the end.
        for ((metric, at, _), reading) in rows.into_iter().flatten() {
            if metrics.contains(metric) && reading.marks.superseded.is_none() {
                bounds.entry(*metric).or_insert((*at, *at)).1 = *at;
            }
        }
        Ok(bounds)
    }
}

#[async_trait]
impl VendorRecordStore for MemoryStorage {
    async fn get_vendor_record(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        id: &str,
    ) -> Result<Option<VendorRecord>, StorageError> {
        let state = self.begin("get_vendor_record")?;
        let key = (vendor.to_owned(), kind.to_owned(), id.to_owned());
        let stored = state.records.get(account);
        Ok(stored.and_then(|stored| stored.vendor_records.get(&key).cloned()))
    }

    async fn list_vendor_records(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<VendorRecord>, StorageError> {
        let state = self.begin("list_vendor_records")?;
        let stored = state.records.get(account);
        let records = stored
            .into_iter()
            .flat_map(|stored| stored.vendor_records.values());
        let page = records.filter(|record| {
            record.vendor == vendor
                && record.kind == kind
                && after.is_none_or(|after| record.id.as_str() > after)
        });
        Ok(page.take(limit).cloned().collect())
    }
}

#[async_trait]
impl DocumentStore for MemoryStorage {
    async fn get_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<Option<Document>, StorageError> {
        let state = self.begin("get_document")?;
        Ok(state.documents.get(&key(owner, kind, id)).cloned())
    }

    async fn list_documents(
        &self,
        owner: &Owner,
        kind: &str,
    ) -> Result<Vec<Document>, StorageError> {
        let state = self.begin("list_documents")?;
        let of_kind = state
            .documents
            .iter()
            .filter(|((its_owner, its_kind, _), _)| its_owner == owner && its_kind == kind);
        Ok(of_kind.map(|(_, document)| document.clone()).collect())
    }

    async fn put_document(
        &self,
        owner: &Owner,
        expected: Option<u64>,
        write: &DocumentWrite,
    ) -> Result<Put, StorageError> {
        let mut state = self.begin("put_document")?;
        let stored = state.documents.get(&key(owner, write.kind, &write.id));
        if stored.map(|document| document.version) != expected {
            return Ok(Put::Stale);
        }
        Ok(Put::Done(state.put(owner, write)))
    }

    async fn delete_document(
        &self,
        owner: &Owner,
        kind: &str,
        id: &str,
    ) -> Result<bool, StorageError> {
        let mut state = self.begin("delete_document")?;
        Ok(state.documents.remove(&key(owner, kind, id)).is_some())
    }
}

impl State {
    /// Writes a document, whatever its version; tells the new one.
    fn put(&mut self, owner: &Owner, write: &DocumentWrite) -> u64 {
        match self.documents.entry(key(owner, write.kind, &write.id)) {
            Entry::Vacant(place) => {
                place.insert(Document {
                    id: write.id.clone(),
                    version: 1,
                    body: write.body.clone(),
                });
                1
            }
            Entry::Occupied(mut place) => {
                let document = place.get_mut();
                document.version += 1;
                document.body.clone_from(&write.body);
                document.version
            }
        }
    }
}

fn key(owner: &Owner, kind: &str, id: &str) -> (Owner, String, String) {
    (owner.clone(), kind.to_owned(), id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(body: &str) -> RecordChange {
        RecordChange {
            put_documents: vec![DocumentWrite {
                kind: "sample",
                id: "a".to_owned(),
                body: body.to_owned(),
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
