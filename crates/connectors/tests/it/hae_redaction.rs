//! What the log of a first payload may show. Judged by a list of its own, written by hand.

use proptest::prelude::*;
use serde_json::{Value, json};
use vitalog_connectors::hae::redact;

/// Units of the fixtures that some metric has.
const UNITS: &str = "% IU MET bpm cm count count/min dBASPL degC degF ft ft/s g hr kJ kcal kcal/hr·kg kg km km/hr lb m \
    m/s mL mcV mg mi mi/hr min ml/(kg·min) mmHg mmol/L mmol<<number>>/L ms s spm st steps times yd";
/// Names of metrics that are not written in small letters.
const ODD_NAMES: [&str; 2] = ["Weight & Body Mass", "HKQuantityTypeIdentifierLeanBodyMass"];
/// What stands in place of what is hidden.
const HIDDEN: &[&str] = &["<text>", "<number>", "<boolean>", "<…>"];

const FIXTURES: &[&str] = &[
    "batch-part-1",
    "batch-part-2",
    "cycle-tracking",
    "ecg",
    "empty",
    "heart-rate-notifications",
    "medications",
    "metrics-hostile",
    "metrics-summarised-days",
    "metrics-unsummarised",
    "state-of-mind",
    "symptoms",
    "twelve-metrics",
    "workouts-odd",
    "workouts-v1",
    "workouts-v2",
];

fn fixture(name: &str) -> String {
    let path = format!(
        "{}/src/hae/fixtures/{name}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read_to_string(path).unwrap()
}

/// Calls `see` with each leaf and the path to it; elements of lists are `[]`.
fn leaves(value: &Value, path: &str, see: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Array(items) => items
            .iter()
            .for_each(|item| leaves(item, &format!("{path}[]"), see)),
        Value::Object(members) => members
            .iter()
            .for_each(|(name, value)| leaves(value, &format!("{path}.{name}"), see)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => see(path, value),
    }
}

/// Whether a text is the form of a date and nothing of the date.
fn is_form_of_date(text: &str) -> bool {
    text.starts_with("0000-00-00")
        && text.chars().all(|char| {
            matches!(
                char,
                '0' | '-' | ':' | '+' | '.' | ' ' | '\u{202f}' | 'T' | 'Z' | 'x'
            )
        })
}

fn check_leaf(path: &str, leaf: &Value) {
    let text = match leaf {
        Value::Null => return,
        Value::String(text) => text.as_str(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            panic!("{path} shows {leaf}")
        }
    };
    let is_more = text.starts_with('<') && text.ends_with(" more>");
    let is_small = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'&' | b':');
    let is_metric =
        path == ".data.metrics[].name" && (ODD_NAMES.contains(&text) || text.bytes().all(is_small));
    let is_unit =
        path.rsplit('.').next() == Some("units") && UNITS.split(' ').any(|unit| unit == text);
    assert!(
        HIDDEN.contains(&text) || is_more || is_metric || is_unit || is_form_of_date(text),
        "{path} shows {text:?}"
    );
}

#[test]
fn nothing_that_a_fixture_tells_of_a_person_is_shown() {
    for name in FIXTURES {
        let shown = redact(fixture(name).as_bytes());
        let shown: Value = serde_json::from_str(&shown).unwrap_or_else(|_| panic!("{name}"));
        leaves(&shown, "", &mut check_leaf);
    }
}

#[test]
fn list_of_fixtures_is_whole() {
    let folder = format!("{}/src/hae/fixtures", env!("CARGO_MANIFEST_DIR"));
    let mut found: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    let listed: Vec<String> = FIXTURES.iter().map(|name| format!("{name}.json")).collect();
    assert_eq!(found, listed);
}

#[test]
fn form_of_a_payload_is_shown() {
    let shown = redact(fixture("state-of-mind").as_bytes());
    for part in [
        "stateOfMind",
        "\"labels\":[\"<text>\"",
        "\"valence\":\"<number>\"",
        "0000-00-00",
    ] {
        assert!(shown.contains(part), "{part} is not in {shown}");
    }
    let shown = redact(fixture("twelve-metrics").as_bytes());
    assert!(
        shown.contains("\"HKQuantityTypeIdentifierLeanBodyMass\",\"units\":\"st\""),
        "{shown}"
    );
}

/// Words that tell of somebody's health, each with a mark that stands nowhere else.
fn telling() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!("Migräne zzz")),
        Just(json!("zzz Ibuprofen 400 mg")),
        Just(json!("kg zzz")),
        Just(json!("2026-09-14 zzz")),
        Just(json!("zzz")),
        Just(json!("zzz2026-09-14 07:30:00 -0700")),
        Just(json!({"name": "zzz", "identifier": "zzz"})),
        Just(json!(["zzz", ["zzz"]])),
    ]
}

/// A body with such a word at each place where the app puts anything, and at some where it does not.
fn body_of(words: &[Value]) -> Value {
    let mut next = words.iter().cycle();
    let mut word = || next.next().cloned().unwrap_or_default();
    let mut element = || {
        json!({
            "name": word(), "date": word(), "start": word(), "end": word(), "source": word(),
            "units": word(), "qty": word(), "value": word(), "id": word(), "severity": word(),
            "metadata": {"note": word(), "units": word()}, "labels": [word(), word()],
            "associations": [word()], "displayText": word(), "classification": word(),
            "kind": word(), "status": word(), "form": word(), "codings": [{"code": word()}],
            "data": [{"name": word(), "units": word(), "source": word(), "metadata": word()}],
        })
    };
    let mut data = json!({"metrics": [element(), element()], "workouts": [element()]});
    for kind in [
        "symptoms",
        "stateOfMind",
        "ecg",
        "heartRateNotifications",
        "cycleTracking",
        "medications",
        "novelty",
    ] {
        data[kind] = json!([element()]);
    }
    data["metrics"][0]["data"] = json!([element(), element()]);
    data["workouts"][0]["heartRateData"] = json!([element()]);
    json!({"data": data, "beside": element()})
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn words_are_shown_in_no_place(words in prop::collection::vec(telling(), 1..40)) {
        let shown = redact(body_of(&words).to_string().as_bytes());
        prop_assert!(!shown.contains("zzz"), "{}", shown);
        let shown: Value = serde_json::from_str(&shown).unwrap();
        leaves(&shown, "", &mut check_leaf);
    }
}
