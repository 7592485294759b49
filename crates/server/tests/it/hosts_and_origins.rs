//! Under which names the server answers, and to which pages.

use axum::body::Body;
use http::{Method, Request};
use vitalog_test_support::TestApp;

#[tokio::test]
async fn only_hosts_of_this_server_are_answered() {
    let app = TestApp::builder()
        .set("VITALOG_SERVER__PUBLIC_URL", "https://health.example.org/")
        .set("VITALOG_SERVER__ALLOWED_HOSTS", "other.example")
        .start()
        .await;
    for (host, status) in [
        ("localhost", 401),
        ("LOCALHOST:9999", 401),
        ("app.localhost:80", 401),
        ("127.0.0.1:8787", 401),
        ("[::1]:8787", 401),
        ("192.168.1.20:8787", 401),
        ("health.example.org", 401),
        ("Health.Example.Org:443", 401),
        ("health.example.org.", 401),
        ("other.example", 401),
        ("evil.example", 403),
        ("health.example.org.evil.example", 403),
        ("localhost.evil.example", 403),
        ("localhost:evil", 403),
        ("notlocalhost", 403),
        ("", 403),
    ] {
        let reply = app
            .request(Method::POST, "/mcp", &[("host", host)], "{}")
            .await;
        assert_eq!(reply.status.as_u16(), status, "{host}");
        if status == 403 {
            assert!(reply.sentence().contains("VITALOG_SERVER__PUBLIC_URL"));
        }
    }
    for method in [Method::GET, Method::OPTIONS, Method::POST] {
        for path in [app.mcp_path(), app.ingest_path()] {
            let reply = app
                .request(method.clone(), &path, &[("host", "evil.example")], "")
                .await;
            assert_eq!(reply.status, 403, "{method}");
        }
    }
    let hosts = [("host", "localhost"), ("host", "evil.example")];
    assert_eq!(
        app.request(Method::POST, "/mcp", &hosts, "").await.status,
        403
    );
    let nameless = Request::post("/mcp").body(Body::empty()).unwrap();
    assert_eq!(app.send(nameless).await.status, 403);
}

#[tokio::test]
async fn only_pages_on_the_list_and_the_server_s_own_may_call() {
    let app = TestApp::builder()
        .set("VITALOG_SERVER__PUBLIC_URL", "https://health.example.org")
        .set(
            "VITALOG_SERVER__ALLOWED_ORIGINS",
            "http://localhost:6274,https://page.example",
        )
        .start()
        .await;
    for (origin, allowed) in [
        ("https://page.example", true),
        ("http://localhost:6274", true),
        ("https://health.example.org", true),
        ("http://localhost:8787", true),
        ("http://localhost:8788", false),
        ("https://localhost:8787", false),
        ("http://page.example", false),
        ("https://page.example:444", false),
        ("https://page.example.evil", false),
        ("https://evil.example", false),
        ("null", false),
        ("", false),
    ] {
        for path in ["/mcp", &app.mcp_path(), &app.ingest_path()] {
            for method in [Method::POST, Method::GET, Method::OPTIONS, Method::DELETE] {
                let headers = [("origin", origin), ("host", "localhost:8787")];
                let reply = app.request(method.clone(), path, &headers, "").await;
                assert_eq!(
                    reply.status != 403,
                    allowed,
                    "{method} {path} from {origin:?}"
                );
            }
        }
        let reply = app
            .request(Method::OPTIONS, "/mcp", &[("origin", origin)], "")
            .await;
        let told = if allowed { origin } else { "" };
        assert_eq!(reply.header("access-control-allow-origin"), told);
    }
    let twice = [
        ("origin", "https://page.example"),
        ("origin", "https://evil.example"),
    ];
    assert_eq!(
        app.request(Method::POST, "/mcp", &twice, "").await.status,
        403
    );
}

#[tokio::test]
async fn an_allowed_page_may_send_the_protocol_s_headers_and_read_the_reply() {
    let app = TestApp::builder()
        .set("VITALOG_SERVER__ALLOWED_ORIGINS", "https://page.example")
        .start()
        .await;
    let headers = [
        ("origin", "https://page.example"),
        ("access-control-request-method", "POST"),
    ];
    let reply = app
        .request(Method::OPTIONS, &app.mcp_path(), &headers, "")
        .await;
    assert_eq!(reply.status, 204);
    let allowed = reply
        .header("access-control-allow-headers")
        .to_ascii_lowercase();
    for name in [
        "authorization",
        "content-type",
        "accept",
        "mcp-protocol-version",
        "mcp-method",
        "mcp-name",
    ] {
        assert!(allowed.split(", ").any(|header| header == name), "{name}");
    }
    assert_eq!(
        reply.header("access-control-allow-methods"),
        "POST, OPTIONS"
    );
    assert_eq!(reply.header("vary"), "Origin");

    let headers = [
        ("origin", "https://page.example"),
        ("content-type", "application/json"),
    ];
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let reply = app
        .request(Method::POST, &app.mcp_path(), &headers, body)
        .await;
    assert_eq!(
        reply.header("access-control-allow-origin"),
        "https://page.example"
    );
    assert!(
        reply
            .header("access-control-expose-headers")
            .contains("MCP-Protocol-Version")
    );
}
