//! What the application answered.

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde_json::Value;

/// What the application answered.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    body: Bytes,
}

impl Reply {
    pub(crate) fn new(status: StatusCode, headers: HeaderMap, body: Bytes) -> Self {
        Self {
            status,
            headers,
            body,
        }
    }

    /// The body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("{}: not JSON: {}", self.status, self.text()))
    }

    /// A header as text, empty if there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("a header of ASCII"))
    }

    /// The sentence of a refusal.
    #[must_use]
    pub fn sentence(&self) -> String {
        self.json()["error"]
            .as_str()
            .expect("a refusal with a sentence")
            .to_owned()
    }
}
