//! Two programs use one database.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::task::JoinSet;
use vitalog_core::Metric;
use vitalog_storage::{RecordChange, RecordStore, Revision, Written};
use vitalog_storage_postgres::testing::TestSchema;

use crate::fixture::{everything, generation, me, reading, stored_generation};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_two_writers_on_a_revision_wins() {
    let schema = TestSchema::new().await;
    let programs = [Arc::new(schema.open().await), Arc::new(schema.open().await)];
    for round in 0..10 {
        let mut writers = JoinSet::new();
        for program in &programs {
            for _ in 0..4 {
                let program = program.clone();
                writers.spawn(async move {
                    let change = generation(round + 1);
                    let (me, at) = (me(), Revision(round));
                    program.write_record(&me, at, change).await.unwrap()
                });
            }
        }
        let ended = writers.join_all().await;
        let done = Written::Done(Revision(round + 1));
        assert_eq!(ended.iter().filter(|written| **written == done).count(), 1);
        for program in &programs {
            assert_eq!(stored_generation(program).await, round + 1);
        }
    }
}

#[tokio::test]
async fn each_sees_at_once_what_the_other_stored() {
    let schema = TestSchema::new().await;
    let (one, other) = (schema.open().await, schema.open().await);
    for round in (0..10).step_by(2) {
        // Each change brings sources that only its writer has numbered so far.
        one.write_record(&me(), Revision(round), generation(round + 1))
            .await
            .unwrap();
        assert_eq!(stored_generation(&other).await, round + 1);
        other
            .write_record(&me(), Revision(round + 1), generation(round + 2))
            .await
            .unwrap();
        assert_eq!(stored_generation(&one).await, round + 2);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn reader_of_one_never_sees_a_part_of_the_others_change() {
    let schema = TestSchema::new().await;
    let (one, other) = (schema.open().await, Arc::new(schema.open().await));
    let written = Arc::new(AtomicBool::new(false));
    let mut readers = JoinSet::new();
    for _ in 0..2 {
        let (other, written) = (other.clone(), written.clone());
        readers.spawn(async move {
            while !written.load(Ordering::Acquire) {
                let record = other.read_record(&me(), &everything()).await.unwrap();
                let expected = generation(record.revision.0);
                let readings: Vec<_> = record.readings.into_values().flatten().collect();
                if record.revision != Revision(0) {
                    assert_eq!(readings, expected.put_readings);
                    assert_eq!(record.workouts, expected.put_workouts);
                }
            }
        });
    }
    for round in 0..40 {
        one.write_record(&me(), Revision(round), generation(round + 1))
            .await
            .unwrap();
    }
    written.store(true, Ordering::Release);
    readers.join_all().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn programs_that_number_the_same_new_names_at_once_agree() {
    let schema = TestSchema::new().await;
    let programs = [Arc::new(schema.open().await), Arc::new(schema.open().await)];
    for round in 0..10 {
        let mut writers = JoinSet::new();
        for (number, program) in programs.iter().enumerate() {
            let program = program.clone();
            let account = vitalog_core::AccountId::new(&format!("a{number}-{round}")).unwrap();
            writers.spawn(async move {
                // The one names them forwards, the other backwards.
                let sources = (0..50).map(|source| format!("app {source} of {round}"));
                let mut rows: Vec<_> = sources
                    .enumerate()
                    .map(|(at, source)| {
                        reading(Metric::Weight, i64::try_from(at).unwrap(), 1.0, &source)
                    })
                    .collect();
                if number == 1 {
                    rows.reverse();
                }
                let change = RecordChange {
                    put_readings: rows,
                    ..RecordChange::default()
                };
                let written = program.write_record(&account, Revision(0), change);
                assert_eq!(written.await.unwrap(), Written::Done(Revision(1)));
                (program, account)
            });
        }
        for (program, account) in writers.join_all().await {
            let record = program.read_record(&account, &everything()).await.unwrap();
            for (at, row) in record.readings[&Metric::Weight].iter().enumerate() {
                assert_eq!(row.source, format!("app {at} of {round}"));
            }
        }
    }
}
