//! Tokens: who is let in by one, and to what.

use http::Method;
use secrecy::ExposeSecret;
use serde_json::json;
use vitalog_core::{AccountId, Clock};
use vitalog_service::{AccountChange, NewToken, Scope, TokenKind};
use vitalog_test_support::{Reply, TestApp};

fn asks_for(scope: Scope) -> NewToken {
    NewToken {
        label: "a script".to_owned(),
        kind: TokenKind::Personal,
        client: None,
        scope,
        toolsets: None,
        expires_at: None,
    }
}

async fn token(app: &TestApp, new: NewToken) -> (String, String) {
    let (token, secret) = app
        .service
        .create_token(&AccountId::first(), new)
        .await
        .unwrap();
    (token.id, secret.expose_secret().to_owned())
}

async fn rpc(
    app: &TestApp,
    path: &str,
    headers: &[(&str, &str)],
    message: serde_json::Value,
) -> Reply {
    let mut all = vec![
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", "2025-11-25"),
    ];
    all.extend_from_slice(headers);
    app.request(Method::POST, path, &all, message.to_string())
        .await
}

async fn ask(app: &TestApp, authorization: &str, method: &str, params: serde_json::Value) -> Reply {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    rpc(app, "/mcp", &[("authorization", authorization)], message).await
}

