//! Events of WHOOP: what is told, how it is signed, and how it comes.

use std::sync::{Arc, Mutex};

use axum::{Router, extract::State, http::StatusCode};
use http::HeaderMap;
use jiff::SignedDuration;
use serde_json::json;
use vitalog_connectors::{Connector, EventAction, EventRefused, VendorEvent, whoop::Whoop};
use vitalog_test_support::vendors::{
    Order,
    whoop::{FakeWhoop, Life, SCOPES},
};

const ROBIN: i64 = 1_000_001;

async fn fake() -> FakeWhoop {
    let whoop = FakeWhoop::start("2026-10-05T12:00:00Z").await;
    whoop.add_person(ROBIN);
    whoop.live(ROBIN, &Life::new(7, "2026-09-05", 30));
    let _ = whoop.grant(ROBIN, SCOPES);
    whoop.set_webhook_url("https://vitalog.example/webhooks/whoop");
    whoop
}

type Got = Arc<Mutex<Vec<(HeaderMap, String)>>>;

/// An address that keeps what it gets, and answers with a status.
fn address(status: StatusCode) -> (Router, Got) {
    let got = Got::default();
    let take = move |State(got): State<Got>, headers: HeaderMap, body: String| async move {
        got.lock().unwrap().push((headers, body));
        status
    };
    let router = Router::new().fallback(take).with_state(got.clone());
    (router, got)
}

fn read(whoop: &FakeWhoop, got: &Got) -> Vec<Result<VendorEvent, EventRefused>> {
    let secret = whoop.client_secret().into();
    let got = got.lock().unwrap();
    got.iter()
        .map(|(headers, body)| Whoop.read_event(headers, body.as_bytes(), &secret, whoop.now()))
        .collect()
}

fn night(whoop: &FakeWhoop) -> String {
    let sleeps = whoop.records(ROBIN, "sleep");
    let night = sleeps.iter().find(|it| it["nap"] == false).unwrap();
    night["id"].as_str().unwrap().to_owned()
}

fn types(whoop: &FakeWhoop) -> Vec<String> {
    let pending = whoop.pending_events();
    pending.into_iter().map(|event| event.event_type).collect()
}

#[tokio::test]
async fn an_edited_sleep_is_told_with_its_recovery_and_a_deleted_one_as_well() {
    let whoop = fake().await;
    let id = night(&whoop);
    whoop.edit(ROBIN, "sleep", &id, |sleep| {
        sleep["end"] = json!("2026-09-05T05:01:00.000Z");
    });
    assert_eq!(types(&whoop), ["sleep.updated", "recovery.updated"]);
    whoop.delete(ROBIN, "sleep", &id);
    assert_eq!(types(&whoop)[2..], ["sleep.deleted", "recovery.deleted"]);
    assert!(
        whoop
            .pending_events()
            .iter()
            .all(|event| event.object == id)
    );
    let cycle = whoop.records(ROBIN, "cycle").remove(0);
    whoop.put(ROBIN, "cycle", cycle);
    assert_eq!(types(&whoop).len(), 4);
}

#[tokio::test]
async fn a_score_is_told_when_it_is_there() {
    let whoop = fake().await;
    let id = night(&whoop);
    let mut sleep = whoop.record(ROBIN, "sleep", &id).unwrap();
    sleep["id"] = json!("late");
    whoop.put_pending(ROBIN, "sleep", sleep);
    let pending = whoop.record(ROBIN, "sleep", "late").unwrap();
    assert_eq!(pending["score_state"], "PENDING_SCORE");
    assert!(pending.get("score").is_none());
    let before = whoop.now();
    whoop.wait(SignedDuration::from_mins(20));
    whoop.score(ROBIN, "sleep", "late");
    let scored = whoop.record(ROBIN, "sleep", "late").unwrap();
    assert_eq!(scored["score_state"], "SCORED");
    assert!(scored["updated_at"].as_str() > pending["updated_at"].as_str());
    assert!(whoop.now() > before);
    assert_eq!(types(&whoop), ["sleep.updated", "sleep.updated"]);
}

#[tokio::test]
async fn events_are_signed_and_come_twice_and_out_of_order() {
    let whoop = fake().await;
    let (router, got) = address(StatusCode::OK);
    whoop.call_back_to(router);
    let id = night(&whoop);
    whoop.edit(ROBIN, "sleep", &id, |_| {});
    whoop.delete(ROBIN, "sleep", &id);
    let statuses = whoop.deliver(Order::Reversed, 2).await;
    assert_eq!(statuses, [200; 8]);
    assert!(whoop.pending_events().is_empty());
    let events: Vec<VendorEvent> = read(&whoop, &got).into_iter().map(Result::unwrap).collect();
    assert_eq!(events.len(), 8);
    assert_eq!(events[..4], events[4..]);
    // A deleted recovery is "ask for the sleep again"; then comes the deleted sleep itself.
    assert_eq!(events[0].action, EventAction::Changed);
    assert_eq!(events[1].action, EventAction::Deleted);
    for event in &events {
        assert_eq!(event.kind, Some("sleep"));
        assert_eq!(event.object, id);
        assert_eq!(event.person, ROBIN.to_string());
    }
}

#[tokio::test]
async fn events_that_nobody_takes_are_sent_again_and_then_lost() {
    let whoop = fake().await;
    let (router, got) = address(StatusCode::SERVICE_UNAVAILABLE);
    whoop.call_back_to(router);
    let id = night(&whoop);
    whoop.edit(ROBIN, "sleep", &id, |_| {});
    assert_eq!(
        whoop.lose_events(|it| it.event_type == "recovery.updated"),
        1
    );
    for _ in 0..9 {
        whoop.wait(SignedDuration::from_mins(10));
        whoop.deliver(Order::Shuffled(3), 1).await;
    }
    assert_eq!(got.lock().unwrap().len(), 6);
    // Each delivery is signed anew, but kept for long it is stale.
    let late: Vec<_> = read(&whoop, &got);
    assert!(late.iter().all(|event| *event == Err(EventRefused::Stale)));
}

#[tokio::test]
async fn a_person_without_a_grant_is_no_longer_told_of() {
    let whoop = fake().await;
    whoop.end_grants(ROBIN);
    whoop.edit(ROBIN, "sleep", &night(&whoop), |_| {});
    assert!(whoop.pending_events().is_empty());
}
