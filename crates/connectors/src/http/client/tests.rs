use http::HeaderName;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use url::Url;

use super::*;

/// Sends a request to somebody who answers so; tells what was answered, and what was sent.
async fn exchange(
    request: impl FnOnce(Url) -> VendorRequest,
    bearer: Option<&SecretString>,
    answer: &'static str,
) -> (Result<VendorReply, HttpError>, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let other = async {
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut received = Vec::new();
        let mut part = [0; 4096];
        loop {
            let length = socket.read(&mut part).await.unwrap();
            received.extend_from_slice(&part[..length]);
            let text = String::from_utf8_lossy(&received);
            // The forms of these tests end in this.
            let is_whole = text.contains("\r\n\r\n") && !text.starts_with("POST");
            if length == 0 || is_whole || text.ends_with("end=1") {
                break;
            }
        }
        socket.write_all(answer.as_bytes()).await.unwrap();
        drop(socket);
        String::from_utf8(received).unwrap().to_lowercase()
    };
    let url = Url::parse(&format!("http://{address}/v2/sleep?start=1")).unwrap();
    let (client, request) = (HttpClient::new(), request(url));
    tokio::join!(client.send(&request, bearer), other)
}

const EMPTY: &str = "HTTP/1.1 204 No Content\r\nX-RateLimit-Remaining: 7\r\n\r\n";

#[tokio::test]
async fn token_goes_only_with_requests_that_ask_for_it() {
    let token = SecretString::from("t0ken");
    let (reply, sent) = exchange(VendorRequest::get, Some(&token), EMPTY).await;
    assert!(
        sent.starts_with("get /v2/sleep?start=1 http/1.1\r\n"),
        "{sent}"
    );
    assert!(
        sent.contains("\r\nauthorization: bearer t0ken\r\n"),
        "{sent}"
    );
    let reply = reply.unwrap();
    assert_eq!(reply.status, 204);
    assert_eq!(reply.headers["x-ratelimit-remaining"], "7");

    let form = |url| {
        let fields = vec![("code", "a&b c".into()), ("end", "1".into())];
        let mut request = VendorRequest::form(url, fields);
        request.headers = vec![(HeaderName::from_static("x-client-id"), "app".into())];
        request
    };
    let (_, sent) = exchange(form, Some(&token), EMPTY).await;
    assert!(!sent.contains("t0ken"), "{sent}");
    assert!(sent.contains("\r\nx-client-id: app\r\n"), "{sent}");
    assert!(sent.ends_with("\r\n\r\ncode=a%26b+c&end=1"), "{sent}");
}

#[tokio::test]
async fn redirect_is_an_answer_and_is_not_followed() {
    let moved = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n";
    let (reply, _) = exchange(VendorRequest::get, None, moved).await;
    assert_eq!(reply.unwrap().status, 302);
}

#[tokio::test]
async fn what_breaks_off_is_no_answer() {
    for answer in ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"] {
        let (reply, _) = exchange(VendorRequest::get, None, answer).await;
        assert_eq!(reply.unwrap_err(), HttpError::Unreachable, "{answer}");
    }
}

#[tokio::test]
async fn nobody_there_is_unreachable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    drop(listener);
    let sent = HttpClient::new().send(&VendorRequest::get(url), None).await;
    assert_eq!(sent.unwrap_err(), HttpError::Unreachable);
}

#[tokio::test(start_paused = true)]
async fn silence_ends_after_twelve_seconds() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    let started = tokio::time::Instant::now();
    let sent = HttpClient::new().send(&VendorRequest::get(url), None).await;
    assert_eq!(sent.unwrap_err(), HttpError::TimedOut);
    assert_eq!(started.elapsed(), PATIENCE);
}

#[tokio::test]
async fn header_that_cannot_be_written_is_not_sent() {
    let mut request = VendorRequest::get(Url::parse("http://127.0.0.1:1/").unwrap());
    request.headers = vec![(HeaderName::from_static("x-client-id"), "a\r\nb: c".into())];
    let sent = HttpClient::new().send(&request, None).await;
    assert_eq!(sent.unwrap_err(), HttpError::BadRequest);
}
