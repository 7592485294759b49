//! How much may be asked, and what is said when it is too much.

use std::time::Duration;

use http::Method;
use secrecy::ExposeSecret;
use serde_json::json;
use vitalog_core::AccountId;
use vitalog_service::{NewToken, Scope, TokenKind};
use vitalog_test_support::{Era, Reply, TestApp};

async fn app(per_minute: &str, anonymous_per_minute: &str) -> TestApp {
    TestApp::builder()
        .set("VITALOG_LIMITS__PER_MINUTE", per_minute)
        .set("VITALOG_LIMITS__PER_DAY", "5000")
        .set("VITALOG_LIMITS__ANONYMOUS_PER_MINUTE", anonymous_per_minute)
        // The clock of the runtime stands still, and no server answers in no time.
        .in_memory()
        .start()
        .await
}

async fn ask(app: &TestApp, path: &str, authorization: Option<&str>) -> Reply {
    let mut headers = vec![
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", "2025-11-25"),
    ];
    headers.extend(authorization.map(|value| ("authorization", value)));
    let message = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list"});
    app.request(Method::POST, path, &headers, message.to_string())
        .await
}

async fn bearer(app: &TestApp) -> String {
    let new = NewToken {
        label: "a".to_owned(),
        kind: TokenKind::Personal,
        client: None,
        scope: Scope::Read,
        toolsets: None,
        expires_at: None,
    };
    let made = app.service.create_token(&AccountId::first(), new).await;
    format!("Bearer {}", made.unwrap().1.expose_secret())
}

#[tokio::test(start_paused = true)]
async fn each_credential_has_its_own_minute() {
    let app = app("2", "0").await;
    let (one, other) = (bearer(&app).await, bearer(&app).await);
    for (path, authorization) in [
        ("/mcp".to_owned(), Some(one.as_str())),
        ("/mcp".to_owned(), Some(other.as_str())),
        (app.mcp_path(), None),
    ] {
        for left in ["1", "0"] {
            let reply = ask(&app, &path, authorization).await;
            assert_eq!(reply.status, 200);
            assert_eq!(
                reply.header("ratelimit-policy"),
                "\"default\";q=2;w=60, \"daily\";q=5000;w=86400"
            );
            assert_eq!(
                reply.header("ratelimit"),
                format!("\"default\";r={left};t=60")
            );
            assert_eq!(reply.header("api-version"), "2026-11-30");
        }
        let reply = ask(&app, &path, authorization).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("retry-after")),
            (429, "60")
        );
        assert_eq!(reply.header("ratelimit"), "\"default\";r=0;t=60");
        assert_eq!(reply.json()["error"]["code"], -31_429);
        assert_eq!(reply.header("content-type"), "application/json");
    }
    tokio::time::advance(Duration::from_mins(1)).await;
    assert_eq!(ask(&app, "/mcp", Some(&one)).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn who_shows_nothing_that_fits_is_counted_apart_and_stops_nobody_else() {
    let app = app("120", "2").await;
    let good = bearer(&app).await;
    let never = format!("Bearer vtl_{}", "0".repeat(64));
    assert_eq!(ask(&app, "/mcp", None).await.status, 401);
    let reply = ask(&app, "/mcp", Some(&never)).await;
    assert_eq!(reply.status, 401);
    assert_eq!(reply.header("ratelimit-policy"), "\"default\";q=2;w=60");
    for authorization in [None, Some(never.as_str()), Some("Basic a")] {
        let reply = ask(&app, "/mcp", authorization).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("retry-after")),
            (429, "60")
        );
    }
    assert_eq!(ask(&app, "/mcp", Some(&good)).await.status, 200);
    assert_eq!(
        app.rpc(Era::Modern, "tools/list", json!({})).await.status,
        200
    );
    tokio::time::advance(Duration::from_mins(1)).await;
    assert_eq!(ask(&app, "/mcp", None).await.status, 401);
}

#[tokio::test]
async fn addresses_are_told_apart_and_a_trusted_proxy_is_believed() {
    let app = TestApp::builder()
        .set("VITALOG_LIMITS__ANONYMOUS_PER_MINUTE", "1")
        .set("VITALOG_SERVER__TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8")
        .start()
        .await;
    let socket = app.listen().await;
    let from = async |forwarded: &str| {
        let text = format!(
            "POST /mcp HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: {forwarded}\r\n\
             content-length: 0\r\nconnection: close\r\n\r\n"
        );
        let reply = socket.ask(&text).await;
        reply.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(from("192.0.2.1").await, "401");
    assert_eq!(from("192.0.2.1").await, "429");
    assert_eq!(from("192.0.2.2").await, "401");
    assert_eq!(
        from("192.0.2.9, 192.0.2.2").await,
        "429",
        "what the client wrote does not count"
    );
    assert_eq!(from("192.0.2.3, 10.0.0.7").await, "401");
    socket.stop().await;
}
