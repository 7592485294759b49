//! Events that wait to be delivered.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, HeaderValue};
use jiff::Timestamp;
use serde_json::{Value, json};
use sha2::Sha256;

use super::{
    tokens::CLIENT_SECRET,
    world::{World, id},
};

/// How often a delivery is tried.
pub(super) const MOST_ATTEMPTS: u32 = 6;

/// An event that nobody took yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingEvent {
    /// Whose record.
    pub person: i64,
    /// What became of what, as `sleep.updated`.
    pub event_type: String,
    /// The identifier: of a recovery that of its sleep.
    pub object: String,
    /// The same in each delivery of the event.
    pub trace_id: String,
    /// When it happened.
    pub at: Timestamp,
    /// How often it was sent.
    pub attempts: u32,
}

impl World {
    /// Notes an event. There are none of cycles, and none about a person who ended the grant.
    pub(super) fn note(&mut self, person: i64, kind: &str, what: &str, record: &Value) {
        let object = match kind {
            "recovery" => id("sleep_id", record),
            "sleep" | "workout" => id("id", record),
            _ => return,
        };
        if self.pair_of(person).is_some() {
            let trace_id = self.unique("trace");
            self.events.push(PendingEvent {
                person,
                event_type: format!("{kind}.{what}"),
                object,
                trace_id,
                at: self.now,
                attempts: 0,
            });
        }
    }
}

impl PendingEvent {
    /// What is posted, signed as of `now`.
    #[must_use]
    pub fn letter(&self, now: Timestamp) -> (HeaderMap, String) {
        let body = json!({
            "user_id": self.person,
            "id": self.object,
            "type": self.event_type,
            "trace_id": self.trace_id,
        })
        .to_string();
        let time = now.as_millisecond().to_string();
        let mut mac = Hmac::<Sha256>::new_from_slice(CLIENT_SECRET.as_bytes()).expect("a key");
        mac.update(time.as_bytes());
        mac.update(body.as_bytes());
        let signature = STANDARD.encode(mac.finalize().into_bytes());
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("content-type", "application/json"),
            ("x-whoop-signature-timestamp", &time),
            ("x-whoop-signature", &signature),
        ] {
            headers.insert(name, HeaderValue::from_str(value).expect("a header"));
        }
        (headers, body)
    }
}
