//! The life of connections on a real socket: crowds, dawdlers, and the end.

use std::time::Duration;

use futures::future::join_all;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout},
};
use vitalog_test_support::TestApp;

const ALIVE: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
const ALIVE_ONCE: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
const HALF_A_HEAD: &str = "POST /mcp HTTP/1.1\r\nHost: local";

/// Reads one answer of a connection that stays open.
async fn answer(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\nok") {
        let mut part = [0; 1024];
        let bytes = stream.read(&mut part).await.unwrap();
        assert_ne!(bytes, 0, "{}", String::from_utf8_lossy(&answer));
        answer.extend_from_slice(&part[..bytes]);
    }
    String::from_utf8(answer).unwrap()
}

/// Whether the other side has closed the connection, or does so soon.
async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut part = [0; 16];
    let read = timeout(Duration::from_millis(200), stream.read(&mut part)).await;
    matches!(read, Ok(Ok(0) | Err(_)))
}

#[tokio::test]
async fn a_crowd_that_says_nothing_does_not_close_the_door() {
    let app = TestApp::start().await;
    let socket = app.listen().await;
    let mut known = socket.say(ALIVE).await;
    answer(&mut known).await;
    let mut crowd = Vec::new();
    for number in 0..600 {
        let text = if number % 2 == 0 { "" } else { HALF_A_HEAD };
        crowd.push(socket.say(text).await);
    }
    // Those that have only just come keep their seats for two seconds, and are sent away for their
    // silence after ten.
    let asked = timeout(Duration::from_secs(8), socket.ask(ALIVE_ONCE)).await;
    assert!(asked.unwrap().starts_with("HTTP/1.1 200"));
    // Whoever has made a request before is not sent away for them.
    known.write_all(ALIVE.as_bytes()).await.unwrap();
    answer(&mut known).await;
    assert!(is_closed(&mut crowd[0]).await && is_closed(&mut crowd[1]).await);
    assert!(!is_closed(&mut crowd[599]).await);
}

#[tokio::test]
async fn a_burst_of_new_connections_from_one_address_is_answered() {
    let app = TestApp::start().await;
    let socket = app.listen().await;
    let answers = join_all((0..300).map(|_| socket.ask(ALIVE_ONCE))).await;
    for answer in answers {
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
    }
}

#[tokio::test]
async fn a_crowd_of_old_acquaintances_does_not_close_the_door() {
    let app = TestApp::start().await;
    let socket = app.listen().await;
    let mut crowd = Vec::new();
    for _ in 0..600 {
        let mut stream = socket.say(ALIVE).await;
        answer(&mut stream).await;
        crowd.push(stream);
    }
    assert!(socket.ask(ALIVE_ONCE).await.starts_with("HTTP/1.1 200"));
    assert!(is_closed(&mut crowd[0]).await);
    assert!(!is_closed(&mut crowd[599]).await);
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_makes_no_request_is_closed_after_ten_seconds() {
    let app = TestApp::builder().in_memory().start().await;
    let socket = app.listen().await;
    for text in ["", HALF_A_HEAD] {
        let started = Instant::now();
        let mut stream = socket.say(text).await;
        let mut rest = Vec::new();
        // The other side may reset what it has not read.
        let _ = stream.read_to_end(&mut rest).await;
        assert_eq!(started.elapsed().as_secs(), 10, "{text:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_has_made_one_may_stand_idle_for_longer() {
    let app = TestApp::builder().in_memory().start().await;
    let socket = app.listen().await;
    let mut stream = socket.say(ALIVE).await;
    answer(&mut stream).await;
    // Longer than common proxies keep one.
    tokio::time::sleep(Duration::from_secs(130)).await;
    stream.write_all(ALIVE.as_bytes()).await.unwrap();
    answer(&mut stream).await;
    let started = Instant::now();
    assert_eq!(stream.read(&mut [0; 16]).await.unwrap(), 0);
    assert_eq!(started.elapsed().as_secs(), 150);
}

#[tokio::test]
async fn neither_half_a_head_nor_an_idle_connection_holds_up_the_end() {
    let app = TestApp::start().await;
    let socket = app.listen().await;
    let _silent = socket.connect().await;
    let _half = socket.say(HALF_A_HEAD).await;
    let mut idle = socket.say(ALIVE).await;
    answer(&mut idle).await;
    let mut second_half = socket.say(ALIVE).await;
    answer(&mut second_half).await;
    second_half.write_all(HALF_A_HEAD.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let started = Instant::now();
    socket.stop().await;
    assert!(started.elapsed() < Duration::from_secs(2), "{started:?}");
    assert!(is_closed(&mut idle).await);
}

#[tokio::test]
async fn a_request_that_has_begun_is_answered_although_the_server_stops() {
    let app = TestApp::start().await;
    let socket = app.listen().await;
    let (path, key) = (app.ingest_path(), app.ingest_key());
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Ingest-Key: {key}\r\n\
         Content-Length: 11\r\n\r\n{{\"data\""
    );
    let mut stream = socket.say(&head).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let sending = async {
        tokio::time::sleep(Duration::from_millis(600)).await;
        stream.write_all(b":{}}").await.unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).await.unwrap();
        reply
    };
    let (reply, ()) = tokio::join!(sending, socket.stop());
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
}
