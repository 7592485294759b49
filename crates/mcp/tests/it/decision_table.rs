//! Every row of the era table that a readable request can fall under, over HTTP.

use serde_json::{Value, json};

use crate::support::{LEGACY, MODERN, Post, Server, check, meta};

fn with_meta(method: &str, meta: &Value) -> Post {
    Post::bare(method, json!({"_meta": meta}))
}

fn meta_of(version: &str) -> Value {
    let mut meta = meta();
    meta["io.modelcontextprotocol/protocolVersion"] = json!(version);
    meta
}

#[tokio::test]
async fn modern_requests_are_held_to_their_headers() {
    let list = Post::modern("tools/list", json!({}));
    let call = Post::modern(
        "tools/call",
        json!({"name": "get_workouts", "arguments": {}}),
    );
    let version = "MCP-Protocol-Version";
    for (row, post, expected) in [
        ("13 served", list.clone(), (200, None)),
        ("13 call", call.clone(), (200, None)),
        (
            "7 no header",
            list.clone().without(version),
            (400, Some(-32_020)),
        ),
        (
            "8 legacy header",
            list.clone().set(version, LEGACY),
            (400, Some(-32_020)),
        ),
        (
            "8 unknown header",
            list.clone().set(version, "v999.0.0"),
            (400, Some(-32_020)),
        ),
        (
            "8 header twice",
            list.clone().with(version, MODERN),
            (400, Some(-32_020)),
        ),
        (
            "8 joined",
            list.clone().set(version, "2026-07-28, 2026-07-28"),
            (400, Some(-32_020)),
        ),
        (
            "8 padded",
            list.clone().set(version, " 2026-07-28\t"),
            (200, None),
        ),
        (
            "11 no method",
            list.clone().without("Mcp-Method"),
            (400, Some(-32_020)),
        ),
        (
            "11 other",
            list.clone().set("Mcp-Method", "tools/call"),
            (400, Some(-32_020)),
        ),
        (
            "11 case",
            list.clone().set("Mcp-Method", "TOOLS/LIST"),
            (400, Some(-32_020)),
        ),
        (
            "11 twice",
            list.clone().with("Mcp-Method", "tools/list"),
            (400, Some(-32_020)),
        ),
        (
            "11 joined",
            list.set("Mcp-Method", "tools/list, tools/list"),
            (400, Some(-32_020)),
        ),
        (
            "11 no name",
            call.clone().without("Mcp-Name"),
            (400, Some(-32_020)),
        ),
        (
            "11 other name",
            call.clone().set("Mcp-Name", "get_report_data"),
            (400, Some(-32_020)),
        ),
        (
            "11 padded name",
            call.clone().set("Mcp-Name", "  get_workouts "),
            (200, None),
        ),
        (
            "11 base64",
            call.clone().set("Mcp-Name", "=?base64?Z2V0X3dvcmtvdXRz?="),
            (200, None),
        ),
        (
            "11 bad base64",
            call.clone().set("Mcp-Name", "=?base64?Z2V0X3?="),
            (400, Some(-32_020)),
        ),
        (
            "11 case of marker",
            call.set("Mcp-Name", "=?BASE64?Z2V0X3dvcmtvdXRz?="),
            (400, Some(-32_020)),
        ),
    ] {
        check(row, post, expected).await;
    }
}

#[tokio::test]
async fn versions_that_cannot_be_served_name_those_that_can() {
    let post = with_meta("tools/list", &meta_of("v999.0.0"))
        .with("MCP-Protocol-Version", "v999.0.0")
        .with("Mcp-Method", "tools/list");
    let body = check("9 unknown", post, (400, Some(-32_022))).await;
    assert_eq!(body["error"]["data"]["requested"], "v999.0.0");
    assert_eq!(
        body["error"]["data"]["supported"],
        json!(["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"])
    );
    for legacy in [LEGACY, "2025-06-18", "2025-03-26"] {
        let post = with_meta("tools/list", &meta_of(legacy)).with("MCP-Protocol-Version", legacy);
        let body = check("9 legacy in _meta", post, (400, Some(-32_022))).await;
        assert_eq!(
            body["error"]["data"]["supported"],
            json!([MODERN]),
            "{legacy}"
        );
    }
    let post =
        with_meta("tools/list", &meta_of("2024-11-05")).with("MCP-Protocol-Version", "2024-11-05");
    check("9 too old", post, (400, Some(-32_022))).await;
}

