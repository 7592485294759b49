//! Workouts: both export versions, re-sends, reconciliation, and taking one out.

use serde_json::{Value, json};
use vitalog_test_support::{Push, TestApp};

use crate::counts;

const START: &str = "2026-10-05 06:00:00 -0700";

async fn workouts(app: &TestApp) -> Vec<Value> {
    app.tool("get_workouts", json!({})).await["workouts"]
        .as_array()
        .unwrap()
        .clone()
}

/// The one workout that remains of a push of `workout`, without its fixed fields.
async fn read_back(workout: Value) -> Value {
    let app = TestApp::start().await;
    app.push(&[], &Push::workouts().workout(workout)).await;
    workouts(&app).await.first().cloned().unwrap_or_default()
}

#[tokio::test]
async fn export_version_2_is_read() {
    let row = read_back(json!({
        "id": "8C1E", "name": "Outdoor Cycling", "start": START, "end": "2026-10-05 06:45:30 -0700",
        "duration": 2730.4, "activeEnergyBurned": {"qty": 412.34, "units": "kcal"},
        "avgHeartRate": {"qty": 131.6, "units": "bpm"}, "maxHeartRate": {"qty": 158, "units": "bpm"},
        "source": "Peloton",
    }))
    .await;
    assert_eq!(
        row,
        json!({
            "date": "2026-10-05", "start": "06:00", "end": "06:45", "type": "Outdoor Cycling",
            "duration_min": 45.5, "active_kcal": 412, "avg_hr_bpm": 132, "max_hr_bpm": 158,
            "source": "Peloton",
        })
    );
}

#[tokio::test]
async fn export_version_1_is_read() {
    let row = read_back(json!({
        "name": "Running", "start": START, "end": "2026-10-05 06:30:00 -0700",
        "activeEnergy": {"qty": 1255.2, "units": "kJ"},
    }))
    .await;
    // 1255.2 ÷ 4.184 = 300.
    assert_eq!(
        row,
        json!({
            "date": "2026-10-05", "start": "06:00", "end": "06:30", "type": "Running",
            "duration_min": 30, "active_kcal": 300, "source": "unknown",
        })
    );
}

#[tokio::test]
async fn fallbacks_for_energy_heart_rate_and_source() {
    let at = |minute: u32| format!("2026-10-05 06:{minute:02}:00 -0700");
    let base = json!({"id": "A", "name": "Rowing", "start": START, "duration": 1800});
    let with = |more: Value| {
        let mut workout = base.clone();
        workout
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        workout
    };
    let energy = json!([
        {"date": at(0), "qty": 10.2, "units": "kcal", "source": "Watch"},
        {"date": at(1), "qty": 20.4, "units": "kcal", "source": "Watch"},
        {"date": at(2), "qty": 1.0, "units": "kcal", "source": "Phone"},
    ]);
    let series = json!([
        {"date": at(0), "Min": 100, "Avg": 110, "Max": 120, "units": "bpm", "source": "Strap"},
        {"date": at(1), "Min": 120, "Avg": 131, "Max": 149, "units": "bpm", "source": "Strap"},
    ]);

    let row = read_back(with(json!({"activeEnergy": energy}))).await;
    assert_eq!(
        (&row["active_kcal"], &row["source"]),
        (&json!(32), &json!("Watch"))
    );

    let summary = json!({"min": {"qty": 90}, "avg": {"qty": 121.5}, "max": {"qty": 160}});
    let row = read_back(with(json!({"heartRate": summary, "heartRateData": series}))).await;
    assert_eq!(
        (&row["avg_hr_bpm"], &row["max_hr_bpm"]),
        (&json!(122), &json!(160))
    );

    let row = read_back(with(json!({"heartRateData": series}))).await;
    assert_eq!(
        (&row["avg_hr_bpm"], &row["max_hr_bpm"]),
        (&json!(121), &json!(149))
    );
    assert_eq!(row["source"], "Strap");

    let row = read_back(with(json!({"source": "Concept2", "activeEnergy": energy}))).await;
    assert_eq!(row["source"], "Concept2");

    let row = read_back(base).await;
    assert_eq!(row["source"], "unknown");
    for field in ["active_kcal", "avg_hr_bpm", "max_hr_bpm"] {
        assert!(row.get(field).is_none(), "{field} was not recorded");
    }
}

#[tokio::test]
async fn workouts_that_are_none_or_oura_s_are_skipped_and_counted() {
    let app = TestApp::start().await;
    let push = Push::workouts()
        .workout(
            json!({"id": "A", "name": "Walk", "start": START, "duration": 600, "source": "Oura"}),
        )
        .workout(json!({"id": "B", "start": START, "duration": 600}))
        .workout(json!({"id": "C", "name": "Walk", "duration": 600}))
        .workout(json!({"id": "D", "name": "Walk", "start": START}))
        .workout(
            json!({"id": "E", "name": "Walk", "start": START, "end": "2026-10-05 05:59:00 -0700"}),
        )
        .workout(json!("a walk"))
        .workout(json!({"id": "F", "name": "Walk", "start": START, "duration": 600}));
    let reply = app.push(&[], &push).await["workouts"].clone();
    assert_eq!(
        counts(&reply, &["received", "accepted", "skipped"]),
        [7, 1, 6]
    );
    assert_eq!(
        reply["skipped_reasons"],
        json!({"invalid_workout": 5, "oura_source": 1})
    );
}

