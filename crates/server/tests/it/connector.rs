//! The connector as a chat app sees it.

use http::Method;
use serde_json::{Value, json};
use vitalog_test_support::{Era, Push, TestApp};

#[tokio::test]
async fn tools_are_listed_in_one_order_in_both_eras() {
    let app = TestApp::start().await;
    for era in Era::ALL {
        let reply = app.rpc(era, "tools/list", json!({})).await.json();
        let names: Vec<&str> = reply["result"]["tools"]
            .as_array()
            .unwrap()
            .iter()
            .map(|tool| tool["name"].as_str().unwrap())
            .collect();
        assert_eq!(
            names,
            [
                "get_sleep",
                "get_heart_rate",
                "get_readiness",
                "get_activity",
                "get_health_metrics",
                "get_workouts",
                "get_report_data",
                "log_reading",
                "delete_reading",
                "list_metrics",
                "get_metric_series",
                "get_streaks",
                "get_day",
                "compare_periods",
                "get_coverage",
                "get_recovery_context",
                "get_recovery",
                "get_strain",
                "get_day_overlay",
                "correlate_day_night",
                "get_sync_status",
                "sync_now",
                "log_entry"
            ],
            "{era:?}"
        );
    }
}

#[tokio::test]
async fn tools_are_called_in_both_eras_with_the_same_result() {
    let app = TestApp::start().await;
    app.push(&[], &Push::new().weight("2026-10-05 07:30:00 -0700", 184.2))
        .await;
    let mut documents = Vec::new();
    for era in Era::ALL {
        let result = app
            .call(era, "get_health_metrics", json!({"metric": "weight"}))
            .await;
        let text: Value =
            serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(
            text, result["structuredContent"],
            "the text is complete by itself"
        );
        documents.push(text);
    }
    assert_eq!(documents[0], documents[1]);
}

#[tokio::test]
async fn a_prompt_is_published_for_each_tool_of_the_record_but_the_report() {
    let app = TestApp::start().await;
    let reply = app.rpc(Era::Modern, "prompts/list", json!({})).await.json();
    let mut names: Vec<&str> = reply["result"]["prompts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|prompt| prompt["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "delete_reading",
            "get_activity",
            "get_health_metrics",
            "get_heart_rate",
            "get_readiness",
            "get_sleep",
            "get_workouts",
            "log_reading"
        ]
    );
}

#[tokio::test]
async fn a_read_prompt_embeds_the_answer_and_a_write_prompt_changes_nothing() {
    let app = TestApp::start().await;
    app.push(&[], &Push::new().weight("2026-10-05 07:30:00 -0700", 184.2))
        .await;
    let params =
        json!({"name": "get_health_metrics", "arguments": {"metric": "weight", "range": "7d"}});
    let reply = app.rpc(Era::Modern, "prompts/get", params).await.json();
    assert!(
        reply["result"]["messages"].to_string().contains("184.2"),
        "{reply}"
    );

    let params = json!({"name": "log_reading", "arguments": {"metric": "glucose", "value": "95"}});
    let reply = app.rpc(Era::Modern, "prompts/get", params).await.json();
    assert!(
        reply["result"]["messages"].to_string().contains("mg/dL"),
        "{reply}"
    );
    let answer = app
        .tool("get_health_metrics", json!({"metric": "glucose"}))
        .await;
    assert_eq!(answer["days"], json!([]));
}

#[tokio::test]
async fn a_legacy_client_connects_by_initialize() {
    let app = TestApp::start().await;
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    });
    let headers = [
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    let reply = app
        .request(Method::POST, &app.mcp_path(), &headers, body.to_string())
        .await;
    let result = &reply.json()["result"];
    assert_eq!(result["protocolVersion"], "2025-06-18");
    assert!(result["instructions"].as_str().unwrap().chars().count() <= 2000);
}

#[tokio::test]
async fn a_listen_request_never_hangs_without_an_answer() {
    let app = TestApp::start().await;
    let params = json!({"notifications": {"toolsListChanged": true}});
    let asking = app.rpc(Era::Modern, "subscriptions/listen", params);
    let reply = tokio::time::timeout(std::time::Duration::from_secs(5), asking)
        .await
        .unwrap();
    assert!(reply.json().get("error").is_some(), "{}", reply.text());
}

#[tokio::test]
async fn unknown_tools_and_methods_are_protocol_errors() {
    let app = TestApp::start().await;
    let reply = app
        .rpc(
            Era::Modern,
            "tools/call",
            json!({"name": "get_moon", "arguments": {}}),
        )
        .await;
    assert_eq!(reply.json()["error"]["code"], -32602);
    let reply = app.rpc(Era::Modern, "moon/phase", json!({})).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()["error"]["code"]),
        (404, &json!(-32601))
    );
}

#[tokio::test]
async fn a_body_over_256_kib_is_refused() {
    let app = TestApp::start().await;
    let big = "x".repeat(300 * 1024);
    let reply = app
        .rpc(
            Era::Modern,
            "tools/call",
            json!({"name": "get_workouts", "arguments": {"pad": big}}),
        )
        .await;
    assert_eq!(reply.status, 413);
}
