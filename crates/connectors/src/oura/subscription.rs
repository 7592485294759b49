//! Subscriptions: which events Oura sends, and where to. They belong to the app, not to a person.

use http::{HeaderName, Method};
use jiff::{SignedDuration, Timestamp, civil::DateTime, tz::Offset};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{json, value::RawValue};
use url::Url;

use super::collections::CAPABILITIES;
use crate::{Auth, RequestBody, Unreadable, VendorRequest, oauth2::ClientApp, request::address};

/// How long before its end a subscription is renewed.
pub const RENEW_BEFORE: SignedDuration = SignedDuration::from_hours(14 * 24);

/// What can become of a document, in the vendor's words.
pub const EVENT_TYPES: [&str; 3] = ["create", "update", "delete"];

/// One subscription: events of one type about one sort of document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subscription {
    /// The vendor's identifier.
    pub id: String,
    /// Where events are sent.
    pub callback_url: String,
    /// What became of the document.
    pub event_type: String,
    /// The sort of document.
    pub data_type: String,
    /// When it ends, where the vendor says so.
    pub expires_at: Option<Timestamp>,
}

/// The request for all subscriptions of the app.
#[must_use]
pub fn list(api: &Url, app: &ClientApp) -> VendorRequest {
    request(api, app, Method::GET, &[], RequestBody::None)
}

/// The request for a new one. While it is answered, Oura asks the callback for a challenge.
#[must_use]
pub fn create(
    api: &Url,
    app: &ClientApp,
    callback_url: &str,
    verification_token: &SecretString,
    event_type: &str,
    data_type: &str,
) -> VendorRequest {
    let body = json!({
        "callback_url": callback_url,
        "verification_token": verification_token.expose_secret(),
        "event_type": event_type,
        "data_type": data_type,
    });
    let body = RequestBody::Json(body.to_string().into());
    request(api, app, Method::POST, &[], body)
}

/// The request to let one last longer.
#[must_use]
pub fn renew(api: &Url, app: &ClientApp, id: &str) -> VendorRequest {
    request(api, app, Method::PUT, &["renew", id], RequestBody::None)
}

/// The request to end one.
#[must_use]
pub fn delete(api: &Url, app: &ClientApp, id: &str) -> VendorRequest {
    request(api, app, Method::DELETE, &[id], RequestBody::None)
}

fn request(
    api: &Url,
    app: &ClientApp,
    method: Method,
    rest: &[&str],
    body: RequestBody,
) -> VendorRequest {
    let path = ["v2", "webhook", "subscription"];
    VendorRequest {
        method,
        url: address(api, path.into_iter().chain(rest.iter().copied())),
        headers: vec![
            (
                HeaderName::from_static("x-client-id"),
                app.id.as_str().into(),
            ),
            (
                HeaderName::from_static("x-client-secret"),
                app.secret.clone(),
            ),
        ],
        body,
        auth: Auth::None,
    }
}

#[derive(Deserialize)]
struct Sent {
    id: String,
    callback_url: String,
    event_type: String,
    data_type: String,
    expiration_time: Option<String>,
}

/// Reads the answer to [`list()`]; what is no subscription is left out.
///
/// # Errors
///
/// If it is no list.
pub fn read_list(body: &[u8]) -> Result<Vec<Subscription>, Unreadable> {
    let sent: Vec<&RawValue> = serde_json::from_slice(body).map_err(|_| Unreadable {
        expected: "a list of subscriptions",
    })?;
    Ok(sent
        .into_iter()
        .filter_map(|one| read_text(one.get()))
        .collect())
}

/// Reads the answer to [`create`] or [`renew`].
///
/// # Errors
///
/// If it is no subscription.
pub fn read_one(body: &[u8]) -> Result<Subscription, Unreadable> {
    let text = std::str::from_utf8(body).ok();
    text.and_then(read_text).ok_or(Unreadable {
        expected: "a subscription",
    })
}

fn read_text(body: &str) -> Option<Subscription> {
    let sent: Sent = serde_json::from_str(body).ok()?;
    Some(Subscription {
        id: sent.id,
        callback_url: sent.callback_url,
        event_type: sent.event_type,
        data_type: sent.data_type,
        expires_at: sent.expiration_time.as_deref().and_then(read_expiration),
    })
}

/// Reads the end of a subscription, which is sent without an offset and is of UTC.
fn read_expiration(sent: &str) -> Option<Timestamp> {
    sent.parse().ok().or_else(|| {
        let shown: DateTime = sent.parse().ok()?;
        Offset::UTC.to_timestamp(shown).ok()
    })
}

/// What to do so that every event that we use is sent to one address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Subscribe to events of a type about a sort of document.
    Create {
        /// What became of the document.
        event_type: &'static str,
        /// The sort of document.
        data_type: &'static str,
    },
    /// Let the subscription with this identifier last longer.
    Renew(String),
    /// End the subscription with this identifier. There is one for each event, so one that leads
    /// elsewhere stands in the way.
    Delete(String),
}

/// Compares the subscriptions there are with those there should be. Subscriptions to what we do not
/// use are left alone, unless they lead here. What is to be ended comes first.
#[must_use]
pub fn plan(existing: &[Subscription], callback_url: &str, now: Timestamp) -> Vec<Step> {
    let data_types = || {
        CAPABILITIES
            .collections
            .iter()
            .filter_map(|one| one.webhook)
    };
    let mut deletions = Vec::new();
    let mut kept: Vec<&Subscription> = Vec::new();
    for one in existing {
        let is_here = one.callback_url == callback_url;
        let is_used = data_types().any(|used| used == one.data_type);
        let is_double = kept
            .iter()
            .any(|kept| (&kept.event_type, &kept.data_type) == (&one.event_type, &one.data_type));
        match (is_here, is_used) {
            (true, true) if !is_double => kept.push(one),
            (false, false) => {}
            _ => deletions.push(Step::Delete(one.id.clone())),
        }
    }
    let mut steps = deletions;
    for data_type in data_types() {
        for event_type in EVENT_TYPES {
            let there = kept
                .iter()
                .find(|kept| kept.event_type == event_type && kept.data_type == data_type);
            match there {
                None => steps.push(Step::Create {
                    event_type,
                    data_type,
                }),
                Some(one) if ends_soon(one, now) => steps.push(Step::Renew(one.id.clone())),
                Some(_) => {}
            }
        }
    }
    steps
}

fn ends_soon(one: &Subscription, now: Timestamp) -> bool {
    one.expires_at
        .is_some_and(|end| now.duration_until(end) < RENEW_BEFORE)
}
