//! A year of somebody who wears a ring: each day a night, readiness and activity, a workout, a
//! weigh-in and ten entries of food.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp, ToSpan, civil::Date};
use secrecy::SecretString;
use tokio::runtime::Runtime;
use vitalog_core::{
    DayRange, Fingerprint, Grain, Marks, Metric, Quantity, Reading, Via, Workout,
    clock::{CountingEntropy, ManualClock},
};
use vitalog_service::Service;
use vitalog_storage::{RecordChange, RecordQuery, RecordStore, Written};
use vitalog_storage_sqlite::SqliteStorage;

use crate::ten_years::{account, last_day, zone};

/// What the ring tells of each day, and a value it may have.
const RING: [(Metric, f64); 28] = [
    (Metric::OuraSleepScore, 81.0),
    (Metric::SleepTotal, 7.3125),
    (Metric::SleepInBed, 7.9583),
    (Metric::SleepDeep, 1.275),
    (Metric::SleepRem, 1.8333),
    (Metric::SleepCore, 4.2042),
    (Metric::SleepAwake, 0.6458),
    (Metric::SleepEfficiency, 92.0),
    (Metric::Bedtime, -35.0),
    (Metric::WakeTime, 442.0),
    (Metric::RestingHeartRate, 48.0),
    (Metric::HrvRmssd, 62.0),
    (Metric::RespiratoryRate, 14.38),
    (Metric::BloodOxygenSaturation, 97.1),
    (Metric::OuraBreathingDisturbanceIndex, 3.0),
    (Metric::OuraReadinessScore, 84.0),
    (Metric::OuraTemperatureDeviation, -0.12),
    (Metric::OuraTemperatureTrendDeviation, 0.08),
    (Metric::OuraActivityScore, 88.0),
    (Metric::StepCount, 9_876.0),
    (Metric::ActiveEnergy, 512.0),
    (Metric::TotalEnergy, 2_604.0),
    (Metric::WalkingEquivalentDistance, 8.25),
    (Metric::HighActivityTime, 12.0),
    (Metric::MediumActivityTime, 31.0),
    (Metric::LowActivityTime, 183.0),
    (Metric::SedentaryTime, 519.0),
    (Metric::NonWearTime, 24.0),
];
/// What each entry of food has.
const FOOD: [(Metric, f64); 5] = [
    (Metric::Calories, 214.0),
    (Metric::Protein, 11.2),
    (Metric::Carbs, 24.6),
    (Metric::Fiber, 3.1),
    (Metric::Fat, 8.4),
];
const ENTRIES: i64 = 10;

/// The record, in a file whose folder is gone when the program is.
pub(crate) fn storage(runtime: &Runtime) -> Arc<SqliteStorage> {
    let folder = tempfile::tempdir().unwrap().keep();
    let key = SecretString::from("b".repeat(64));
    let storage = Arc::new(SqliteStorage::open(&folder.join("vitalog.db"), &key).unwrap());
    let end = last_day();
    let start = end.saturating_sub(365.days());
    let mut change = RecordChange::default();
    for day in (DayRange { start, end }).days() {
        change.put_readings.extend(readings(day));
        change.put_workouts.push(workout(day));
    }
    let account = account();
    runtime.block_on(async {
        let query = RecordQuery::default();
        let record = storage.read_record(&account.id, &query).await.unwrap();
        let written = storage.write_record(&account.id, record.revision, change);
        assert!(matches!(written.await.unwrap(), Written::Done(_)));
        let clock = Arc::new(ManualClock::new(at(end, 22)));
        let entropy = Arc::new(CountingEntropy::new());
        let service = Service::new(Arc::clone(&storage) as _, clock, entropy);
        service
            .rebuild_daily_values(&account, |_| ())
            .await
            .unwrap();
    });
    storage
}

fn at(day: Date, hour: i8) -> Timestamp {
    zone().to_timestamp(day.at(hour, 0, 0, 0)).unwrap()
}

fn readings(day: Date) -> impl Iterator<Item = Reading> {
    let seventh = f64::from(day.day() % 7);
    let ring = RING.into_iter().map(move |(metric, value)| Reading {
        source: "Oura".to_owned(),
        via: Via::Oura,
        day: metric.names_its_day().then_some(day),
        until: metric.names_its_day().then(|| at(day, 7)),
        grain: Some(Grain::Day),
        ..reading(metric, at(day, 0), value + seventh / 8.0)
    });
    let entries = (0..ENTRIES).flat_map(move |entry| {
        let hours = SignedDuration::from_mins(entry * 80);
        let eaten = at(day, 8).checked_add(hours).unwrap();
        FOOD.map(|(metric, value)| reading(metric, eaten, value + seventh))
    });
    let weight = reading(Metric::Weight, at(day, 7), 181.0 + seventh / 4.0);
    ring.chain(entries).chain([weight])
}

fn reading(metric: Metric, at: Timestamp, value: f64) -> Reading {
    let quantity = Quantity::Single(value);
    Reading {
        metric,
        at,
        fingerprint: Fingerprint::new([1; 6], 0),
        quantity,
        original: quantity,
        original_unit: metric.row().unit.to_owned(),
        source: "Cal AI".to_owned(),
        via: Via::Hae,
        recorded_at: at.to_string(),
        day: None,
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: at,
        marks: Marks::default(),
    }
}

fn workout(day: Date) -> Workout {
    let start = at(day, 18);
    Workout {
        start,
        fingerprint: Fingerprint::new([2; 6], 0),
        end: at(day, 19),
        name: "Indoor Cycling".to_owned(),
        duration_s: 3_600.0,
        active_kcal: Some(412.3),
        avg_hr_bpm: Some(131),
        max_hr_bpm: Some(164),
        source: "Peloton".to_owned(),
        via: Via::Hae,
        source_id: None,
        recorded_at: start.to_string(),
        recorded_end: at(day, 19).to_string(),
        day: None,
        ingested_at: start,
        marks: Marks::default(),
    }
}
