//! A server in memory, and requests to it.

use std::{sync::Arc, time::Duration};

use axum::body::{Body, to_bytes};
use http::{HeaderMap, Request, StatusCode};
use jiff::{Timestamp, tz::TimeZone};
use serde_json::{Value, json};
use vitalog_core::{
    Account, AccountId, Fingerprint, Marks, Metric, Quantity, Reading, SourcePriority, UnitSystem,
    Via,
    clock::{CountingEntropy, ManualClock},
};
use vitalog_mcp::{Door, Mcp, McpOptions, Principal, Toolsets};
use vitalog_service::Service;
use vitalog_storage::{MemoryStorage, RecordChange, RecordQuery, RecordStore, Storage, Written};

pub(crate) const MODERN: &str = "2026-07-28";
pub(crate) const LEGACY: &str = "2025-11-25";

/// Noon on 7 October 2026 in Los Angeles.
pub(crate) fn now() -> Timestamp {
    "2026-10-07T12:00:00-07:00".parse().unwrap()
}

pub(crate) fn principal() -> Principal {
    Principal {
        account: Account {
            id: AccountId::first(),
            zone: TimeZone::get("America/Los_Angeles").unwrap(),
            zone_is_set: true,
            units: UnitSystem::Us,
            sources: SourcePriority::default(),
            switchover: None,
            place: None,
        },
        write: true,
        toolsets: Toolsets::HTTP_DEFAULT,
        door: Door::Path,
        token: None,
        version: None,
    }
}

/// A server over memory.
pub(crate) struct Server {
    pub(crate) mcp: Mcp,
    pub(crate) storage: Arc<MemoryStorage>,
    pub(crate) principal: Principal,
}

impl Server {
    pub(crate) fn new() -> Self {
        let storage = Arc::new(MemoryStorage::default());
        Self {
            mcp: mcp_over(storage.clone(), Duration::from_secs(30)),
            storage,
            principal: principal(),
        }
    }

    /// Stores readings of one metric.
    pub(crate) async fn put(&self, metric: Metric, readings: &[(&str, f64)]) {
        let change = RecordChange {
            put_readings: readings
                .iter()
                .map(|(at, value)| reading(metric, at, *value))
                .collect(),
            ..RecordChange::default()
        };
        let account = &self.principal.account.id;
        let revision = self
            .storage
            .read_record(account, &RecordQuery::default())
            .await
            .unwrap()
            .revision;
        let written = self
            .storage
            .write_record(account, revision, change)
            .await
            .unwrap();
        assert!(matches!(written, Written::Done(_)));
    }

    pub(crate) async fn send(&self, post: Post) -> Answer {
        answer(&self.mcp, &self.principal, post.into_request()).await
    }

    /// Calls a tool in the modern era and returns the whole result.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        let answer = self.send(Post::modern("tools/call", params)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        answer.body["result"].clone()
    }
}

pub(crate) fn mcp_over(storage: Arc<dyn Storage>, deadline: Duration) -> Mcp {
    let clock = Arc::new(ManualClock::new(now()));
    let service = Service::new(storage, clock.clone(), Arc::new(CountingEntropy::default()));
    let mut options = McpOptions::new(clock);
    options.deadline = deadline;
    Mcp::new(service, options)
}

pub(crate) fn reading(metric: Metric, at: &str, value: f64) -> Reading {
    let at: Timestamp = at.parse().unwrap();
    let hash = value.to_bits().to_be_bytes();
    Reading {
        metric,
        at,
        fingerprint: Fingerprint::new([hash[0], hash[1], hash[2], hash[3], hash[4], hash[5]], 0),
        quantity: Quantity::Single(value),
        original: Quantity::Single(value),
        original_unit: metric.row().unit.to_owned(),
        source: "A scale with a long name".to_owned(),
        via: Via::Hae,
        recorded_at: at.to_string(),
        day: None,
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: at,
        marks: Marks::default(),
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    /// The text as JSON, or null.
    pub(crate) body: Value,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub(crate) fn code(&self) -> Option<i64> {
        self.body["error"]["code"].as_i64()
    }
}

pub(crate) async fn answer(mcp: &Mcp, principal: &Principal, request: Request<Body>) -> Answer {
    let response = mcp.handle_http(principal.clone(), request).await;
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    Answer {
        status: parts.status,
        headers: parts.headers,
        body: serde_json::from_str(&text).unwrap_or_default(),
        text,
    }
}

/// A POST to build.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Post {
    /// A body with nothing but the usual two headers.
    pub(crate) fn raw(body: impl Into<String>) -> Self {
        Self {
            headers: Vec::new(),
            body: body.into(),
        }
        .with("content-type", "application/json")
        .with("accept", "application/json, text/event-stream")
    }

    /// A request without any version.
    pub(crate) fn bare(method: &str, params: Value) -> Self {
        let mut message = json!({"jsonrpc": "2.0", "id": 1, "method": method});
        message["params"] = params;
        Self::raw(message.to_string())
    }

    /// A request that follows a handshake.
    pub(crate) fn legacy(version: &str, method: &str, params: Value) -> Self {
        Self::bare(method, params).with("MCP-Protocol-Version", version)
    }

    /// A request of 2026-07-28 with all that belongs to it.
    pub(crate) fn modern(method: &str, mut params: Value) -> Self {
        params["_meta"] = meta();
        let about = params["name"]
            .as_str()
            .or(params["uri"].as_str())
            .map(str::to_owned);
        let post = Self::bare(method, params)
            .with("MCP-Protocol-Version", MODERN)
            .with("Mcp-Method", method);
        match about {
            Some(name) => post.with("Mcp-Name", &name),
            None => post,
        }
    }

    /// With one more header line.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Without a header.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers
            .retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self
    }

    /// With another value of a header.
    pub(crate) fn set(self, name: &str, value: &str) -> Self {
        self.without(name).with(name, value)
    }

    pub(crate) fn into_request(self) -> Request<Body> {
        let mut request = Request::post("/mcp/secret");
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        request.body(Body::from(self.body)).unwrap()
    }
}

pub(crate) fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "tester", "version": "1"},
    })
}

/// What a row expects: the status, and the error code, or `None` for a result.
pub(crate) type Expected = (u16, Option<i64>);

/// Sends a row of a table and checks what it expects.
pub(crate) async fn check(row: &str, post: Post, (status, code): Expected) -> Value {
    let answer = Server::new().send(post).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code()),
        (status, code),
        "{row}: {}",
        answer.text
    );
    if let (true, Some(code)) = (status == 400, code) {
        assert!(answer.body["error"]["message"].is_string(), "{row}: {code}");
    }
    answer.body
}
