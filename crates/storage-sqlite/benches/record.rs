//! Reading and writing a record, beside the least that any SQLite file would take: one table
//! without encryption and without names, of the same rows under the same key.

#![expect(clippy::unwrap_used, reason = "a benchmark that fails has no result")]

use std::path::Path;

use divan::{Bencher, counter::ItemsCount};
use rusqlite::Connection;
use secrecy::SecretString;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use vitalog_core::{AccountId, Metric, Reading};
use vitalog_storage::{RecordChange, RecordQuery, RecordStore, Revision};
use vitalog_storage_contract::quarter::{glucose, quarter, range};
use vitalog_storage_sqlite::SqliteStorage;

fn main() {
    divan::main();
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
}

fn open(folder: &Path) -> SqliteStorage {
    let key = SecretString::from("4f".repeat(32));
    SqliteStorage::open(&folder.join("vitalog.db"), &key).unwrap()
}

fn put(readings: Vec<Reading>) -> RecordChange {
    RecordChange {
        put_readings: readings,
        ..RecordChange::default()
    }
}

fn plain_table(folder: &Path) -> Connection {
    let connection = Connection::open(folder.join("plain.db")).unwrap();
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            CREATE TABLE reading (
                metric INTEGER, second INTEGER, fingerprint INTEGER, value REAL,
                source TEXT, recorded_at TEXT,
                PRIMARY KEY (metric, second, fingerprint)
            ) STRICT, WITHOUT ROWID;",
        )
        .unwrap();
    connection
}

fn fill_plain_table(connection: &mut Connection, readings: &[Reading]) {
    let transaction = connection.transaction().unwrap();
    let mut statement = transaction
        .prepare("INSERT OR REPLACE INTO reading VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        .unwrap();
    for reading in readings {
        statement
            .execute((
                reading.metric as i64,
                reading.at.as_second(),
                reading.fingerprint.to_i64(),
                reading.quantity.first(),
                &reading.source,
                &reading.recorded_at,
            ))
            .unwrap();
    }
    drop(statement);
    transaction.commit().unwrap();
}

#[divan::bench]
fn read_all_metrics_of_92_days(bencher: Bencher) {
    let (folder, runtime) = (tempfile::tempdir().unwrap(), runtime());
    let storage = open(folder.path());
    let (me, rows) = (AccountId::first(), quarter());
    let count = ItemsCount::new(rows.len());
    runtime
        .block_on(storage.write_record(&me, Revision(0), put(rows)))
        .unwrap();
    let range = range();
    let query = RecordQuery {
        readings: Metric::ALL
            .iter()
            .map(|metric| (*metric, range.clone()))
            .collect(),
        workouts: vec![range],
        ..RecordQuery::default()
    };
    bencher
        .counter(count)
        .bench_local(|| runtime.block_on(storage.read_record(&me, &query)));
}

#[divan::bench]
fn read_all_metrics_of_92_days_floor(bencher: Bencher) {
    let folder = tempfile::tempdir().unwrap();
    let mut connection = plain_table(folder.path());
    let rows = quarter();
    fill_plain_table(&mut connection, &rows);
    let mut statement = connection
        .prepare("SELECT * FROM reading WHERE metric >= 0 ORDER BY metric, second, fingerprint")
        .unwrap();
    bencher
        .counter(ItemsCount::new(rows.len()))
        .bench_local(|| {
            let read = statement.query_map([], |row| {
                Ok::<(i64, i64, f64, String, String), _>((
                    row.get(1)?,
                    row.get(2)?,
                    row.get(3)?,
                    row.get(4)?,
                    row.get(5)?,
                ))
            });
            read.unwrap().collect::<Result<Vec<_>, _>>().unwrap()
        });
}

fn ten_thousand() -> Vec<Reading> {
    glucose(0, 10_000)
}

#[divan::bench(sample_count = 20)]
fn write_10_000_readings(bencher: Bencher) {
    let (runtime, me) = (runtime(), AccountId::first());
    bencher
        .with_inputs(|| {
            let folder = tempfile::tempdir().unwrap();
            (open(folder.path()), folder, put(ten_thousand()))
        })
        .input_counter(|(_, _, change): &(SqliteStorage, TempDir, RecordChange)| {
            ItemsCount::new(change.put_readings.len())
        })
        .bench_local_refs(|(storage, _, change)| {
            runtime.block_on(storage.write_record(&me, Revision(0), std::mem::take(change)))
        });
}

#[divan::bench(sample_count = 20)]
fn write_10_000_readings_floor(bencher: Bencher) {
    bencher
        .with_inputs(|| {
            let folder = tempfile::tempdir().unwrap();
            (plain_table(folder.path()), folder, ten_thousand())
        })
        .input_counter(|(_, _, rows): &(Connection, TempDir, Vec<Reading>)| {
            ItemsCount::new(rows.len())
        })
        .bench_local_refs(|(connection, _, rows)| fill_plain_table(connection, rows));
}
