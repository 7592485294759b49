//! The stdio door: four orders of opening, early notifications, mixed eras, and how it ends.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
use vitalog_mcp::{Door, Principal, Toolsets};

use crate::{
    faulty::{Fault, faulty, reached},
    support::{LEGACY, MODERN, Server, mcp_over, meta, principal},
};

fn at_home() -> Principal {
    Principal {
        toolsets: Toolsets::ALL,
        door: Door::Stdio,
        token: None,
        version: None,
        ..principal()
    }
}

/// Sends lines, ends the input, and reads all that comes back.
async fn talk(lines: &[String]) -> Vec<Value> {
    let input = lines.join("\n");
    let mut output = Vec::new();
    Server::new()
        .mcp
        .serve_stdio(at_home(), input.as_bytes(), &mut output)
        .await
        .unwrap();
    read(&output)
}

fn read(output: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines()
        .map(|line| serde_json::from_str(line).expect("nothing but messages"))
        .collect()
}

/// The reply to the request of this id.
fn reply(replies: &[Value], id: impl Into<Value>) -> &Value {
    let id = id.into();
    let mut found = replies.iter().filter(|reply| reply["id"] == id);
    let reply = found
        .next()
        .unwrap_or_else(|| panic!("no reply to {id} in {replies:?}"));
    assert!(found.next().is_none(), "{id} is answered once");
    reply
}

fn modern(id: u64, method: &str, mut params: Value) -> String {
    params["_meta"] = meta();
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

fn legacy(id: u64, method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

fn initialize(id: u64, version: &str) -> String {
    let client = json!({"name": "tester", "version": "1"});
    let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
    legacy(id, "initialize", &params)
}

fn note(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string()
}

fn call() -> Value {
    json!({"name": "get_workouts", "arguments": {}})
}

#[tokio::test]
async fn order_1_discovery_then_modern_calls() {
    let replies = talk(&[
        modern(1, "server/discover", json!({})),
        modern(2, "tools/list", json!({})),
        modern(3, "tools/call", call()),
    ])
    .await;
    assert_eq!(reply(&replies, 1)["result"]["supportedVersions"][0], MODERN);
    assert_eq!(reply(&replies, 2)["result"]["cacheScope"], "private");
    assert_eq!(reply(&replies, 3)["result"]["resultType"], "complete");
}

#[tokio::test]
async fn order_2_handshake_then_calls() {
    for version in [LEGACY, "2025-06-18", "2025-03-26"] {
        let replies = talk(&[
            initialize(1, version),
            note("notifications/initialized", &json!({})),
            legacy(2, "tools/call", &call()),
            legacy(3, "ping", &json!({})),
        ])
        .await;
        assert_eq!(reply(&replies, 1)["result"]["protocolVersion"], version);
        let result = &reply(&replies, 2)["result"];
        assert!(result.get("resultType").is_none());
        assert_eq!(
            result.get("structuredContent").is_some(),
            version != "2025-03-26"
        );
        assert_eq!(reply(&replies, 3)["result"], json!({}));
        assert_eq!(replies.len(), 3);
    }
}

#[tokio::test]
async fn order_3_discovery_then_handshake_then_calls() {
    let replies = talk(&[
        modern(1, "server/discover", json!({})),
        initialize(2, LEGACY),
        note("notifications/initialized", &json!({})),
        legacy(3, "tools/call", &call()),
        legacy(4, "prompts/list", &json!({})),
    ])
    .await;
    assert_eq!(reply(&replies, 2)["result"]["protocolVersion"], LEGACY);
    assert_eq!(reply(&replies, 3)["result"]["isError"], false);
    assert_eq!(reply(&replies, 4)["result"].as_object().unwrap().len(), 1);
}

#[tokio::test]
async fn order_4_any_method_cold() {
    let replies = talk(&[
        legacy(1, "tools/call", &call()),
        legacy(2, "tools/list", &json!({})),
        legacy(3, "prompts/get", &json!({"name": "get_workouts"})),
        legacy(4, "ping", &json!({})),
        legacy(5, "server/discover", &json!({})),
    ])
    .await;
    assert!(
        reply(&replies, 1)["result"]["structuredContent"].is_object(),
        "as 2025-11-25"
    );
    assert!(reply(&replies, 2)["result"]["tools"].is_array());
    assert!(reply(&replies, 3)["result"]["messages"].is_array());
    assert_eq!(reply(&replies, 4)["result"], json!({}));
    assert_eq!(
        reply(&replies, 5)["error"]["code"],
        -32_602,
        "discovery stays strict"
    );
}

#[tokio::test]
async fn g09_notifications_before_the_first_request_do_no_harm() {
    let replies = talk(&[
        note("notifications/initialized", &json!({})),
        note("notifications/cancelled", &json!({"requestId": 9})),
        note("notifications/unheard-of", &json!({})),
        initialize(1, LEGACY),
    ])
    .await;
    assert_eq!(replies.len(), 1);
    assert_eq!(reply(&replies, 1)["result"]["protocolVersion"], LEGACY);
}

#[tokio::test]
async fn g10_eras_mix_in_one_process() {
    let replies = talk(&[
        modern(1, "tools/list", json!({})),
        initialize(2, "2025-06-18"),
        legacy(3, "tools/list", &json!({})),
        modern(4, "tools/list", json!({})),
        legacy(5, "tools/list", &json!({})),
        modern(6, "ping", json!({})),
    ])
    .await;
    for (id, is_modern) in [(1, true), (3, false), (4, true), (5, false)] {
        let result = &reply(&replies, id)["result"];
        assert_eq!(result.get("resultType").is_some(), is_modern, "{id}");
        assert!(result["tools"].is_array(), "{id}");
    }
    assert_eq!(reply(&replies, 6)["error"]["code"], -32_601);
}

#[tokio::test]
async fn unreadable_lines_are_answered_and_the_next_ones_served() {
    let replies = talk(&[
        "{".to_owned(),
        "[]".to_owned(),
        String::new(),
        "   ".to_owned(),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"x":"{}"}}"#,
            "x".repeat(1024 * 1024)
        ),
        r#"{"jsonrpc":"2.0","id":"text","method":7}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":3,"result":{}}"#.to_owned(),
        legacy(2, "ping", &json!({})),
    ])
    .await;
    let codes: Vec<_> = replies
        .iter()
        .filter_map(|reply| reply["error"]["code"].as_i64())
        .collect();
    assert_eq!(codes, [-32_700, -32_600, -32_600, -32_600]);
    assert!(replies[0].get("id").is_none());
    assert!(
        replies[2]["error"]["message"]
            .as_str()
            .unwrap()
            .contains("1 MiB")
    );
    assert_eq!(reply(&replies, "text")["error"]["code"], -32_600);
    assert_eq!(reply(&replies, 2)["result"], json!({}));
    assert_eq!(replies.len(), 5);
}

