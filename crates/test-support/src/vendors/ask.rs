//! A request as a fake sees it, and what it says to it.

use axum::body::Body;
use http::{HeaderMap, Method, Response, StatusCode, header};
use serde_json::Value;

/// A request.
pub(super) struct Ask {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) query: Vec<(String, String)>,
    pub(super) headers: HeaderMap,
    pub(super) body: String,
}

impl Ask {
    /// A member of the query.
    pub(super) fn query(&self, name: &str) -> Option<&str> {
        let found = self.query.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// A field of the form that was sent.
    pub(super) fn form(&self, name: &str) -> Option<String> {
        url::form_urlencoded::parse(self.body.as_bytes())
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The access token it came with.
    pub(super) fn bearer(&self) -> Option<&str> {
        self.header("authorization")?.strip_prefix("Bearer ")
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Option<Value>,
}

impl Answer {
    pub(super) fn json(status: u16, body: Value) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: Some(body),
        }
    }

    pub(super) fn empty(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: None,
        }
    }

    pub(super) fn with(mut self, name: &'static str, value: &dyn ToString) -> Self {
        self.headers.push((name, value.to_string()));
        self
    }

    pub(super) fn into_response(self) -> Response<Body> {
        let mut response = Response::builder()
            .status(StatusCode::from_u16(self.status).expect("a status"))
            .header(header::CONTENT_TYPE, "application/json");
        for (name, value) in self.headers {
            response = response.header(name, value);
        }
        let body = self
            .body
            .map_or_else(Body::empty, |body| Body::from(body.to_string()));
        response.body(body).expect("a response")
    }
}