fn ride(id: &str, day: u32, minutes: u32) -> Value {
    json!({
        "id": id, "name": "Cycling", "start": format!("2026-10-{day:02} 18:00:00 -0700"),
        "duration": minutes * 60,
    })
}

fn rides(rides: &[(&str, u32, u32)]) -> Push {
    rides
        .iter()
        .fold(Push::workouts(), |push, (id, day, minutes)| {
            push.workout(ride(id, *day, *minutes))
        })
}

#[tokio::test]
async fn resends_land_on_the_same_row_and_update_it_in_place() {
    let app = TestApp::start().await;
    let reply = app.push(&[], &rides(&[("A", 4, 30)])).await["workouts"].clone();
    assert_eq!(counts(&reply, &["rows_written", "rows_unchanged"]), [1, 0]);
    let reply = app.push(&[], &rides(&[("A", 4, 30)])).await["workouts"].clone();
    assert_eq!(counts(&reply, &["rows_written", "rows_unchanged"]), [0, 1]);
    let reply = app.push(&[], &rides(&[("A", 4, 35)])).await["workouts"].clone();
    assert_eq!(counts(&reply, &["rows_written", "rows_unchanged"]), [1, 0]);
    let rows = workouts(&app).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["duration_min"], 35);
}

#[tokio::test]
async fn reconciliation_judges_the_window_as_one_group() {
    let app = TestApp::start().await;
    let four = [("A", 1, 30), ("B", 2, 30), ("C", 3, 30), ("D", 4, 30)];
    app.push_week(&rides(&four)).await;

    // One of four comes: three would go missing of four, which is not believed.
    app.wait_minutes(5);
    let reply = app.push_week(&rides(&four[..1])).await["workouts"].clone();
    assert_eq!(counts(&reply, &["marked_missing", "superseded"]), [0, 0]);
    assert_eq!(
        reply["reconcile_skipped"],
        json!([{"metric": "workout", "day": "2026-09-29..2026-10-04", "missing": 3, "total": 4}])
    );

    // One deleted, and one replaced by another start: two of five.
    let edited = [("A", 1, 30), ("B", 2, 30), ("E", 3, 40)];
    let reply = app.push_week(&rides(&edited)).await["workouts"].clone();
    assert_eq!(counts(&reply, &["marked_missing", "superseded"]), [2, 0]);
    app.wait_minutes(15);
    let reply = app.push_week(&rides(&edited)).await["workouts"].clone();
    assert_eq!(counts(&reply, &["marked_missing", "superseded"]), [0, 2]);
    assert_eq!(workouts(&app).await.len(), 3);

    // An empty list is no statement.
    app.wait_minutes(15);
    let reply = app.push_week(&Push::workouts()).await["workouts"].clone();
    assert_eq!(counts(&reply, &["marked_missing", "superseded"]), [0, 0]);
    assert_eq!(workouts(&app).await.len(), 3);
}

#[tokio::test]
async fn get_workouts_end_to_end_adds_up_by_the_day_of_the_start() {
    let app = TestApp::start().await;
    let late = json!({
        "id": "L", "name": "Yoga", "start": "2026-10-03 23:40:00 -0700", "duration": 2400,
        "activeEnergyBurned": {"qty": 80, "units": "kcal"},
    });
    app.push(&[], &rides(&[("A", 3, 30), ("B", 5, 45)]).workout(late))
        .await;
    app.set_time("2026-10-05T20:00:00-07:00");
    let answer = app
        .tool("get_workouts", json!({"start_date": "2026-10-03"}))
        .await;
    let starts: Vec<&str> = answer["workouts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|w| w["start"].as_str().unwrap())
        .collect();
    assert_eq!(starts, ["18:00", "23:40", "18:00"]);
    assert_eq!(answer["workouts"][1]["end"], "00:20");
    assert_eq!(
        answer["days"],
        json!([
            {"date": "2026-10-03", "workouts": 2, "duration_min": 70, "active_kcal": 80},
            {"date": "2026-10-05", "workouts": 1, "duration_min": 45},
        ])
    );
    assert_eq!(answer["days_without_workouts"], json!(["2026-10-04"]));
    assert_eq!(answer["dataThrough"], "2026-10-05");
}

#[tokio::test]
async fn a_workout_is_removed_and_restored_and_never_deleted() {
    let app = TestApp::start().await;
    let twice = Push::workouts()
        .workout(ride("A", 4, 30))
        .workout(ride("B", 4, 50));
    app.push(&[], &twice).await;
    let mut removal = json!({"metric": "workout", "timestamp": "2026-10-04T18:00"});
    assert_eq!(
        app.tool_error("delete_reading", removal.clone()).await["code"],
        "ambiguous"
    );
    removal["value"] = json!(50);
    let answer = app.tool("delete_reading", removal.clone()).await;
    assert_eq!(answer["removed"]["metric"], "workout");
    assert_eq!(workouts(&app).await.len(), 1);
    removal["undo"] = json!(true);
    app.tool("delete_reading", removal).await;
    assert_eq!(workouts(&app).await.len(), 2);
}
