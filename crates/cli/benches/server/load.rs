//! Requests over a few connections that stay open.

use std::{fmt::Write, time::Duration};

use serde_json::{Value, json};

use crate::{connection::Connection, program::Server};

const CONNECTIONS: usize = 32;
/// Requests of one connection before the server's clock is looked at again.
const AT_ONCE: usize = 10;
/// The most requests of one measurement.
const MOST: usize = 200_000;
/// What every good reply has in it.
const RESULT: &[u8] = br#""result""#;

/// One request.
pub(crate) struct Request {
    pub(crate) url: String,
    pub(crate) headers: Vec<(&'static str, &'static str)>,
    pub(crate) body: String,
}

/// The newest revision, and the one before it.
pub(crate) const REVISIONS: [&str; 2] = ["2026-07-28", "2025-11-25"];

impl Request {
    /// A call of a tool, as a client of this revision sends it.
    pub(crate) fn call(
        url: &str,
        revision: &'static str,
        tool: &'static str,
        arguments: &Value,
    ) -> Self {
        let mut params = json!({"name": tool, "arguments": arguments});
        let mut headers = vec![
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
            ("mcp-protocol-version", revision),
        ];
        if revision == REVISIONS[0] {
            headers.extend([("mcp-method", "tools/call"), ("mcp-name", tool)]);
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": revision,
                "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        Self {
            url: url.to_owned(),
            headers,
            body: body.to_string(),
        }
    }

    /// The request as it goes over the wire.
    fn bytes(&self, address: &str) -> Vec<u8> {
        let (_, path) = self.url.split_once(address).unwrap();
        let mut head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\n");
        for (name, value) in &self.headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        let (length, body) = (self.body.len(), &self.body);
        write!(head, "content-length: {length}\r\n\r\n{body}").unwrap();
        head.into_bytes()
    }

    /// Sends it once and gives back the reply.
    pub(crate) fn send(&self, agent: &ureq::Agent) -> String {
        let request = self
            .headers
            .iter()
            .fold(agent.post(&self.url), |request, (name, value)| {
                request.header(*name, *value)
            });
        let mut response = request.send(&self.body).unwrap();
        response.body_mut().read_to_string().unwrap()
    }
}

/// Somebody who sends over one connection.
pub(crate) fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .timeout_global(Some(Duration::from_mins(1)))
        .build()
        .into()
}

/// Sends the requests over all connections, again and again in turn, until the server has worked
/// so long; gives back requests a second of its work.
pub(crate) fn requests_per_cpu_second(server: &Server, requests: &[Request], seconds: f64) -> f64 {
    let address = server.origin.strip_prefix("http://").unwrap();
    let requests: Vec<Vec<u8>> = requests.iter().map(|one| one.bytes(address)).collect();
    let mut requests = requests.iter().cycle();
    let mut connections: Vec<Connection> =
        (0..CONNECTIONS).map(|_| Connection::new(address)).collect();
    let before = server.cpu_seconds();
    let mut sent = 0_u32;
    loop {
        for _ in 0..AT_ONCE {
            for (connection, request) in connections.iter_mut().zip(&mut requests) {
                connection.send(request);
            }
            for connection in &mut connections {
                let reply = connection.receive();
                assert!(reply.windows(RESULT.len()).any(|part| part == RESULT));
            }
        }
        sent += u32::try_from(CONNECTIONS * AT_ONCE).unwrap();
        let used = server.cpu_seconds() - before;
        if used >= seconds || sent as usize >= MOST {
            return f64::from(sent) / used;
        }
    }
}
