//! Events: what is believed, and what is read in it.

use http::{HeaderMap, HeaderName, HeaderValue};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use vitalog_connectors::{
    Connector, EventAction, EventRefused, VendorEvent,
    oura::{Oura, answer_challenge},
};

use super::fixture;

/// An event as the vendor's example has it.
struct Example {
    headers: HeaderMap,
    body: String,
    secret: String,
    at: Timestamp,
}

fn example() -> Example {
    let sent: Value = serde_json::from_slice(&fixture("webhook-event")).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let headers = sent["headers"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            (name, HeaderValue::from_str(&text(value)).unwrap())
        });
    Example {
        headers: headers.collect(),
        body: text(&sent["raw_body"]),
        secret: text(&sent["secret_for_this_example"]),
        at: Timestamp::from_second(1_789_277_504).unwrap(),
    }
}

impl Example {
    fn read(&self) -> Result<VendorEvent, EventRefused> {
        Oura.read_event(
            &self.headers,
            self.body.as_bytes(),
            &self.secret.as_str().into(),
            self.at,
        )
    }

    fn with_header(mut self, name: &'static str, value: &str) -> Self {
        self.headers
            .insert(name, HeaderValue::from_str(value).unwrap());
        self
    }

    fn header(&self, name: &str) -> String {
        self.headers[name].to_str().unwrap().to_owned()
    }
}

/// HMAC-SHA256 by its definition (RFC 2104), so that the code under test is not its own judge.
fn hmac(key: &[u8], message: &[u8]) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let mut block = [0_u8; 64];
    block[..key.len()].copy_from_slice(key);
    let hash = |pad: u8, message: &[u8]| {
        let padded = block.map(|byte| byte ^ pad);
        Sha256::digest([padded.as_slice(), message].concat())
    };
    hash(0x5c, &hash(0x36, message)).to_vec()
}

/// The example with another time and body, signed anew over `signed`.
fn signed(time: &str, body: &str, signed: &str) -> Example {
    let mut example = example();
    let signature = hmac(
        example.secret.as_bytes(),
        format!("{time}{signed}").as_bytes(),
    );
    body.clone_into(&mut example.body);
    example
        .with_header("x-oura-timestamp", time)
        .with_header("x-oura-signature", &hex::encode_upper(signature))
}

#[test]
fn event_of_the_example_is_believed_and_read() {
    let event = example().read().unwrap();
    assert_eq!(event.kind, Some("sleep"));
    assert_eq!(event.action, EventAction::Changed);
    assert_eq!(event.object, "7b911f5e-569a-4029-9fe4-ef14c59c982b");
    assert_eq!(event.person, "8f9a5221-0000-4000-8000-0000000000a1");
}

#[test]
fn signature_may_be_in_small_letters_and_nothing_else_about_it_may_differ() {
    let signature = example().header("x-oura-signature");
    let small = signature.to_lowercase();
    assert!(
        example()
            .with_header("x-oura-signature", &small)
            .read()
            .is_ok()
    );

    let check = |event: Example, expected: EventRefused| {
        assert_eq!(event.read().unwrap_err(), expected);
    };
    let wrong = EventRefused::WrongSignature;
    let other = signature.replacen('1', "2", 1);
    check(example().with_header("x-oura-signature", &other), wrong);
    check(
        example().with_header("x-oura-signature", &signature[..62]),
        wrong,
    );
    check(example().with_header("x-oura-signature", ""), wrong);
    check(
        example().with_header("x-oura-signature", "no hex"),
        EventRefused::Unsigned,
    );
    check(
        example().with_header("x-oura-timestamp", "1789277505"),
        wrong,
    );
    for name in ["x-oura-signature", "x-oura-timestamp"] {
        let mut event = example();
        event.headers.remove(name);
        check(event, EventRefused::Unsigned);
    }
    let mut event = example();
    event.body = event.body.replace("update", "delete");
    check(event, wrong);
    let mut event = example();
    event.secret.push('x');
    check(event, wrong);
}

