//! The envelope: text and structure hold one document, whole or openly cut, and both fit the
//! declared schema.

use std::{fmt::Write, time::Duration};

use serde_json::{Value, json};
use vitalog_core::Metric;

use crate::{
    faulty::{Fault, faulty},
    support::{LEGACY, Post, Server, mcp_over, principal},
};

const CAP: usize = 70_000;

/// The schema a tool declares, as a validator.
fn validator(server: &Server, tool: &str) -> jsonschema::Validator {
    let catalog = server.mcp.catalog(&server.principal);
    let tool = catalog
        .iter()
        .find(|listed| listed["name"] == tool)
        .unwrap();
    jsonschema::validator_for(&tool["outputSchema"]).unwrap()
}

fn text(result: &Value) -> &str {
    let blocks = result["content"].as_array().unwrap();
    assert_eq!(blocks.len(), 1, "one text block");
    assert_eq!(blocks[0]["type"], "text");
    blocks[0]["text"].as_str().unwrap()
}

/// A server with `count` weights, spread over September 2026.
async fn with_weights(count: u32) -> Server {
    let server = Server::new();
    let mut times = Vec::new();
    for index in 0..count {
        let mut at = String::new();
        let (day, rest) = (index % 28 + 1, index / 28);
        write!(
            at,
            "2026-09-{day:02}T{:02}:{:02}:00Z",
            8 + rest / 60 % 12,
            rest % 60
        )
        .unwrap();
        times.push((at, 180.0 + f64::from(index) / 100.0));
    }
    let readings: Vec<_> = times
        .iter()
        .map(|(at, value)| (at.as_str(), *value))
        .collect();
    server.put(Metric::Weight, &readings).await;
    server
}

const SEPTEMBER: (&str, &str) = ("2026-09-01", "2026-09-30");

fn september() -> Value {
    json!({"start_date": SEPTEMBER.0, "end_date": SEPTEMBER.1})
}

#[tokio::test]
async fn text_and_structure_hold_the_same_document_and_fit_the_schema() {
    let server = with_weights(20).await;
    for tool in ["get_health_metrics", "get_workouts", "get_report_data"] {
        let result = server.call(tool, september()).await;
        let document: Value = serde_json::from_str(text(&result)).unwrap();
        assert_eq!(document, result["structuredContent"], "{tool}");
        let keys: Vec<_> = document.as_object().unwrap().keys().collect();
        if tool != "get_workouts" {
            assert_eq!(keys.last().unwrap().as_str(), "dataThrough", "{tool}");
        }
        assert!(
            validator(&server, tool).is_valid(&document),
            "{tool}: {document}"
        );
        assert_eq!(result["isError"], false);
    }
}

#[tokio::test]
async fn each_day_stands_on_one_line() {
    let server = with_weights(40).await;
    let result = server.call("get_health_metrics", september()).await;
    let days = result["structuredContent"]["days"]
        .as_array()
        .unwrap()
        .len();
    assert!(days > 20);
    let lines = text(&result)
        .lines()
        .filter(|line| line.contains("\"date\":"))
        .count();
    assert_eq!(lines, days);
    assert!(text(&result).contains("\n  \"range\": {\n    \"start\": \"2026-09-01\","));
}

#[tokio::test]
async fn a_long_answer_is_cut_and_says_so_in_text_and_structure() {
    let server = with_weights(1_000).await;
    let result = server.call("get_health_metrics", september()).await;
    let text = text(&result);
    assert!(text.chars().count() <= CAP);
    let marker = text.lines().last().unwrap();
    assert!(
        marker.starts_with("[TRUNCATED: ") && marker.ends_with(']'),
        "{marker}"
    );
    let structured = &result["structuredContent"];
    assert_eq!(structured["truncated"], true);
    assert!(structured["total_chars"].as_u64().unwrap() > CAP as u64);
    assert!(marker.contains(&structured["shown_chars"].to_string()));
    assert!(marker.contains(&structured["total_chars"].to_string()));
    assert!(marker.contains(structured["hint"].as_str().unwrap()));
    assert_eq!(structured.as_object().unwrap().len(), 4);
    assert_eq!(result["isError"], false);
    assert!(validator(&server, "get_health_metrics").is_valid(structured));
}

#[tokio::test]
async fn the_report_has_room_for_what_its_parts_have_not() {
    let server = with_weights(1_000).await;
    let report = server.call("get_report_data", september()).await;
    assert!(text(&report).chars().count() > CAP);
    assert!(report["structuredContent"].get("truncated").is_none());
    assert!(validator(&server, "get_report_data").is_valid(&report["structuredContent"]));
}

#[tokio::test]
async fn failures_carry_code_message_and_advice() {
    let server = Server::new();
    for (arguments, code) in [
        (
            json!({"start_date": "2026-10-02", "end_date": "2026-10-01"}),
            "invalid_range",
        ),
        (
            json!({"start_date": "2025-10-02", "end_date": "2026-10-01"}),
            "range_too_long",
        ),
        (json!({"start_date": "yesterday"}), "invalid_arguments"),
    ] {
        let result = server.call("get_workouts", arguments.clone()).await;
        assert_eq!(result["isError"], true, "{arguments}");
        let error = &result["structuredContent"]["error"];
        assert_eq!(error["code"], code, "{arguments}");
        assert!(
            error["message"].is_string() && error["advice"].is_string(),
            "{arguments}"
        );
        let document: Value = serde_json::from_str(text(&result)).unwrap();
        assert_eq!(document, result["structuredContent"]);
        assert!(
            validator(&server, "get_workouts").is_valid(&document),
            "{document}"
        );
    }
}

#[tokio::test]
async fn a_fault_of_storage_is_told_in_words_and_keeps_its_cause_inside() {
    let mcp = mcp_over(faulty(Fault::FailOnRead), Duration::from_secs(30));
    let reply = mcp
        .call(&principal(), "get_workouts", json!({}))
        .await
        .unwrap();
    assert!(reply.is_error);
    assert_eq!(reply.structured["error"]["code"], "storage_failed");
    assert!(!reply.text.contains("disk"), "{}", reply.text);
    let reply = mcp
        .call(&principal(), "get_report_data", json!({}))
        .await
        .unwrap();
    assert!(
        !reply.is_error,
        "a failing section does not fail the report"
    );
    assert_eq!(
        reply.structured["health"]["error"]["code"],
        "storage_failed"
    );
}

#[tokio::test]
async fn structure_is_sent_to_the_revisions_that_have_it() {
    let server = with_weights(3).await;
    let params = json!({"name": "get_health_metrics", "arguments": september()});
    for (post, has_structure) in [
        (Post::legacy(LEGACY, "tools/call", params.clone()), true),
        (
            Post::legacy("2025-06-18", "tools/call", params.clone()),
            true,
        ),
        (
            Post::legacy("2025-03-26", "tools/call", params.clone()),
            false,
        ),
        (Post::bare("tools/call", params), false),
    ] {
        let result = server.send(post).await.body["result"].clone();
        assert_eq!(result.get("structuredContent").is_some(), has_structure);
        let document: Value = serde_json::from_str(text(&result)).unwrap();
        assert_eq!(
            document["timezone"], "America/Los_Angeles",
            "the text is complete"
        );
    }
}
