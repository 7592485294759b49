//! Events, and the question by which Oura finds out whether an address is ours.

use http::HeaderMap;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::collections::CAPABILITIES;
use crate::{
    EventAction, EventRefused, VendorEvent,
    webhook::{check_fresh, is_signed},
};

#[derive(Deserialize)]
struct Sent {
    event_type: String,
    data_type: String,
    object_id: String,
    #[serde(default)]
    event_time: Value,
    user_id: String,
}

/// Checks and reads an event. The signature is over the time and the body; some senders sign the
/// body as it would be without the spaces that they send in it.
pub(super) fn read_event(
    headers: &HeaderMap,
    body: &[u8],
    secret: &SecretString,
    now: Timestamp,
) -> Result<VendorEvent, EventRefused> {
    let header = |name: &str| headers.get(name)?.to_str().ok();
    let signature = header("x-oura-signature").ok_or(EventRefused::Unsigned)?;
    let signature = hex::decode(signature).map_err(|_| EventRefused::Unsigned)?;
    let time = header("x-oura-timestamp").ok_or(EventRefused::Unsigned)?;

    let fits = |body: &[u8]| is_signed(secret, &[time.as_bytes(), body], &signature);
    if !fits(body) && !compact(body).is_some_and(|compact| fits(compact.as_bytes())) {
        return Err(EventRefused::WrongSignature);
    }
    check_fresh(time, now)?;
    let sent: Sent = serde_json::from_slice(body).map_err(|_| EventRefused::NotAnEvent)?;
    Ok(VendorEvent {
        trace_id: trace_id(&sent),
        kind: CAPABILITIES
            .collections
            .iter()
            .find(|collection| collection.webhook == Some(sent.data_type.as_str()))
            .map(|collection| collection.kind),
        // What is neither is looked at: a document that is gone is not found then.
        action: match sent.event_type.as_str() {
            "delete" => EventAction::Deleted,
            _ => EventAction::Changed,
        },
        person: sent.user_id,
        object: sent.object_id,
    })
}

/// The same JSON without white space between its parts.
fn compact(body: &[u8]) -> Option<String> {
    let value: Value = serde_json::from_slice(body).ok()?;
    Some(value.to_string())
}

/// Oura gives events no identifier, but sends the same one again word for word.
fn trace_id(sent: &Sent) -> String {
    let time = sent.event_time.to_string();
    let parts = [
        &sent.user_id,
        &sent.event_type,
        &sent.data_type,
        &sent.object_id,
        &time,
    ];
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hex::encode(hash.finalize())
}

/// Why a challenge is not answered. The answer is a 401.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the challenge does not hold the verification token")]
pub struct ChallengeRefused;

/// The JSON to answer with status 200 to the request that Oura makes before it subscribes an
/// address, given the query of that request.
///
/// # Errors
///
/// If somebody asks who does not know the verification token.
pub fn answer_challenge(
    query: &str,
    verification_token: &SecretString,
) -> Result<String, ChallengeRefused> {
    let member = |name: &str| {
        url::form_urlencoded::parse(query.as_bytes())
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
            .ok_or(ChallengeRefused)
    };
    let sent = member("verification_token")?;
    let known = verification_token.expose_secret();
    if known.is_empty() || !bool::from(sent.as_bytes().ct_eq(known.as_bytes())) {
        return Err(ChallengeRefused);
    }
    let challenge = member("challenge")?;
    Ok(serde_json::json!({ "challenge": challenge }).to_string())
}
