//! What answers say of sums that the phone sends again: by other sources, or after a journey.

use serde_json::{Value, json};
use vitalog_test_support::{Push, TestApp};

use crate::day;

const DAYS: [(&str, &str); 1] = [("automation-aggregation", "Days")];

/// What a day of a metric comes to.
async fn total(app: &TestApp, metric: &str, date: &str) -> f64 {
    let arguments = json!({"metric": metric, "start_date": date, "end_date": date});
    let answer = app.tool("get_metric_series", arguments).await;
    let points: Vec<Value> = answer["points"].as_array().cloned().unwrap();
    assert_eq!(points.len(), 1, "{answer}");
    points[0]["value"].as_f64().unwrap()
}

#[tokio::test]
async fn sums_of_a_day_are_told_once_whoever_has_a_part_in_them_and_wherever_the_phone_is() {
    for (name, unit, sent, expected) in [
        (
            "step_count",
            "count",
            [("+0200", 3000.0, "W"), ("+0200", 9000.0, "W|I")],
            9000.0,
        ),
        (
            "step_count",
            "count",
            [("+0200", 3000.0, "I|W"), ("+0200", 9000.0, "W|I")],
            9000.0,
        ),
        (
            "step_count",
            "count",
            [("+0200", 5000.0, "W"), ("-0400", 5000.0, "W")],
            5000.0,
        ),
        (
            "basal_energy_burned",
            "kcal",
            [("+0200", 1700.0, "W"), ("+0100", 1700.0, "W")],
            1700.0,
        ),
    ] {
        let app = TestApp::builder().zone("Europe/Berlin").start().await;
        for (offset, value, source) in sent {
            let date = format!("2026-10-01 00:00:00 {offset}");
            let push = Push::new().value(name, unit, &date, value, source);
            app.push(&DAYS, &push).await;
        }
        let told = total(&app, name, "2026-10-01").await;
        assert!((told - expected).abs() < 1e-9, "{name} {sent:?}: {told}");
    }
}

#[tokio::test]
async fn protein_of_a_day_is_told_once() {
    for (first, then) in [
        (
            ("+0200", 30.0, "Cal AI"),
            ("+0200", 90.0, "Cal AI|MyFitnessPal"),
        ),
        (("+0200", 90.0, "Cal AI"), ("-0400", 90.0, "Cal AI")),
    ] {
        let app = TestApp::builder().zone("Europe/Berlin").start().await;
        for (offset, grams, source) in [first, then] {
            let date = format!("2026-10-01 00:00:00 {offset}");
            let push = Push::new().value("protein", "g", &date, grams, source);
            app.push(&DAYS, &push).await;
        }
        let told = day(&app, "protein", "2026-10-01").await;
        assert_eq!(told["protein_g"], 90.0, "{told}");
    }
}
