//! The SDK's known gaps, each mended or shown not to matter here. G9 and G10 are in `stdio`, G14
//! is in `log`.

use std::{sync::atomic::Ordering, time::Duration};

use http::StatusCode;
use serde_json::json;
use vitalog_core::{AccountId, Metric};
use vitalog_storage::{RecordQuery, RecordStore};

use crate::{
    faulty::{Fault, faulty, reached},
    support::{LEGACY, MODERN, Post, Server, answer, mcp_over, principal},
};

fn call(tool: &str) -> Post {
    Post::modern("tools/call", json!({"name": tool, "arguments": {}}))
}

#[tokio::test]
async fn g01_a_panic_is_answered_and_the_server_lives_on() {
    let mcp = mcp_over(faulty(Fault::PanicOnRead), Duration::from_secs(30));
    let prompt = Post::modern("prompts/get", json!({"name": "get_workouts"}));
    let legacy = Post::legacy(LEGACY, "tools/call", json!({"name": "get_workouts"}));
    for post in [
        call("get_workouts"),
        legacy,
        prompt,
        call("get_report_data"),
    ] {
        let answer = answer(&mcp, &principal(), post.into_request()).await;
        assert_eq!(answer.code(), Some(-32_603), "{}", answer.text);
        assert!(
            !answer.text.contains("loudly"),
            "the panic's text stays inside"
        );
    }
    let answer = answer(
        &mcp,
        &principal(),
        Post::modern("tools/list", json!({})).into_request(),
    )
    .await;
    assert_eq!(answer.status, StatusCode::OK);
}

#[tokio::test]
async fn g02_unreadable_bodies_get_json_rpc_errors_and_not_415() {
    let answer = Server::new().send(Post::raw("[1]")).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code()),
        (400, Some(-32_600))
    );
    assert_eq!(answer.header("content-type"), Some("application/json"));
}

#[tokio::test]
async fn g02_a_key_given_twice_means_one_thing_throughout() {
    // Read once here and written anew, so that the SDK cannot read it otherwise.
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}"#;
    let answer = Server::new().send(Post::raw(body)).await;
    assert!(answer.body["result"]["tools"].is_array(), "{}", answer.text);
}

#[tokio::test]
async fn g03_an_unknown_version_is_refused_in_json() {
    let answer = Server::new()
        .send(Post::legacy("v999", "tools/list", json!({})))
        .await;
    assert_eq!(
        (answer.status.as_u16(), answer.code()),
        (400, Some(-32_600))
    );
}

#[tokio::test]
async fn g04_known_methods_with_malformed_parameters_are_invalid_and_not_unknown() {
    for (method, params) in [
        ("tools/call", json!({})),
        ("tools/call", json!({"name": 7})),
        (
            "tools/call",
            json!({"name": "get_workouts", "arguments": []}),
        ),
        ("tools/list", json!({"cursor": 7})),
        ("tools/list", json!({"cursor": "made-up"})),
        ("prompts/get", json!({"arguments": {}})),
        (
            "prompts/get",
            json!({"name": "get_workouts", "arguments": "x"}),
        ),
    ] {
        for post in [
            Post::modern(method, params.clone()),
            Post::legacy(LEGACY, method, params.clone()),
        ] {
            let answer = Server::new().send(post).await;
            assert_eq!(
                answer.code(),
                Some(-32_602),
                "{method} {params}: {}",
                answer.text
            );
        }
    }
    let odd = json!({
        "name": "get_workouts", "task": 7, "inputResponses": 7, "requestState": [], "extra": {},
    });
    let answer = Server::new().send(Post::modern("tools/call", odd)).await;
    assert_eq!(
        answer.code(),
        None,
        "members that mean nothing here are ignored"
    );
    let odd = json!({"protocolVersion": LEGACY, "capabilities": {"roots": 7}, "clientInfo": 7});
    let answer = Server::new().send(Post::bare("initialize", odd)).await;
    assert_eq!(answer.code(), Some(-32_602), "{}", answer.text);
    assert!(
        answer.text.contains("`params.capabilities`"),
        "{}",
        answer.text
    );
}

#[tokio::test]
async fn g05_a_progress_token_does_not_turn_the_reply_into_a_stream() {
    let mut post = call("get_workouts").set("accept", "application/json");
    post.body = post
        .body
        .replace("\"_meta\":{", "\"_meta\":{\"progressToken\":1,");
    assert!(post.body.contains("progressToken"));
    let answer = Server::new().send(post).await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.body["result"]["isError"], false);
}

