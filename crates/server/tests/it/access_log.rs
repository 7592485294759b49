//! The access log: what is noted of each call, and what never is.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use vitalog_core::Clock;
use vitalog_service::AccessRow;
use vitalog_test_support::{Era, FailingStorage, Push, TestApp};

async fn rows(app: &TestApp) -> Vec<AccessRow> {
    app.service.write_access().await.unwrap();
    let since = app.clock.now() - Duration::from_hours(24);
    app.service
        .access_log(&app.account.id, since, 1_000)
        .await
        .unwrap()
}

#[tokio::test]
async fn each_call_is_noted_with_what_it_was_about() {
    let app = TestApp::start().await;
    app.push(&[], &Push::new().weight("2026-10-05 07:30:00 -0700", 184.2))
        .await;
    for era in Era::ALL {
        let range =
            json!({"metric": "weight", "start_date": "2026-10-04", "end_date": "2026-10-05"});
        app.call(era, "get_health_metrics", range).await;
    }
    app.call(
        Era::Modern,
        "get_coverage",
        json!({"metrics": ["hrv_sdnn", "weight"], "start_date": "2026-10-03"}),
    )
    .await;
    app.call(
        Era::Modern,
        "get_health_metrics",
        json!({"metric": "no such thing"}),
    )
    .await;
    let rows = rows(&app).await;
    let told: Vec<String> = rows
        .iter()
        .map(|row| {
            format!(
                "{} {} {} {}..{} {:?} {} x{}",
                row.door,
                row.tool,
                row.metrics.join("+"),
                row.from.map(|day| day.to_string()).unwrap_or_default(),
                row.to.map(|day| day.to_string()).unwrap_or_default(),
                row.rows,
                row.outcome.as_str(),
                row.calls
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "path get_health_metrics weight 2026-10-04..2026-10-05 Some(1) ok x1",
            "path get_health_metrics weight 2026-10-04..2026-10-05 Some(1) ok x1",
            "path get_coverage hrv_sdnn+weight 2026-10-03..2026-10-05 Some(2) ok x1",
            "path get_health_metrics  .. None error x1",
        ]
    );
    let modern = rows
        .iter()
        .filter(|row| row.client.as_deref() == Some("test"));
    assert_eq!(modern.count(), 3);
}

#[tokio::test]
async fn calls_that_are_alike_in_a_row_are_one_entry_with_their_number() {
    let app = TestApp::start().await;
    for _ in 0..5 {
        app.tool("get_coverage", json!({"start_date": "2026-10-03"}))
            .await;
    }
    let first = rows(&app).await;
    assert_eq!(first.len(), 1);
    assert_eq!(first[0].calls, 5);
    app.wait_minutes(1);
    app.tool("get_coverage", json!({"start_date": "2026-10-03"}))
        .await;
    assert_eq!(rows(&app).await.len(), 2, "of another batch");
}

#[tokio::test]
async fn no_value_and_no_word_of_the_person_is_noted() {
    let app = TestApp::start().await;
    app.tool(
        "log_reading",
        json!({"metric": "glucose", "value": 123.5, "unit": "mg/dL", "note": "planted"}),
    )
    .await;
    app.tool(
        "log_entry",
        json!({"name": "planted habit", "value": 77.25, "note": "planted"}),
    )
    .await;
    app.call(
        Era::Modern,
        "get_health_metrics",
        json!({"metric": "planted 123.5"}),
    )
    .await;
    let rows = rows(&app).await;
    assert_eq!(rows.len(), 3);
    for row in rows {
        let told = format!("{row:?}");
        for marker in ["planted", "123.5", "77.25"] {
            assert!(!told.contains(marker), "{told}");
        }
    }
}

#[tokio::test]
async fn entries_that_cannot_be_written_wait_for_a_store_that_can() {
    let storage = Arc::new(FailingStorage::default());
    let app = TestApp::builder().storage(storage.clone()).start().await;
    app.tool("get_coverage", json!({"start_date": "2026-10-03"}))
        .await;
    storage.hook.set_broken(true);
    app.service.write_access().await.unwrap_err();
    app.call(Era::Modern, "get_day", json!({})).await;
    app.service.write_access().await.unwrap_err();
    storage.hook.set_broken(false);
    let tools: Vec<String> = rows(&app).await.into_iter().map(|row| row.tool).collect();
    assert_eq!(tools, ["get_coverage", "get_day"]);
}
