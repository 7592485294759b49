//! What answers say of doses and moods that the phone sends again with something else in them.

use serde_json::{Value, json};
use vitalog_test_support::TestApp;

/// The values of a metric over the days of these tests, by date.
async fn series(app: &TestApp, metric: &str) -> Vec<(String, f64)> {
    let arguments = json!({"metric": metric, "start_date": "2026-10-01", "end_date": "2026-10-05"});
    let answer = app.tool("get_metric_series", arguments).await;
    let points = answer["points"].as_array().cloned().unwrap_or_default();
    let point = |point: &Value| {
        let date = point["date"].as_str().unwrap().to_owned();
        Some((date, point["value"].as_f64()?))
    };
    points.iter().filter_map(point).collect()
}

async fn push(app: &TestApp, kind: &str, element: Value) {
    let body = json!({"data": {kind: [element]}}).to_string();
    let reply = app.push_bytes(&[], body).await;
    assert_eq!(reply.status, 200);
}

#[tokio::test]
async fn dose_and_mood_are_told_as_they_were_sent_last() {
    let app = TestApp::start().await;
    let dose = |status: &str, dosage: u32| {
        json!({"displayText": "Tablet", "start": "2026-10-04 08:04:00 -0700", "status": status,
            "scheduledDate": "2026-10-04 08:00:00 -0700", "dosage": dosage})
    };
    for (status, dosage, told) in [
        ("Taken", 2, Some(2.0)),
        ("Taken", 1, Some(1.0)),
        ("Skipped", 1, None),
        ("Taken", 1, Some(1.0)),
    ] {
        push(&app, "medications", dose(status, dosage)).await;
        let told: Vec<(String, f64)> = told
            .into_iter()
            .map(|doses| ("2026-10-04".to_owned(), doses))
            .collect();
        assert_eq!(series(&app, "medication_doses_taken").await, told);
    }
    for (day, valence) in [("04", 0.5), ("02", 0.5), ("02", -0.25), ("04", 0.5)] {
        let start = format!("2026-10-{day}T19:10:00Z");
        let mood =
            json!({"id": "48E0171F", "start": start, "kind": "daily_mood", "valence": valence});
        push(&app, "stateOfMind", mood).await;
        let told = [(format!("2026-10-{day}"), valence)];
        assert_eq!(series(&app, "mood_valence").await, told);
    }
}