#[tokio::test]
async fn g06_a_client_that_leaves_stops_what_reads() {
    let storage = faulty(Fault::HangOnRead);
    let mcp = mcp_over(storage.clone(), Duration::from_secs(30));
    let principal = principal();
    let asking = answer(&mcp, &principal, call("get_workouts").into_request());
    let left = tokio::time::timeout(Duration::from_millis(100), asking).await;
    assert!(left.is_err(), "it would have hung");
    reached(&storage.hook.ended, 1).await;
    assert_eq!(storage.hook.begun.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn g06_a_client_that_leaves_does_not_stop_a_write_half_way() {
    let storage = faulty(Fault::SlowWrite);
    let mcp = mcp_over(storage.clone(), Duration::from_secs(30));
    let principal = principal();
    let arguments = json!({"metric": "glucose", "value": 95, "unit": "mg/dL"});
    let params = json!({"name": "log_reading", "arguments": arguments});
    {
        let asking = answer(
            &mcp,
            &principal,
            Post::modern("tools/call", params).into_request(),
        );
        tokio::pin!(asking);
        tokio::select! {
            _ = &mut asking => panic!("it is still writing"),
            () = reached(&storage.hook.begun, 1) => {}
        }
    }
    mcp.finish_writes().await;
    let all = "2026-01-01T00:00:00Z".parse().unwrap().."2027-01-01T00:00:00Z".parse().unwrap();
    let query = RecordQuery {
        readings: vec![(Metric::Glucose, all)],
        ..RecordQuery::default()
    };
    let record = storage
        .inner
        .read_record(&AccountId::first(), &query)
        .await
        .unwrap();
    assert_eq!(record.readings[&Metric::Glucose].len(), 1, "it is whole");
}

#[tokio::test]
async fn g07_work_that_takes_too_long_is_answered() {
    let mcp = mcp_over(faulty(Fault::HangOnRead), Duration::from_millis(50));
    let answer = answer(&mcp, &principal(), call("get_workouts").into_request()).await;
    let result = &answer.body["result"];
    assert_eq!(result["isError"], true, "{}", answer.text);
    assert_eq!(result["structuredContent"]["error"]["code"], "timed_out");
}

#[tokio::test]
async fn g07_many_calls_at_once_are_all_answered() {
    let server = Server::new();
    let calls = (0..300).map(|_| server.send(call("get_health_metrics")));
    for answer in futures::future::join_all(calls).await {
        assert_eq!(answer.body["result"]["isError"], false);
    }
}

#[tokio::test]
async fn g11_lists_that_depend_on_the_account_are_private_and_discovery_is_public() {
    for (method, scope) in [
        ("tools/list", "private"),
        ("prompts/list", "private"),
        ("server/discover", "public"),
    ] {
        let answer = Server::new().send(Post::modern(method, json!({}))).await;
        let result = &answer.body["result"];
        assert_eq!(result["cacheScope"], scope, "{method}");
        assert_eq!(result["ttlMs"], 3_600_000, "{method}");
        assert_eq!(result["resultType"], "complete", "{method}");
        let server = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
        assert_eq!(server["name"], "vitalog", "{method}");
    }
}

#[test]
fn g12_no_macro_builds_the_tools_anew_for_each_call() {
    // The SDK's macros are a feature, and the workspace does not turn it on.
    let manifest = include_str!("../../../../Cargo.toml");
    let rmcp = manifest
        .lines()
        .find(|line| line.starts_with("rmcp = "))
        .unwrap();
    assert!(rmcp.contains("default-features = false"), "{rmcp}");
    assert!(!rmcp.contains("macros"), "{rmcp}");
}

#[tokio::test]
async fn g13_caching_hints_are_not_sent_to_the_other_era() {
    for version in ["2025-03-26", "2025-06-18", LEGACY] {
        for method in ["tools/list", "prompts/list"] {
            let answer = Server::new()
                .send(Post::legacy(version, method, json!({})))
                .await;
            let result = answer.body["result"].as_object().unwrap();
            assert_eq!(result.len(), 1, "{version} {method}: {:?}", result.keys());
        }
    }
}

#[tokio::test]
async fn g15_and_g19_making_a_handler_cannot_fail_and_costs_nothing() {
    // A thousand requests through one server: each takes a new handler from the factory.
    let server = Server::new();
    for _ in 0..1_000 {
        let answer = server.send(Post::legacy(LEGACY, "ping", json!({}))).await;
        assert_eq!(answer.text, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    }
}

#[tokio::test]
async fn g16_values_of_a_wrong_type_are_not_repeated() {
    let result = Server::new()
        .call(
            "get_workouts",
            json!({"start_date": {"secret": "s3cr3t"}, "days": "s3cr3t"}),
        )
        .await;
    assert_eq!(result["isError"], true);
    assert!(!result.to_string().contains("s3cr3t"), "{result}");
}

#[tokio::test]
async fn g17_a_message_can_be_driven_without_a_socket() {
    let answer = Server::new()
        .send(Post::modern("server/discover", json!({})))
        .await;
    assert_eq!(answer.body["result"]["supportedVersions"][0], MODERN);
}

#[tokio::test]
async fn g18_no_tool_asks_for_headers_of_its_own() {
    let answer = Server::new()
        .send(Post::modern("tools/list", json!({})))
        .await;
    assert!(!answer.text.contains("x-mcp-header"));
}
