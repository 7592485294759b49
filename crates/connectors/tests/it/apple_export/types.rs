//! Every identifier that is known: its metric, and its units by hand.

use vitalog_connectors::apple_export::{Found, Skip};
use vitalog_core::Context;

use super::read_xml;

/// A record without a time of its own.
fn record(identifier: &str, unit: &str, value: &str) -> String {
    let unit = unit.replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<Record type=\"{identifier}\" sourceName=\"App\" unit=\"{unit}\" \
         startDate=\"2026-09-13 08:00:00 +0200\" endDate=\"2026-09-13 08:10:00 +0200\" \
         value=\"{value}\"/>"
    )
}

fn found(record: &str) -> Found {
    let (mut items, error) = read_xml(&format!("<HealthData>{record}</HealthData>"));
    assert!(error.is_none(), "{error:?}");
    assert_eq!(items.len(), 1, "{record}");
    items.remove(0).found
}

/// The rows of a table, and their columns.
fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split('|').map(str::trim).collect();
            columns.try_into().unwrap()
        })
}

#[test]
fn every_quantity_is_the_metric_and_the_value_that_it_should_be() {
    for [name, unit, value, slug, expected] in rows(include_str!("quantities.txt")) {
        let expected: f64 = expected.parse().unwrap();
        let identifier = format!("HKQuantityTypeIdentifier{name}");
        let Found::Sample(sample) = found(&record(&identifier, unit, value)) else {
            panic!("{name} in {unit}");
        };
        assert_eq!(sample.metric.slug(), slug, "{name}");
        let found = sample.quantity.first();
        assert!(
            (found - expected).abs() < 1e-9,
            "{name} {value} {unit}: {found}"
        );
        assert_eq!(sample.sent.first().to_string(), value, "{name}");
        assert_eq!(sample.unit, unit, "{name}");
    }
}

#[test]
fn blood_pressure_is_one_in_whatever_order_its_halves_come() {
    let half = |name: &str, value: &str| {
        let name = format!("HKQuantityTypeIdentifierBloodPressure{name}");
        record(&name, "mmHg", value)
    };
    let (high, low) = (half("Systolic", "121"), half("Diastolic", "78"));
    let both = format!(
        "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"App\" \
         startDate=\"2026-09-13 08:00:00 +0200\" endDate=\"2026-09-13 08:00:00 +0200\">{low}{high}\
         </Correlation>"
    );
    for (order, halves) in [
        ("records", vec![&high, &low]),
        ("the other way round", vec![&low, &high]),
        ("with their correlation", vec![&high, &low, &both]),
        ("after their correlation", vec![&both, &low, &high]),
        ("around their correlation", vec![&high, &both, &low]),
        ("correlation alone", vec![&both]),
        ("one half beside the correlation", vec![&high, &both]),
    ] {
        let xml: String = halves.into_iter().map(String::as_str).collect();
        let (items, error) = read_xml(&format!("<HealthData>{xml}</HealthData>"));
        assert!(error.is_none());
        let told: Vec<String> = items
            .iter()
            .filter_map(|item| match &item.found {
                Found::Sample(sample) => Some(format!("{:?}", sample.quantity)),
                Found::Skipped(skip) => Some(skip.as_str().to_owned()),
                Found::Workout(_) | Found::Document(_) | Found::Lines | Found::ToldElsewhere(_) => {
                    None
                }
            })
            .collect();
        let expected = "Pressure { systolic: 121.0, diastolic: 78.0 }";
        assert_eq!(told, [expected], "{order}");
    }
}

#[test]
fn half_without_another_is_told_at_the_end_and_holds_the_checkpoint_back() {
    let high = record(
        "HKQuantityTypeIdentifierBloodPressureSystolic",
        "mmHg",
        "121",
    );
    let steps = record("HKQuantityTypeIdentifierStepCount", "count", "1");
    let xml = format!("<HealthData>{steps}{high}{steps}</HealthData>");
    let file = super::file(xml.as_bytes());
    let export = vitalog_connectors::apple_export::Export::open(file.path()).unwrap();
    let mut reader = export.read(0).unwrap();
    reader.next().unwrap().unwrap();
    let before = reader.checkpoint();
    assert_eq!(before, reader.position());
    reader.next().unwrap().unwrap();
    reader.next().unwrap().unwrap();
    assert!(reader.position() > before);
    assert_eq!(reader.checkpoint(), before);
    let item = reader.next().unwrap().unwrap();
    assert!(matches!(item.found, Found::Skipped(Skip::UnpairedHalf)));
    assert!(item.lines[0].text.contains("121"));
    assert!(reader.next().unwrap().is_none());
}

