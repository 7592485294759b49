//! Reading a part of a record, as of one revision.

use std::{collections::BTreeMap, ops::Range};

use futures::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use vitalog_core::{AccountId, DailyValue, DayRange, Metric, Reading, Workout};
use vitalog_storage::{
    BodyDigest, Document, Owner, Record, RecordQuery, VendorRecordKey, merge_days, merge_seconds,
};

use super::{AT_ONCE, View, daily, head::Head, reading, workout};
use crate::{
    document,
    error::Failure,
    keys::{self, AFTER_FINGERPRINTS, Key},
    query::{Query, Sorts},
    table::Table,
    time::second_text,
    tries::Tries,
    vendor_record,
};

/// One request of a read.
enum Part {
    Readings(Metric, Query),
    Workouts(Query),
    Daily(Metric, Query),
    DailyBySource(Metric, Query),
    VendorRecord(VendorRecordKey, Key),
}

/// What it brought.
enum Found {
    Readings(Metric, Vec<Reading>),
    Workouts(Vec<Workout>),
    Daily(Metric, Vec<DailyValue>),
    DailyBySource(Metric, Vec<DailyValue>),
    VendorRecord(Option<(VendorRecordKey, BodyDigest)>),
}

pub(crate) async fn read(
    table: &Table,
    account: &AccountId,
    query: &RecordQuery,
) -> Result<Record, Failure> {
    let mut tries = Tries::new(table);
    loop {
        let view = View::of(table, account).await?;
        match read_as_of(&view, account, query).await {
            Err(Failure::Moved) => tries.failed().await?,
            ended => return ended,
        }
    }
}

async fn read_as_of(
    view: &View<'_>,
    account: &AccountId,
    query: &RecordQuery,
) -> Result<Record, Failure> {
    let mut record = Record {
        revision: view.head.revision,
        readings: empty_lists(&query.readings),
        daily: empty_lists(&query.daily),
        daily_by_source: empty_lists(&query.daily_by_source),
        ..Record::default()
    };
    let parts = parts(view, account, query);
    let found = parts.into_iter().map(|part| find(view, part));
    // In the order of the parts, so that the ranges of a metric stay in order.
    let mut found = stream::iter(found).buffered(AT_ONCE);
    while let Some(part) = found.try_next().await? {
        match part {
            Found::Readings(metric, rows) => {
                record.readings.entry(metric).or_default().extend(rows);
            }
            Found::Workouts(rows) => record.workouts.extend(rows),
            Found::Daily(metric, values) => {
                record.daily.entry(metric).or_default().extend(values);
            }
            Found::DailyBySource(metric, values) => {
                let of_metric = record.daily_by_source.entry(metric).or_default();
                of_metric.extend(values);
            }
            Found::VendorRecord(found) => record.vendor_records.extend(found),
        }
    }
    if !query.documents.is_empty() {
        record.documents = read_documents(view, account, &query.documents).await?;
    }
    Ok(record)
}

