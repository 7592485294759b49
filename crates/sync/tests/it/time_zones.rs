//! Phones abroad, and accounts without a zone.

use serde_json::{Value, json};
use vitalog_core::Metric;

use crate::world::{World, account, envelope, metric, period};

fn sample(date: &str) -> Value {
    metric(
        "protein",
        "g",
        &[json!({"date": date, "qty": 5, "source": "Food"})],
    )
}

#[tokio::test]
async fn push_of_today_from_another_zone_is_only_stored() {
    // 21:10 in Los Angeles is 00:10 of the next day in New York.
    for (date, reconcile) in [
        ("2026-10-11 00:05:00 -0400", "off"),
        ("2026-10-10 21:05:00 -0700", "on"),
        ("2026-10-10 21:05:00 -0800", "off"),
        ("2026-10-11T04:05:00Z", "off"),
        ("2026-10-11 04:05:00 +0000", "off"),
        ("2026-10-10 21:05:00", "off"),
        ("2026-10-10", "off"),
        // Winter time holds at its own dates.
        ("2026-01-10 21:05:00 -0800", "on"),
        ("2026-01-10 21:05:00 -0700", "off"),
    ] {
        let world = World::new("2026-10-10T21:10");
        let reply = world.push_today(&json!([sample(date)])).await;
        assert_eq!(reply["reconcile"], reconcile, "{date}");
        let note = (reconcile == "off").then(|| json!("phone is in another time zone"));
        assert_eq!(reply.get("reconcile_note"), note.as_ref(), "{date}");
        assert_eq!(world.states(Metric::Protein).await.len(), 1, "{date}");
        let reply = world.push_week(&json!([sample(date)])).await;
        assert_eq!(reply["reconcile"], "on", "{date}");
    }
}

#[tokio::test]
async fn one_row_from_another_zone_speaks_for_the_whole_push() {
    let world = World::new("2026-10-10T21:10");
    let near = sample("2026-10-10 20:00:00 -0700");
    let fiber = json!({"date": "2026-10-11 00:05:00 -0400", "qty": 1, "source": "Food"});
    let far = metric("fiber", "g", &[fiber]);
    let reply = world.push_today(&json!([near, far])).await;
    assert_eq!(reply["reconcile"], "off");
    let ring = json!({"date": "2026-10-11 00:05:00 -0400", "qty": 1, "source": "Oura"});
    let reply = world
        .push_today(&json!([near, metric("fiber", "g", &[ring])]))
        .await;
    assert_eq!(
        reply["reconcile"], "on",
        "a sample that is skipped says nothing"
    );
}

#[tokio::test]
async fn workout_from_another_zone_vetoes_too() {
    let world = World::new("2026-10-10T21:10");
    let run =
        json!({"id": "a", "name": "Run", "start": "2026-10-10 23:00:00 -0400", "duration": 60});
    let reply = world
        .push(&period("Today"), &json!({"data": {"workouts": [run]}}))
        .await;
    assert_eq!(reply["reconcile_note"], "phone is in another time zone");
}

#[tokio::test]
async fn unset_zone_on_a_machine_in_utc_is_told_with_the_offsets_seen() {
    let body = envelope(&json!([
        sample("2026-10-10 20:00:00 -0700"),
        sample("2026-10-10 20:00:00 +0545"),
        sample("2026-10-10T20:00:00Z"),
    ]));
    for (zone, is_set, told) in [
        ("UTC", false, true),
        ("Etc/UTC", false, true),
        ("UTC", true, false),
        ("Europe/Berlin", false, false),
    ] {
        let world = World::in_zone("2026-10-10T12:00", account(zone, is_set));
        let reply = world.push_plain(&body).await;
        assert_eq!(
            reply.get("time_zone_note").is_some(),
            told,
            "{zone} {is_set}"
        );
        if told {
            let note = reply["time_zone_note"].as_str().unwrap();
            assert!(note.contains("at -07:00, +05:45."), "{note}");
        }
    }
    let world = World::in_zone("2026-10-10T12:00", account("UTC", false));
    let reply = world.push_plain(&json!({"data": {}})).await;
    assert!(
        !reply["time_zone_note"]
            .as_str()
            .unwrap()
            .contains("written at")
    );
}
