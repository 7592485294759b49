//! Events.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::HeaderMap;
use jiff::Timestamp;
use secrecy::SecretString;

use super::{
    collections::{SLEEP, WORKOUT},
    model::Fields,
};
use crate::{
    EventAction, EventRefused, VendorEvent,
    webhook::{check_fresh, is_signed},
};

/// Base64 of the signature.
const SIGNATURE: &str = "x-whoop-signature";
/// Milliseconds since 1970, as text.
const SIGNED_AT: &str = "x-whoop-signature-timestamp";

/// Checks and reads a delivery. What is signed is the time as it was sent, followed by the body,
/// with nothing between them.
pub(super) fn read_event(
    headers: &HeaderMap,
    body: &[u8],
    secret: &SecretString,
    now: Timestamp,
) -> Result<VendorEvent, EventRefused> {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let signature = header(SIGNATURE).ok_or(EventRefused::Unsigned)?.trim();
    let signature = STANDARD
        .decode(signature)
        .map_err(|_| EventRefused::Unsigned)?;
    let signed_at = header(SIGNED_AT).ok_or(EventRefused::Unsigned)?.trim();
    if !is_signed(secret, &[signed_at.as_bytes(), body], &signature) {
        return Err(EventRefused::WrongSignature);
    }
    check_fresh(signed_at, now)?;
    let body = std::str::from_utf8(body).map_err(|_| EventRefused::NotAnEvent)?;
    let fields = Fields::read(body).map_err(|_| EventRefused::NotAnEvent)?;
    event(&fields).ok_or(EventRefused::NotAnEvent)
}

fn event(fields: &Fields) -> Option<VendorEvent> {
    let (kind, action) = match fields.text("type")? {
        "sleep.deleted" => (Some(SLEEP), EventAction::Deleted),
        "workout.deleted" => (Some(WORKOUT), EventAction::Deleted),
        "workout.updated" => (Some(WORKOUT), EventAction::Changed),
        // An event of a recovery names its sleep. Whatever became of the recovery, asking for
        // that sleep, and then for what goes along with it, tells.
        "sleep.updated" | "recovery.updated" | "recovery.deleted" => {
            (Some(SLEEP), EventAction::Changed)
        }
        _ => (None, EventAction::Changed),
    };
    Some(VendorEvent {
        trace_id: fields.id("trace_id")?,
        person: fields.id("user_id")?,
        kind,
        action,
        object: fields.id("id")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Events that another program signed.
    const EVENTS: &str = include_str!("fixtures/webhook-events.json");

    fn now() -> Timestamp {
        Timestamp::from_millisecond(1_789_275_825_000).unwrap()
    }

    struct Delivery {
        headers: HeaderMap,
        body: String,
    }

    fn deliveries() -> (SecretString, Vec<Delivery>) {
        let file: serde_json::Value = serde_json::from_str(EVENTS).unwrap();
        let deliveries = file["events"].as_array().unwrap().iter().map(|event| {
            let headers = event["headers"].as_object().unwrap();
            let headers = headers.iter().map(|(name, value)| {
                (
                    name.parse::<http::HeaderName>().unwrap(),
                    value.as_str().unwrap().parse().unwrap(),
                )
            });
            Delivery {
                headers: headers.collect(),
                body: event["raw_body"].as_str().unwrap().to_owned(),
            }
        });
        let secret = file["secret_for_this_example"].as_str().unwrap();
        (secret.into(), deliveries.collect())
    }

    #[test]
    fn signed_events_are_read() {
        let (secret, deliveries) = deliveries();
        let read: Vec<_> = deliveries
            .iter()
            .map(|one| read_event(&one.headers, one.body.as_bytes(), &secret, now()).unwrap())
            .map(|event| (event.kind, event.action, event.object, event.person))
            .collect();
        let night = "4f9213d2-0c1d-4c6d-b680-3358829705be".to_owned();
        let run = "84f71b3a-b3e5-4107-b6e1-5bd6e122c593".to_owned();
        let other = "f647c8a6-3f09-42de-8a8d-f83ff08660bd".to_owned();
        let person = || "1000001".to_owned();
        assert_eq!(
            read,
            [
                (Some(SLEEP), EventAction::Changed, night.clone(), person()),
                (Some(SLEEP), EventAction::Changed, night, person()),
                (Some(WORKOUT), EventAction::Deleted, run, person()),
                (Some(SLEEP), EventAction::Changed, other, person()),
            ]
        );
    }

    #[test]
    fn nothing_else_is_an_event() {
        let (secret, deliveries) = deliveries();
        let Delivery { headers, body } = &deliveries[0];
        let check = |headers: &HeaderMap, body: &str, minutes: i64, expected: EventRefused| {
            let now = now() + jiff::SignedDuration::from_mins(minutes);
            let refused = read_event(headers, body.as_bytes(), &secret, now).unwrap_err();
            assert_eq!(refused, expected);
        };
        check(headers, body, 6, EventRefused::Stale);
        check(headers, body, -6, EventRefused::Stale);
        check(
            headers,
            &format!("{body} "),
            0,
            EventRefused::WrongSignature,
        );
        let without = |name: &str| {
            let mut headers = headers.clone();
            headers.remove(name);
            headers
        };
        check(&without(SIGNATURE), body, 0, EventRefused::Unsigned);
        check(&without(SIGNED_AT), body, 0, EventRefused::Unsigned);
        let with = |name: &'static str, value: &'static str| {
            let mut headers = headers.clone();
            headers.insert(name, value.parse().unwrap());
            headers
        };
        check(
            &with(SIGNATURE, "not base64!"),
            body,
            0,
            EventRefused::Unsigned,
        );
        check(
            &with(SIGNATURE, "aaaa"),
            body,
            0,
            EventRefused::WrongSignature,
        );
        // The time is part of what is signed.
        check(
            &with(SIGNED_AT, "1789275825001"),
            body,
            0,
            EventRefused::WrongSignature,
        );
        let other = SecretString::from("another secret");
        let refused = read_event(headers, body.as_bytes(), &other, now());
        assert_eq!(refused, Err(EventRefused::WrongSignature));
    }

    #[test]
    fn a_type_that_nobody_knows_yet_is_an_event_of_nothing_we_keep() {
        let check = |body: &str, expected: Option<Option<&str>>| {
            let fields = Fields::read(body).unwrap();
            assert_eq!(event(&fields).map(|event| event.kind), expected, "{body}");
        };
        check(
            r#"{"user_id": 1, "id": 5, "type": "journal.updated", "trace_id": "t"}"#,
            Some(None),
        );
        check(
            r#"{"user_id": 1, "id": "5", "type": "sleep.updated"}"#,
            None,
        );
        check(
            r#"{"id": "5", "type": "sleep.updated", "trace_id": "t"}"#,
            None,
        );
        check("{}", None);
    }
}
