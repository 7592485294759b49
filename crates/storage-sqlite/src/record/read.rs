//! Reading a part of a record, as of one moment.

use std::{collections::BTreeMap, ops::Range};

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction};
use vitalog_core::{AccountId, DailyValue, DayRange, Metric, Reading, Workout};
use vitalog_storage::{Record, RecordQuery, Revision, merge_seconds};

use super::{
    daily::{self, Of},
    reading, workout,
};
use crate::{codec::Decoder, document, error::Failure, name::Names, vendor_record};

pub(crate) fn read(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
    query: &RecordQuery,
) -> Result<Record, Failure> {
    let mut ranges: BTreeMap<Metric, Vec<&Range<Timestamp>>> = BTreeMap::new();
    for (metric, range) in &query.readings {
        ranges.entry(*metric).or_default().push(range);
    }
    let mut record = Record {
        readings: ranges.keys().map(|metric| (*metric, Vec::new())).collect(),
        daily: no_values(&query.daily),
        daily_by_source: no_values(&query.daily_by_source),
        ..Record::default()
    };
    let Some((account, revision)) = revision(transaction, names, account)? else {
        return Ok(record);
    };
    record.revision = revision;
    for (metric, rows) in &mut record.readings {
        let asked = merge_seconds(ranges.get(metric).into_iter().flatten().copied());
        read_readings(transaction, names, account, *metric, &asked, rows)?;
    }
    let asked = merge_seconds(&query.workouts);
    read_workouts(transaction, names, account, &asked, &mut record.workouts)?;
    if !query.vendor_records.is_empty() {
        vendor_record::read_digests(transaction, names, account, query, &mut record)?;
    }
    for (of, asked, found) in [
        (Of::All, &query.daily, &mut record.daily),
        (
            Of::Source,
            &query.daily_by_source,
            &mut record.daily_by_source,
        ),
    ] {
        if !asked.is_empty() {
            daily::read(transaction, names, account, of, asked, found)?;
        }
    }
    for (kind, id) in &query.documents {
        if let Some(document) = document::of_account(transaction, names, account, kind, id)? {
            let key = ((*kind).to_owned(), id.clone());
            record.documents.insert(key, document);
        }
    }
    Ok(record)
}

fn no_values(asked: &[(Metric, DayRange)]) -> BTreeMap<Metric, Vec<DailyValue>> {
    let metrics = asked.iter().map(|(metric, _)| *metric);
    metrics.map(|metric| (metric, Vec::new())).collect()
}

/// The number of an account that has a record, and the revision.
pub(super) fn revision(
    transaction: &Transaction,
    names: &mut Names,
    account: &AccountId,
) -> Result<Option<(i64, Revision)>, Failure> {
    let Some(account) = names.find(transaction, account.as_str())? else {
        return Ok(None);
    };
    let revision: Option<i64> = transaction
        .prepare_cached("SELECT revision FROM record WHERE account = ?1")?
        .query_row([account], |row| row.get(0))
        .optional()?;
    let Some(revision) = revision else {
        return Ok(None);
    };
    let revision = u64::try_from(revision).map_err(|_| Failure::NotUnderstood("revision"))?;
    Ok(Some((account, Revision(revision))))
}

fn read_readings(
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    metric: Metric,
    ranges: &[Range<i64>],
    found: &mut Vec<Reading>,
) -> Result<(), Failure> {
    let Some(metric_id) = names.find(transaction, metric.slug())? else {
        return Ok(());
    };
    let mut statement = transaction.prepare_cached(reading::SELECT)?;
    let mut decoder = Decoder { transaction, names };
    for range in ranges {
        let mut rows = statement.query((account, metric_id, range.start, range.end))?;
        while let Some(row) = rows.next()? {
            found.push(reading::decode(&mut decoder, row, metric)?);
        }
    }
    Ok(())
}

fn read_workouts(
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    ranges: &[Range<i64>],
    found: &mut Vec<Workout>,
) -> Result<(), Failure> {
    let mut statement = transaction.prepare_cached(workout::SELECT)?;
    let mut decoder = Decoder { transaction, names };
    for range in ranges {
        let mut rows = statement.query((account, range.start, range.end))?;
        while let Some(row) = rows.next()? {
            found.push(workout::decode(&mut decoder, row)?);
        }
    }
    Ok(())
}
