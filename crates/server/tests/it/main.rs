//! The application from door to answer, by the names of the seed's own list of tests.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access_log;
mod bodies;
mod buckets;
mod connections;
mod connector;
mod doors;
mod health_tools;
mod hosts_and_origins;
mod ingest;
mod ingest_refusals;
mod limits;
mod logs;
mod nutrition_and_body;
mod record_versions;
mod report_page_data;
mod resends_and_reconciliation;
mod tokens;
mod workouts;

use serde_json::{Value, json};
use vitalog_test_support::TestApp;

/// What `get_health_metrics` says of one day; an empty object if the day has no data.
async fn day(app: &TestApp, metric: &str, date: &str) -> Value {
    let arguments = json!({"metric": metric, "start_date": date, "end_date": date});
    let answer = app.tool("get_health_metrics", arguments).await;
    answer["days"].get(0).cloned().unwrap_or_else(|| json!({}))
}

/// The values of a metric's readings of one day, in their order.
async fn values(app: &TestApp, metric: &str, date: &str) -> Vec<f64> {
    let day = day(app, metric, date).await;
    let readings = day[metric].as_array().cloned().unwrap_or_default();
    readings
        .iter()
        .map(|reading| reading["value"].as_f64().unwrap())
        .collect()
}

/// The members of a reply that are counts, by their names.
fn counts(reply: &Value, names: &[&str]) -> Vec<u64> {
    names
        .iter()
        .map(|name| reply[name].as_u64().unwrap())
        .collect()
}
