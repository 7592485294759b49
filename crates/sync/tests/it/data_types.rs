//! Symptoms, moods, electrocardiograms and what else comes beside metrics and workouts.

use serde_json::{Value, json};
use vitalog_connectors::hae::DataType;
use vitalog_core::{Metric, Quantity};
use vitalog_storage::{VendorRecord, VendorRecordStore};

use crate::world::{World, period};

async fn kept(world: &World, kind: &str) -> Vec<VendorRecord> {
    world
        .storage
        .list_vendor_records(&world.account.id, "hae", kind, None, 100)
        .await
        .unwrap()
}

fn push(kind: &str, elements: &[Value]) -> Value {
    json!({"data": {kind: elements}})
}

/// An element of each data type, with the metric that it is of, its value and its label.
fn examples() -> Vec<(&'static str, Value, Metric, f64, Option<&'static str>)> {
    vec![
        (
            "symptoms",
            json!({"start": "2026-10-09 09:00:00 -0700", "end": "2026-10-09 11:00:00 -0700",
                "name": "Headache", "severity": "Moderate", "userEntered": true, "source": "Health"}),
            Metric::SymptomSeverity,
            2.0,
            Some("Headache"),
        ),
        (
            "stateOfMind",
            json!({"id": "48E0171F", "start": "2026-10-09T19:10:00Z", "end": "2026-10-09T19:10:00Z",
                "kind": "daily_mood", "labels": ["calm"], "valence": -0.42, "metadata": {}}),
            Metric::MoodValence,
            -0.42,
            Some("daily_mood"),
        ),
        (
            "ecg",
            json!({"start": "2026-10-09 21:15:00 -0700", "end": "2026-10-09 21:15:30 -0700",
                "classification": "Sinus Rhythm", "averageHeartRate": 62, "source": "Watch",
                "voltageMeasurements": [{"date": 1_789_326_900.0, "voltage": 20.5, "units": "mcV"}]}),
            Metric::EcgHeartRate,
            62.0,
            Some("Sinus Rhythm"),
        ),
        (
            "heartRateNotifications",
            json!({"heartNotification": "low_heart_rate_notification", "threshold": 45,
                "start": "2026-10-09 03:10:00 -0700", "end": "2026-10-09 03:20:00 -0700",
                "heartRateData": [{"date": 1_789_261_800.0, "qty": 43, "source": {"name": "Watch"}}]}),
            Metric::HeartNotifications,
            1.0,
            Some("low_heart_rate_notification"),
        ),
        (
            "cycleTracking",
            json!({"start": "2026-10-09 00:00:00 -0700", "end": "2026-10-09 23:59:59 -0700",
                "name": "Menstrual Flow", "value": "Medium", "isCycleStart": true, "source": "Health"}),
            Metric::MenstrualFlow,
            3.0,
            None,
        ),
        (
            "medications",
            json!({"displayText": "Example Tablet 10 mg ", "start": "2026-10-09 08:04:00 -0700",
                "scheduledDate": "2026-10-09 08:00:00 -0700", "status": "Taken", "dosage": 2}),
            Metric::MedicationDosesTaken,
            2.0,
            Some("Example Tablet 10 mg"),
        ),
    ]
}

#[tokio::test]
async fn each_is_kept_as_sent_and_gives_its_day_a_value() {
    for (kind, element, metric, value, label) in examples() {
        let world = World::new("2026-10-10T12:00");
        let reply = world
            .push_plain(&push(kind, std::slice::from_ref(&element)))
            .await;
        let counts = json!({"received": 1, "stored": 1, "unchanged": 0});
        assert_eq!(reply["records"], json!({kind: counts}));
        assert_eq!(reply.get("ignored_data"), None, "{kind}");
        assert_eq!(
            (&reply["accepted"], &reply["rows_written"]),
            (&json!(0), &json!(1))
        );
        let rows = world.rows(metric).await;
        assert_eq!(rows.len(), 1, "{kind}");
        assert_eq!(rows[0].quantity, Quantity::Single(value), "{kind}");
        assert_eq!(rows[0].label.as_deref(), label, "{kind}");
        let kept = kept(&world, kind).await;
        assert_eq!(kept.len(), 1, "{kind}");
        assert_eq!(kept[0].body, element.to_string(), "{kind}");
        assert!(kept[0].at.is_some(), "{kind}");
    }
}

