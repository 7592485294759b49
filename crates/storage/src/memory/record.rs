//! The record: readings and workouts under one revision.

use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_core::{AccountId, Metric, Reading};

use super::{MemoryStorage, StoredRecord, document::key};
use crate::{
    BodyDigest, DailyExtent, Owner, Record, RecordChange, RecordQuery, RecordStore, Retry,
    Revision, StorageError, Written,
    precision::{is_finite, stored_reading, stored_vendor_record, stored_workout},
};

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

        let owner = Owner::Account(account.clone());
        let documents = query.documents.iter().filter_map(|(kind, id)| {
            let document = state.documents.get(&key(&owner, kind, id))?;
            Some((((*kind).to_owned(), id.clone()), document.clone()))
        });

        Ok(Record {
            revision: stored.revision,
            readings,
            workouts: workouts.cloned().collect(),
            vendor_records: keys.filter_map(digest).collect(),
            daily: stored.daily_values(&query.daily, |source| source.is_none()),
            daily_by_source: stored.daily_values(&query.daily_by_source, |source| source.is_some()),
            documents: documents.collect(),
        })
    }

    async fn write_record(
        &self,
        account: &AccountId,
        read_at: Revision,
        change: RecordChange,
    ) -> Result<Written, StorageError> {
        let mut state = self.begin_change("write_record")?;
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
        for days in change.put_daily {
            stored.put_daily(days);
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

    async fn daily_extents(
        &self,
        account: &AccountId,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, DailyExtent>, StorageError> {
        let state = self.begin("daily_extents")?;
        let stored = state.records.get(account);
        Ok(stored.map_or_else(BTreeMap::new, |stored| stored.daily_extents(metrics)))
    }
}
