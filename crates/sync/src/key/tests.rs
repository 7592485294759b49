//! The expected keys were worked out with Python's hashlib over the arrays written out here.

use super::*;

fn single(source: &str, value: f64, unit: &str) -> String {
    sample_fingerprint(source, Quantity::Single(value), unit, None).to_string()
}

#[test]
fn sample_key_hashes_source_values_and_unit_as_javascript_writes_them() {
    for (source, value, unit, expected) in [
        // ["unknown",[61.99999999999999],"kg"]
        ("unknown", 61.999_999_999_999_99, "kg", "#4ac79da338ef"),
        // ["Food",[0],"g"], also for a negative zero
        ("Food", 0.0, "g", "#a57868de4cc6"),
        ("Food", -0.0, "g", "#a57868de4cc6"),
        // ["Food",[1e+21],"g"], ["Food",[1e-7],"g"], ["Food",[0.1],"g"]
        ("Food", 1e21, "g", "#d1839d322143"),
        ("Food", 1e-7, "g", "#360109550cfd"),
        ("Food", 0.1, "g", "#317e39538096"),
        // ["a\"b\\c\u0001\n<DEL><U+2028>é😀",[5],"mmol<180.1558800000541>/L"]
        (
            "a\"b\\c\u{1}\n\u{7f}\u{2028}é😀",
            5.0,
            "mmol<180.1558800000541>/L",
            "#b6b0091a869d",
        ),
    ] {
        assert_eq!(
            single(source, value, unit),
            expected,
            "{source} {value} {unit}"
        );
    }
}

#[test]
fn pressure_is_keyed_by_both_numbers() {
    let sent = Quantity::Pressure {
        systolic: 121.0,
        diastolic: 78.0,
    };
    // ["OMRON connect",[121,78],"mmHg"]
    let key = sample_fingerprint("OMRON connect", sent, "mmHg", None);
    assert_eq!(key.to_string(), "#418c7baf3899");
}

#[test]
fn label_is_a_part_of_the_key() {
    // ["Pen",[4],"IU","Bolus"]
    let key = sample_fingerprint("Pen", Quantity::Single(4.0), "IU", Some("Bolus"));
    assert_eq!(key.to_string(), "#7eb2353c7c3f");
}

#[test]
fn slot_is_keyed_by_source_length_and_label() {
    for (source, grain, label, expected) in [
        // ["slot","Food App","day"]
        ("Food App", Some(Grain::Day), None, "#78853be12acb"),
        // ["slot","Watch","none"]
        ("Watch", None, None, "#614623387031"),
        // ["slot","Watch","none","Sinus Rhythm"]
        ("Watch", None, Some("Sinus Rhythm"), "#99eaeebb570b"),
    ] {
        let key = slot_fingerprint(source, grain, label);
        assert_eq!(key.to_string(), expected, "{source} {grain:?} {label:?}");
    }
}

#[test]
fn sample_of_a_record_is_keyed_by_the_record() {
    // ["record","48E0171F"]
    assert_eq!(record_fingerprint("48E0171F").to_string(), "#0acbdac5bed5");
}

#[test]
fn workout_is_keyed_by_its_id_or_else_by_what_it_was() {
    let end: Timestamp = "2026-09-27T17:30:00Z".parse().unwrap();
    // ["id","59973A93-BDFE-47CE-8063-BB62D4CA91D7"]
    let id = Some("59973A93-BDFE-47CE-8063-BB62D4CA91D7");
    assert_eq!(
        workout_fingerprint(id, "Strava", "Run", end).to_string(),
        "#25c91d00f630"
    );
    // ["Strava","Run","2026-09-27T17:30:00Z"]
    assert_eq!(
        workout_fingerprint(None, "Strava", "Run", end).to_string(),
        "#ab265dfce868"
    );
}