#[tokio::test]
async fn incomplete_meta_is_refused() {
    let key = |name: &str| format!("io.modelcontextprotocol/{name}");
    let full = meta();
    let without = |name: &str| {
        let mut meta = full.clone();
        meta.as_object_mut().unwrap().shift_remove(&key(name));
        meta
    };
    let mut number = full.clone();
    number[key("clientCapabilities")] = json!(7);
    let mut version = full.clone();
    version[key("protocolVersion")] = json!(20_260_728);
    let mut shape = full.clone();
    shape[key("clientCapabilities")] = json!({"elicitation": 5});
    let mut client = full.clone();
    client[key("clientInfo")] = json!({"name": "x", "version": 7});
    for (row, meta) in [
        ("10 no capabilities", without("clientCapabilities")),
        ("10 capabilities number", number),
        ("10 capabilities of a wrong form", shape),
        ("client of a wrong form", client),
        ("14a no version", without("protocolVersion")),
        ("14a version number", version),
        (
            "14a client only",
            json!({"io.modelcontextprotocol/clientInfo": {"name": "x"}}),
        ),
        ("meta text", json!("x")),
    ] {
        for method in ["tools/list", "server/discover"] {
            let post = with_meta(method, &meta)
                .with("MCP-Protocol-Version", MODERN)
                .with("Mcp-Method", method);
            let body = check(row, post, (400, Some(-32_602))).await;
            let message = body["error"]["message"].as_str().unwrap();
            assert!(
                message.contains("_meta") || message.contains("io.modelcontextprotocol/"),
                "in the front layer's own words: {message}"
            );
        }
    }
    let post = with_meta("tools/list", &without("clientInfo"))
        .with("MCP-Protocol-Version", MODERN)
        .with("Mcp-Method", "tools/list");
    check("clientInfo is not required", post, (200, None)).await;
}

#[tokio::test]
async fn methods_of_the_other_era_and_unknown_ones_are_not_found() {
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "resources/list",
        "resources/templates/list",
        "completion/complete",
        "tasks/get",
        "subscriptions/listen",
        "unknown/method",
    ] {
        let params = json!({"protocolVersion": LEGACY, "notifications": {}});
        check(method, Post::modern(method, params), (404, Some(-32_601))).await;
    }
    let read = Post::modern("resources/read", json!({"uri": "ui://x"}));
    check("resources/read", read, (404, Some(-32_601))).await;
    for method in [
        "resources/list",
        "logging/setLevel",
        "completion/complete",
        "unknown/method",
    ] {
        // 404 would say that the session is gone.
        check(
            method,
            Post::legacy(LEGACY, method, json!({})),
            (200, Some(-32_601)),
        )
        .await;
    }
}

#[tokio::test]
async fn initialize_selects_the_handshake_whatever_the_header_says() {
    for (asked, agreed) in [
        (LEGACY, LEGACY),
        ("2025-06-18", "2025-06-18"),
        ("2025-03-26", "2025-03-26"),
        ("2024-11-05", LEGACY),
        (MODERN, LEGACY),
        ("v999", LEGACY),
    ] {
        for header in [None, Some(MODERN), Some(LEGACY), Some("v999")] {
            let mut post = Post::bare("initialize", json!({"protocolVersion": asked}));
            if let Some(header) = header {
                post = post
                    .with("MCP-Protocol-Version", header)
                    .with("Mcp-Method", "other");
            }
            let answer = Server::new().send(post).await;
            assert_eq!(answer.status, 200, "{asked} {header:?}: {}", answer.text);
            assert_eq!(answer.body["result"]["protocolVersion"], agreed);
            assert_eq!(answer.header("mcp-protocol-version"), Some(agreed));
        }
    }
    check(
        "no version",
        Post::bare("initialize", json!({})),
        (200, Some(-32_602)),
    )
    .await;
}

