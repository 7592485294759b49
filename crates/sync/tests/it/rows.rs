//! What is stored of a push, and what a push sent again does to it.

use jiff::Timestamp;
use serde_json::json;
use vitalog_core::{
    Context, Fingerprint, Grain, Marks, Metric, Quantity, Reading, Superseded, SupersededBy, Via,
    reading::CHAT_SOURCE,
};
use vitalog_storage::RecordChange;
use vitalog_sync::PushHeaders;

use crate::world::{World, at, envelope, metric, period, point, protein};

#[tokio::test]
async fn row_keeps_everything_that_was_sent() {
    let world = World::new("2026-10-10T12:00");
    let sample = json!({
        "date": "2026-09-27 7:05:00\u{202f}AM -0700", "qty": "5.2", "mealTime": "After Meal",
        "source": " Meter ", "end": "2026-09-27 07:06:00 -0700",
    });
    world
        .push_plain(&envelope(&json!([metric(
            "blood_glucose",
            "mmol/L",
            &[sample]
        )])))
        .await;
    let expected = Reading {
        metric: Metric::Glucose,
        at: "2026-09-27T14:05:00Z".parse().unwrap(),
        // The start of SHA-256 over ["Meter",[5.2],"mmol/L"].
        fingerprint: "#ad7f203f566b".parse().unwrap(),
        quantity: Quantity::Single(93.7),
        original: Quantity::Single(5.2),
        original_unit: "mmol/L".to_owned(),
        source: "Meter".to_owned(),
        via: Via::Hae,
        recorded_at: "2026-09-27 7:05:00\u{202f}AM -0700".to_owned(),
        day: None,
        until: Some("2026-09-27T14:06:00Z".parse().unwrap()),
        grain: None,
        context: Some(Context::PostMeal),
        label: None,
        note: None,
        ingested_at: at("2026-10-10T12:00"),
        marks: Marks::default(),
    };
    assert_eq!(world.rows(Metric::Glucose).await, [expected]);
}

#[tokio::test]
async fn push_sent_again_writes_nothing() {
    let world = World::new("2026-10-10T12:00");
    let body = json!({"data": {
        "metrics": [protein(&[("2026-10-10 08:00:00", 1.0), ("2026-10-10 08:00:00", 1.0)])],
        "workouts": [{"id": "a", "name": "Run", "start": "2026-10-10 08:00:00 -0700", "duration": 60.5}],
    }});
    world.push_plain(&body).await;
    let before = world.record().await;
    world.pass_minutes(5);
    let reply = world.push_plain(&body).await;
    assert_eq!(
        (&reply["rows_written"], &reply["rows_unchanged"]),
        (&json!(0), &json!(2))
    );
    let workouts = &reply["workouts"];
    assert_eq!(
        (&workouts["rows_written"], &workouts["rows_unchanged"]),
        (&json!(0), &json!(1))
    );
    assert_eq!(world.record().await, before);
}

#[tokio::test]
async fn samples_of_one_second_are_separate_rows_and_repeats_are_numbered() {
    let world = World::new("2026-10-10T12:00");
    let points = [
        point("2026-10-10 08:15:00", 40.0, "Food"),
        point("2026-10-10 08:15:00", 12.5, "Food"),
        point("2026-10-10 08:15:00", 12.5, "Food"),
        point("2026-10-10 08:15:00", 12.5, "Other"),
        json!({"date": "2026-10-10T15:15:00Z", "qty": 12.5, "source": "Food"}),
    ];
    world
        .push_plain(&envelope(&json!([metric("carbohydrates", "g", &points)])))
        .await;
    let rows = world.rows(Metric::Carbs).await;
    let mut keys: Vec<String> = rows.iter().map(|row| row.fingerprint.to_string()).collect();
    keys.sort();
    assert_eq!(keys.len(), 5);
    let twins: Vec<&str> = keys
        .iter()
        .filter_map(|key| key.split_once('~'))
        .map(|(_, n)| n)
        .collect();
    assert_eq!(twins, ["1", "2"]);
}

