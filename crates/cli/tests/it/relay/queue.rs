//! What was given up is listed, tried again, or forgotten.

use serde_json::Value;
use vitalog_storage::{JobStore, NewJob};
use vitalog_storage_sqlite::SqliteStorage;

use super::now;
use crate::program::Program;

/// Gives an event up, as the worker does with one that failed too often.
async fn give_up(program: &Program, id: &str) {
    let data = program.data();
    let key = std::fs::read_to_string(data.join("vitalog.key")).unwrap();
    let storage = SqliteStorage::open(&data.join("vitalog.db"), &key.trim().into()).unwrap();
    let queue = "whoop-events".to_owned();
    let body = r#"{"account":"me","kind":"sleep","object":"o","deleted":false}"#.to_owned();
    let (id, run_at) = (id.to_owned(), now());
    let job = NewJob {
        queue: queue.clone(),
        id,
        run_at,
        body,
    };
    storage.enqueue(&job).await.unwrap();
    let until = now() + jiff::SignedDuration::from_mins(1);
    let claimed = storage.claim_jobs(&queue, now(), until, 1).await.unwrap();
    let buried = storage
        .bury_job(&claimed[0].claim, "it cannot be read")
        .await;
    assert!(buried.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn events_that_were_given_up_are_listed_tried_again_and_forgotten() {
    let program = Program::on_file();
    program.print(&["url"]);
    assert_eq!(
        program.json(&["queue", "list", "--json"]),
        Value::Array(vec![])
    );
    give_up(&program, "trace-1").await;
    give_up(&program, "trace-2").await;
    let list = || program.json(&["queue", "list", "--json"]);
    let states = || -> Vec<String> {
        let list = list();
        let rows = list.as_array().unwrap().iter();
        rows.map(|row| format!("{} {}", row["id"], row["state"]).replace('"', ""))
            .collect()
    };
    assert_eq!(states(), ["trace-1 dead", "trace-2 dead"]);
    assert_eq!(list()[0]["reason"], "it cannot be read");
    assert_eq!(list()[0]["about"], "sleep");
    let table = program.print(&["queue", "list"]);
    assert!(
        table.contains("trace-1") && table.contains("it cannot be read"),
        "{table}"
    );

    program.print(&["queue", "retry", "trace-1"]);
    assert_eq!(states(), ["trace-1 waiting", "trace-2 dead"]);
    program.print(&["queue", "drop", "--all-dead"]);
    assert_eq!(states(), ["trace-1 waiting"]);
    program.print(&["queue", "drop", "trace-1"]);
    assert_eq!(list(), Value::Array(vec![]));
    assert_eq!(program.run(&["queue", "drop", "trace-1"]).code, 2);
}