#[tokio::test]
async fn versions_of_requests_are_judged_as_over_http() {
    let mut unknown: Value = serde_json::from_str(&modern(1, "tools/list", json!({}))).unwrap();
    unknown["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("v999");
    let replies = talk(&[unknown.to_string()]).await;
    assert_eq!(reply(&replies, 1)["error"]["code"], -32_022);
    assert_eq!(reply(&replies, 1)["error"]["data"]["requested"], "v999");
}

#[tokio::test]
async fn names_that_no_header_can_carry_are_unknown_tools_like_others() {
    let name = json!({"name": "gét 日 workouts\n", "arguments": {}});
    let replies = talk(&[modern(1, "tools/call", name)]).await;
    assert_eq!(reply(&replies, 1)["error"]["code"], -32_602);
}

#[tokio::test]
async fn every_accepted_request_is_answered_at_the_end_of_input() {
    let lines: Vec<String> = (0..200)
        .map(|id| modern(id, "tools/call", call()))
        .collect();
    let replies = talk(&lines).await;
    for id in 0..200 {
        assert_eq!(reply(&replies, id)["result"]["isError"], false);
    }
}

#[tokio::test]
async fn a_cancelled_request_stops_and_gets_no_reply() {
    let storage = faulty(Fault::HangOnRead);
    let mcp = mcp_over(storage.clone(), Duration::from_secs(30));
    let (mut ours, theirs) = duplex(64 * 1024);
    let (input, output) = tokio::io::split(theirs);
    let serve = mcp.serve_stdio(at_home(), input, output);
    let drive = async {
        let line = modern(1, "tools/call", call()) + "\n";
        ours.write_all(line.as_bytes()).await.unwrap();
        reached(&storage.hook.begun, 1).await;
        let lines = [
            note("notifications/cancelled", &json!({"requestId": 1})),
            legacy(2, "ping", &json!({})),
        ];
        ours.write_all((lines.join("\n") + "\n").as_bytes())
            .await
            .unwrap();
        reached(&storage.hook.ended, 1).await;
        ours.shutdown().await.unwrap();
        let mut output = Vec::new();
        ours.read_to_end(&mut output).await.unwrap();
        read(&output)
    };
    let (served, replies) = tokio::join!(serve, drive);
    served.unwrap();
    assert_eq!(replies.len(), 1, "{replies:?}");
    assert_eq!(reply(&replies, 2)["result"], json!({}));
}

#[tokio::test]
async fn standard_input_sees_every_toolset() {
    let replies = talk(&[modern(1, "tools/list", json!({}))]).await;
    let names: Vec<_> = reply(&replies, 1)["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
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
            "log_entry",
            "get_health_summary",
            "get_hrv_trend",
            "query_metric",
            "get_daily_snapshot",
            "get_long_term_trend",
            "get_coaching_brief",
            "search_records",
            "get_metric_stats",
        ]
    );
}