#[tokio::test]
async fn same_instant_written_otherwise_changes_the_row_in_place() {
    let world = World::new("2026-10-10T12:00");
    for (date, written) in [
        ("2026-10-10 08:00:00 -0700", 1),
        ("2026-10-10 08:00:00 -0700", 0),
        ("2026-10-10 17:00:00 +0200", 1),
    ] {
        let sample = json!({"date": date, "qty": 3, "source": "Food"});
        let body = envelope(&json!([metric("fiber", "g", &[sample])]));
        assert_eq!(
            world.push_plain(&body).await["rows_written"],
            written,
            "{date}"
        );
    }
    let rows = world.rows(Metric::Fiber).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].recorded_at, "2026-10-10 17:00:00 +0200");
}

#[tokio::test]
async fn summed_up_value_takes_the_place_of_the_one_before() {
    let world = World::new("2026-10-10T12:00");
    let headers = |aggregation: &str| PushHeaders {
        automation_aggregation: Some(aggregation.to_owned()),
        ..PushHeaders::default()
    };
    let day = |grams| envelope(&json!([protein(&[("2026-10-10 00:00:00", grams)])]));
    for (grams, aggregation) in [
        (40.0, "Days"),
        (90.0, "days"),
        (90.0, "DAYS"),
        (118.2, "Days"),
    ] {
        world.push(&headers(aggregation), &day(grams)).await;
    }
    let rows = world.rows(Metric::Protein).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (rows[0].quantity.first(), rows[0].grain),
        (118.2, Some(Grain::Day))
    );

    // Another length is another slot, and a sample as recorded is none.
    world.push(&headers("Hours"), &day(20.0)).await;
    world.push(&headers("Default"), &day(118.2)).await;
    let grains: Vec<_> = world
        .rows(Metric::Protein)
        .await
        .iter()
        .map(|row| row.grain)
        .collect();
    assert_eq!(grains.len(), 3);
    for grain in [None, Some(Grain::Hour), Some(Grain::Day)] {
        assert!(grains.contains(&grain));
    }
}

#[tokio::test]
async fn workout_whose_numbers_change_is_one_row() {
    let world = World::new("2026-10-10T12:00");
    let run = |kcal| {
        let energy = json!({"qty": kcal, "units": "kcal"});
        json!({"data": {"workouts": [{
            "id": "a", "name": "Run", "start": "2026-10-10 08:00:00 -0700",
            "end": "2026-10-10 08:30:00 -0700", "activeEnergyBurned": energy,
        }]}})
    };
    for (kcal, written) in [(200, 1), (200, 0), (250, 1)] {
        let reply = world.push_plain(&run(kcal)).await;
        assert_eq!(reply["workouts"]["rows_written"], written);
    }
    let rows = world.workouts().await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].active_kcal, Some(250.0));
    assert_eq!(rows[0].source_id.as_deref(), Some("a"));
}

