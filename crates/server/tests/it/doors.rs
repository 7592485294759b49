//! Who is let in: paths, secrets, methods, and what every reply carries.

use http::Method;
use serde_json::json;
use vitalog_test_support::{Era, Push, TestApp};

#[tokio::test]
async fn every_wrong_path_gets_the_same_answer() {
    let app = TestApp::start().await;
    let wrong = "0".repeat(64);
    for path in [
        "/",
        "/ingest",
        "/ingest/",
        &format!("/ingest/{wrong}"),
        &format!("/mcp/{wrong}"),
        &format!("/mcp/{wrong}/more"),
        // The secrets are of different doors.
        &app.ingest_path().replace("/ingest/", "/mcp/"),
        &app.mcp_path().replace("/mcp/", "/ingest/"),
        &format!("/mcp/{}", app.ingest_key()),
        "/metrics",
    ] {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            let reply = app.request(method, path, &[], "").await;
            assert_eq!(
                (reply.status.as_u16(), reply.text().as_str()),
                (404, "Not found"),
                "{path}"
            );
        }
    }
}

#[tokio::test]
async fn slashes_at_the_end_of_a_path_are_accepted_without_a_redirect() {
    let app = TestApp::start().await;
    let path = format!("{}//", app.ingest_path());
    let headers = [("x-ingest-key", app.ingest_key())];
    let reply = app
        .request(Method::POST, &path, &headers, Push::new().to_bytes())
        .await;
    assert_eq!(reply.status, 200);
    let reply = app
        .rpc_at(
            &format!("{}/", app.mcp_path()),
            Era::Modern,
            "tools/list",
            json!({}),
        )
        .await;
    assert_eq!(reply.status, 200);
}

#[tokio::test]
async fn health_is_told_to_anyone() {
    let app = TestApp::start().await;
    for (path, text) in [("/healthz", "ok"), ("/readyz", "ready")] {
        // A load balancer asks under whatever name it likes.
        let reply = app
            .request(Method::GET, path, &[("host", "10-0-0-1.pool")], "")
            .await;
        assert_eq!((reply.status.as_u16(), reply.text().as_str()), (200, text));
        assert_eq!(app.request(Method::HEAD, path, &[], "").await.status, 200);
        assert_eq!(app.request(Method::POST, path, &[], "").await.status, 405);
    }
}

#[tokio::test]
async fn bare_mcp_asks_for_a_credential_and_takes_no_other_method() {
    let app = TestApp::start().await;
    for path in ["/mcp", "/mcp/"] {
        let reply = app.request(Method::POST, path, &[], "{}").await;
        assert_eq!(reply.status, 401);
        assert!(reply.sentence().contains("`vitalog url`"));
        for method in [Method::GET, Method::PUT, Method::DELETE, Method::PATCH] {
            let reply = app.request(method, path, &[], "").await;
            assert_eq!(
                (reply.status.as_u16(), reply.header("allow")),
                (405, "POST, OPTIONS")
            );
        }
        let reply = app.request(Method::OPTIONS, path, &[], "").await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("allow")),
            (204, "POST, OPTIONS")
        );
    }
}

#[tokio::test]
async fn the_connector_takes_post_alone() {
    let app = TestApp::start().await;
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        let reply = app.request(method, &app.mcp_path(), &[], "").await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("allow")),
            (405, "POST, OPTIONS")
        );
    }
}

#[tokio::test]
async fn the_path_door_can_be_switched_off() {
    let app = TestApp::builder()
        .set("VITALOG_ACCESS__PATH_DOOR", "false")
        .start()
        .await;
    let reply = app.rpc(Era::Modern, "tools/list", json!({})).await;
    assert_eq!(
        (reply.status.as_u16(), reply.text().as_str()),
        (404, "Not found")
    );
}

#[tokio::test]
async fn every_reply_stays_out_of_caches_and_is_not_guessed_at() {
    let app = TestApp::start().await;
    for (method, path) in [
        (Method::GET, "/nowhere".to_owned()),
        (Method::GET, "/healthz".to_owned()),
        (Method::POST, "/mcp".to_owned()),
        (Method::POST, app.mcp_path()),
        (Method::POST, app.ingest_path()),
    ] {
        let reply = app.request(method, &path, &[], "").await;
        assert_eq!(reply.header("cache-control"), "no-store", "{path}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
    }
}

#[tokio::test]
async fn a_rotated_secret_is_dead_at_once() {
    use vitalog_service::SecretKind;

    let app = TestApp::start().await;
    let ping = |path: String| {
        let app = &app;
        async move {
            app.rpc_at(&path, Era::Legacy, "ping", json!({}))
                .await
                .status
                .as_u16()
        }
    };
    assert_eq!(ping(app.mcp_path()).await, 200);
    app.service
        .rotate_secret(&app.account.id, SecretKind::Path)
        .await
        .unwrap();
    assert_eq!(ping(app.mcp_path()).await, 404);

    app.service
        .rotate_secret(&app.account.id, SecretKind::IngestKey)
        .await
        .unwrap();
    let reply = app.push_bytes(&[], Push::new().to_bytes()).await;
    assert_eq!(reply.status, 401);
}

#[tokio::test]
async fn a_connection_sees_the_toolsets_its_url_names() {
    let app = TestApp::start().await;
    let tools = |query: &'static str| {
        let path = format!("{}{query}", app.mcp_path());
        let app = &app;
        async move {
            let reply = app
                .rpc_at(&path, Era::Modern, "tools/list", json!({}))
                .await
                .json();
            reply["result"]["tools"].as_array().map_or(0, Vec::len)
        }
    };
    assert_eq!(tools("").await, 23);
    assert_eq!(tools("?toolsets=record").await, 9);
    assert_eq!(tools("?toolsets=record%2Cinsight").await, 16);
    assert_eq!(tools("?toolsets=insight").await, 8);
    assert_eq!(tools("?toolsets=relay").await, 7);
    // Workouts are in every group but one, nights and two periods in two.
    assert_eq!(tools("?toolsets=trends").await, 11);

    let path = format!("{}?toolsets=recrod", app.mcp_path());
    let reply = app
        .rpc_at(&path, Era::Modern, "tools/list", json!({}))
        .await;
    assert_eq!(reply.status, 400);
    let error = &reply.json()["error"];
    assert_eq!(error["code"], -32_600);
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("record, insight, relay, trends"));
    assert_eq!(reply.header("mcp-protocol-version"), "2026-07-28");
}

#[tokio::test]
async fn accounts_do_not_see_one_another() {
    use secrecy::ExposeSecret;
    use vitalog_core::AccountId;
    use vitalog_service::AccountChange;

    let app = TestApp::start().await;
    app.push(&[], &Push::new().weight("2026-10-05 07:00:00 -0700", 184.2))
        .await;
    let anna = AccountId::new("anna").unwrap();
    app.service
        .add_account(&anna, AccountChange::default())
        .await
        .unwrap();
    let secrets = app.service.secrets(&anna).await.unwrap();

    let path = format!("/mcp/{}", secrets.path.expose_secret());
    let params = json!({"name": "get_health_metrics", "arguments": {"metric": "all"}});
    let reply = app
        .rpc_at(&path, Era::Modern, "tools/call", params)
        .await
        .json();
    assert_eq!(reply["result"]["structuredContent"]["days"], json!([]));

    // One account's key does not fit the other's path.
    let path = format!("/ingest/{}", secrets.ingest_path.expose_secret());
    let headers = [("x-ingest-key", app.ingest_key())];
    let reply = app
        .request(Method::POST, &path, &headers, Push::new().to_bytes())
        .await;
    assert_eq!(reply.status, 401);
}