#[tokio::test]
async fn each_sent_again_writes_nothing() {
    for (kind, element, ..) in examples() {
        let world = World::new("2026-10-10T12:00");
        let body = push(kind, &[element]);
        world.push(&period("Previous 7 Days"), &body).await;
        let revision = world.revision().await;
        let reply = world.push(&period("Previous 7 Days"), &body).await;
        let counts = json!({"received": 1, "stored": 0, "unchanged": 1});
        assert_eq!(reply["records"], json!({kind: counts}));
        assert_eq!(world.revision().await, revision, "{kind}");
    }
}

#[tokio::test]
async fn words_of_another_language_are_kept_and_give_no_value() {
    let world = World::new("2026-10-10T12:00");
    let start = "2026-10-09 09:00:00 -0700";
    let body = json!({"data": {
        "symptoms": [{"start": start, "name": "Fatiga", "severity": "Moderada"}],
        "medications": [{"start": start, "displayText": "Tableta", "status": "Omitido"}],
        "cycleTracking": [{"start": start, "name": "Flujo menstrual", "value": "Ligero"}],
    }});
    let reply = world.push_plain(&body).await;
    for kind in ["symptoms", "medications", "cycleTracking"] {
        assert_eq!(reply["records"][kind]["stored"], 1, "{kind}");
        assert_eq!(kept(&world, kind).await.len(), 1, "{kind}");
    }
    assert_eq!(reply["rows_written"], 0);
}

#[tokio::test]
async fn dose_whose_status_changes_is_one_element() {
    let world = World::new("2026-10-10T12:00");
    for status in ["Not Logged", "Snoozed", "Taken"] {
        let dose = json!({"displayText": "Tablet", "start": "2026-10-09 08:04:00 -0700",
            "scheduledDate": "2026-10-09 08:00:00 -0700", "status": status, "dosage": 1});
        let reply = world.push_plain(&push("medications", &[dose])).await;
        assert_eq!(reply["records"]["medications"]["stored"], 1, "{status}");
    }
    let kept = kept(&world, "medications").await;
    assert_eq!(kept.len(), 1);
    assert!(kept[0].body.contains("Taken"));
    assert_eq!(world.states(Metric::MedicationDosesTaken).await, ["1"]);
}

#[tokio::test]
async fn members_in_another_order_are_the_same_element() {
    let world = World::new("2026-10-10T12:00");
    for text in [
        r#"{"start":"2026-10-09 09:00:00 -0700","name":"Headache","severity":"Mild"}"#,
        r#"{"severity":"Mild","name":"Headache","start":"2026-10-09 09:00:00 -0700"}"#,
    ] {
        let element: Value = serde_json::from_str(text).unwrap();
        world.push_plain(&push("symptoms", &[element])).await;
    }
    assert_eq!(kept(&world, "symptoms").await.len(), 1);
}

#[tokio::test]
async fn what_nobody_reads_yet_is_counted_and_kept() {
    let world = World::new("2026-10-10T12:00");
    let point = |value| json!({"date": "2026-10-09 08:00:00 -0700", "qty": value, "source": "App"});
    let body = json!({"data": {
        "metrics": [
            {"name": "brand_new_metric", "units": "zorps", "data": [point(1), point(2), point(2)]},
            {"name": "weight_body_mass", "units": "slugs", "data": [point(5)]},
        ],
        "somethingNew": [{"start": "2026-10-09 08:00:00 -0700", "x": 1}, 7],
    }});
    let reply = world.push_plain(&body).await;
    assert_eq!(reply["ignored_data"], json!({"somethingNew": 2}));
    assert_eq!(reply["ignored_metrics"], json!(["brand_new_metric"]));
    assert_eq!(
        reply["skipped_reasons"],
        json!({"unknown_unit": 1, "unsupported_metric": 3})
    );
    assert_eq!(kept(&world, "unknown:somethingNew").await.len(), 2);
    // Exact repeats are one.
    let unknown = kept(&world, "metric:brand_new_metric").await;
    assert_eq!(unknown.len(), 2);
    let body_of = |record: &VendorRecord| serde_json::from_str::<Value>(&record.body).unwrap();
    assert_eq!(body_of(&unknown[0])["units"], "zorps");
    let weight = kept(&world, "metric:weight_body_mass").await;
    assert_eq!(
        body_of(&weight[0]),
        json!({"units": "slugs", "point": point(5)})
    );
    let revision = world.revision().await;
    world.push_plain(&body).await;
    assert_eq!(world.revision().await, revision);
}

