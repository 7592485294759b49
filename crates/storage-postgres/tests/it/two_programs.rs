//! Two programs use one database.

use std::sync::Arc;

use tokio::task::JoinSet;
use vitalog_core::Metric;
use vitalog_storage::{RecordChange, RecordStore, Revision, Written};
use vitalog_storage_contract::generation::{everything, reading};
use vitalog_storage_postgres::testing::TestSchema;

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
