//! Changes of which every part says the same number.

use std::{fmt::Write, sync::LazyLock};

use jiff::{Timestamp, ToSpan, civil::Date};
use vitalog_core::{
    AccountId, DailyValue, DayRange, Fingerprint, Marks, Metric, Quantity, Reading, Via, Workout,
};
use vitalog_storage::{
    BodyDigest, DailyExtent, DocumentStore, DocumentWrite, MetricDays, Owner, RecordChange,
    RecordQuery, RecordStore, Revision, VendorRecord, VendorRecordStore, Written,
};
use vitalog_storage_dynamodb::DynamoStorage;

const NOON: i64 = 1_790_856_000;
const METRICS: [Metric; 2] = [Metric::Weight, Metric::Glucose];

/// How much a change holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// It fits into the head of the record.
    Small,
    /// It needs pieces beside the head, and some of its items need parts.
    Large,
}

impl Size {
    fn padding(self) -> &'static str {
        let digits = match self {
            Self::Small => 10,
            Self::Large => 700_000,
        };
        &NOISE[..digits]
    }
}

/// Squares modulo a prime: digits that do not shrink to less than half.
static NOISE: LazyLock<String> = LazyLock::new(|| {
    let mut noise = String::new();
    let mut number = 7_u64;
    while noise.len() < 700_000 {
        number = number * number % 4_294_967_291;
        write!(noise, "{number:x}").unwrap();
        number += 1;
    }
    noise
});

pub(crate) fn me() -> AccountId {
    AccountId::first()
}

pub(crate) fn second(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

pub(crate) fn reading(metric: Metric, at: i64, generation: u32) -> Reading {
    Reading {
        metric,
        at: second(at),
        fingerprint: Fingerprint::BARE,
        quantity: Quantity::Single(f64::from(generation)),
        original: Quantity::Single(f64::from(generation)),
        original_unit: "lb".into(),
        source: "Scale".into(),
        via: Via::Chat,
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

pub(crate) fn workout(generation: u32) -> Workout {
    Workout {
        start: second(NOON),
        fingerprint: Fingerprint::BARE,
        end: second(NOON + 1800),
        name: "Running".into(),
        duration_s: f64::from(generation),
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

/// A day of each generation.
fn day(generation: u32) -> Date {
    Date::constant(2026, 1, 1) + i64::from(generation).days()
}

fn daily_value(generation: u32) -> DailyValue {
    let value = f64::from(generation);
    DailyValue {
        metric: Metric::Weight,
        day: day(generation),
        source: None,
        n: 1,
        sum: value,
        min: value,
        max: value,
        first: value,
        last: value,
        diastolic: None,
    }
}

fn body(generation: u32, size: Size) -> String {
    format!("{generation} {}", size.padding())
}

/// A change that says `generation` everywhere. One of its readings comes and goes: it is there in
/// even generations.
pub(crate) fn change(generation: u32, size: Size) -> RecordChange {
    let mut change = RecordChange::default();
    for metric in METRICS {
        for at in [NOON, NOON + 1] {
            change.put_readings.push(reading(metric, at, generation));
        }
    }
    let comes_and_goes = reading(Metric::Weight, NOON + 2, generation);
    if generation.is_multiple_of(2) {
        change.put_readings.push(comes_and_goes);
    } else {
        let key = (
            comes_and_goes.metric,
            comes_and_goes.at,
            comes_and_goes.fingerprint,
        );
        change.delete_readings.push(key);
    }
    change.put_workouts.push(workout(generation));
    // The day before its day loses its values.
    let days = DayRange {
        start: day(generation.saturating_sub(1)),
        end: day(generation),
    };
    change.put_daily.push(MetricDays {
        metric: Metric::Weight,
        days,
        values: vec![daily_value(generation)],
    });
    for id in ["a", "b"] {
        change.put_vendor_records.push(VendorRecord {
            vendor: "vendor".into(),
            kind: "kind".into(),
            id: id.into(),
            at: None,
            body: body(generation, size),
        });
    }
    change.put_documents.push(DocumentWrite {
        kind: "sample",
        id: "generation".into(),
        body: body(generation, size),
        expires_at: None,
    });
    change
}

/// The generation that everything stored says, and the revision. Nothing stored is generation 0.
pub(crate) async fn read(storage: &DynamoStorage, size: Size) -> (u32, Revision) {
    let always = second(NOON - 100)..second(NOON + 100);
    let ids = ["a", "b"].map(str::to_owned).to_vec();
    let all_days = DayRange {
        start: Date::MIN,
        end: Date::MAX,
    };
    let query = RecordQuery {
        daily: vec![(Metric::Weight, all_days)],
        documents: vec![("sample", "generation".into())],
        readings: METRICS.map(|metric| (metric, always.clone())).to_vec(),
        workouts: vec![always],
        vendor_records: vec![("vendor".into(), "kind".into(), ids)],
        ..RecordQuery::default()
    };
    let record = storage.read_record(&me(), &query).await.unwrap();
    let readings = record.readings.values().flatten();
    let mut said: Vec<f64> = readings.map(|row| row.quantity.first()).collect();
    said.extend(record.workouts.iter().map(|row| row.duration_s));
    let generation = said.first().map_or(0, |first| {
        // A whole number is printed without a fraction.
        first.to_string().parse::<u32>().unwrap()
    });
    let rows = match generation {
        0 => 0,
        even if even.is_multiple_of(2) => 6,
        _ => 5,
    };
    assert_eq!(
        said,
        vec![f64::from(generation); rows],
        "a change was seen in part"
    );

    let value = (generation > 0).then(|| daily_value(generation));
    let daily = &record.daily[&Metric::Weight];
    assert_eq!(*daily, value.into_iter().collect::<Vec<_>>());

    let expected = (generation > 0).then(|| body(generation, size));
    let document = record.documents.into_values().next();
    assert!(document.map(|document| document.body) == expected);
    let digests: Vec<BodyDigest> = record.vendor_records.into_values().collect();
    let both = expected.as_ref().map(|body| vec![BodyDigest::of(body); 2]);
    assert!(
        digests == both.unwrap_or_default(),
        "a digest of another generation"
    );
    let stored = storage
        .list_vendor_records(&me(), "vendor", "kind", None, 9)
        .await
        .unwrap();
    let bodies: Vec<&String> = stored.iter().map(|record| &record.body).collect();
    assert!(
        bodies
            == expected
                .iter()
                .flat_map(|body| [body, body])
                .collect::<Vec<_>>()
    );
    let document = storage
        .get_document(&Owner::Account(me()), "sample", "generation")
        .await
        .unwrap();
    assert!(document.map(|document| document.body) == expected);
    let extents = storage.daily_extents(&me(), &METRICS).await.unwrap();
    let extent = (generation > 0).then(|| DailyExtent {
        first: day(generation),
        last: day(generation),
        days: 1,
    });
    assert_eq!(extents.get(&Metric::Weight), extent.as_ref());
    (generation, record.revision)
}

/// Writes a generation at the revision that the record has; nobody else may be writing.
pub(crate) async fn write(storage: &DynamoStorage, generation: u32, size: Size) {
    let nothing = RecordQuery::default();
    let before = storage.read_record(&me(), &nothing).await.unwrap().revision;
    let written = storage
        .write_record(&me(), before, change(generation, size))
        .await
        .unwrap();
    assert_eq!(written, Written::Done(Revision(before.0 + 1)));
}