#[tokio::test]
async fn symptom_that_a_full_push_lacks_stops_counting() {
    let world = World::new("2026-10-10T12:00");
    let symptom = |hour: u32| json!({"start": format!("2026-10-09 0{hour}:00:00 -0700"), "name": "Cough", "severity": "Mild"});
    let week = period("Previous 7 Days");
    let all = [symptom(7), symptom(8), symptom(9)];
    world.push(&week, &push("symptoms", &all)).await;
    for _ in 0..2 {
        world.push(&week, &push("symptoms", &all[..2])).await;
        world.pass_minutes(20);
    }
    assert_eq!(
        world.states(Metric::SymptomSeverity).await,
        ["1", "1", "1 reconcile"]
    );
    assert_eq!(kept(&world, "symptoms").await.len(), 3);
}

#[tokio::test]
async fn moods_of_today_say_nothing_of_where_the_phone_is() {
    let world = World::new("2026-10-10T12:00");
    let mood = |id: &str, valence: f64| json!({"id": id, "start": format!("2026-10-10T15:0{id}:00Z"), "valence": valence});
    let all = [mood("1", 0.1), mood("2", 0.2), mood("3", 0.3)];
    for moods in [&all[..], &all[..2]] {
        let reply = world
            .push(&period("Today"), &push("stateOfMind", moods))
            .await;
        assert_eq!(
            (&reply["reconcile"], reply.get("reconcile_note")),
            (&json!("off"), None)
        );
    }
    let reply = world
        .push(&period("Previous 7 Days"), &push("stateOfMind", &all))
        .await;
    assert_eq!(reply["reconcile"], "on");
    assert_eq!(
        world.states(Metric::MoodValence).await,
        ["0.1", "0.2", "0.3"]
    );
}

#[tokio::test]
async fn what_cannot_be_read_is_counted_with_a_reason_and_kept_once() {
    let world = World::new("2026-10-10T12:00");
    let good = json!({"date": "2026-10-09 08:00:00 -0700", "qty": 70, "source": "Scale"});
    let zeros = json!({"date": "2026-10-09", "totalSleep": 0, "asleep": 0, "core": 0, "deep": 0,
        "rem": 0, "inBed": 8e14});
    let mut data = json!({"metrics": [
        {"name": "weight_body_mass", "units": "kg", "data": [
            {"date": "yesterday", "qty": 70}, good, {"date": "1448-03-02", "qty": 70}]},
        {"name": "sleep_analysis", "units": "hr", "data": [zeros]},
    ]});
    let kinds = DataType::ALL.map(DataType::key);
    for kind in kinds {
        data[kind] = json!([{"name": "x", "start": "yesterday"}, {"name": "x", "source": "Oura"}]);
    }
    let body = json!({"data": data});
    for (stored, unchanged) in [(1, 0), (0, 1)] {
        let reply = world.push_plain(&body).await;
        assert_eq!(
            (&reply["accepted"], &reply["skipped_reasons"]),
            (
                &json!(1),
                &json!({"implausible_date": 1, "invalid_sample": 2})
            )
        );
        for kind in kinds {
            let told = json!({"received": 2, "stored": stored, "unchanged": unchanged,
                "skipped_reasons": {"invalid_sample": 1, "oura_source": 1}});
            assert_eq!(reply["records"][kind], told);
        }
    }
    for kind in kinds {
        assert_eq!(kept(&world, kind).await.len(), 1, "{kind}");
    }
    assert_eq!(kept(&world, "metric:weight_body_mass").await.len(), 2);
    let night = kept(&world, "metric:sleep_analysis").await;
    let body: Value = serde_json::from_str(&night[0].body).unwrap();
    assert_eq!(body["point"], zeros);
}

#[tokio::test]
async fn element_that_lost_its_time_leaves_the_one_before_as_it_was() {
    let world = World::new("2026-10-10T12:00");
    let mood = |start: &str| {
        push(
            "stateOfMind",
            &[json!({"id": "a", "start": start, "valence": 0.5})],
        )
    };
    world.push_plain(&mood("2026-10-09T19:10:00Z")).await;
    world.push_plain(&mood("soon")).await;
    assert_eq!(world.states(Metric::MoodValence).await, ["0.5"]);
    assert_eq!(kept(&world, "stateOfMind").await.len(), 2);
}
