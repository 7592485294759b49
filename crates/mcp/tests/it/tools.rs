//! Each tool's own form: its keys, their order, and what its arguments may be.

use serde_json::{Value, json};
use vitalog_core::Metric;

use crate::support::{Server, principal};

fn keys(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

async fn ok(server: &Server, tool: &str, arguments: Value) -> Value {
    let result = server.call(tool, arguments).await;
    assert_eq!(result["isError"], false, "{result}");
    result["structuredContent"].clone()
}

async fn error(server: &Server, tool: &str, arguments: Value) -> Value {
    let result = server.call(tool, arguments).await;
    assert_eq!(result["isError"], true, "{result}");
    result["structuredContent"]["error"].clone()
}

#[tokio::test]
async fn health_metrics_keep_the_order_of_their_keys() {
    let server = Server::new();
    for (metric, value) in [
        (Metric::Calories, 500.0),
        (Metric::Carbs, 30.0),
        (Metric::Weight, 180.5),
    ] {
        server.put(metric, &[("2026-10-06T14:00:00Z", value)]).await;
    }
    let answer = ok(&server, "get_health_metrics", json!({})).await;
    assert_eq!(
        keys(&answer),
        [
            "range",
            "timezone",
            "days",
            "days_without_data",
            "notes",
            "dataThrough"
        ]
    );
    assert_eq!(
        answer["range"],
        json!({"start": "2026-10-01", "end": "2026-10-07"})
    );
    assert_eq!(answer["dataThrough"], "2026-10-06");
    let day = &answer["days"][0];
    assert_eq!(
        keys(day),
        [
            "date",
            "weight",
            "carbs_g",
            "total_carbs_g",
            "fiber_g",
            "calories_kcal"
        ]
    );
    assert_eq!(keys(&day["weight"][0]), ["time", "value", "unit", "source"]);
    assert_eq!(day["weight"][0]["value"], 180.5);
    assert_eq!(
        day["calories_kcal"].to_string(),
        "500",
        "whole numbers have no fraction"
    );
}

#[tokio::test]
async fn a_metric_goes_by_all_of_its_names() {
    let server = Server::new();
    server
        .put(Metric::Weight, &[("2026-10-06T14:00:00Z", 180.5)])
        .await;
    server
        .put(Metric::Glucose, &[("2026-10-06T14:00:00Z", 95.0)])
        .await;
    for name in [
        "weight",
        "weight_body_mass",
        "HKQuantityTypeIdentifierBodyMass",
        " Weight ",
    ] {
        let answer = ok(&server, "get_health_metrics", json!({"metric": name})).await;
        assert_eq!(keys(&answer["days"][0]), ["date", "weight"], "{name}");
    }
    for all in [
        json!({}),
        json!({"metric": "all"}),
        json!({"metric": "ALL"}),
        json!({"metric": " Food "}),
        json!({"metric": "nutrition"}),
        json!({"metric": "macros"}),
        json!({"metric": null}),
    ] {
        let answer = ok(&server, "get_health_metrics", all).await;
        assert_eq!(keys(&answer["days"][0]), ["date", "weight", "glucose"]);
    }
    let error = error(&server, "get_health_metrics", json!({"metric": "mood"})).await;
    assert_eq!(error["code"], "invalid_arguments");
    assert!(
        error["advice"]
            .as_str()
            .unwrap()
            .contains("weight, waist, body_fat")
    );
}

#[tokio::test]
async fn workouts_take_days_beside_dates() {
    let server = Server::new();
    let range = |answer: &Value| {
        let range = &answer["range"];
        (
            range["start"].as_str().unwrap().to_owned(),
            range["end"].as_str().unwrap().to_owned(),
        )
    };
    for (arguments, start, end) in [
        (json!({}), "2026-10-01", "2026-10-07"),
        (json!({"days": 1}), "2026-10-07", "2026-10-07"),
        (json!({"days": 30}), "2026-09-08", "2026-10-07"),
        (json!({"days": 30.0}), "2026-09-08", "2026-10-07"),
        (
            json!({"days": 3, "end_date": "2026-09-30"}),
            "2026-09-28",
            "2026-09-30",
        ),
        (json!({"days": 0}), "2026-10-07", "2026-10-07"),
        (json!({"days": 400}), "2026-07-08", "2026-10-07"),
    ] {
        let answer = ok(&server, "get_workouts", arguments.clone()).await;
        assert_eq!(
            range(&answer),
            (start.to_owned(), end.to_owned()),
            "{arguments}"
        );
        let note = "`days` can be from 1 to 92 and was ";
        let clamped = arguments["days"] == 0 || arguments["days"] == 400;
        assert_eq!(
            answer["notes"].to_string().contains(note),
            clamped,
            "{arguments}"
        );
    }
    let both = json!({"days": 3, "start_date": "2026-09-30"});
    assert_eq!(
        error(&server, "get_workouts", both).await["code"],
        "invalid_arguments"
    );
    let answer = ok(&server, "get_workouts", json!({})).await;
    assert_eq!(
        keys(&answer),
        [
            "range",
            "timezone",
            "workouts",
            "days",
            "days_without_workouts",
            "notes"
        ],
        "no workout, so no day that the answer is about"
    );
}

#[tokio::test]
async fn the_report_holds_each_tools_own_document() {
    let server = Server::new();
    server
        .put(Metric::Weight, &[("2026-10-06T14:00:00Z", 180.5)])
        .await;
    let range = json!({"start_date": "2026-10-01", "end_date": "2026-10-07"});
    let report = ok(&server, "get_report_data", range.clone()).await;
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
            "dataThrough",
        ]
    );
    let health = ok(&server, "get_health_metrics", range.clone()).await;
    assert_eq!(
        report["health"].to_string(),
        health.to_string(),
        "byte for byte"
    );
    let workouts = ok(&server, "get_workouts", range).await;
    assert_eq!(
        report["workouts"].to_string(),
        workouts.to_string(),
        "byte for byte"
    );
    for section in ["sleep", "activity", "readiness"] {
        assert!(report[section]["error"]["message"].is_string(), "{section}");
    }
    let leap = json!({"start_date": "2025-10-07", "end_date": "2026-10-07"});
    ok(&server, "get_report_data", leap).await;
    let long = json!({"start_date": "2025-10-06", "end_date": "2026-10-07"});
    let error = error(&server, "get_report_data", long).await;
    let message = error["message"].as_str().unwrap();
    assert!(
        message.contains("367") && message.contains("366"),
        "{message}"
    );
}

