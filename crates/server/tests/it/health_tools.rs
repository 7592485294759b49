//! Logging a reading, the duplicate rule, and taking a reading out.

use serde_json::{Value, json};
use vitalog_test_support::{Push, TestApp};

use crate::{day, values};

const DAY: &str = "2026-10-05";

async fn log(app: &TestApp, value: f64, time: &str) -> Value {
    let arguments = json!({
        "metric": "glucose", "value": value, "unit": "mg/dL", "timestamp": format!("{DAY}T{time}"),
    });
    app.tool("log_reading", arguments).await["stored"].clone()
}

#[tokio::test]
async fn log_reading_validation_refuses_in_words_and_writes_nothing() {
    let app = TestApp::start().await;
    let good = json!({"metric": "glucose", "value": 95, "unit": "mg/dL"});
    for (field, value, named) in [
        ("metric", json!("weight"), "glucose or ketones"),
        ("metric", json!(null), "metric"),
        ("value", json!(19.9), "from 20 to 600"),
        ("value", json!(600.1), "from 20 to 600"),
        ("value", json!("high"), "value"),
        ("unit", json!("mmol/L"), "exactly mg/dL"),
        ("unit", json!("mg/dl"), "exactly mg/dL"),
        ("unit", json!(" mg/dL"), "exactly mg/dL"),
        ("timestamp", json!("2026-10-05T12:06:00-07:00"), "future"),
        ("timestamp", json!("noon"), "timestamp"),
        ("timestamp", json!("2026-02-30T07:00"), "timestamp"),
        ("context", json!("hungry"), "context"),
        ("note", json!("n".repeat(201)), "200"),
    ] {
        let mut arguments = good.clone();
        arguments[field] = value.clone();
        let error = app.tool_error("log_reading", arguments).await;
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(named), "{field}={value}: {message}");
    }
    assert_eq!(day(&app, "all", DAY).await, json!({}));
}

#[tokio::test]
async fn log_reading_stores_what_was_said_and_returns_the_row() {
    let app = TestApp::start().await;
    let arguments = json!({
        "metric": "ketones", "value": 1.234, "unit": "mmol/L", "timestamp": "2026-10-05T07:30",
        "context": "fasting", "note": "before coffee",
    });
    let stored = app.tool("log_reading", arguments).await["stored"].clone();
    assert_eq!(
        stored,
        json!({
            "metric": "ketones", "date": DAY, "time": "07:30", "value": 1.23, "unit": "mmol/L",
            "context": "fasting", "source": "claude-log", "note": "before coffee",
            "timestamp": "2026-10-05T07:30:00-07:00",
        })
    );
    let reading = &day(&app, "ketones", DAY).await["ketones"][0];
    assert_eq!(reading["timestamp"], stored["timestamp"]);
    assert_eq!(reading["note"], "before coffee");

    // The limits themselves are allowed, and so is a clock that runs a little fast.
    for (metric, value, unit) in [
        ("glucose", 20, "mg/dL"),
        ("glucose", 600, "mg/dL"),
        ("ketones", 0, "mmol/L"),
    ] {
        let time = "2026-10-05T12:04:59-07:00";
        let arguments = json!({"metric": metric, "value": value, "unit": unit, "timestamp": time});
        app.tool("log_reading", arguments).await;
    }
}

#[tokio::test]
async fn log_reading_at_the_same_second_replaces_the_one_before() {
    let app = TestApp::start().await;
    log(&app, 95.0, "07:30").await;
    log(&app, 96.0, "07:30").await;
    assert_eq!(values(&app, "glucose", DAY).await, [96.0]);
}

