//! Nothing in the log, at any level, is a health value, a token or a secret. Markers are planted
//! wherever a value or secret can stand, and everything that is logged is searched for them.

use std::sync::Arc;

use http::Method;
use serde_json::json;
use vitalog_test_support::{Era, FailingStorage, LogCapture, Push, TestApp};

/// Numbers and words that stand nowhere else. Digits of the numbers are searched for, so that a
/// converted or rounded form is found too.
const MARKERS: [&str; 9] = [
    "184.7391",
    "184.74",
    "117.731",
    "117.7",
    "123457",
    "345.6789",
    "Planted note",
    "271.3",
    "93517",
];

async fn use_everything(app: &TestApp) {
    let at = "2026-10-05 07:30:00 -0700";
    let push = Push::new()
        .weight(at, 184.7391)
        .glucose(at, 117.731)
        .bp(at, 123_457.0, 93_517.0)
        .food(
            at,
            &[
                ("carbohydrates", 345.6789),
                ("fiber", 345.6789),
                ("moon_dust", 345.6789),
            ],
        )
        .food("2026-10-05 09:00:00 -0700", &[("fiber", 345.6789)])
        .sample(
            "weight_body_mass",
            "lb",
            json!({"date": at, "qty": "93517"}),
        )
        .value("weight_body_mass", "parsec", at, 345.6789, "App");
    for headers in [
        vec![],
        vec![("automation-period", "Today")],
        vec![("automation-period", "Previous 7 Days")],
    ] {
        app.push(&headers, &push).await;
    }
    let workout = json!({
        "id": "A", "name": "Ride", "start": at, "duration": 93_517,
        "activeEnergyBurned": {"qty": 345.6789, "units": "kcal"}, "avgHeartRate": {"qty": 123_457},
    });
    app.push(&[], &Push::workouts().workout(workout)).await;
    for broken in ["{\"data\": 345.6789", "{\"data\":[\"Planted note\"]}"] {
        app.push_bytes(&[], broken).await;
    }

    let log = json!({
        "metric": "glucose", "value": 271.3, "unit": "mg/dL", "timestamp": "2026-10-05T06:00",
        "note": "Planted note",
    });
    for era in Era::ALL {
        app.call(era, "log_reading", log.clone()).await;
        app.call(era, "get_health_metrics", json!({"metric": "all"}))
            .await;
        app.call(era, "get_report_data", json!({})).await;
        app.call(era, "get_workouts", json!({})).await;
        // Refusals, each with a value in the wrong place.
        app.call(
            era,
            "log_reading",
            json!({"metric": "glucose", "value": 93_517, "unit": "mg/dL"}),
        )
        .await;
        app.call(
            era,
            "log_reading",
            json!({"metric": 93_517, "value": "Planted note"}),
        )
        .await;
        app.call(era, "get_workouts", json!({"start_date": "Planted note"}))
            .await;
        app.call(
            era,
            "delete_reading",
            json!({"metric": "glucose", "timestamp": "2026-10-05T07:31"}),
        )
        .await;
        let params = json!({"name": "get_health_metrics", "arguments": {"metric": "Planted note"}});
        app.rpc(era, "prompts/get", params).await;
        app.rpc(
            era,
            "tools/call",
            json!({"name": "Planted note", "arguments": {"a": 271.3}}),
        )
        .await;
        app.rpc(era, "Planted note", json!({"value": 271.3})).await;
    }
    app.call(
        Era::Modern,
        "delete_reading",
        json!({"metric": "weight", "timestamp": "2026-10-05T07:30"}),
    )
    .await;
    for body in [
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":",
        "[271.3]",
        "\"Planted note\"",
    ] {
        app.request(
            Method::POST,
            &app.mcp_path(),
            &[("content-type", "application/json")],
            body,
        )
        .await;
    }
}

#[tokio::test]
async fn no_health_value_is_ever_logged() {
    let app = TestApp::start().await;
    let log = LogCapture::start();
    use_everything(&app).await;
    let text = log.text();
    // The capture does capture.
    assert!(
        text.contains("INFO") && text.contains("tool log_reading"),
        "{text}"
    );
    for line in text.lines() {
        for marker in MARKERS {
            assert!(!line.contains(marker), "{marker} in: {line}");
        }
    }
}

