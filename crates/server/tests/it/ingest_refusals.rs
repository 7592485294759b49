//! Pushes that are refused, in which order, and the first payload of each kind.

use std::sync::Arc;

use http::Method;
use serde_json::json;
use vitalog_test_support::{FailingStorage, LogCapture, Push, TestApp, gzip};

const MORNING: &str = "2026-10-05 07:30:00 -0700";

#[tokio::test]
async fn auth_is_judged_before_the_method_and_the_method_before_the_body() {
    let app = TestApp::builder()
        .set("VITALOG_INGEST__MAX_BYTES", "1024")
        .start()
        .await;
    let (path, key) = (app.ingest_path(), app.ingest_key());
    let wrong_path = format!("/ingest/{}", "0".repeat(64));
    let huge = "x".repeat(5000);
    let padded = format!("  {key} ");
    for (method, path, headers, status) in [
        (Method::GET, &wrong_path, vec![("x-ingest-key", key)], 404),
        (Method::POST, &wrong_path, vec![("x-ingest-key", key)], 404),
        (Method::GET, &path, vec![], 401),
        (Method::POST, &path, vec![], 401),
        (Method::POST, &path, vec![("x-ingest-key", "")], 401),
        (Method::POST, &path, vec![("x-ingest-key", &key[1..])], 401),
        (Method::POST, &path, vec![("authorization", key)], 401),
        (Method::GET, &path, vec![("x-ingest-key", key)], 405),
        (Method::PUT, &path, vec![("x-ingest-key", key)], 405),
        (Method::OPTIONS, &path, vec![("x-ingest-key", key)], 405),
        // The length is judged before the encoding, the encoding before the type.
        (
            Method::POST,
            &path,
            vec![("x-ingest-key", key), ("content-encoding", "br")],
            413,
        ),
    ] {
        let reply = app
            .request(method.clone(), path, &headers, huge.clone())
            .await;
        assert_eq!(reply.status.as_u16(), status, "{method} {headers:?}");
        if status == 405 {
            assert_eq!(reply.header("allow"), "POST", "{method}");
        }
    }
    let reply = app
        .request(
            Method::POST,
            &path,
            &[("x-ingest-key", &padded)],
            Push::new().to_bytes(),
        )
        .await;
    assert_eq!(
        reply.status, 200,
        "white space around the key does not count"
    );
}

#[tokio::test]
async fn a_key_sent_twice_counts_if_both_are_the_same() {
    let app = TestApp::start().await;
    let key = app.ingest_key();
    let padded = format!(" {key} ");
    for (keys, status) in [
        (vec![key, key], 200),
        (vec![key, &padded, key], 200),
        (vec![key, "wrong"], 401),
        (vec!["wrong", key], 401),
        (vec![key, ""], 401),
        (vec!["", key], 401),
        (vec!["wrong", "wrong"], 401),
    ] {
        let headers: Vec<_> = keys.iter().map(|key| ("x-ingest-key", *key)).collect();
        let reply = app
            .request(
                Method::POST,
                &app.ingest_path(),
                &headers,
                Push::new().to_bytes(),
            )
            .await;
        assert_eq!(reply.status.as_u16(), status, "{keys:?}");
    }
}

#[tokio::test]
async fn size_limit_is_a_setting_and_its_refusal_gives_advice() {
    let app = TestApp::builder()
        .set("VITALOG_INGEST__MAX_BYTES", "2048")
        .start()
        .await;
    let body = |bytes: usize| {
        let mut body = br#"{"data":{}}"#.to_vec();
        body.resize(bytes, b' ');
        body
    };
    assert_eq!(app.push_bytes(&[], body(2048)).await.status, 200);
    assert_eq!(
        app.push_bytes(&[("content-encoding", "gzip")], gzip(&body(2048)))
            .await
            .status,
        200
    );

    let declared = [("content-length", "2049")];
    for reply in [
        app.push_bytes(&[], body(2049)).await,
        app.push_bytes(&declared, body(10)).await,
        app.push_bytes(&[("content-encoding", "gzip")], gzip(&body(2049)))
            .await,
    ] {
        assert_eq!(reply.status, 413);
        let sentence = reply.sentence();
        for advice in [
            "2048 bytes",
            "Send fewer metrics",
            "VITALOG_INGEST__MAX_BYTES",
            "docs/guides/payload-size.md",
        ] {
            assert!(sentence.contains(advice), "{advice}: {sentence}");
        }
    }

    let app = TestApp::start().await;
    assert_eq!(app.push_bytes(&[], body(6_291_456)).await.status, 200);
    assert_eq!(app.push_bytes(&[], body(6_291_457)).await.status, 413);
}

