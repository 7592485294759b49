//! Readings that follow the records they were read from.
//!
//! A record is sent again when its source has more to say of it: the dose was not taken after all,
//! the mood was of the day before. The reading of the version before lies at a time and under a key
//! that this version need not have, so it is looked for by what is kept of that version.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use vitalog_connectors::hae::{DataType, Push};
use vitalog_core::{AccountId, Fingerprint, Metric, Reading, Superseded, SupersededBy, Via};
use vitalog_storage::{BodyDigest, Record, RecordQuery, Storage, StorageError, VendorRecord};

use super::whole_second;
use crate::key::record_fingerprint;

/// The key of a reading.
type ReadingKey = (Metric, Timestamp, Fingerprint);

/// Finds the stored readings that no longer count, since the records `put` in the place of stored
/// ones say something else: as they are to be. They are marked in `record`, too. `None` if the
/// record of the account has changed since it was read.
pub(super) async fn let_go(
    storage: &dyn Storage,
    account: &AccountId,
    push: &Push<'_>,
    put: &[VendorRecord],
    record: &mut Record,
    now: Timestamp,
) -> Result<Option<Vec<Reading>>, StorageError> {
    let mut before = BTreeSet::new();
    for new in put {
        let stored = record.vendor_records.get(&new.key());
        let Some((stored, kind)) = stored.zip(DataType::of_key(&new.kind)) else {
            continue;
        };
        let old = storage
            .get_vendor_record(account, &new.vendor, &new.kind, &new.id)
            .await?;
        let Some(old) = old.filter(|old| BodyDigest::of(&old.body) == *stored) else {
            return Ok(None);
        };
        before.extend(old.at.map(|at| key(kind.metric(), at, &new.id)));
    }
    for sample in &push.samples {
        if let Some(record) = &sample.record {
            before.remove(&key(sample.metric, sample.time.at, record));
        }
    }
    if before.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let instant = |at: Timestamp| {
        at..at
            .saturating_add(SignedDuration::from_secs(1))
            .unwrap_or(at)
    };
    let query = RecordQuery {
        readings: before
            .iter()
            .map(|(metric, at, _)| (*metric, instant(*at)))
            .collect(),
        ..RecordQuery::default()
    };
    let found = storage.read_record(account, &query).await?;
    if found.revision != record.revision {
        return Ok(None);
    }
    let rows = found.readings.into_values().flatten();
    let mut gone: Vec<Reading> = rows
        .filter(|row| before.contains(&(row.metric, row.at, row.fingerprint)))
        .filter(|row| row.via == Via::Hae && row.marks.counts())
        .collect();
    for row in &mut gone {
        row.marks.superseded = Some(Superseded {
            at: now,
            by: SupersededBy::Vendor,
        });
        mark(record, row);
    }
    Ok(Some(gone))
}

fn key(metric: Metric, at: Timestamp, record: &str) -> ReadingKey {
    (metric, whole_second(at), record_fingerprint(record))
}

/// Puts a row in the place of the one of its key, if that was read.
fn mark(record: &mut Record, row: &Reading) {
    let rows = record.readings.get_mut(&row.metric);
    let of_key = rows.and_then(|rows| {
        let key = (row.at, row.fingerprint);
        let place = rows.binary_search_by_key(&key, |row| (row.at, row.fingerprint));
        rows.get_mut(place.ok()?)
    });
    if let Some(of_key) = of_key {
        of_key.clone_from(row);
    }
}