#[tokio::test]
async fn a_reading_is_logged_shown_and_deleted() {
    let server = Server::new();
    let given = json!({
        "metric": "glucose", "value": 95, "unit": "mg/dL", "timestamp": "2026-10-07T07:30",
        "context": "fasting", "note": "before the run",
    });
    let logged = ok(&server, "log_reading", given).await;
    assert_eq!(keys(&logged), ["stored", "dataThrough"]);
    assert_eq!(
        logged["stored"],
        json!({
            "metric": "glucose", "date": "2026-10-07", "time": "07:30", "value": 95,
            "unit": "mg/dL", "context": "fasting", "source": "claude-log",
            "note": "before the run", "timestamp": "2026-10-07T07:30:00-07:00",
        })
    );
    let shown = ok(&server, "get_health_metrics", json!({"metric": "glucose"})).await;
    let timestamp = &shown["days"][0]["glucose"][0]["timestamp"];
    assert_eq!(timestamp, &logged["stored"]["timestamp"]);
    let deleted = ok(
        &server,
        "delete_reading",
        json!({"metric": "glucose", "timestamp": timestamp}),
    )
    .await;
    assert_eq!(
        keys(&deleted["deleted"]),
        ["metric", "date", "reading", "timestamp"]
    );
    assert_eq!(keys(&deleted).last(), Some(&"dataThrough"));
    let gone = json!({"metric": "glucose", "timestamp": timestamp});
    assert_eq!(
        error(&server, "delete_reading", gone).await["code"],
        "not_found"
    );
}

