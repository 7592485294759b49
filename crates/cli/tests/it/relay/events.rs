//! Events: an edit at the vendor becomes an edit here; and what a person sees when a grant ends.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vitalog_test_support::vendors::{Fault, Order};

use super::{WEARER, connect_whoop, now, series, state, wait_until, whoop, with_whoop};
use crate::program::Program;

/// How long a request to a vendor is waited for.
const VENDOR_PATIENCE: Duration = Duration::from_secs(12);

/// The main sleep that ended today or yesterday: its identifier and its cycle's.
fn last_night(whoop: &vitalog_test_support::vendors::whoop::FakeWhoop) -> (String, String) {
    let nights = whoop.records(WEARER, "sleep");
    let nights = nights.into_iter().filter(|night| night["nap"] == false);
    let last = nights.max_by_key(|night| night["end"].as_str().unwrap().to_owned());
    let last = last.unwrap();
    let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
    (text(&last["id"]), text(&last["cycle_id"]))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sleep_that_ends_a_minute_later_updates_itself_and_its_recovery() {
    let whoop = whoop(6).await;
    let program = with_whoop(Program::new(), &whoop);
    connect_whoop(&program);
    let before = series(&program, "wake_time");
    let (day, woke) = before.as_object().unwrap().iter().next_back().unwrap();
    let (day, woke) = (day.clone(), woke.as_f64().unwrap());
    let recovery_before = series(&program, "whoop_recovery_score");

    let server = program.serve();
    whoop.set_webhook_url(&format!("{}/webhooks/whoop", server.origin));
    let (sleep, cycle) = last_night(&whoop);
    whoop.set_now(now());
    whoop.edit(WEARER, "sleep", &sleep, |night| {
        let end: jiff::Timestamp = night["end"].as_str().unwrap().parse().unwrap();
        let later = end + jiff::SignedDuration::from_mins(1);
        night["end"] = json!(later.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string());
    });
    whoop.edit(WEARER, "recovery", &cycle, |recovery| {
        recovery["score"]["recovery_score"] = json!(12);
    });
    // Late, twice and in no order: that is how they come.
    let statuses = whoop.deliver(Order::Shuffled(3), 2).await;
    assert!(!statuses.is_empty());
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    let expected = json!(woke + 1.0);
    wait_until("a later end", || {
        series(&program, "wake_time")[&day].as_f64() == expected.as_f64()
    });
    wait_until("another recovery", || {
        series(&program, "whoop_recovery_score")[&day] == json!(12)
            || series(&program, "whoop_recovery_score")[&day] == json!(12.0)
    });
    assert_ne!(recovery_before[&day], json!(12));
    wait_until("an empty queue", || {
        state(&program, "whoop")["queue"] == json!({"waiting": 0, "dead": 0})
    });
    let (code, said) = server.stop();
    assert_eq!(code, 0, "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn event_is_answered_once_it_is_stored_and_whatever_the_vendor_is_up_to() {
    let whoop = whoop(6).await;
    let program = with_whoop(Program::new(), &whoop);
    connect_whoop(&program);
    let server = program.serve();
    whoop.set_webhook_url(&format!("{}/webhooks/whoop", server.origin));
    // No request to the vendor is answered for as long as anybody would wait.
    whoop.fail("/developer", Fault::Hang, 1_000);
    let (sleep, _) = last_night(&whoop);
    whoop.set_now(now());
    whoop.edit(WEARER, "sleep", &sleep, |night| {
        night["score"]["respiratory_rate"] = json!(17.7);
    });
    let begun = Instant::now();
    let statuses = whoop.deliver(Order::AsHappened, 1).await;
    let took = begun.elapsed();
    // At once after the answer, as a power cut does it.
    server.kill();
    assert!(!statuses.is_empty());
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    assert!(took < VENDOR_PATIENCE / 2, "it took {took:?}");
    let waiting = program.json(&["queue", "list", "--json"]);
    let waiting = waiting.as_array().unwrap().iter();
    let waiting: Vec<_> = waiting
        .filter(|job| job["queue"] == "whoop-events")
        .collect();
    assert_eq!(waiting.len(), statuses.len(), "{waiting:?}");
    assert!(
        waiting.iter().all(|event| event["state"] != "dead"),
        "{waiting:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ended_grant_needs_the_person_and_the_record_still_answers() {
    let whoop = whoop(6).await;
    let program = with_whoop(Program::new(), &whoop);
    connect_whoop(&program);
    let before = series(&program, "whoop_recovery_score");
    whoop.end_grants(WEARER);
    let ended = program.run(&["sync", "whoop"]);
    assert_eq!(ended.code, 3, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("vitalog connect whoop"),
        "{}",
        ended.stderr
    );
    assert_eq!(state(&program, "whoop")["state"], "needs_reconnect");
    let status = program.print(&["call", "get_sync_status"]);
    assert!(
        status.contains("To connect again, run `vitalog connect whoop`"),
        "{status}"
    );
    let doctor = program.run(&["doctor"]).stdout;
    assert!(doctor.contains("warn  whoop: account `me`"), "{doctor}");
    assert_eq!(series(&program, "whoop_recovery_score"), before);
    // And it can be mended.
    connect_whoop(&program);
    assert_eq!(program.run(&["sync"]).code, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_token_secret_or_value_is_in_the_log_at_trace() {
    let whoop = whoop(6).await;
    let program = with_whoop(Program::new(), &whoop).set("VITALOG_LOG__LEVEL", "trace");
    let mut said = connect_whoop(&program).stderr;
    let server = program.serve();
    whoop.set_webhook_url(&format!("{}/webhooks/whoop", server.origin));
    let (sleep, _) = last_night(&whoop);
    whoop.set_now(now());
    whoop.expire_access(WEARER);
    whoop.edit(WEARER, "sleep", &sleep, |night| {
        night["score"]["respiratory_rate"] = json!(17.739_13);
    });
    whoop.deliver(Order::AsHappened, 1).await;
    wait_until("the edit", || {
        series(&program, "respiratory_rate")
            .to_string()
            .contains("17.7")
    });
    said += &program.run(&["sync", "whoop"]).stderr;
    said += &server.stop().1;
    assert!(said.contains("event of whoop received"), "{said}");
    let pair = whoop.pair_of(WEARER).unwrap();
    for secret in [
        pair.access.as_str(),
        pair.refresh.as_str(),
        whoop.client_secret(),
        "17.739",
        "Bearer",
    ] {
        assert!(!said.contains(secret), "{secret} was logged");
    }
}
