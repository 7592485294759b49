//! What holds for any body.

use jiff::tz::TimeZone;
use proptest::prelude::*;
use serde_json::{Value, json};
use vitalog_connectors::hae::{parse, redact};
use vitalog_core::Metric;

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        Just(json!("2026-09-27 07:30:00 -0700")),
        Just(json!("weight")),
        Just(json!("kg")),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        let name = prop_oneof![
            Just("name"),
            Just("units"),
            Just("data"),
            Just("date"),
            Just("qty"),
            Just("source"),
            Just("metadata"),
            Just("start"),
            Just("end"),
            Just("activeEnergy"),
            Just("heartRateData"),
            Just("startDate"),
            Just("endDate"),
            Just("value"),
            Just("totalSleep"),
            Just("sleepStart"),
            Just("Unspecified"),
            Just("severity"),
            Just("id"),
            Just("other"),
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((name, inner), 0..6).prop_map(|members| {
                members
                    .into_iter()
                    .map(|(k, v)| (k.to_owned(), v))
                    .collect()
            }),
        ]
    })
}

fn zone() -> TimeZone {
    TimeZone::get("America/Los_Angeles").unwrap()
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(body in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&body, &zone());
        let _ = redact(&body);
    }

    #[test]
    fn odd_elements_never_fail_a_push_and_each_is_counted(
        points in prop::collection::vec(any_json(), 0..8),
        workouts in prop::collection::vec(any_json(), 0..8),
        entries in prop::collection::vec(any_json(), 0..4),
    ) {
        let mut metrics = vec![json!({"name": "weight_body_mass", "units": "kg", "data": points})];
        metrics.extend(entries);
        let body = json!({"data": {"metrics": metrics, "workouts": workouts}}).to_string();
        let push = parse(body.as_bytes(), &zone()).unwrap();
        let skipped: usize = push.skipped.values().sum();
        prop_assert!(push.samples.len() + skipped >= points.len());
        let skipped: usize = push.workouts.skipped.values().sum();
        prop_assert_eq!(push.workouts.accepted.len() + skipped, workouts.len());
    }

    #[test]
    fn odd_elements_of_any_metric_and_data_type_are_each_counted(
        points in prop::collection::vec(any_json(), 0..6),
        place in any::<prop::sample::Index>(),
    ) {
        let metric = place.get(Metric::ALL);
        let unit = metric.row().unit;
        let metrics = json!([{"name": metric.slug(), "units": unit, "data": points}]);
        let mut data = json!({"metrics": metrics, "oddity": points});
        let kinds = ["symptoms", "stateOfMind", "ecg", "heartRateNotifications", "cycleTracking", "medications"];
        for kind in kinds {
            data[kind] = points.clone().into();
        }
        let body = json!({"data": data}).to_string();
        let push = parse(body.as_bytes(), &zone()).unwrap();
        let skipped: usize = push.skipped.values().sum();
        prop_assert_eq!(push.accepted + skipped, points.len());
        for received in push.records_received.values() {
            prop_assert_eq!(*received, points.len());
        }
        for record in &push.records {
            prop_assert!(serde_json::from_str::<Value>(&record.body).is_ok());
            prop_assert!(record.id.len() <= 80 && !record.id.contains(char::is_control));
        }
        for sample in &push.samples {
            prop_assert!(sample.until.is_none_or(|until| until > sample.time.at));
        }
    }

    #[test]
    fn good_samples_are_read_whatever_stands_between_them(odd in any_json(), value in 1_u32..500) {
        let good = json!({"date": "2026-09-27 07:30:00 -0700", "qty": value, "source": "Scale"});
        let points = [good.clone(), odd, good];
        let body = json!({"data": {"metrics": [{"data": points, "units": "lb", "name": "weight"}]}});
        let body = body.to_string();
        let push = parse(body.as_bytes(), &zone()).unwrap();
        prop_assert!(push.samples.len() >= 2);
    }

    #[test]
    fn redacted_payload_is_json_without_any_number(value in any_json()) {
        let body = json!({"data": {"metrics": value.clone(), "workouts": value}}).to_string();
        let shown: Value = serde_json::from_str(&redact(body.as_bytes())).unwrap();
        prop_assert!(has_no_number(&shown), "{}", shown);
    }
}

/// Whether no digit is left but the zeros of a date's form and the counts of what was cut.
fn has_no_number(value: &Value) -> bool {
    let harmless = |text: &str| {
        text == "0000-00-00 00:00:00 -0000"
            || text.ends_with(" more>")
            || !text.contains(char::is_numeric)
    };
    match value {
        Value::Null | Value::Bool(_) => true,
        Value::Number(_) => false,
        Value::String(text) => harmless(text),
        Value::Array(items) => items.iter().all(has_no_number),
        Value::Object(members) => members
            .iter()
            .all(|(name, value)| harmless(name) && has_no_number(value)),
    }
}