#[tokio::test]
async fn gzip_bodies_are_unpacked_and_broken_ones_refused() {
    let app = TestApp::start().await;
    let packed = gzip(&Push::new().weight(MORNING, 180.0).to_bytes());
    let reply = app
        .push_bytes(&[("content-encoding", "gzip")], packed.clone())
        .await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()["accepted"]),
        (200, &json!(1))
    );

    for broken in [&packed[..packed.len() / 2], b"{\"data\":{}}", b""] {
        let reply = app
            .push_bytes(&[("content-encoding", "gzip")], broken.to_vec())
            .await;
        assert_eq!(reply.status, 413);
    }
    // A bomb: a gigabyte of nothing would be a megabyte of gzip; ten megabytes make the point.
    let bomb = gzip(&vec![b' '; 10 * 1024 * 1024]);
    assert!(bomb.len() < 20_000);
    assert_eq!(
        app.push_bytes(&[("content-encoding", "gzip")], bomb)
            .await
            .status,
        413
    );
}

#[tokio::test]
async fn the_415_and_400_responses_say_what_to_change() {
    let app = TestApp::start().await;
    let empty = r#"{"data":{}}"#;
    for (headers, body, status, hint) in [
        (
            vec![("content-type", "text/csv")],
            empty,
            415,
            "set Export Format to JSON",
        ),
        (
            vec![("content-type", "multipart/form-data; boundary=x")],
            empty,
            415,
            "Export Format",
        ),
        (vec![("content-encoding", "br")], empty, 415, "gzip"),
        (vec![("content-encoding", "zstd")], empty, 415, "gzip"),
        (vec![("content-encoding", "deflate")], empty, 415, "gzip"),
        (vec![], "", 400, "not JSON"),
        (vec![], "{\"data\":", 400, "not JSON"),
        (vec![], "[]", 400, "data"),
        (vec![], "{}", 400, "data"),
        (vec![], "{\"data\":[]}", 400, "data"),
        (vec![], "{\"data\":{\"metrics\":{}}}", 400, "metrics"),
    ] {
        let reply = app.push_bytes(&headers, body).await;
        assert_eq!(reply.status.as_u16(), status, "{headers:?} {body}");
        assert!(
            reply.sentence().contains(hint),
            "{body}: {}",
            reply.sentence()
        );
    }
    for content_type in [
        "application/json; charset=utf-8",
        "text/JSON",
        "application/vnd.x+json",
    ] {
        assert_eq!(
            app.push_bytes(&[("content-type", content_type)], empty)
                .await
                .status,
            200
        );
    }
    let untyped = [("x-ingest-key", app.ingest_key())];
    let reply = app
        .request(Method::POST, &app.ingest_path(), &untyped, empty)
        .await;
    assert_eq!(reply.status, 200, "a missing content type is accepted");
    let null_lists = r#"{"data":{"metrics":null,"workouts":null}}"#;
    assert_eq!(
        app.push_bytes(&[], null_lists).await.status,
        200,
        "null lists count as absent"
    );
}

#[tokio::test]
async fn storage_out_of_reach_asks_the_phone_to_send_again_and_loses_nothing() {
    let storage = Arc::new(FailingStorage::default());
    let app = TestApp::builder().storage(storage.clone()).start().await;
    let push = Push::new().weight(MORNING, 180.0);
    storage.hook.set_broken(true);
    let reply = app.push_bytes(&[], push.to_bytes()).await;
    assert_eq!(reply.status, 503);
    assert!(reply.header("retry-after").parse::<u32>().is_ok());
    storage.hook.set_broken(false);
    assert_eq!(app.push(&[], &push).await["rows_written"], 1);
}

#[tokio::test]
async fn redaction_logs_the_first_payload_of_each_kind_once() {
    let app = TestApp::start().await;
    let log = LogCapture::start();
    let push = Push::new()
        .weight(MORNING, 184.271)
        .weight("2026-10-05 07:31:00 -0700", 184.372);
    app.push(&[], &push).await;
    let first = log.text();
    assert!(first.contains("hae first payload"), "{first}");
    assert!(first.contains("<number>") && first.contains("weight_body_mass"));
    assert!(
        !first.contains("184.27") && !first.contains("184.37"),
        "{first}"
    );

    log.clear();
    app.push(&[], &push).await;
    assert!(!log.text().contains("first payload"));

    let workout = json!({"id": "A", "name": "Cycling", "start": MORNING, "duration": 1800});
    app.push(&[], &Push::workouts().workout(workout.clone()))
        .await;
    assert!(
        log.text().contains("hae first workout payload"),
        "{}",
        log.text()
    );

    // A command arms it again.
    log.clear();
    let ingest = vitalog_sync::Ingest::new(app.storage.clone(), app.clock.clone());
    ingest.rearm_first_payload(&app.account.id).await.unwrap();
    app.push(&[], &push).await;
    assert!(log.text().contains("hae first payload"));
}
