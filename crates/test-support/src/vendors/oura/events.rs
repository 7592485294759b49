//! Events that wait to be delivered.

use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, HeaderValue};
use jiff::Timestamp;
use serde_json::json;
use sha2::Sha256;

use super::{tokens::CLIENT_SECRET, world::World};

/// How often a delivery is tried.
pub(super) const MOST_ATTEMPTS: u32 = 10;

/// An event that no address took yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingEvent {
    /// Whose document.
    pub person: String,
    /// What became of it: create, update or delete.
    pub event_type: String,
    /// The sort of document.
    pub data_type: String,
    /// The document.
    pub object: String,
    /// When it happened.
    pub at: Timestamp,
    /// How often it was sent.
    pub attempts: u32,
}

/// How events are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wording {
    /// Whether the body has spaces, while the signature is over the body without them.
    pub signed_compact: bool,
    /// Whether the time is in milliseconds.
    pub in_ms: bool,
}

/// An event, ready to send.
pub(super) struct Letter {
    pub(super) callback_url: String,
    pub(super) headers: HeaderMap,
    pub(super) body: String,
}

impl World {
    /// Notes an event, if somebody wants to know.
    pub(super) fn note(&mut self, person: &str, event_type: &str, kind: &str, object: &str) {
        let data_type = if kind == "vO2_max" { "vo2_max" } else { kind };
        let is_wanted = self.subscriptions.iter().any(|one| {
            one.ends > self.now && one.event_type == event_type && one.data_type == data_type
        });
        if is_wanted {
            self.events.push(PendingEvent {
                person: person.to_owned(),
                event_type: event_type.to_owned(),
                data_type: data_type.to_owned(),
                object: object.to_owned(),
                at: self.now,
                attempts: 0,
            });
        }
    }

    /// The letter for an event; `None` if nobody wants it any more.
    pub(super) fn letter(&self, event: &PendingEvent) -> Option<Letter> {
        let one = self.subscriptions.iter().find(|one| {
            (one.event_type.as_str(), one.data_type.as_str())
                == (event.event_type.as_str(), event.data_type.as_str())
        })?;
        let compact = json!({
            "event_type": event.event_type,
            "data_type": event.data_type,
            "object_id": event.object,
            "event_time": event.at.strftime("%Y-%m-%dT%H:%M:%S+00:00").to_string(),
            "user_id": event.person,
        })
        .to_string();
        let time = if self.wording.in_ms {
            self.now.as_millisecond().to_string()
        } else {
            self.now.as_second().to_string()
        };
        let body = if self.wording.signed_compact {
            compact
                .replace("\":\"", "\": \"")
                .replace("\",\"", "\", \"")
        } else {
            compact.clone()
        };
        Some(Letter {
            callback_url: one.callback_url.clone(),
            headers: headers(&time, &compact),
            body,
        })
    }
}

fn headers(time: &str, signed: &str) -> HeaderMap {
    let mut mac = Hmac::<Sha256>::new_from_slice(CLIENT_SECRET.as_bytes()).expect("a key");
    mac.update(time.as_bytes());
    mac.update(signed.as_bytes());
    let signature = hex::encode_upper(mac.finalize().into_bytes());
    let mut headers = HeaderMap::new();
    for (name, value) in [
        ("content-type", "application/json"),
        ("x-oura-timestamp", time),
        ("x-oura-signature", &signature),
    ] {
        headers.insert(name, HeaderValue::from_str(value).expect("a header"));
    }
    headers
}
