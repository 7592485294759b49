//! Reading and writing a record, beside the least that PostgreSQL would take: one table without
//! names, of the same rows under the same key, filled by COPY and read by one statement.

#![expect(clippy::unwrap_used, reason = "a benchmark that fails has no result")]

use std::pin::pin;

use divan::{Bencher, counter::ItemsCount};
use tokio::runtime::Runtime;
use tokio_postgres::{Client, binary_copy::BinaryCopyInWriter, types::Type};
use vitalog_core::{AccountId, Metric, Reading};
use vitalog_storage::{RecordChange, RecordQuery, RecordStore, Revision};
use vitalog_storage_contract::quarter::{glucose, quarter, range};
use vitalog_storage_postgres::{PostgresStorage, testing::TestSchema};

fn main() {
    divan::main();
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
}

fn put(readings: Vec<Reading>) -> RecordChange {
    RecordChange {
        put_readings: readings,
        ..RecordChange::default()
    }
}

async fn plain_table(schema: &TestSchema) -> Client {
    const MAKE: &str = "
        CREATE TABLE plain (
            metric integer, second bigint, fingerprint bigint, value double precision,
            source text, recorded_at text,
            PRIMARY KEY (metric, second, fingerprint))";
    let client = schema.client().await;
    client.batch_execute(MAKE).await.unwrap();
    client
}

async fn fill_plain_table(client: &Client, readings: &[Reading]) {
    const TYPES: [Type; 6] = [
        Type::INT4,
        Type::INT8,
        Type::INT8,
        Type::FLOAT8,
        Type::TEXT,
        Type::TEXT,
    ];
    let sink = client
        .copy_in("COPY plain FROM STDIN (FORMAT binary)")
        .await
        .unwrap();
    let mut writer = pin!(BinaryCopyInWriter::new(sink, &TYPES));
    for reading in readings {
        writer
            .as_mut()
            .write(&[
                &(reading.metric as i32),
                &reading.at.as_second(),
                &reading.fingerprint.to_i64(),
                &reading.quantity.first(),
                &reading.source,
                &reading.recorded_at,
            ])
            .await
            .unwrap();
    }
    writer.finish().await.unwrap();
}

#[divan::bench(sample_count = 20)]
fn read_all_metrics_of_92_days(bencher: Bencher) {
    let runtime = runtime();
    let (schema, rows) = (runtime.block_on(TestSchema::new()), quarter());
    let storage = runtime.block_on(schema.open());
    let (me, count) = (AccountId::first(), ItemsCount::new(rows.len()));
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

#[divan::bench(sample_count = 20)]
fn read_all_metrics_of_92_days_floor(bencher: Bencher) {
    const READ: &str = "SELECT * FROM plain ORDER BY metric, second, fingerprint";
    let runtime = runtime();
    let (schema, rows) = (runtime.block_on(TestSchema::new()), quarter());
    let client = runtime.block_on(plain_table(&schema));
    runtime.block_on(fill_plain_table(&client, &rows));
    let read = runtime.block_on(client.prepare(READ)).unwrap();
    bencher
        .counter(ItemsCount::new(rows.len()))
        .bench_local(|| {
            let rows = runtime.block_on(client.query(&read, &[])).unwrap();
            let row = |row: &tokio_postgres::Row| {
                let key: (i64, i64) = (row.get(1), row.get(2));
                (key, row.get::<_, f64>(3), row.get(4), row.get(5))
            };
            rows.iter()
                .map(row)
                .collect::<Vec<(_, _, String, String)>>()
        });
}

/// The new rows of a push, from one to many.
#[divan::bench(sample_count = 20, args = [1, 16, 64, 256, 10_000])]
fn write_readings(bencher: Bencher, rows: usize) {
    let (runtime, me) = (runtime(), AccountId::first());
    let schema = runtime.block_on(TestSchema::new());
    let storage: PostgresStorage = runtime.block_on(schema.open());
    let (mut revision, mut first) = (0, 0);
    bencher
        .counter(ItemsCount::new(rows))
        .with_inputs(|| {
            let readings = glucose(first, rows);
            first += i64::try_from(rows).unwrap();
            put(readings)
        })
        .bench_local_refs(|change| {
            let write = storage.write_record(&me, Revision(revision), std::mem::take(change));
            revision += 1;
            runtime.block_on(write).unwrap()
        });
}

#[divan::bench(sample_count = 20)]
fn write_10_000_readings_floor(bencher: Bencher) {
    let runtime = runtime();
    let schema = runtime.block_on(TestSchema::new());
    let client = runtime.block_on(plain_table(&schema));
    let rows = glucose(0, 10_000);
    bencher
        .counter(ItemsCount::new(rows.len()))
        .with_inputs(|| {
            runtime
                .block_on(client.batch_execute("TRUNCATE plain"))
                .unwrap();
        })
        .bench_local_refs(|()| runtime.block_on(fill_plain_table(&client, &rows)));
}