#[tokio::test]
async fn log_reading_refuses_to_overwrite_an_apple_health_reading_that_counts() {
    let app = TestApp::start().await;
    app.push(
        &[],
        &Push::new().glucose("2026-10-05 07:30:00 -0700", 140.0),
    )
    .await;
    let arguments = json!({
        "metric": "glucose", "value": 95, "unit": "mg/dL", "timestamp": "2026-10-05T07:30:00",
    });
    let error = app.tool_error("log_reading", arguments.clone()).await;
    assert!(
        error["message"].as_str().unwrap().contains("Apple Health"),
        "{error}"
    );
    assert_eq!(values(&app, "glucose", DAY).await, [140.0]);

    let removal = json!({"metric": "glucose", "timestamp": "2026-10-05T07:30"});
    app.tool("delete_reading", removal).await;
    app.tool("log_reading", arguments).await;
    assert_eq!(values(&app, "glucose", DAY).await, [95.0]);
}

#[tokio::test]
async fn duplicate_rule_counts_one_reading_and_says_how_many_are_hidden() {
    // (chat value, chat time, phone value, phone time, readings shown)
    for (chat, at, phone, sent, shown) in [
        (100.0, "07:30:00", 100.0, "07:30:01", 1),
        (100.0, "07:30:00", 105.0, "07:45:00", 1),
        (100.0, "07:45:00", 105.2, "07:30:00", 1),
        (100.0, "07:30:00", 105.3, "07:30:01", 2),
        (100.0, "07:30:00", 100.0, "07:45:01", 2),
    ] {
        let app = TestApp::start().await;
        log(&app, chat, at).await;
        app.push(
            &[],
            &Push::new().glucose(&format!("{DAY} {sent} -0700"), phone),
        )
        .await;
        let answer = app
            .tool("get_health_metrics", json!({"metric": "glucose"}))
            .await;
        let readings = answer["days"][0]["glucose"].as_array().unwrap();
        assert_eq!(readings.len(), shown, "{chat} at {at}, {phone} at {sent}");
        if shown == 1 {
            assert_eq!(readings[0]["source"], "claude-log");
            assert!(answer["notes"][0].as_str().unwrap().contains('1'));
        }
    }
}

#[tokio::test]
async fn duplicate_rule_pairs_each_reading_once_nearest_first() {
    let app = TestApp::start().await;
    log(&app, 100.0, "07:30").await;
    let push = Push::new()
        .glucose("2026-10-05 07:20:00 -0700", 100.0)
        .glucose("2026-10-05 07:32:00 -0700", 101.0);
    app.push(&[], &push).await;
    // 07:32 is nearer and is hidden; 07:20 has no partner left.
    let day = day(&app, "glucose", DAY).await;
    let times: Vec<&str> = day["glucose"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["time"].as_str().unwrap())
        .collect();
    assert_eq!(times, ["07:20", "07:30"]);
}

#[tokio::test]
async fn delete_reading_deletes_a_chat_reading() {
    let app = TestApp::start().await;
    let stored = log(&app, 95.0, "07:30").await;
    let removal = json!({"metric": "glucose", "timestamp": stored["timestamp"]});
    let answer = app.tool("delete_reading", removal.clone()).await;
    assert_eq!(answer["deleted"]["reading"]["value"], 95);
    assert!(answer.get("note").is_none());
    assert!(values(&app, "glucose", DAY).await.is_empty());

    // It is gone for good, and the error says what else there is.
    let undo = json!({"metric": "glucose", "timestamp": stored["timestamp"], "undo": true});
    assert_eq!(
        app.tool_error("delete_reading", undo).await["code"],
        "not_found"
    );
    assert_eq!(
        app.tool_error("delete_reading", removal).await["code"],
        "not_found"
    );
}

