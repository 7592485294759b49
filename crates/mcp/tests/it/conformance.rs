//! The fixtures of the conformance suite: what the suite itself does not look at.

use std::sync::Arc;

use http::StatusCode;
use serde_json::{Value, json};
use vitalog_core::clock::{CountingEntropy, ManualClock};
use vitalog_mcp::{Mcp, McpOptions};
use vitalog_service::Service;
use vitalog_storage::MemoryStorage;

use crate::support::{Answer, LEGACY, Post, Server, answer, now, principal};

fn with_fixtures() -> Mcp {
    let clock = Arc::new(ManualClock::new(now()));
    let storage = Arc::new(MemoryStorage::default());
    let service = Service::new(storage, clock.clone(), Arc::new(CountingEntropy::default()));
    Mcp::with_conformance_fixtures(service, McpOptions::new(clock))
}

async fn send(post: Post) -> Answer {
    answer(&with_fixtures(), &principal(), post.into_request()).await
}

/// A modern request of a client that has a user to ask.
fn modern(method: &str, params: Value) -> Post {
    let mut post = Post::modern(method, params);
    let mut message: Value = serde_json::from_str(&post.body).unwrap();
    message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({"elicitation": {}});
    post.body = message.to_string();
    post
}

async fn call(params: Value) -> Value {
    send(modern("tools/call", params)).await.body
}

#[tokio::test]
async fn a_state_of_one_fixture_is_no_state_of_another() {
    const SEALS: &str = "test_input_required_result_request_state";
    let asked = call(json!({"name": SEALS})).await;
    let state = &asked["result"]["requestState"];
    assert!(state.is_string(), "{asked}");
    let answers = json!({"confirm": {"action": "accept", "content": {"ok": true}}});
    let retry = |tool: &str, state: &Value| {
        call(json!({"name": tool, "inputResponses": answers, "requestState": state}))
    };
    let done = retry(SEALS, state).await;
    assert_eq!(done["result"]["resultType"], "complete");
    let other = retry("test_input_required_result_tampered_state", state).await;
    assert_eq!(other["error"]["code"], -32602, "{other}");
    // Answers without the state that belongs to them are no answers.
    let again = retry(SEALS, &Value::Null).await;
    assert_eq!(again["result"]["resultType"], "input_required");
}

#[tokio::test]
async fn what_belongs_to_a_dialogue_is_passed_on_only_to_who_holds_one() {
    let params = json!({"name": "test_tool_with_progress", "_meta": {"progressToken": 7}});
    let streamed = send(Post::legacy(LEGACY, "tools/call", params)).await;
    assert_eq!(streamed.header("content-type"), Some("text/event-stream"));
    assert_eq!(streamed.text.matches("notifications/progress").count(), 3);

    let malformed = json!({"name": "get_workouts", "requestState": 7});
    let refused = send(modern("tools/call", malformed.clone())).await;
    assert_eq!(refused.code(), Some(-32602));
    let served = Server::new().send(modern("tools/call", malformed)).await;
    assert_eq!((served.status, served.code()), (StatusCode::OK, None));
}

#[tokio::test]
async fn a_server_made_without_fixtures_has_none() {
    let server = Server::new();
    for method in [
        "resources/list",
        "completion/complete",
        "subscriptions/listen",
    ] {
        let answer = server.send(Post::modern(method, json!({}))).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::NOT_FOUND, Some(-32601))
        );
    }
    let unknown = json!({"name": "test_simple_text"});
    let answer = server.send(Post::modern("tools/call", unknown)).await;
    assert_eq!(answer.code(), Some(-32602));
}

#[tokio::test]
async fn fixtures_take_nothing_from_the_tools() {
    let list = |mcp: Mcp| async move {
        let answer = answer(
            &mcp,
            &principal(),
            Post::modern("tools/list", json!({})).into_request(),
        )
        .await;
        answer.body["result"]["tools"].as_array().unwrap().clone()
    };
    let ours = list(Server::new().mcp).await;
    let all = list(with_fixtures()).await;
    assert_eq!(all[..ours.len()], ours[..]);
    assert!(all.len() > ours.len());
}