#[tokio::test]
async fn the_minimal_call_is_served_and_discovery_stays_strict() {
    let minimal = |method: &str, params: Value| {
        Post::legacy(MODERN, method, params).with("Mcp-Method", method)
    };
    let call = json!({"name": "get_workouts", "arguments": {}});
    let list = minimal("tools/list", json!({}));
    let no_params = Post::raw(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        .with("MCP-Protocol-Version", MODERN)
        .with("Mcp-Method", "tools/list");
    for (row, post, expected) in [
        ("no params", no_params, (200, None)),
        ("list", list.clone(), (200, None)),
        ("prompts", minimal("prompts/list", json!({})), (200, None)),
        (
            "call",
            minimal("tools/call", call.clone()).with("Mcp-Name", "get_workouts"),
            (200, None),
        ),
        (
            "foreign meta",
            minimal("tools/list", json!({"_meta": {"progressToken": 1}})),
            (200, None),
        ),
        (
            "call without name",
            minimal("tools/call", call),
            (400, Some(-32_020)),
        ),
        (
            "15 no Mcp-Method",
            list.clone().without("Mcp-Method"),
            (400, Some(-32_602)),
        ),
        (
            "wrong Mcp-Method",
            list.set("Mcp-Method", "tools/call"),
            (400, Some(-32_020)),
        ),
        (
            "15 discover",
            minimal("server/discover", json!({})),
            (400, Some(-32_602)),
        ),
        (
            "unknown",
            minimal("unknown/method", json!({})),
            (404, Some(-32_601)),
        ),
        (
            "listen",
            minimal("subscriptions/listen", json!({})),
            (404, Some(-32_601)),
        ),
        ("ping", minimal("ping", json!({})), (200, None)),
        (
            "ping alone",
            Post::legacy(MODERN, "ping", json!({})),
            (200, None),
        ),
    ] {
        let body = check(row, post, expected).await;
        if row == "list" {
            assert_eq!(
                body["result"]["resultType"], "complete",
                "it is a modern answer"
            );
        }
    }
}

#[tokio::test]
async fn requests_without_modern_meta_follow_the_handshake() {
    let related = json!({"_meta": {"io.modelcontextprotocol/related-task": {"taskId": "1"}}});
    for (row, post, expected) in [
        (
            "16",
            Post::legacy(LEGACY, "tools/list", json!({})),
            (200, None),
        ),
        (
            "16 older",
            Post::legacy("2025-06-18", "tools/list", json!({})),
            (200, None),
        ),
        (
            "16 oldest",
            Post::legacy("2025-03-26", "tools/list", json!({})),
            (200, None),
        ),
        (
            "16 ping",
            Post::legacy(LEGACY, "ping", json!({})),
            (200, None),
        ),
        (
            "16 related task",
            Post::legacy(LEGACY, "tools/list", related),
            (200, None),
        ),
        ("17", Post::bare("tools/list", json!({})), (200, None)),
        ("17 ping", Post::bare("ping", json!({})), (200, None)),
        (
            "17 empty meta",
            Post::bare("tools/list", json!({"_meta": {}})),
            (200, None),
        ),
        (
            "18",
            Post::legacy("v999", "tools/list", json!({})),
            (400, Some(-32_600)),
        ),
        (
            "18 too old",
            Post::legacy("2024-11-05", "tools/list", json!({})),
            (400, Some(-32_600)),
        ),
        (
            "18 ping",
            Post::legacy("v999", "ping", json!({})),
            (200, None),
        ),
        (
            "14a discover",
            Post::bare("server/discover", json!({})),
            (400, Some(-32_602)),
        ),
        (
            "14a discover",
            Post::legacy(LEGACY, "server/discover", json!({})),
            (400, Some(-32_602)),
        ),
        (
            "14a listen",
            Post::bare("subscriptions/listen", json!({})),
            (400, Some(-32_602)),
        ),
    ] {
        let body = check(row, post, expected).await;
        for modern in ["resultType", "ttlMs", "cacheScope", "_meta"] {
            assert!(body["result"].get(modern).is_none(), "{row}: {modern}");
        }
    }
}
