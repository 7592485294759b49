//! Requests that no connector makes.

use std::fmt::Write;

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use vitalog_connectors::{VendorReply, VendorRequest};

use crate::client;

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines();
        let line = lines.find(|line| line.starts_with(&format!("{name}: ")))?;
        Some(&line[name.len() + 2..])
    }
}

/// Asks for `path` of the host in `url`.
pub(crate) async fn ask(method: &str, url: &str, headers: &[(&str, &str)], body: &str) -> Reply {
    let rest = url.strip_prefix("http://").unwrap();
    let (host, path) = rest.split_at(rest.find('/').unwrap());
    let mut request = format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
    for (name, value) in headers {
        write!(request, "{name}: {value}\r\n").unwrap();
    }
    write!(request, "content-length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut stream = TcpStream::connect(host).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    Reply {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

/// Reads with an access token.
pub(crate) async fn read(url: &str, access: &str) -> Reply {
    let bearer = format!("Bearer {access}");
    ask("GET", url, &[("authorization", &bearer)], "").await
}

/// Sends a form.
pub(crate) async fn form(url: &str, fields: &[(&str, &str)]) -> Reply {
    let mut body = url::form_urlencoded::Serializer::new(String::new());
    let body = body.extend_pairs(fields).finish();
    let kind = [("content-type", "application/x-www-form-urlencoded")];
    ask("POST", url, &kind, &body).await
}

/// Sends a request as a connector makes it.
pub(crate) async fn send(request: &VendorRequest, access: Option<&str>) -> VendorReply {
    client::send(request.clone(), access.unwrap_or_default()).await
}