async fn tools(app: &TestApp, authorization: &str) -> Vec<String> {
    let reply = ask(app, authorization, "tools/list", json!({})).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let tools = reply.json()["result"]["tools"].clone();
    let names = tools.as_array().unwrap().iter();
    names
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn token_of_scope_read_reads_and_cannot_write() {
    let app = TestApp::start().await;
    let (_, secret) = token(&app, asks_for(Scope::Read)).await;
    let bearer = format!("Bearer {secret}");
    let listed = tools(&app, &bearer).await;
    assert!(listed.contains(&"get_health_metrics".to_owned()));
    let log = json!({"metric": "glucose", "value": 95, "unit": "mg/dL"});
    for (tool, arguments) in [
        ("log_reading", log),
        (
            "delete_reading",
            json!({"metric": "glucose", "timestamp": "2026-10-05T07:00:00-07:00"}),
        ),
        ("log_entry", json!({"name": "coffee", "value": 1})),
    ] {
        assert!(!listed.contains(&tool.to_owned()), "{tool}");
        let params = json!({"name": tool, "arguments": arguments});
        let result = ask(&app, &bearer, "tools/call", params).await.json()["result"].clone();
        assert_eq!(result["isError"], true, "{tool}");
        assert_eq!(
            result["structuredContent"]["error"]["code"], "read_only_connection",
            "{tool}"
        );
    }
    let result = ask(
        &app,
        &bearer,
        "tools/call",
        json!({"name": "get_health_metrics", "arguments": {"metric": "glucose"}}),
    )
    .await
    .json();
    assert_eq!(result["result"]["structuredContent"]["days"], json!([]));
}

#[tokio::test]
async fn token_of_scope_write_writes() {
    let app = TestApp::start().await;
    let (_, secret) = token(&app, asks_for(Scope::ReadWrite)).await;
    let bearer = format!("bearer {secret}");
    assert!(
        tools(&app, &bearer)
            .await
            .contains(&"log_reading".to_owned())
    );
    let params = json!({
        "name": "log_reading",
        "arguments": {"metric": "glucose", "value": 95, "unit": "mg/dL"},
    });
    let reply = ask(&app, &bearer, "tools/call", params).await.json();
    assert_eq!(reply["result"]["isError"], json!(false), "{reply}");
}

#[tokio::test]
async fn token_sees_the_toolsets_it_was_made_for_unless_the_url_chooses() {
    let app = TestApp::start().await;
    let toolsets = Some("relay".to_owned());
    let (_, secret) = token(
        &app,
        NewToken {
            toolsets,
            ..asks_for(Scope::Read)
        },
    )
    .await;
    let bearer = format!("Bearer {secret}");
    let listed = tools(&app, &bearer).await;
    assert!(listed.contains(&"get_recovery".to_owned()));
    assert!(!listed.contains(&"get_health_metrics".to_owned()));
}

#[tokio::test]
async fn what_opens_nothing_is_told_nothing_but_how_to_ask() {
    let app = TestApp::start().await;
    let (id, revoked) = token(&app, asks_for(Scope::Read)).await;
    app.service
        .revoke_token(&AccountId::first(), &id)
        .await
        .unwrap()
        .unwrap();
    let now = app.clock.now();
    let expires_at = Some(now + std::time::Duration::from_mins(10));
    let (_, ended) = token(
        &app,
        NewToken {
            expires_at,
            ..asks_for(Scope::Read)
        },
    )
    .await;
    assert_eq!(
        ask(&app, &format!("Bearer {ended}"), "tools/list", json!({}))
            .await
            .status,
        200
    );
    app.wait_minutes(10);
    let never = format!("vtl_{}", "0".repeat(64));
    let mut texts = Vec::new();
    for secret in [&revoked, &ended, &never] {
        for method in [
            "initialize",
            "server/discover",
            "ping",
            "tools/list",
            "tools/call",
            "no/such",
        ] {
            let reply = ask(&app, &format!("Bearer {secret}"), method, json!({})).await;
            assert_eq!(reply.status, 401, "{method}");
            assert_eq!(
                reply.header("www-authenticate"),
                "Bearer error=\"invalid_token\""
            );
            texts.push(reply.text());
        }
    }
    texts.dedup();
    assert_eq!(texts.len(), 1, "which of them it is, is told to nobody");

    let good = token(&app, asks_for(Scope::Read)).await.1;
    for (authorization, status) in [
        (format!("Basic {good}"), 400),
        (good.clone(), 400),
        (format!("Bearer {good} {good}"), 400),
        ("Bearer ".to_owned(), 400),
        (format!("Bearer  {good}"), 200),
        (format!("BEARER {good}"), 200),
        (format!("Bearer {}", good.to_uppercase()), 401),
        (format!("Bearer {}", &good[..good.len() - 1]), 401),
    ] {
        let reply = ask(&app, &authorization, "tools/list", json!({})).await;
        assert_eq!(reply.status.as_u16(), status);
    }
}

#[tokio::test]
async fn token_counts_in_its_header_alone_and_once() {
    let app = TestApp::start().await;
    let (_, secret) = token(&app, asks_for(Scope::Read)).await;
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
    for path in [
        format!("/mcp?access_token={secret}"),
        format!("/mcp?token={secret}"),
    ] {
        let reply = rpc(&app, &path, &[], list.clone()).await;
        assert_eq!(reply.status, 401);
        assert_eq!(reply.header("www-authenticate"), "Bearer");
    }
    let reply = rpc(&app, &format!("/mcp/{secret}"), &[], list.clone()).await;
    assert_eq!(reply.status, 404, "it is no path secret");
    let twice = format!("Bearer {secret}");
    let headers = [
        ("authorization", twice.as_str()),
        ("authorization", twice.as_str()),
    ];
    assert_eq!(rpc(&app, "/mcp", &headers, list.clone()).await.status, 400);
    // A path secret is no token, and a token no ingest key.
    let path_secret = app.mcp_path().replace("/mcp/", "");
    let reply = ask(
        &app,
        &format!("Bearer {path_secret}"),
        "tools/list",
        json!({}),
    )
    .await;
    assert_eq!(reply.status, 401);
    let headers = [("x-ingest-key", secret.as_str())];
    let reply = app
        .request(Method::POST, &app.ingest_path(), &headers, "{}")
        .await;
    assert_eq!(reply.status, 401);
}

#[tokio::test]
async fn token_opens_its_own_account_alone() {
    let app = TestApp::start().await;
    let anna = AccountId::new("anna").unwrap();
    app.service
        .add_account(&anna, AccountChange::default())
        .await
        .unwrap();
    let log = json!({"name": "log_entry", "arguments": {"name": "of_me", "value": 1}});
    let (_, of_me) = token(&app, asks_for(Scope::ReadWrite)).await;
    ask(&app, &format!("Bearer {of_me}"), "tools/call", log).await;
    let (of_anna, secret) = app
        .service
        .create_token(&anna, asks_for(Scope::Read))
        .await
        .unwrap();
    let list = json!({"name": "list_metrics", "arguments": {"source": "custom"}});
    let bearer = format!("Bearer {}", secret.expose_secret());
    let reply = ask(&app, &bearer, "tools/call", list.clone()).await;
    assert!(!reply.text().contains("of_me"));
    assert!(
        ask(&app, &format!("Bearer {of_me}"), "tools/call", list)
            .await
            .text()
            .contains("of_me")
    );
    // By its identifier another's token is not found.
    let not_mine = app
        .service
        .revoke_token(&AccountId::first(), &of_anna.id)
        .await
        .unwrap();
    assert_eq!(not_mine, None);
    assert_eq!(
        ask(&app, &bearer, "tools/list", json!({})).await.status,
        200
    );
}
