//! What is no push, and storage that fails.

use serde_json::json;
use vitalog_core::Metric;
use vitalog_sync::IngestError;

use crate::world::{World, envelope, period, protein};

#[tokio::test]
async fn body_that_is_no_export_is_refused_and_stores_nothing() {
    let world = World::new("2026-10-10T12:00");
    for body in ["", "{", "[".repeat(100_000).as_str()] {
        assert!(matches!(
            world.refusal(body.as_bytes()).await,
            IngestError::NotJson
        ));
    }
    for body in ["[]", "{}", "{\"data\":[]}", "{\"data\":{\"metrics\":{}}}"] {
        let refusal = world.refusal(body.as_bytes()).await;
        assert!(
            matches!(refusal, IngestError::WrongShape { .. }),
            "{body}: {refusal}"
        );
    }
    assert_eq!(world.revision().await.0, 0);
}

#[tokio::test]
async fn failing_storage_fails_the_push_whole() {
    let world = World::new("2026-10-10T12:00");
    let body = envelope(&json!([protein(&[("2026-10-10 08:00:00", 1.0)])])).to_string();
    world.storage.fail_next(1);
    let refusal = world.refusal(body.as_bytes()).await;
    assert!(matches!(refusal, IngestError::Storage(_)), "{refusal}");
    world
        .push_plain(&serde_json::from_str(&body).unwrap())
        .await;
    assert_eq!(world.states(Metric::Protein).await, ["1"]);
}

#[tokio::test]
async fn change_is_worked_out_anew_when_another_was_faster() {
    let world = World::new("2026-10-10T12:00");
    let body = envelope(&json!([protein(&[("2026-10-10 08:00:00", 1.0)])]));
    world.storage.stale_next(5);
    let reply = world.push(&period("Today"), &body).await;
    assert_eq!(reply["rows_written"], 1);
    assert_eq!(world.states(Metric::Protein).await, ["1"]);
}

#[tokio::test(start_paused = true)]
async fn endless_contention_ends_as_busy() {
    let world = World::new("2026-10-10T12:00");
    let body = envelope(&json!([protein(&[("2026-10-10 08:00:00", 1.0)])])).to_string();
    world.storage.stale_next(usize::MAX);
    assert!(matches!(
        world.refusal(body.as_bytes()).await,
        IngestError::Busy
    ));
}
