//! Changes that show whether they are whole: each row says of which generation it is, and a
//! generation is the revision that it leads to.

use jiff::Timestamp;
use vitalog_core::{AccountId, Fingerprint, Marks, Metric, Quantity, Reading, Via, Workout};
use vitalog_storage::{
    DocumentWrite, Owner, RecordChange, RecordQuery, Revision, Storage, VendorRecord,
};

const READINGS: i64 = 20;
const WORKOUTS: i64 = 4;
const METRICS: [Metric; 3] = [Metric::Weight, Metric::Glucose, Metric::Calories];

/// The account that all of it is about.
#[must_use]
pub fn me() -> AccountId {
    AccountId::first()
}

fn second(second: i64) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + second).unwrap()
}

/// A reading of the second `at`.
#[must_use]
pub fn reading(metric: Metric, at: i64, value: f64, source: &str) -> Reading {
    Reading {
        metric,
        at: second(at),
        fingerprint: Fingerprint::BARE,
        quantity: Quantity::Single(value),
        original: Quantity::Single(value),
        original_unit: "lb".to_owned(),
        source: source.to_owned(),
        via: Via::Hae,
        recorded_at: "2026-09-21 05:13:20 -0700".to_owned(),
        day: None,
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: second(0),
        marks: Marks::default(),
    }
}

fn workout(at: i64, duration_s: f64) -> Workout {
    Workout {
        start: second(at),
        fingerprint: Fingerprint::BARE,
        end: second(at + 60),
        name: "Running".to_owned(),
        duration_s,
        active_kcal: None,
        avg_hr_bpm: None,
        max_hr_bpm: None,
        source: "Watch".to_owned(),
        via: Via::Hae,
        source_id: None,
        recorded_at: "2026-09-21 05:13:20 -0700".to_owned(),
        recorded_end: "2026-09-21 05:14:20 -0700".to_owned(),
        day: None,
        ingested_at: second(0),
        marks: Marks::default(),
    }
}

/// Asks for every row of the metrics used here.
#[must_use]
pub fn everything() -> RecordQuery {
    let always = Timestamp::MIN..Timestamp::MAX;
    RecordQuery {
        readings: METRICS
            .iter()
            .map(|metric| (*metric, always.clone()))
            .collect(),
        workouts: vec![always],
        ..RecordQuery::default()
    }
}

/// Longer than a page of a file, and more so with each generation.
fn vendor_record(generation: u64) -> VendorRecord {
    let lines = (0..2_000_u64).map(|line| format!("{}\n", line * line * generation));
    VendorRecord {
        vendor: "vendor".to_owned(),
        kind: "kind".to_owned(),
        id: "current".to_owned(),
        at: None,
        body: lines.collect(),
    }
}

/// A change whose every row, vendor record and document says `generation`.
#[must_use]
pub fn generation(generation: u64) -> RecordChange {
    let value: f64 = generation.to_string().parse().unwrap();
    let source = format!("app of generation {generation}");
    let reading_at = |metric| {
        let source = &source;
        move |at| reading(metric, at, value, source)
    };
    RecordChange {
        put_readings: METRICS
            .into_iter()
            .flat_map(|m| (0..READINGS).map(reading_at(m)))
            .collect(),
        put_workouts: (0..WORKOUTS).map(|at| workout(at, value)).collect(),
        put_vendor_records: vec![vendor_record(generation)],
        put_documents: vec![DocumentWrite {
            kind: "generation",
            id: "current".to_owned(),
            body: generation.to_string(),
            expires_at: None,
        }],
        ..RecordChange::default()
    }
}

/// The generation that is stored, 0 in an empty record. Fails if the record is not whole.
pub async fn stored_generation(storage: &dyn Storage) -> u64 {
    let record = storage.read_record(&me(), &everything()).await.unwrap();
    let owner = Owner::Account(me());
    let document = storage
        .get_document(&owner, "generation", "current")
        .await
        .unwrap();
    let Some(document) = document else {
        assert_eq!(record.revision, Revision(0));
        assert!(record.readings.values().all(Vec::is_empty) && record.workouts.is_empty());
        return 0;
    };
    let generation: u64 = document.body.parse().unwrap();
    assert_eq!(record.revision, Revision(generation));
    assert_eq!(document.version, generation);

    let expected = self::generation(generation);
    let readings: Vec<Reading> = record.readings.into_values().flatten().collect();
    assert_eq!(readings, expected.put_readings);
    assert_eq!(record.workouts, expected.put_workouts);
    let vendor_records = storage
        .list_vendor_records(&me(), "vendor", "kind", None, usize::MAX)
        .await
        .unwrap();
    assert!(vendor_records == expected.put_vendor_records);
    generation
}

/// The revision of the record.
pub async fn revision(storage: &dyn Storage) -> u64 {
    let nothing = RecordQuery::default();
    let record = storage.read_record(&me(), &nothing).await;
    record.unwrap().revision.0
}
