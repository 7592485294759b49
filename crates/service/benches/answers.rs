//! All metrics of 92 days and the report of 366, beside a range read of the same rows from one
//! plain table: no encryption, no names, no rules.
//!
//! `cargo bench -p vitalog-service` prints medians and, in brackets, the fastest. The record is the one of a usual person: ten
//! foods a day of five nutrients each, a weigh-in, three glucose values and two blood pressures.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark prints its figures, and should stop if it cannot go on"
)]

use std::{path::Path, sync::Arc, time::Instant};

use jiff::{SignedDuration, Timestamp, ToSpan, civil::Date, tz::TimeZone};
use rusqlite::Connection;
use secrecy::SecretString;
use vitalog_core::{
    Account, AccountId, Fingerprint, Marks, Metric, Quantity, Reading, SourcePriority, UnitSystem,
    Via,
    clock::{CountingEntropy, ManualClock},
};
use vitalog_service::{HEALTH_METRICS, HealthMetricsRequest, RangeRequest, Service};
use vitalog_storage::{RecordChange, RecordStore, Revision};
use vitalog_storage_sqlite::SqliteStorage;

const ROUNDS: usize = 51;
const FOODS_A_DAY: i64 = 10;
const NUTRIENTS: [Metric; 5] = [
    Metric::Protein,
    Metric::Carbs,
    Metric::Fiber,
    Metric::Fat,
    Metric::Calories,
];

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let end: Date = "2026-09-30".parse().unwrap();
    let year: Vec<Reading> = (0..366)
        .flat_map(|days| readings(end - i64::from(days).days()))
        .collect();
    let plain = plain_table(folder.path(), &year);
    let key = SecretString::from("4f".repeat(32));
    let storage = SqliteStorage::open(&folder.path().join("vitalog.db"), &key).unwrap();
    let change = RecordChange {
        put_readings: year,
        ..RecordChange::default()
    };
    let me = AccountId::first();
    let written = storage.write_record(&me, Revision(0), change);
    runtime.block_on(written).unwrap();
    let now = end.tomorrow().unwrap().at(12, 0, 0, 0);
    let clock = ManualClock::new(zone().to_timestamp(now).unwrap());
    let entropy = Arc::new(CountingEntropy::new());
    let service = Service::new(Arc::new(storage), Arc::new(clock), entropy);
    let account = account();

    println!("| answer | rows | plain table | answer | ÷ |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for (name, days) in [("all metrics, 92 days", 92), ("report, 366 days", 366)] {
        let start = end - i64::from(days - 1).days();
        let range = RangeRequest {
            start: Some(start),
            end: Some(end),
            max_days: days,
        };
        let request = HealthMetricsRequest {
            metrics: HEALTH_METRICS.to_vec(),
            range,
        };
        let (mut floor, mut answer, mut rows) = (Vec::new(), Vec::new(), 0);
        for _ in 0..ROUNDS {
            let (count, took) = ms(|| read_plain(&plain, start, end));
            rows = count;
            floor.push(took);
            let (found, took) = ms(|| {
                if days > 92 {
                    let report = runtime.block_on(service.report(&account, range)).unwrap();
                    report.health.unwrap().days.len()
                } else {
                    let shown = service.health_metrics(&account, &request);
                    runtime.block_on(shown).unwrap().days.len()
                }
            });
            assert_eq!(i32::try_from(found).unwrap(), days);
            answer.push(took);
        }
        let [(floor, floor_best), (answer, answer_best)] = [floor, answer].map(median_and_best);
        println!(
            "| {name} | {rows} | {floor:.1} ({floor_best:.1}) ms | {answer:.1} ({answer_best:.1}) ms \
             | {:.1} ({:.1}) |",
            answer / floor,
            answer_best / floor_best
        );
    }
}

fn ms<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64() * 1000.0)
}

fn median_and_best(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[0])
}

fn zone() -> TimeZone {
    TimeZone::get("America/Los_Angeles").unwrap()
}

fn account() -> Account {
    Account {
        id: AccountId::first(),
        zone: zone(),
        zone_is_set: true,
        units: UnitSystem::Us,
        sources: SourcePriority::default(),
        switchover: None,
    }
}

/// A day of a usual person.
fn readings(day: Date) -> Vec<Reading> {
    let morning = zone().to_timestamp(day.at(7, 0, 0, 0)).unwrap();
    let after = |minutes: i64| morning + SignedDuration::from_mins(minutes);
    let mut readings = Vec::new();
    for food in 0..FOODS_A_DAY {
        for nutrient in NUTRIENTS {
            readings.push(reading(nutrient, after(food * 80), food));
        }
    }
    readings.push(reading(Metric::Weight, after(0), 70));
    for hour in [0, 5, 12] {
        readings.push(reading(Metric::Glucose, after(hour * 60), 90 + hour));
    }
    for minute in [10, 12] {
        let mut pressure = reading(Metric::BloodPressure, after(minute), 0);
        pressure.quantity = Quantity::Pressure {
            systolic: 121.0,
            diastolic: 78.0,
        };
        pressure.original = pressure.quantity;
        readings.push(pressure);
    }
    readings
}

fn reading(metric: Metric, at: Timestamp, value: i64) -> Reading {
    let value = f64::from(i32::try_from(value).unwrap());
    let wall = zone().to_datetime(at);
    Reading {
        metric,
        at,
        fingerprint: Fingerprint::new([metric as u8, 1, 2, 3, 4, 5], 0),
        quantity: Quantity::Single(value),
        original: Quantity::Single(value + 0.123_456),
        original_unit: metric.row().unit.to_owned(),
        source: "Food App".to_owned(),
        via: Via::Hae,
        recorded_at: format!("{} -0700", wall.strftime("%F %T")),
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: at,
        marks: Marks::default(),
    }
}

fn plain_table(folder: &Path, readings: &[Reading]) -> Connection {
    let mut connection = Connection::open(folder.join("plain.db")).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE reading (
                second INTEGER, metric INTEGER, fingerprint INTEGER, value REAL, diastolic REAL,
                source TEXT, recorded_at TEXT,
                PRIMARY KEY (second, metric, fingerprint)
            ) STRICT, WITHOUT ROWID;",
        )
        .unwrap();
    let transaction = connection.transaction().unwrap();
    let mut put = transaction
        .prepare("INSERT INTO reading VALUES (?1, ?2, ?3, ?4, NULL, ?5, ?6)")
        .unwrap();
    for reading in readings {
        put.execute((
            reading.at.as_second(),
            reading.metric as i64,
            reading.fingerprint.to_i64(),
            reading.quantity.first(),
            &reading.source,
            &reading.recorded_at,
        ))
        .unwrap();
    }
    drop(put);
    transaction.commit().unwrap();
    connection
}

fn read_plain(connection: &Connection, start: Date, end: Date) -> usize {
    let second = |day: Date| {
        let midnight = day.to_datetime(jiff::civil::Time::midnight());
        zone().to_timestamp(midnight).unwrap().as_second()
    };
    let mut select = connection
        .prepare_cached("SELECT * FROM reading WHERE second >= ?1 AND second < ?2")
        .unwrap();
    let bounds = (second(start), second(end.tomorrow().unwrap()));
    let rows = select.query_map(bounds, |row| {
        let key: (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let value: (f64, Option<f64>) = (row.get(3)?, row.get(4)?);
        let texts: (String, String) = (row.get(5)?, row.get(6)?);
        Ok((key, value, texts))
    });
    rows.unwrap().collect::<Result<Vec<_>, _>>().unwrap().len()
}
