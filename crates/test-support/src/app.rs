//! The application under test, and its doors.

use std::sync::Arc;

use axum::{Router, body::Body};
use http::{Method, Request, header};
use http_body_util::BodyExt;
use jiff::SignedDuration;
use secrecy::ExposeSecret;
use tower::ServiceExt;
use vitalog_core::{Account, clock::ManualClock};
use vitalog_server::App;
use vitalog_service::{AccountSecrets, Service};
use vitalog_storage::Storage;

use crate::{Kept, Push, Reply, TestAppBuilder};

/// The application under test.
pub struct TestApp {
    pub(crate) app: App,
    pub(crate) router: Router,
    /// The use cases behind the doors.
    pub service: Service,
    /// What is stored.
    pub storage: Arc<dyn Storage>,
    /// The time, moved by hand.
    pub clock: Arc<ManualClock>,
    /// The first account.
    pub account: Account,
    /// Its secrets.
    pub secrets: AccountSecrets,
    /// Where the record is, dropped last.
    pub(crate) _kept: Kept,
}

impl TestApp {
    /// The usual application: zone `America/Los_Angeles`, noon of 2026-10-05 there.
    pub async fn start() -> Self {
        Self::builder().start().await
    }

    /// An application that differs from the usual one.
    #[must_use]
    pub fn builder() -> TestAppBuilder {
        TestAppBuilder::default()
    }

    /// Moves the clock on.
    pub fn wait_minutes(&self, minutes: i64) {
        self.clock.advance(SignedDuration::from_mins(minutes));
    }

    /// Sets the clock, as RFC 3339.
    pub fn set_time(&self, now: &str) {
        self.clock.set(now.parse().expect("a time with its offset"));
    }

    /// The path of the connector.
    #[must_use]
    pub fn mcp_path(&self) -> String {
        format!("/mcp/{}", self.secrets.path.expose_secret())
    }

    /// The path that pushes go to.
    #[must_use]
    pub fn ingest_path(&self) -> String {
        format!("/ingest/{}", self.secrets.ingest_path.expose_secret())
    }

    /// The key that pushes carry.
    #[must_use]
    pub fn ingest_key(&self) -> &str {
        self.secrets.ingest_key.expose_secret()
    }

    /// Sends a request as it is.
    pub async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await;
        let (parts, body) = match response {
            Ok(response) => response.into_parts(),
            Err(never) => match never {},
        };
        let body = body.collect().await.expect("the whole reply").to_bytes();
        Reply::new(parts.status, parts.headers, body)
    }

    /// Sends a request to this machine's own name, with these headers besides.
    pub async fn request(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        if !headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("host"))
        {
            request = request.header(header::HOST, "localhost:8787");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(body.into()).expect("a request"))
            .await
    }

    /// Sends a push as the phone does, and expects it to be taken; gives back the reply's
    /// document.
    pub async fn push(&self, headers: &[(&str, &str)], push: &Push) -> serde_json::Value {
        let reply = self.push_bytes(headers, push.to_bytes()).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    /// Sends a push of the whole of today.
    pub async fn push_today(&self, push: &Push) -> serde_json::Value {
        self.push(&[("automation-period", "Today")], push).await
    }

    /// Sends a push of the seven days before today.
    pub async fn push_week(&self, push: &Push) -> serde_json::Value {
        self.push(&[("automation-period", "Previous 7 Days")], push)
            .await
    }

    /// Sends a body to the ingest door with the right secrets.
    pub async fn push_bytes(&self, headers: &[(&str, &str)], body: impl Into<Body>) -> Reply {
        let mut all = vec![("x-ingest-key", self.ingest_key())];
        if !headers.iter().any(|(name, _)| *name == "content-type") {
            all.push(("content-type", "application/json"));
        }
        all.extend_from_slice(headers);
        self.request(Method::POST, &self.ingest_path(), &all, body)
            .await
    }
}