#[tokio::test]
async fn a_metric_to_log_goes_by_all_of_its_names_too() {
    let server = Server::new();
    for name in [
        "glucose",
        "Blood Glucose",
        "HKQuantityTypeIdentifierBloodGlucose",
    ] {
        let given = json!({"metric": name, "value": 95.0, "unit": "mg/dL"});
        let logged = ok(&server, "log_reading", given).await;
        assert_eq!(logged["stored"]["metric"], "glucose", "{name}");
    }
}

#[tokio::test]
async fn a_weight_is_shown_in_the_units_of_the_account() {
    let mut server = Server::new();
    server
        .put(Metric::Weight, &[("2026-10-06T14:00:00Z", 180.5)])
        .await;
    server.principal.account.units = vitalog_core::UnitSystem::Metric;
    let shown = ok(&server, "get_health_metrics", json!({"metric": "weight"})).await;
    let weight = &shown["days"][0]["weight"][0];
    assert_eq!(
        (&weight["value"], &weight["unit"]),
        (&json!(81.87), &json!("kg"))
    );
    let which = json!({"metric": "weight", "timestamp": "2026-10-06T07:00", "value": 81.9});
    let removed = ok(&server, "delete_reading", which).await;
    assert_eq!(removed["removed"]["reading"]["unit"], "kg");
}

#[tokio::test]
async fn what_cannot_be_logged_is_refused_in_words() {
    let server = Server::new();
    for (arguments, needle) in [
        (json!({}), "`metric` is missing"),
        (
            json!({"metric": "weight", "value": 180, "unit": "lb"}),
            "glucose or ketones",
        ),
        (
            json!({"metric": "glucose", "value": "95", "unit": "mg/dL"}),
            "`value` must be a number",
        ),
        (
            json!({"metric": "glucose", "value": 95, "unit": "mg/dl"}),
            "mg/dL",
        ),
        (
            json!({"metric": "glucose", "value": 95, "unit": "mg/dL", "context": "x"}),
            "fasting",
        ),
        (
            json!({"metric": "glucose", "value": 95, "unit": "mg/dL", "undo": true}),
            "`undo`",
        ),
    ] {
        let error = error(&server, "log_reading", arguments.clone()).await;
        assert_eq!(error["code"], "invalid_arguments", "{arguments}: {error}");
        assert!(
            error["message"].as_str().unwrap().contains(needle),
            "{arguments}: {error}"
        );
    }
}

#[tokio::test]
async fn a_row_of_a_device_is_removed_and_restored() {
    let server = Server::new();
    server
        .put(Metric::Weight, &[("2026-10-06T14:00:00Z", 180.5)])
        .await;
    let which = json!({"metric": "weight", "timestamp": "2026-10-06T07:00"});
    let removed = ok(&server, "delete_reading", which.clone()).await;
    assert_eq!(keys(&removed)[0], "removed");
    assert!(removed["note"].is_string(), "{removed}");
    let mut undo = which;
    undo["undo"] = json!(true);
    assert_eq!(
        keys(&ok(&server, "delete_reading", undo).await)[0],
        "restored"
    );
}

#[tokio::test]
async fn the_command_line_calls_tools_the_same_way() {
    let server = Server::new();
    let asking = principal();
    let reply = server
        .mcp
        .call(&asking, "get_workouts", Value::Null)
        .await
        .unwrap();
    assert!(!reply.is_error);
    assert_eq!(reply.structured["timezone"], "America/Los_Angeles");
    assert!(server.mcp.call(&asking, "nope", json!({})).await.is_none());
    let reply = server
        .mcp
        .call(&asking, "get_workouts", json!([]))
        .await
        .unwrap();
    assert_eq!(reply.structured["error"]["code"], "invalid_arguments");
}
