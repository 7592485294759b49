//! What the HTTP door asks of a request before it is read, and the form of its replies.

use axum::body::Body;
use http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::support::{LEGACY, MODERN, Post, Server, answer};

#[tokio::test]
async fn only_post_is_answered_and_options_says_so() {
    let server = Server::new();
    for (method, status) in [
        ("GET", 405),
        ("DELETE", 405),
        ("PUT", 405),
        ("HEAD", 405),
        ("PATCH", 405),
        ("OPTIONS", 204),
    ] {
        let request = Request::builder()
            .method(method)
            .uri("/mcp/secret")
            .header("accept", "text/html")
            .body(Body::empty())
            .unwrap();
        let answer = answer(&server.mcp, &server.principal, request).await;
        assert_eq!(answer.status.as_u16(), status, "{method}");
        assert_eq!(answer.header("allow"), Some("POST, OPTIONS"), "{method}");
        assert_eq!(answer.text, "");
    }
}

#[tokio::test]
async fn the_body_must_be_plain_json() {
    let post = Post::legacy(LEGACY, "ping", json!({}));
    for (name, value, status) in [
        ("content-type", "application/json", 200),
        ("content-type", "Application/JSON; charset=utf-8", 200),
        ("content-type", "text/plain", 415),
        ("content-type", "application/jsonp", 415),
        ("content-encoding", "gzip", 415),
        ("content-encoding", "identity", 200),
    ] {
        let answer = Server::new().send(post.clone().set(name, value)).await;
        assert_eq!(answer.status.as_u16(), status, "{name}: {value}");
        if status == 415 {
            assert_eq!(answer.code(), Some(-32_600), "it has a JSON-RPC body");
        }
    }
    let answer = Server::new().send(post.without("content-type")).await;
    assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn a_body_over_256_kib_is_refused_with_a_json_rpc_error() {
    let body = |size: usize| {
        let frame = json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": ""}});
        let padding = size - frame.to_string().len();
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "x".repeat(padding)}})
            .to_string()
    };
    let fits = Server::new().send(Post::raw(body(256 * 1024))).await;
    assert_eq!(fits.status, StatusCode::OK);
    let over = Server::new().send(Post::raw(body(256 * 1024 + 1))).await;
    assert_eq!(
        (over.status, over.code()),
        (StatusCode::PAYLOAD_TOO_LARGE, Some(-32_600))
    );
}

/// The document that an answer carries in either form.
fn document(kind: &str, text: &str) -> Value {
    match kind {
        "application/json" => serde_json::from_str(text).unwrap(),
        "text/event-stream" => {
            let data = text
                .strip_prefix("event: message\ndata: ")
                .and_then(|rest| rest.strip_suffix("\n\n"))
                .expect("one event");
            serde_json::from_str(data).unwrap()
        }
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn accept_chooses_json_where_it_can_and_one_event_where_it_must() {
    let server = Server::new();
    let list = Post::modern("tools/list", json!({}));
    let whole = server.send(list.clone()).await.body;
    for (accept, kind) in [
        (None, "application/json"),
        (
            Some("application/json, text/event-stream"),
            "application/json",
        ),
        (
            Some("text/event-stream, application/json"),
            "application/json",
        ),
        (Some("application/json"), "application/json"),
        (Some(""), "application/json"),
        (Some(" \t"), "application/json"),
        (Some("*/*"), "application/json"),
        (Some("application/*;q=0.1"), "application/json"),
        (Some("text/html, */*;q=0.8"), "application/json"),
        (Some("text/event-stream"), "text/event-stream"),
        (
            Some("Text/Event-Stream; charset=utf-8"),
            "text/event-stream",
        ),
        (Some("text/*"), "text/event-stream"),
        (
            Some("application/json;q=0, text/event-stream"),
            "text/event-stream",
        ),
        (Some("application/json;q=0, */*"), "text/event-stream"),
    ] {
        let post = match accept {
            Some(accept) => list.clone().set("accept", accept),
            None => list.clone().without("accept"),
        };
        let answer = server.send(post).await;
        assert_eq!(answer.status, StatusCode::OK, "{accept:?}");
        assert_eq!(answer.header("content-type"), Some(kind), "{accept:?}");
        assert_eq!(
            document(kind, &answer.text),
            whole,
            "the same envelope: {accept:?}"
        );
    }
    for accept in [
        "text/html",
        "application/xml, image/*",
        "application/json;q=0.0",
        ",",
    ] {
        let answer = server.send(list.clone().set("accept", accept)).await;
        assert_eq!(answer.status, StatusCode::NOT_ACCEPTABLE, "{accept:?}");
        assert_eq!(answer.code(), Some(-32_600));
    }
}

#[tokio::test]
async fn every_reply_says_who_answered_and_is_not_kept() {
    let event_only = Post::modern("tools/list", json!({})).set("accept", "text/event-stream");
    for (post, revision) in [
        (Post::modern("tools/list", json!({})), MODERN),
        (event_only, MODERN),
        (
            Post::legacy("2025-06-18", "tools/list", json!({})),
            "2025-06-18",
        ),
        (Post::bare("tools/list", json!({})), "2025-03-26"),
        (Post::legacy(LEGACY, "nope", json!({})), LEGACY),
        (Post::modern("nope", json!({})), MODERN),
        (Post::raw("{").with("MCP-Protocol-Version", LEGACY), LEGACY),
        (Post::raw(r#"{"jsonrpc":"2.0","method":"x"}"#), "2025-03-26"),
        (
            Post::modern("tools/list", json!({})).set("content-type", "text/plain"),
            MODERN,
        ),
        (
            Post::legacy(LEGACY, "ping", json!({})).set("accept", "text/html"),
            LEGACY,
        ),
    ] {
        let answer = Server::new().send(post.clone()).await;
        assert_eq!(
            answer.header("mcp-protocol-version"),
            Some(revision),
            "{post:?}"
        );
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{post:?}");
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{post:?}"
        );
        assert_eq!(
            answer.header("mcp-session-id"),
            None,
            "there are no sessions"
        );
    }
}

#[tokio::test]
async fn deep_nesting_is_refused_rather_than_followed() {
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"x":{}{}}}}}"#,
        "[".repeat(10_000),
        "]".repeat(10_000)
    );
    let answer = Server::new().send(Post::raw(deep)).await;
    assert_eq!(
        (answer.status, answer.code()),
        (StatusCode::BAD_REQUEST, Some(-32_700))
    );
}
