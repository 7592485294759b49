//! How a vendor calls an address that it was given.

use std::fmt::Write;

use axum::{Router, body::Body};
use http::{HeaderMap, Method, Request, StatusCode, Uri};
use http_body_util::BodyExt;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tower::ServiceExt;

/// Calls an address: `router`, if there is one, whatever host the address names; else the host, by
/// plain HTTP.
pub(super) async fn call_back(
    router: Option<&Router>,
    method: Method,
    url: &str,
    headers: &HeaderMap,
    body: &str,
) -> (u16, String) {
    let uri: Uri = url.parse().expect("an address");
    match router {
        Some(router) => call_router(router, method, &uri, headers, body).await,
        None => call_host(&method, &uri, headers, body).await,
    }
}

async fn call_router(
    router: &Router,
    method: Method,
    uri: &Uri,
    headers: &HeaderMap,
    body: &str,
) -> (u16, String) {
    let path = uri.path_and_query().expect("a path").as_str();
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", uri.host().expect("a host"))
        .body(Body::from(body.to_owned()))
        .expect("a request");
    request.headers_mut().extend(headers.clone());
    let answer = router.clone().oneshot(request).await.expect("an answer");
    let status = answer.status().as_u16();
    let body = answer.into_body().collect().await.expect("a body");
    (
        status,
        String::from_utf8_lossy(&body.to_bytes()).into_owned(),
    )
}

/// A host that does not answer is as good as one that fails.
async fn call_host(method: &Method, uri: &Uri, headers: &HeaderMap, body: &str) -> (u16, String) {
    let host = uri.authority().expect("a host").as_str();
    let path = uri.path_and_query().expect("a path").as_str();
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
    for (name, value) in headers {
        let value = value.to_str().expect("a header");
        write!(head, "{name}: {value}\r\n").expect("a string");
    }
    write!(head, "content-length: {}\r\n\r\n", body.len()).expect("a string");
    match ask(host, &(head + body)).await {
        Ok(answer) => split(&answer),
        Err(_) => (StatusCode::BAD_GATEWAY.as_u16(), String::new()),
    }
}

async fn ask(host: &str, request: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(host).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

fn split(answer: &str) -> (u16, String) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    (status.unwrap_or(0), body.to_owned())
}