/// The documents asked for, as of a moment at which the record still had the head's revision.
async fn read_documents(
    view: &View<'_>,
    account: &AccountId,
    asked: &[(&'static str, String)],
) -> Result<BTreeMap<(String, String), Document>, Failure> {
    let owner = Owner::Account(account.clone());
    let keys: BTreeMap<Key, (&str, &str)> = asked
        .iter()
        .map(|(kind, id)| (document::key(&owner, kind, id), (*kind, id.as_str())))
        .collect();
    view.settle(|key| keys.contains_key(key)).await?;
    let read = async || -> Result<BTreeMap<(String, String), Document>, Failure> {
        let mut documents = BTreeMap::new();
        for (key, (kind, id)) in &keys {
            if let Some(document) = document::get_settled(view.table, key).await? {
                documents.insert(((*kind).to_owned(), (*id).to_owned()), document);
            }
        }
        Ok(documents)
    };
    let documents = read().await?;
    // Several can change one by one without the record. Read twice and found the same, they were
    // so at once.
    if keys.len() > 1 && read().await? != documents {
        return Err(Failure::Moved);
    }
    let now = Head::read(view.table, account).await?;
    if now.revision != view.head.revision {
        return Err(Failure::Moved);
    }
    Ok(documents)
}

fn empty_lists<T, R>(asked: &[(Metric, R)]) -> BTreeMap<Metric, Vec<T>> {
    asked
        .iter()
        .map(|(metric, _)| (*metric, Vec::new()))
        .collect()
}

/// What there is to look for: nothing that the head knows not to be there.
fn parts(view: &View<'_>, account: &AccountId, query: &RecordQuery) -> Vec<Part> {
    let mut ranges: BTreeMap<Metric, Vec<&Range<Timestamp>>> = BTreeMap::new();
    for (metric, range) in &query.readings {
        if view.head.metrics.contains(metric.slug()) {
            ranges.entry(*metric).or_default().push(range);
        }
    }
    let mut parts = Vec::new();
    for (metric, ranges) in ranges {
        let partition = keys::readings(account, metric);
        for range in merge_seconds(ranges) {
            let query = Query::new(&*partition, seconds(&range));
            parts.push(Part::Readings(metric, query));
        }
    }
    for (metric, ranges) in days_of(view, &query.daily) {
        for range in merge_days(ranges) {
            let query = daily::query(account, metric, range).only(daily::COUNTING_ATTRIBUTES);
            parts.push(Part::Daily(metric, query));
        }
    }
    for (metric, ranges) in days_of(view, &query.daily_by_source) {
        for range in merge_days(ranges) {
            let query = daily::query(account, metric, range);
            parts.push(Part::DailyBySource(metric, query));
        }
    }
    if view.head.workouts {
        for range in merge_seconds(&query.workouts) {
            let query = Query::new(keys::workouts(account), seconds(&range));
            parts.push(Part::Workouts(query));
        }
    }
    for (vendor, kind, ids) in &query.vendor_records {
        for id in ids {
            let key = vendor_record::key(account, vendor, kind, id);
            let name = (vendor.clone(), kind.clone(), id.clone());
            parts.push(Part::VendorRecord(name, key));
        }
    }
    parts
}

/// The days asked for of each metric that is there.
fn days_of(view: &View<'_>, asked: &[(Metric, DayRange)]) -> BTreeMap<Metric, Vec<DayRange>> {
    let mut ranges: BTreeMap<Metric, Vec<DayRange>> = BTreeMap::new();
    for (metric, days) in asked {
        if view.head.metrics.contains(metric.slug()) {
            ranges.entry(*metric).or_default().push(*days);
        }
    }
    ranges
}

/// The sort keys of the rows of a range of seconds that is not empty.
fn seconds(range: &Range<i64>) -> Sorts {
    let last = second_text(range.end - 1);
    Sorts::Between(
        second_text(range.start),
        format!("{last}{AFTER_FINGERPRINTS}"),
    )
}

async fn find(view: &View<'_>, part: Part) -> Result<Found, Failure> {
    match part {
        Part::Readings(metric, query) => {
            let rows = view.rows(&query).await?;
            let rows = rows.iter().map(|row| reading::decode(row, metric));
            let mut rows: Vec<Reading> = rows.collect::<Result<_, _>>()?;
            // Twins beyond the ninth sort otherwise as text.
            rows.sort_by_key(|row| (row.at, row.fingerprint));
            Ok(Found::Readings(metric, rows))
        }
        Part::Workouts(query) => {
            let rows = view.rows(&query).await?;
            let mut rows: Vec<Workout> =
                rows.iter().map(workout::decode).collect::<Result<_, _>>()?;
            rows.sort_by_key(|row| (row.start, row.fingerprint));
            Ok(Found::Workouts(rows))
        }
        Part::Daily(metric, query) => {
            let days = view.rows_as_stored(&query).await?;
            let values = days.values().map(|day| daily::counting(day, metric));
            let values: Vec<Option<DailyValue>> = values.collect::<Result<_, _>>()?;
            Ok(Found::Daily(metric, values.into_iter().flatten().collect()))
        }
        Part::DailyBySource(metric, query) => {
            let days = view.rows(&query).await?.into_iter();
            let values = days.map(|day| daily::of_sources(day, metric));
            let values: Vec<Vec<DailyValue>> = values.collect::<Result<_, _>>()?;
            Ok(Found::DailyBySource(
                metric,
                values.into_iter().flatten().collect(),
            ))
        }
        Part::VendorRecord(name, key) => {
            let query = Query::new(key.partition, Sorts::One(key.sort))
                .only(vendor_record::DIGEST_ATTRIBUTES);
            let rows = view.rows_as_stored(&query).await?;
            let digest = rows
                .values()
                .next()
                .map(vendor_record::digest)
                .transpose()?;
            Ok(Found::VendorRecord(digest.map(|digest| (name, digest))))
        }
    }
}
