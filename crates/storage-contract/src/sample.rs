//! Rows to try promises with, and the calls most promises make.

use jiff::{Timestamp, civil::Date};
use vitalog_core::{
    AccountId, DailyValue, DayRange, Fingerprint, Marks, Metric, Quantity, Reading, Via, Workout,
};
use vitalog_storage::{
    DocumentWrite, MetricDays, Record, RecordChange, RecordQuery, Revision, Storage, VendorRecord,
    Written,
};

/// Noon of the first of October 2026, UTC: where most sample rows lie.
pub(crate) const NOON: i64 = 1_790_856_000;

/// Ids in the order of their bytes, which is neither that of their letters nor that of a locale.
pub(crate) const IDS: [&str; 12] = [
    "", "A", "B", "a", "a ", "a-1", "a/1", "aa", "b", "ä", "体重", "😀",
];

/// The length of the longest body that must come back.
pub(crate) const EIGHT_MEGABYTES: usize = 8 * 1024 * 1024;

/// Text of that many bytes that no compression makes much shorter, another for each `seed`. The
/// start of a longer one is the shorter one.
pub(crate) fn noise(seed: u64, bytes: usize) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let characters = (0..bytes).map(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(b'0' + u8::try_from(state >> 58).unwrap())
    });
    characters.collect()
}

pub(crate) fn me() -> AccountId {
    AccountId::first()
}

pub(crate) fn account(name: &str) -> AccountId {
    AccountId::new(name).unwrap()
}

pub(crate) fn second(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

/// A fingerprint of which `first` is the first byte.
pub(crate) fn fingerprint(first: u8, twin: u16) -> Fingerprint {
    Fingerprint::new([first, 1, 2, 3, 4, 5], twin)
}

/// A reading without any optional field.
pub(crate) fn reading(metric: Metric, at: i64, value: f64) -> Reading {
    Reading {
        metric,
        at: second(at),
        fingerprint: fingerprint(7, 0),
        quantity: Quantity::Single(value),
        original: Quantity::Single(value),
        original_unit: "lb".into(),
        source: "Scale".into(),
        via: Via::Hae,
        recorded_at: "2026-10-01 05:00:00 -0700".into(),
        day: None,
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: second(NOON + 60),
        marks: Marks::default(),
    }
}

/// A workout without any optional field.
pub(crate) fn workout(start: i64, duration_s: f64) -> Workout {
    Workout {
        start: second(start),
        fingerprint: fingerprint(9, 0),
        end: second(start + 1800),
        name: "Running".into(),
        duration_s,
        active_kcal: None,
        avg_hr_bpm: None,
        max_hr_bpm: None,
        source: "Watch".into(),
        via: Via::Hae,
        source_id: None,
        recorded_at: "2026-10-01 05:00:00 -0700".into(),
        recorded_end: "2026-10-01 05:30:00 -0700".into(),
        day: None,
        ingested_at: second(NOON + 60),
        marks: Marks::default(),
    }
}

pub(crate) fn document(id: &str, body: &str) -> DocumentWrite {
    DocumentWrite {
        kind: "sample",
        id: id.to_owned(),
        body: body.to_owned(),
        expires_at: None,
    }
}

/// A vendor record that is about no instant.
pub(crate) fn vendor_record(id: &str, body: &str) -> VendorRecord {
    VendorRecord {
        vendor: "vendor".to_owned(),
        kind: "kind".to_owned(),
        id: id.to_owned(),
        at: None,
        body: body.to_owned(),
    }
}

/// A day of October 2026.
pub(crate) fn day(of_month: i8) -> Date {
    Date::new(2026, 10, of_month).unwrap()
}

pub(crate) fn days(start: Date, end: Date) -> DayRange {
    DayRange { start, end }
}

/// The daily value of one reading.
pub(crate) fn daily_value(
    metric: Metric,
    day: Date,
    source: Option<&str>,
    value: f64,
) -> DailyValue {
    DailyValue {
        metric,
        day,
        source: source.map(str::to_owned),
        n: 1,
        sum: value,
        min: value,
        max: value,
        first: value,
        last: value,
        diastolic: None,
    }
}

/// Asks for vendor records of that vendor and kind.
pub(crate) fn vendor_records(ids: &[&str]) -> RecordQuery {
    let ids = ids.iter().map(|id| (*id).to_owned()).collect();
    RecordQuery {
        vendor_records: vec![("vendor".to_owned(), "kind".to_owned(), ids)],
        ..RecordQuery::default()
    }
}

/// Asks for every row there can be, and for every daily value that counts.
pub(crate) fn everything() -> RecordQuery {
    let always = Timestamp::MIN..Timestamp::MAX;
    RecordQuery {
        readings: Metric::ALL
            .iter()
            .map(|metric| (*metric, always.clone()))
            .collect(),
        workouts: vec![always],
        daily: Metric::ALL
            .iter()
            .map(|metric| (*metric, days(Date::MIN, Date::MAX)))
            .collect(),
        ..RecordQuery::default()
    }
}

pub(crate) async fn read_all(storage: &dyn Storage, account: &AccountId) -> Record {
    storage.read_record(account, &everything()).await.unwrap()
}

/// All readings of the first account, those of a metric together.
pub(crate) async fn all_readings(storage: &dyn Storage) -> Vec<Reading> {
    let record = read_all(storage, &me()).await;
    record.readings.into_values().flatten().collect()
}

pub(crate) async fn revision_of(storage: &dyn Storage, account: &AccountId) -> Revision {
    let nothing = RecordQuery::default();
    storage
        .read_record(account, &nothing)
        .await
        .unwrap()
        .revision
}

/// Writes at whatever revision the record has; nobody else may be writing.
pub(crate) async fn write(
    storage: &dyn Storage,
    account: &AccountId,
    change: &RecordChange,
) -> Revision {
    let read_at = revision_of(storage, account).await;
    match storage
        .write_record(account, read_at, change.clone())
        .await
        .unwrap()
    {
        Written::Done(revision) => revision,
        Written::Stale => unreachable!("nobody else writes to this account"),
    }
}

pub(crate) fn put_readings(readings: Vec<Reading>) -> RecordChange {
    RecordChange {
        put_readings: readings,
        ..RecordChange::default()
    }
}

pub(crate) fn put_workouts(workouts: Vec<Workout>) -> RecordChange {
    RecordChange {
        put_workouts: workouts,
        ..RecordChange::default()
    }
}

pub(crate) fn put_daily(metric: Metric, days: DayRange, values: Vec<DailyValue>) -> RecordChange {
    RecordChange {
        put_daily: vec![MetricDays {
            metric,
            days,
            values,
        }],
        ..RecordChange::default()
    }
}

pub(crate) fn put_vendor_records(records: Vec<VendorRecord>) -> RecordChange {
    RecordChange {
        put_vendor_records: records,
        ..RecordChange::default()
    }
}
