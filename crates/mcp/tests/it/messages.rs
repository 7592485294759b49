//! What is no readable request: the rows of the era table above it.

use http::StatusCode;
use serde_json::json;

use crate::support::{LEGACY, MODERN, Post, Server, check};

#[tokio::test]
async fn unreadable_messages_are_answered_with_json_rpc_errors() {
    for (row, body, code) in [
        ("3 not JSON", "{", -32_700),
        ("3 empty", "", -32_700),
        (
            "4 batch",
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
            -32_600,
        ),
        ("4 empty batch", "[]", -32_600),
        ("no object", "7", -32_600),
        ("no jsonrpc", r#"{"id":1,"method":"ping"}"#, -32_600),
        (
            "old jsonrpc",
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            -32_600,
        ),
        (
            "id null",
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            -32_600,
        ),
        (
            "id fraction",
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            -32_600,
        ),
        (
            "id beyond what comes back whole",
            r#"{"jsonrpc":"2.0","id":18446744073709551616,"method":"ping"}"#,
            -32_600,
        ),
        (
            "id infinite",
            r#"{"jsonrpc":"2.0","id":1e400,"method":"ping"}"#,
            -32_700,
        ),
        ("no method", r#"{"jsonrpc":"2.0","id":1}"#, -32_600),
        (
            "method number",
            r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
            -32_600,
        ),
        (
            "params array",
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
            -32_600,
        ),
    ] {
        for version in [None, Some(LEGACY), Some(MODERN), Some("2025-03-26")] {
            let mut post = Post::raw(body);
            if let Some(version) = version {
                post = post.with("MCP-Protocol-Version", version);
            }
            check(row, post, (400, Some(code))).await;
        }
    }
}

#[tokio::test]
async fn errors_carry_the_id_with_its_type_if_it_could_be_read() {
    let post = Post::raw(r#"{"jsonrpc":"2.0","id":"a7","method":"ping","params":[]}"#);
    let body = check("text id", post, (400, Some(-32_600))).await;
    assert_eq!(body["id"], "a7");
    let post = Post::raw(r#"{"jsonrpc":"2.0","id":7,"method":"nope"}"#);
    assert_eq!(
        check("number id", post, (200, Some(-32_601))).await["id"],
        7
    );
    let body = check("no id", Post::raw("{"), (400, Some(-32_700))).await;
    assert!(
        body.get("id").is_none(),
        "an id that could not be read is left out"
    );
}

#[tokio::test]
async fn ids_that_are_integers_come_back_as_they_were_sent() {
    for id in [
        "0",
        "-7",
        "1.0",
        "-3.0",
        "9007199254740991.0",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "-9223372036854775808",
        "\"\"",
        "\"1.0\"",
    ] {
        for (method, code) in [("tools/list", None), ("nope", Some(-32_601))] {
            let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#);
            let answer = Server::new().send(Post::raw(body)).await;
            assert_eq!(answer.code(), code, "{id}: {}", answer.text);
            assert_eq!(answer.body["id"].to_string(), id, "{method}");
        }
    }
}

#[tokio::test]
async fn messages_that_want_no_answer_get_none() {
    let response = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    check("5 legacy", Post::raw(response), (202, None)).await;
    let modern = Post::raw(response).with("MCP-Protocol-Version", MODERN);
    check("5 modern", modern, (400, Some(-32_600))).await;
    for method in [
        "notifications/initialized",
        "notifications/cancelled",
        "notifications/odd",
    ] {
        let body = json!({"jsonrpc": "2.0", "method": method}).to_string();
        for version in ["2025-03-26", LEGACY, MODERN, "v999"] {
            let post = Post::raw(body.clone()).with("MCP-Protocol-Version", version);
            let answer = Server::new().send(post).await;
            assert_eq!(
                (answer.status, answer.text.as_str()),
                (StatusCode::ACCEPTED, "")
            );
        }
    }
}
