//! The report page's one call.

use std::sync::Arc;

use serde_json::{Value, json};
use vitalog_test_support::{FailingStorage, LogCapture, Push, TestApp};

async fn fill(app: &TestApp) {
    let push = Push::new()
        .weight("2026-10-03 07:30:00 -0700", 184.2)
        .glucose("2026-10-04 07:30:00 -0700", 95.0)
        .food(
            "2026-10-05 08:00:00 -0700",
            &[("carbohydrates", 20.0), ("fiber", 6.0)],
        );
    app.push(&[], &push).await;
    let workout = json!({
        "id": "A", "name": "Cycling", "start": "2026-10-04 18:00:00 -0700", "duration": 1800,
    });
    app.push(&[], &Push::workouts().workout(workout)).await;
}

fn keys(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[tokio::test]
async fn each_section_equals_the_individual_tool_s_payload() {
    let app = TestApp::start().await;
    fill(&app).await;
    for range in [
        json!({}),
        json!({"start_date": "2026-10-01", "end_date": "2026-10-04"}),
    ] {
        let report = app.tool("get_report_data", range.clone()).await;
        let mut all = range.clone();
        all["metric"] = json!("all");
        assert_eq!(report["health"], app.tool("get_health_metrics", all).await);
        assert_eq!(report["workouts"], app.tool("get_workouts", range).await);
        assert_eq!(
            keys(&report),
            [
                "range",
                "timezone",
                "health",
                "sleep",
                "activity",
                "readiness",
                "workouts",
                "dataThrough"
            ]
        );
    }
}

#[tokio::test]
async fn a_section_that_is_not_there_carries_its_error_in_place() {
    let app = TestApp::start().await;
    fill(&app).await;
    let report = app.tool("get_report_data", json!({})).await;
    for section in ["sleep", "activity", "readiness"] {
        assert!(
            report[section]["error"]["message"].is_string(),
            "{section}: {}",
            report[section]
        );
    }
    assert!(report["health"]["days"].is_array());
}

#[tokio::test]
async fn the_health_table_failing_leaves_the_call_whole_and_is_logged() {
    let storage = Arc::new(FailingStorage::default());
    let app = TestApp::builder().storage(storage.clone()).start().await;
    fill(&app).await;
    storage.hook.set_broken(true);
    let log = LogCapture::start();
    let report = app.tool("get_report_data", json!({})).await;
    for section in ["health", "workouts"] {
        assert!(
            report[section]["error"]["message"].is_string(),
            "{section}: {}",
            report[section]
        );
    }
    assert_eq!(report["timezone"], "America/Los_Angeles");
    assert!(log.text().contains("failed_sections"), "{}", log.text());
    // A single tool has nothing to show instead, and fails.
    let error = app.tool_error("get_workouts", json!({})).await;
    assert_eq!(error["code"], "storage_unavailable");
}

#[tokio::test]
async fn the_limit_is_366_days() {
    let app = TestApp::start().await;
    app.tool("get_report_data", json!({"start_date": "2025-10-05"}))
        .await;
    let error = app
        .tool_error("get_report_data", json!({"start_date": "2025-10-04"}))
        .await;
    let message = error["message"].as_str().unwrap();
    assert!(
        message.contains("367") && message.contains("366"),
        "{message}"
    );
}