#[tokio::test]
async fn delete_reading_removes_an_apple_health_reading_until_it_is_undone_or_sent_again() {
    let app = TestApp::start().await;
    let push = Push::new().bp("2026-10-05 07:30:15 -0700", 121.0, 79.0);
    app.push(&[], &push).await;
    let removal = json!({"metric": "bp", "timestamp": "2026-10-05T07:30"});
    let shown = || async {
        day(&app, "bp", DAY).await["bp"]
            .as_array()
            .map_or(0, Vec::len)
    };

    let answer = app.tool("delete_reading", removal.clone()).await;
    assert_eq!(answer["removed"]["reading"]["systolic"], 121);
    assert!(answer["note"].as_str().unwrap().contains("Apple Health"));
    assert_eq!(shown().await, 0);

    let undo = json!({"metric": "bp", "timestamp": "2026-10-05T07:30", "undo": true});
    assert_eq!(
        app.tool("delete_reading", undo.clone()).await["restored"]["reading"]["diastolic"],
        79
    );
    assert_eq!(shown().await, 1);
    assert_eq!(
        app.tool_error("delete_reading", undo).await["code"],
        "not_found"
    );

    app.tool("delete_reading", removal).await;
    let reply = app.push(&[], &push).await;
    assert_eq!(
        (&reply["rows_written"], &reply["restored"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(shown().await, 1);
}

#[tokio::test]
async fn delete_reading_of_an_ambiguous_minute_lists_the_readings_and_changes_nothing() {
    let app = TestApp::start().await;
    let push = Push::new()
        .glucose("2026-10-05 07:30:05 -0700", 95.0)
        .glucose("2026-10-05 07:30:45 -0700", 140.0);
    app.push(&[], &push).await;
    let mut removal = json!({"metric": "glucose", "timestamp": "2026-10-05T07:30"});
    let error = app.tool_error("delete_reading", removal.clone()).await;
    assert_eq!(error["code"], "ambiguous");
    let advice = error["advice"].as_str().unwrap();
    assert!(advice.contains("95") && advice.contains("140"), "{advice}");
    assert_eq!(values(&app, "glucose", DAY).await, [95.0, 140.0]);

    removal["value"] = json!(140);
    app.tool("delete_reading", removal).await;
    assert_eq!(values(&app, "glucose", DAY).await, [95.0]);

    let exact = json!({"metric": "glucose", "timestamp": "2026-10-05T07:30:06"});
    assert_eq!(
        app.tool_error("delete_reading", exact).await["code"],
        "not_found"
    );
    let exact = json!({"metric": "glucose", "timestamp": "2026-10-05T14:30:05Z"});
    app.tool("delete_reading", exact).await;
    assert!(values(&app, "glucose", DAY).await.is_empty());
}

#[tokio::test]
async fn absence_is_not_zero() {
    let app = TestApp::start().await;
    app.push(&[], &Push::new().weight("2026-10-04 07:30:00 -0700", 180.0))
        .await;
    let answer = app
        .tool("get_health_metrics", json!({"metric": "all"}))
        .await;
    assert_eq!(
        answer["range"],
        json!({"start": "2026-09-29", "end": "2026-10-05"})
    );
    assert_eq!(answer["timezone"], "America/Los_Angeles");
    assert_eq!(answer["days"].as_array().unwrap().len(), 1);
    assert_eq!(answer["days_without_data"].as_array().unwrap().len(), 6);
    assert_eq!(answer["dataThrough"], "2026-10-04");
    assert!(answer["days"][0].get("protein_g").is_none());
}

#[tokio::test]
async fn ranges_that_are_wrong_or_too_long_are_refused() {
    let app = TestApp::start().await;
    for (start, end, named) in [
        ("2026-10-05", "2026-10-04", "2026-10-05"),
        ("2026-07-05", "2026-10-05", "92"),
        ("05.10.2026", "2026-10-05", "start_date"),
        ("2026-02-30", "2026-10-05", "start_date"),
    ] {
        let arguments = json!({"metric": "all", "start_date": start, "end_date": end});
        let error = app.tool_error("get_health_metrics", arguments).await;
        assert!(
            error["message"].as_str().unwrap().contains(named),
            "{error}"
        );
    }
    let longest = json!({"metric": "all", "start_date": "2026-07-06", "end_date": "2026-10-05"});
    app.tool("get_health_metrics", longest).await;
}
