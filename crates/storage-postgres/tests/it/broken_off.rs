//! Operations that nobody waits for any more, at every point of their way.

use std::time::Duration;

use tokio::time::timeout;
use vitalog_core::Metric;
use vitalog_storage::{RecordChange, RecordStore, Revision, Written};
use vitalog_storage_contract::generation::{
    everything, generation, me, reading, revision, stored_generation,
};
use vitalog_storage_postgres::{PostgresStorage, testing::TestSchema};

/// Connections of this schema's test that are in a transaction without being at work.
const LEFT_OPEN: &str = "
    SELECT count(*) FROM pg_stat_activity
    WHERE state LIKE 'idle in transaction%' AND application_name = $1";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropped_writes_are_stored_whole_or_not_at_all_and_leave_no_transaction_open() {
    let schema = TestSchema::new().await;
    let mut place = schema.place();
    place.url = format!("{}&application_name={}", schema.url(), schema.name()).into();
    // Two connections, so that one that is stuck is missed soon.
    let storage = PostgresStorage::open(&place, 2).await.unwrap();
    let (mut done, mut dropped, me) = (0, 0, me());
    for attempt in 0..120 {
        let before = revision(&storage).await;
        let mut change = generation(before + 1);
        if attempt % 2 == 1 {
            // As many rows as go by the bulk path.
            let rows = (1_000..1_400).map(|at| reading(Metric::Glucose, at, 1.0, "bulk"));
            change.put_readings.extend(rows);
        }
        let write = storage.write_record(&me, Revision(before), change);
        match timeout(Duration::from_micros(attempt * 150), write).await {
            Ok(written) => {
                assert_eq!(written.unwrap(), Written::Done(Revision(before + 1)));
                done += 1;
            }
            Err(_) => dropped += 1,
        }
        assert!(
            timeout(Duration::from_secs(10), revision(&storage))
                .await
                .is_ok()
        );
    }
    assert!(done > 0 && dropped > 0, "{done} done, {dropped} dropped");
    // Leave only the rows of the generation, and look whether they are whole.
    let before = revision(&storage).await;
    let mut last = generation(before + 1);
    let bulk = (1_000..1_400).map(|at| reading(Metric::Glucose, at, 1.0, "bulk"));
    last.delete_readings = bulk
        .map(|row| (row.metric, row.at, row.fingerprint))
        .collect();
    storage
        .write_record(&me, Revision(before), last)
        .await
        .unwrap();
    assert_eq!(stored_generation(&storage).await, before + 1);

    let client = schema.client().await;
    let left = client
        .query_one(LEFT_OPEN, &[&schema.name()])
        .await
        .unwrap();
    assert_eq!(left.get::<_, i64>(0), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropped_reads_leave_their_connections_usable() {
    let schema = TestSchema::new().await;
    let storage = PostgresStorage::open(&schema.place(), 2).await.unwrap();
    storage
        .write_record(&me(), Revision(0), generation(1))
        .await
        .unwrap();
    let (me, query) = (me(), everything());
    for attempt in 0..60 {
        let read = storage.read_record(&me, &query);
        // Whether it ends in time or not.
        let _ = timeout(Duration::from_micros(attempt * 100), read).await;
    }
    let left = timeout(Duration::from_secs(10), stored_generation(&storage)).await;
    assert_eq!(left.unwrap(), 1);
}

#[tokio::test]
async fn change_that_fails_is_taken_back_and_its_connection_is_not_kept() {
    let schema = TestSchema::new().await;
    let storage = PostgresStorage::open(&schema.place(), 2).await.unwrap();
    let mut row = reading(Metric::Weight, 0, 1.0, "scale");
    row.note = Some("what PostgreSQL does not hold: \0".to_owned());
    let change = RecordChange {
        put_readings: vec![reading(Metric::Weight, 1, 1.0, "scale"), row],
        ..RecordChange::default()
    };
    for _ in 0..5 {
        let error = storage
            .write_record(&me(), Revision(0), change.clone())
            .await
            .unwrap_err();
        assert_eq!(error.retry, vitalog_storage::Retry::Never);
    }
    assert_eq!(revision(&storage).await, 0);
    storage
        .write_record(&me(), Revision(0), generation(1))
        .await
        .unwrap();
    assert_eq!(stored_generation(&storage).await, 1);
}
