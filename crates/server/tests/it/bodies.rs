//! Whoever sends a body gets to read the reply, however much of the body nobody wants.

use std::{
    cell::Cell,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::body::Body;
use bytes::Bytes;
use futures::{Stream, StreamExt, stream};
use http::{Method, Request};
use tokio::time::Instant;
use vitalog_test_support::{FailingStorage, Reply, TestApp};

const CHUNK: &[u8] = &[b' '; 64 * 1024];
/// Twice of what a push may have.
const CHUNKS: usize = 192;

type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, std::io::Error>> + Send>>;

async fn send(app: &TestApp, path: &str, headers: &[(&str, &str)], body: Chunks) -> Reply {
    let mut request = Request::builder().method(Method::POST).uri(path);
    for (name, value) in [&[("host", "localhost")], headers].concat() {
        request = request.header(name, value);
    }
    app.send(request.body(Body::from_stream(body)).unwrap())
        .await
}

/// A large body, and how much of it was read.
fn counted() -> (Chunks, Arc<AtomicUsize>) {
    let read = Arc::new(AtomicUsize::new(0));
    let counter = read.clone();
    let chunks = stream::iter(0..CHUNKS).map(move |_| {
        counter.fetch_add(1, Ordering::SeqCst);
        Ok(Bytes::from_static(CHUNK))
    });
    (Box::pin(chunks), read)
}

#[tokio::test]
async fn a_refused_body_is_read_to_its_end_at_every_door() {
    let app = TestApp::start().await;
    let (ingest, mcp, key) = (app.ingest_path(), app.mcp_path(), app.ingest_key());
    let nowhere = "0".repeat(64);
    let json = ("content-type", "application/json");
    let with_key = ("x-ingest-key", key);
    for (path, headers, status) in [
        (ingest.as_str(), vec![with_key, json], 413),
        (&ingest, vec![with_key, ("content-type", "text/csv")], 413),
        (&ingest, vec![json], 401),
        (
            &ingest,
            vec![with_key, ("origin", "https://elsewhere")],
            403,
        ),
        (&format!("/ingest/{nowhere}"), vec![with_key, json], 404),
        (&mcp, vec![json], 413),
        (&mcp, vec![("content-type", "text/plain")], 415),
        (&mcp, vec![json, ("accept", "text/html")], 406),
        (&format!("{mcp}?toolsets=nothing"), vec![json], 400),
        (&format!("/mcp/{nowhere}"), vec![json], 404),
        ("/mcp", vec![json], 401),
        ("/healthz", vec![json], 405),
        ("/elsewhere", vec![], 404),
    ] {
        let (body, read) = counted();
        let reply = send(&app, path, &headers, body).await;
        assert_eq!(reply.status.as_u16(), status, "{path} {headers:?}");
        assert_eq!(read.load(Ordering::SeqCst), CHUNKS, "{path} {headers:?}");
    }
}

#[tokio::test]
async fn a_handler_that_panics_leaves_no_body_behind() {
    let storage = Arc::new(FailingStorage::default());
    let app = TestApp::builder().storage(storage.clone()).start().await;
    storage.hook.panic_with("told to");
    let (body, read) = counted();
    assert_eq!(send(&app, &app.mcp_path(), &[], body).await.status, 500);
    assert_eq!(read.load(Ordering::SeqCst), CHUNKS);
}

#[tokio::test]
async fn a_sender_that_asks_first_is_told_before_it_sends() {
    let app = TestApp::start().await;
    for (path, status) in [(app.ingest_path(), 401), (app.mcp_path(), 415)] {
        let (body, read) = counted();
        let reply = send(&app, &path, &[("expect", "100-continue")], body).await;
        assert_eq!(reply.status.as_u16(), status);
        assert_eq!(read.load(Ordering::SeqCst), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_sender_that_stands_still_is_answered_within_what_a_phone_waits() {
    let app = TestApp::builder().in_memory().start().await;
    let (ingest, mcp, key) = (app.ingest_path(), app.mcp_path(), app.ingest_key());
    let json = ("content-type", "application/json");
    for (path, headers, status) in [
        (ingest.as_str(), vec![("x-ingest-key", key), json], 408),
        (&ingest, vec![json], 401),
        (&mcp, vec![json], 400),
        (&mcp, vec![], 415),
        ("/elsewhere", vec![], 404),
    ] {
        let begun = stream::iter([Ok(Bytes::from_static(b"{"))]).chain(stream::pending());
        let started = Instant::now();
        let reply = send(&app, path, &headers, Box::pin(begun)).await;
        assert_eq!(reply.status.as_u16(), status, "{path}");
        assert!(started.elapsed() < Duration::from_secs(20), "{path}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_that_drips_for_ever_is_not_read_for_ever() {
    let app = TestApp::builder().in_memory().start().await;
    let drops = stream::unfold((), |()| async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        Some((Ok(Bytes::from_static(b" ")), ()))
    });
    let started = Instant::now();
    let reply = send(&app, "/elsewhere", &[], Box::pin(drops)).await;
    assert_eq!(reply.status, 404);
    assert!(started.elapsed() <= Duration::from_secs(10));
}

/// A push of nearly all the bytes that are taken.
fn heavy_push() -> String {
    let samples: Vec<String> = (0..50_000)
        .map(|number| {
            let (hour, minute, second) = (number / 3600, number / 60 % 60, number % 60);
            format!(
                "{{\"date\":\"2026-10-05 {hour:02}:{minute:02}:{second:02} -0700\",\"qty\":{},\
                 \"source\":\"A watch with a name of some length\"}}",
                60 + number % 40
            )
        })
        .collect();
    format!(
        "{{\"data\":{{\"metrics\":[{{\"name\":\"weight_body_mass\",\"units\":\"lb\",\"data\":[{}]}}]}}}}",
        samples.join(",")
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn others_are_answered_while_a_large_push_is_read() {
    let app = TestApp::start().await;
    let socket = app.listen().await;
    let body = heavy_push();
    let (path, key) = (app.ingest_path(), app.ingest_key());
    let push = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Ingest-Key: {key}\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let alive = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let longest = Cell::new(Duration::ZERO);
    let asking = async {
        loop {
            let started = Instant::now();
            let answer = socket.ask(alive).await;
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            longest.set(longest.get().max(started.elapsed()));
        }
    };
    let started = Instant::now();
    let reply = tokio::select! {
        reply = socket.ask(&push) => reply,
        () = asking => unreachable!(),
    };
    let (took, longest) = (started.elapsed(), longest.get());
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    assert!(reply.contains("\"accepted\":50000"), "{reply}");
    assert!(longest < Duration::from_secs(1), "{longest:?}");
    assert!(longest < took / 2, "{longest:?} of {took:?}");
}