fn shown(found: &Found) -> String {
    match found {
        Found::Sample(sample) => {
            let label = sample.label.as_deref().unwrap_or_default();
            let text = format!(
                "{} {} {label}",
                sample.metric.slug(),
                sample.quantity.first()
            );
            text.trim_end().to_owned()
        }
        Found::Skipped(skip) => skip.as_str().to_owned(),
        Found::Workout(_) | Found::Document(_) | Found::Lines | Found::ToldElsewhere(_) => {
            String::new()
        }
    }
}

#[test]
fn every_category_is_the_metric_and_the_value_that_it_should_be() {
    for [name, value, metadata, expected] in rows(include_str!("categories.txt")) {
        let entry = metadata
            .split_once('=')
            .map(|(key, value)| format!("<MetadataEntry key=\"{key}\" value=\"{value}\"/>"));
        let record = format!(
            "<Record type=\"HKCategoryTypeIdentifier{name}\" sourceName=\"App\" \
             startDate=\"2026-09-13 08:00:00 +0200\" endDate=\"2026-09-13 08:10:00 +0200\" \
             value=\"{value}\">{}</Record>",
            entry.unwrap_or_default()
        );
        assert_eq!(shown(&found(&record)), expected, "{name} {value}");
    }
}

#[test]
fn metadata_says_the_meal_the_reason_and_the_zone() {
    let with = |name: &str, unit: &str, key: &str, value: &str| {
        let record = record(&format!("HKQuantityTypeIdentifier{name}"), unit, "5");
        let open = record.replace("/>", ">");
        found(&format!(
            "{open}<MetadataEntry key=\"{key}\" value=\"{value}\"/></Record>"
        ))
    };
    let sample = |found: Found| {
        let Found::Sample(sample) = found else {
            panic!("{found:?}");
        };
        sample
    };
    let meal = |value| {
        sample(with(
            "BloodGlucose",
            "mmol/L",
            "HKBloodGlucoseMealTime",
            value,
        ))
        .context
    };
    assert_eq!(meal("2").map(Context::as_str), Some("post-meal"));
    assert_eq!(meal("1"), None);
    let reason = |value| {
        sample(with(
            "InsulinDelivery",
            "IU",
            "HKInsulinDeliveryReason",
            value,
        ))
        .label
    };
    assert_eq!(reason("1").as_deref(), Some("Basal"));
    assert_eq!(reason("2").as_deref(), Some("Bolus"));
    let time = |zone| sample(with("StepCount", "count", "HKTimeZone", zone)).time;
    // The phone was in Berlin when it exported, the person in New York when it was measured.
    let there = time("America/New_York");
    assert_eq!(there.text, "2026-09-13 02:00:00 -0400");
    assert_eq!(there.at.to_string(), "2026-09-13T06:00:00Z");
    assert_eq!(time("Europe/Berlin").text, "2026-09-13 08:00:00 +0200");
    assert_eq!(time("Mars/Olympus").text, "2026-09-13 08:00:00 +0200");
}

#[test]
fn motion_that_is_not_set_is_no_line() {
    for (context, lines) in [("0", 0), ("1", 1)] {
        let record = record("HKQuantityTypeIdentifierHeartRate", "count/min", "61");
        let open = record.replace("/>", ">");
        let entry = format!(
            "<MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"{context}\"/>"
        );
        let (items, _) = read_xml(&format!("<HealthData>{open}{entry}</Record></HealthData>"));
        assert_eq!(items[0].lines.len(), lines, "{context}");
    }
}

#[test]
fn sources_that_are_connected_themselves_are_kept() {
    for source in ["Oura", "WHOOP"] {
        let record = record("HKQuantityTypeIdentifierHeartRate", "count/min", "50");
        let record = record.replace("\"App\"", &format!("\"{source}\""));
        assert!(matches!(found(&record), Found::Sample(sample) if sample.source == source));
    }
}