#[tokio::test]
async fn no_secret_is_ever_logged() {
    let app = TestApp::start().await;
    let log = LogCapture::start();
    use_everything(&app).await;
    let key = app.ingest_key().to_owned();
    let cut = key[..40].to_owned();
    // Every way to get the key wrong.
    for headers in [
        vec![("x-ingest-key", cut.as_str())],
        vec![("x-ingest-key", "planted-wrong-key")],
        vec![("authorization", key.as_str())],
        vec![
            ("x-key", key.as_str()),
            ("x-ingest-key", "planted-wrong-key"),
        ],
        vec![(key.as_str(), "1")],
        vec![(&key[8..30], "1")],
        vec![
            ("x-ingest-key", &key),
            ("x-ingest-key", "planted-wrong-key"),
        ],
    ] {
        let reply = app
            .request(Method::POST, &app.ingest_path(), &headers, "{}")
            .await;
        assert_eq!(reply.status, 401);
    }
    app.request(
        Method::POST,
        &format!("{}x", app.mcp_path()),
        &[],
        "planted-wrong-key",
    )
    .await;
    app.request(
        Method::POST,
        &app.mcp_path(),
        &[("origin", "https://planted-origin")],
        "",
    )
    .await;
    app.request(
        Method::POST,
        &app.mcp_path(),
        &[("host", "planted-host")],
        "",
    )
    .await;

    let text = log.text();
    assert!(
        text.contains("x-ingest-key:40") && text.contains("the key stands in another header"),
        "{text}"
    );
    let path = app.mcp_path().replace("/mcp/", "");
    let ingest_path = app.ingest_path().replace("/ingest/", "");
    for secret in [
        &key[..8],
        &key[8..16],
        &path[..24],
        &ingest_path[..24],
        "planted",
    ] {
        assert!(!text.contains(secret), "a secret is in the log");
    }
}

#[tokio::test]
async fn a_secret_in_any_header_of_a_push_is_left_out_of_its_line() {
    let app = TestApp::start().await;
    let log = LogCapture::start();
    let mcp_url = format!("https://health.example{}", app.mcp_path());
    let ingest_url = format!("https://health.example{}", app.ingest_path());
    let headers = [
        "automation-name",
        "automation-id",
        "automation-aggregation",
        "automation-period",
        "user-agent",
    ];
    let key = app.ingest_key().to_owned();
    for header in headers {
        for value in [&mcp_url, &ingest_url, &key, &key.to_uppercase()] {
            app.push(&[(header, value)], &Push::new()).await;
        }
    }
    let as_type = format!("application/json; {key}");
    app.push(&[("content-type", &as_type)], &Push::new()).await;
    let text = log.text();
    assert_eq!(text.matches("<secret>").count(), 21, "{text}");
    for secret in [
        &app.mcp_path()[5..21],
        &app.ingest_path()[8..24],
        &key[..16],
    ] {
        assert!(
            !text.to_lowercase().contains(secret),
            "a secret is in the log"
        );
    }
}

#[tokio::test]
async fn a_header_cannot_break_a_line_of_the_log_or_turn_it_round() {
    let app = TestApp::start().await;
    let log = LogCapture::start();
    let name = "Mine\u{202E}\u{2066}\u{2028}\u{85}\u{9B}31m\u{200B}!";
    let request = http::Request::post(app.ingest_path())
        .header("host", "localhost")
        .header("x-ingest-key", app.ingest_key())
        .header("automation-name", name.as_bytes())
        .body(Push::new().to_bytes().into())
        .unwrap();
    assert_eq!(app.send(request).await.status, 200);
    let text = log.text();
    assert!(text.contains("Mine31m!"), "{text}");
}

#[tokio::test]
async fn a_panic_behind_any_door_answers_500_without_its_message() {
    let storage = Arc::new(FailingStorage::default());
    let app = TestApp::builder().storage(storage.clone()).start().await;
    storage.hook.panic_with("planted: 184.7391");
    let log = LogCapture::start();
    let key = app.ingest_key();
    for (method, path) in [
        (Method::POST, app.ingest_path()),
        (Method::POST, app.mcp_path()),
        (Method::GET, "/readyz".to_owned()),
    ] {
        let headers = [("x-ingest-key", key), ("content-type", "application/json")];
        let reply = app.request(method, &path, &headers, "{}").await;
        assert_eq!(
            (reply.status.as_u16(), reply.text().as_str()),
            (500, "Internal server error"),
            "{path}"
        );
        assert_eq!(reply.header("cache-control"), "no-store");
    }
    let text = log.text();
    assert_eq!(text.matches("a request handler panicked").count(), 3);
    assert!(!text.contains("planted") && !text.contains("184.7391"));
    // Others are served on.
    assert_eq!(
        app.request(Method::GET, "/healthz", &[], "").await.status,
        200
    );
}
