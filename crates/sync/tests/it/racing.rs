//! Many pushes at once, in one process and in several.

use std::sync::Arc;

use serde_json::json;
use tokio::task::JoinSet;
use vitalog_core::Metric;
use vitalog_sync::{Ingest, PushHeaders};

use crate::world::{World, envelope, period, protein};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn racing_pushes_lose_nothing() {
    let world = World::new("2026-10-10T12:00");
    let processes = [
        Arc::new(Ingest::new(world.storage.clone(), world.clock.clone())),
        Arc::new(Ingest::new(world.storage.clone(), world.clock.clone())),
    ];
    let mut pushes = JoinSet::new();
    for number in 0..20_u32 {
        let ingest = processes[number as usize % 2].clone();
        let account = world.account.clone();
        let minute = format!("2026-10-10 08:{number:02}:00");
        // One of its own and one that all send.
        let points = [
            (minute.as_str(), f64::from(number)),
            ("2026-10-10 07:00:00", 99.0),
        ];
        let body = envelope(&json!([protein(&points)])).to_string();
        pushes.spawn(async move {
            let headers = PushHeaders::default();
            ingest
                .ingest(&account, &headers, body.as_bytes())
                .await
                .unwrap()
        });
    }
    let replies = pushes.join_all().await;
    assert_eq!(world.rows(Metric::Protein).await.len(), 21);
    let written: usize = replies.iter().map(|reply| reply.rows_written).sum();
    let unchanged: usize = replies.iter().map(|reply| reply.rows_unchanged).sum();
    assert_eq!((written, unchanged), (21, 19));
    // One change a push: nothing was written twice and nothing in vain.
    assert_eq!(world.revision().await.0, 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn racing_judges_mark_a_row_once() {
    let world = World::new("2026-10-10T12:00");
    let all = [("2026-10-10 08:00:00", 1.0), ("2026-10-10 09:00:00", 2.0)];
    world.push_today(&json!([protein(&all)])).await;
    let mut pushes = JoinSet::new();
    for _ in 0..8 {
        let ingest = Ingest::new(world.storage.clone(), world.clock.clone());
        let account = world.account.clone();
        let body = envelope(&json!([protein(&all[..1])])).to_string();
        pushes.spawn(async move {
            ingest
                .ingest(&account, &period("Today"), body.as_bytes())
                .await
                .unwrap()
        });
    }
    let replies = pushes.join_all().await;
    let marked: usize = replies.iter().map(|reply| reply.marked_missing).sum();
    assert_eq!(marked, 1);
    assert_eq!(world.states(Metric::Protein).await, ["1", "2 missing"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn racing_versions_of_a_record_leave_one_that_counts() {
    let world = World::new("2026-10-10T12:00");
    let mut pushes = JoinSet::new();
    for number in 0..20_u32 {
        let ingest = Ingest::new(world.storage.clone(), world.clock.clone());
        let account = world.account.clone();
        let mood = json!({"id": "a", "start": format!("2026-10-{:02}T19:00:00Z", 1 + number % 5), "valence": 0.5});
        let body = json!({"data": {"stateOfMind": [mood]}}).to_string();
        pushes.spawn(async move {
            let headers = PushHeaders::default();
            ingest
                .ingest(&account, &headers, body.as_bytes())
                .await
                .unwrap()
        });
    }
    pushes.join_all().await;
    let states = world.states(Metric::MoodValence).await;
    let counting = states.iter().filter(|state| *state == "0.5");
    assert_eq!(counting.count(), 1, "{states:?}");
}