#[tokio::test]
async fn sample_sent_again_counts_again_even_if_removed_in_chat() {
    let world = World::new("2026-10-10T12:00");
    let body = envelope(&json!([protein(&[("2026-10-10 08:00:00", 1.0)])]));
    world.push_plain(&body).await;
    let mut removed = world.rows(Metric::Protein).await;
    removed[0].marks.superseded = Some(Superseded {
        at: at("2026-10-10T12:01"),
        by: SupersededBy::Chat,
    });
    world
        .put(RecordChange {
            put_readings: removed,
            ..RecordChange::default()
        })
        .await;
    assert_eq!(world.states(Metric::Protein).await, ["1 chat"]);
    world.pass_minutes(5);
    let reply = world.push_plain(&body).await;
    assert_eq!(
        (&reply["restored"], &reply["rows_written"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(world.states(Metric::Protein).await, ["1"]);
}

#[tokio::test]
async fn reading_said_in_chat_is_never_touched() {
    let world = World::new("2026-10-10T12:00");
    world
        .push_today(&json!([protein(&[("2026-10-10 08:00:00", 1.0)])]))
        .await;
    let mut said = world.rows(Metric::Protein).await.remove(0);
    said.fingerprint = Fingerprint::BARE;
    said.via = Via::Chat;
    said.source = CHAT_SOURCE.to_owned();
    world
        .put(RecordChange {
            put_readings: vec![said.clone()],
            ..RecordChange::default()
        })
        .await;
    for _ in 0..3 {
        world.pass_minutes(20);
        world
            .push_today(&json!([protein(&[("2026-10-10 08:00:00", 1.0)])]))
            .await;
    }
    assert!(world.rows(Metric::Protein).await.contains(&said));
}

#[tokio::test]
async fn sample_of_long_ago_is_found_again() {
    let world = World::new("2026-10-10T12:00");
    let body = envelope(&json!([protein(&[
        ("2015-03-01 00:00:00", 1.0),
        ("2026-10-10 08:00:00", 2.0),
        ("1999-12-31 23:59:59", 3.0),
    ])]));
    assert_eq!(world.push_plain(&body).await["rows_written"], 3);
    assert_eq!(world.push_plain(&body).await["rows_unchanged"], 3);
    let first: Timestamp = "2000-01-01T06:59:59Z".parse().unwrap();
    assert_eq!(world.rows(Metric::Protein).await[0].at, first);
}

#[tokio::test]
async fn of_rows_with_one_key_the_last_sent_stands() {
    let world = World::new("2026-10-10T12:00");
    let days = PushHeaders {
        automation_aggregation: Some("Days".to_owned()),
        ..PushHeaders::default()
    };
    let day = [("2026-10-10 00:00:00", 40.0), ("2026-10-10 00:00:00", 30.0)];
    let run =
        |seconds| json!({"id": "a", "name": "Run", "start": "2026-10-10", "duration": seconds});
    let body = json!({"data": {"metrics": [protein(&day)], "workouts": [run(60), run(50)]}});
    let reply = world.push(&days, &body).await;
    assert_eq!(
        (&reply["accepted"], &reply["rows_written"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(world.states(Metric::Protein).await, ["30"]);
    let workouts = world.workouts().await;
    assert_eq!((workouts.len(), workouts[0].duration_s), (1, 50.0));
}

#[tokio::test]
async fn repeats_that_differ_beside_the_key_keep_their_number_in_any_order() {
    let world = World::new("2026-10-10T12:00");
    let sample = |rest: serde_json::Value| {
        let mut sample =
            json!({"date": "2026-10-10 08:00:00 -0700", "qty": 100, "source": "Meter"});
        sample
            .as_object_mut()
            .unwrap()
            .extend(rest.as_object().unwrap().clone());
        sample
    };
    let mut samples = [
        sample(json!({})),
        sample(json!({"mealTime": "After Meal"})),
        sample(json!({"end": "2026-10-10 08:01:00 -0700"})),
        json!({"date": "2026-10-10T15:00:00Z", "qty": 100, "source": "Meter"}),
    ];
    for written in [4, 0, 0, 0] {
        let body = envelope(&json!([metric("blood_glucose", "mg/dL", &samples)]));
        assert_eq!(world.push_plain(&body).await["rows_written"], written);
        samples.rotate_left(1);
    }
}

#[tokio::test]
async fn workout_of_another_route_is_not_judged() {
    let world = World::new("2026-10-10T12:00");
    let run = |id: &str| json!({"id": id, "name": id, "start": "2026-10-10 08:00:00 -0700", "duration": 60});
    let all = json!({"data": {"workouts": [run("a"), run("b")]}});
    world.push(&period("Today"), &all).await;
    let mut other = world
        .workouts()
        .await
        .into_iter()
        .find(|row| row.name == "b")
        .unwrap();
    other.via = Via::Chat;
    world
        .put(RecordChange {
            put_workouts: vec![other],
            ..RecordChange::default()
        })
        .await;
    for _ in 0..3 {
        world
            .push(&period("Today"), &json!({"data": {"workouts": [run("a")]}}))
            .await;
        world.pass_minutes(20);
    }
    assert!(world.workouts().await.iter().all(|row| !row.marks.any()));
}