#[test]
fn signature_is_over_the_bytes_as_sent_or_over_the_compact_form() {
    let compact = example().body;
    let spaced = compact.replace(':', ": ").replace(": //", "://");
    let spaced = spaced.replace("05: 31: 44+00: 00", "05:31:44+00:00");
    let time = "1789277504";
    let plain = signed(time, &compact, &compact).read().unwrap();
    assert_eq!(signed(time, &spaced, &spaced).read().unwrap(), plain);
    assert_eq!(signed(time, &spaced, &compact).read().unwrap(), plain);
    assert_eq!(
        signed(time, &compact, &spaced).read(),
        Err(EventRefused::WrongSignature)
    );
}

#[test]
fn old_event_is_refused_also_if_its_time_is_in_milliseconds() {
    let body = example().body;
    let check = |time: &str, later: SignedDuration, expected: Result<(), EventRefused>| {
        let mut event = signed(time, &body, &body);
        event.at = event.at.checked_add(later).unwrap();
        assert_eq!(event.read().map(|_| ()), expected, "{time} {later}");
    };
    let second = SignedDuration::from_secs(1);
    let tolerance = SignedDuration::from_mins(5);
    for time in ["1789277504", "1789277504000"] {
        check(time, tolerance, Ok(()));
        check(time, -tolerance, Ok(()));
        check(time, tolerance + second, Err(EventRefused::Stale));
        check(time, -(tolerance + second), Err(EventRefused::Stale));
    }
    check(
        "2026-09-13",
        SignedDuration::ZERO,
        Err(EventRefused::Unsigned),
    );
}

#[test]
fn same_event_has_the_same_trace_and_any_other_another() {
    let time = "1789277504";
    let trace = |body: &str| signed(time, body, body).read().unwrap().trace_id;
    let body = example().body;
    let first = trace(&body);
    // Delivered again later, so with another time and signature.
    assert_eq!(
        signed("1789277600", &body, &body).read().unwrap().trace_id,
        first
    );
    for (from, to) in [
        ("update", "create"),
        ("\"sleep\"", "\"workout\""),
        ("7b911f5e", "7b911f5f"),
        ("05:31:44", "05:31:45"),
        ("8f9a5221", "8f9a5222"),
    ] {
        assert_ne!(trace(&body.replace(from, to)), first, "{to}");
    }
}

#[test]
fn words_are_read_as_ours_and_new_ones_fail_nothing() {
    let time = "1789277504";
    let check = |data_type: &str, event_type: &str, kind: Option<&str>, action: EventAction| {
        let body = example().body;
        let body = body.replace("\"sleep\"", &format!("{data_type:?}"));
        let body = body.replace("update", event_type);
        let event = signed(time, &body, &body).read().unwrap();
        assert_eq!((event.kind, event.action), (kind, action), "{body}");
    };
    check("vo2_max", "create", Some("vo2_max"), EventAction::Changed);
    check(
        "daily_sleep",
        "delete",
        Some("daily_sleep"),
        EventAction::Deleted,
    );
    check(
        "ring_configuration",
        "update",
        Some("ring_configuration"),
        EventAction::Changed,
    );
    check("daily_cycle_phases", "update", None, EventAction::Changed);
    check("heartrate", "update", None, EventAction::Changed);
    check(
        "sleep",
        "word_from_the_future",
        Some("sleep"),
        EventAction::Changed,
    );
}

#[test]
fn what_is_signed_and_no_event_is_refused() {
    for body in ["", "[]", "{}", "not json", r#"{"event_type": "update"}"#] {
        let read = signed("1789277504", body, body).read();
        assert_eq!(read, Err(EventRefused::NotAnEvent), "{body}");
    }
}

#[test]
fn challenge_is_answered_only_to_who_knows_the_token() {
    let check = |query: &str, expected: Option<&str>| {
        let answer = answer_challenge(query, &"example-verify".into()).ok();
        assert_eq!(answer.as_deref(), expected, "{query}");
    };
    check(
        "verification_token=example-verify&challenge=4f1c9d",
        Some(r#"{"challenge":"4f1c9d"}"#),
    );
    check(
        "challenge=a%22%2Bb&verification_token=example%2Dverify",
        Some(r#"{"challenge":"a\"+b"}"#),
    );
    check("verification_token=example-verifx&challenge=4f1c9d", None);
    check("verification_token=&challenge=4f1c9d", None);
    check("challenge=4f1c9d", None);
    check("verification_token=example-verify", None);
    assert!(answer_challenge("verification_token=&challenge=1", &"".into()).is_err());
}
