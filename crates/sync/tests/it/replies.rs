//! Each member of the reply.

use serde_json::{Value, json};
use vitalog_core::{Metric, fingerprint::MAX_TWIN};

use crate::world::{World, envelope, metric, period, point, protein, weight};

fn keys(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[tokio::test]
async fn usual_push_of_metrics_is_answered_with_counts_alone() {
    let world = World::new("2026-10-10T12:00");
    let body = json!([
        weight(&[
            ("2026-10-10 07:00:00", 180.0),
            ("2026-10-10 07:05:00", 180.2)
        ]),
        metric(
            "protein",
            "g",
            &[point("2026-10-10 08:00:00", 20.0, "Oura")]
        ),
    ]);
    let reply = world
        .push(&period("Since Last Sync"), &envelope(&body))
        .await;
    assert_eq!(
        reply,
        json!({
            "accepted": 2, "skipped": 1, "skipped_reasons": {"oura_source": 1},
            "rows_written": 2, "rows_unchanged": 0, "reconcile": "off",
            "marked_missing": 0, "superseded": 0, "restored": 0,
        })
    );
    assert_eq!(
        keys(&reply),
        [
            "accepted",
            "skipped",
            "skipped_reasons",
            "rows_written",
            "rows_unchanged",
            "reconcile",
            "marked_missing",
            "superseded",
            "restored"
        ]
    );
}

#[tokio::test]
async fn every_reason_and_every_ignored_thing_is_told() {
    let world = World::new("2026-10-10T12:00");
    let good = point("2026-10-10 07:00:00", 180.0, "Scale");
    let body = json!({"data": {
        "metrics": [
            metric("weight_body_mass", "lb", &[
                good.clone(), json!({"date": "x", "qty": 1}), json!({"qty": 1}), json!(null),
                json!({"date": "1448-03-02 08:00:00 +0300", "qty": 1}),
            ]),
            metric("waist_circumference", "furlong", std::slice::from_ref(&good)),
            metric("moon_dust", "g", &[good.clone(), good.clone()]),
            metric("moon_dust", "g", std::slice::from_ref(&good)),
            metric("new\u{0}_metric", "g", &[]),
            5,
        ],
        "symptoms": [{}, {"name": "Cough"}, {"name": "Cough"}], "ecg": null, "stateOfMind": [], "odd": "x",
    }});
    let reply = world.push_plain(&body).await;
    assert_eq!(
        reply,
        json!({
            "accepted": 1, "skipped": 9,
            "skipped_reasons": {
                "implausible_date": 1, "invalid_metric": 1, "invalid_sample": 3,
                "unknown_unit": 1, "unsupported_metric": 3,
            },
            "rows_written": 1, "rows_unchanged": 0, "reconcile": "off",
            "marked_missing": 0, "superseded": 0, "restored": 0,
            "ignored_metrics": ["moon_dust", "new_metric"],
            "records": {"symptoms": {
                "received": 3, "stored": 1, "unchanged": 0, "skipped_reasons": {"invalid_sample": 3},
            }},
            "ignored_data": {"odd": 1},
        })
    );
}

#[tokio::test]
async fn workouts_are_told_apart() {
    let world = World::new("2026-10-10T12:00");
    let run =
        json!({"id": "a", "name": "Run", "start": "2026-10-10 08:00:00 -0700", "duration": 60});
    let ring =
        json!({"id": "b", "name": "Run", "source": "Oura", "start": "2026-10-10", "duration": 6});
    let body = json!({"data": {"workouts": [run, ring, {"name": "x"}, null]}});
    let reply = world.push(&period("today"), &body).await;
    assert_eq!(
        reply,
        json!({
            "accepted": 0, "skipped": 0, "skipped_reasons": {},
            "rows_written": 0, "rows_unchanged": 0, "reconcile": "on",
            "marked_missing": 0, "superseded": 0, "restored": 0,
            "workouts": {
                "received": 4, "accepted": 1, "skipped": 3,
                "skipped_reasons": {"invalid_workout": 2, "oura_source": 1},
                "rows_written": 1, "rows_unchanged": 0,
                "marked_missing": 0, "superseded": 0, "restored": 0,
            },
        })
    );
}

#[tokio::test]
async fn workouts_are_told_if_received_or_if_there_was_no_list_of_metrics() {
    let world = World::new("2026-10-10T12:00");
    let workout = json!({"name": "x"});
    for (data, told) in [
        (json!({}), true),
        (json!({"workouts": []}), true),
        (json!({"metrics": null}), true),
        (json!({"metrics": []}), false),
        (json!({"metrics": [], "workouts": []}), false),
        (json!({"metrics": [], "workouts": [workout]}), true),
    ] {
        let reply = world.push_plain(&json!({"data": data})).await;
        assert_eq!(reply.get("workouts").is_some(), told, "{data}");
    }
}

#[tokio::test]
async fn reply_names_the_groups_left_alone() {
    let world = World::new("2026-10-10T12:00");
    let three = [
        ("2026-10-09 08:00:00", 1.0),
        ("2026-10-09 09:00:00", 2.0),
        ("2026-10-09 10:00:00", 3.0),
    ];
    world.push_week(&json!([protein(&three)])).await;
    let reply = world.push_week(&json!([protein(&three[..1])])).await;
    assert_eq!(reply["reconcile"], "on");
    assert_eq!(
        reply["reconcile_skipped"],
        json!([{"metric": "protein", "day": "2026-10-09", "missing": 2, "total": 3}])
    );
}

#[tokio::test]
async fn repeats_beyond_number_are_counted_as_not_stored() {
    let world = World::new("2026-10-10T12:00");
    let most = usize::from(MAX_TWIN) + 1;
    let mut points = vec![("2026-10-10 08:00:00", 1.0); most + 9];
    points.push(("2026-10-10 09:00:00", 1.0));
    let body = envelope(&json!([protein(&points)]));
    for (written, unchanged) in [(most + 1, 0), (0, most + 1), (0, most + 1)] {
        let reply = world.push(&period("Today"), &body).await;
        assert_eq!(reply["accepted"], most + 1);
        assert_eq!(reply["skipped"], 9);
        assert_eq!(reply["skipped_reasons"], json!({"too_many_repeats": 9}));
        assert_eq!(reply["rows_written"], written);
        assert_eq!(reply["rows_unchanged"], unchanged);
    }
    assert_eq!(world.rows(Metric::Protein).await.len(), most + 1);
}
