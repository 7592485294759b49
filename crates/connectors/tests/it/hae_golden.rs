//! Each fixture of Health Auto Export, read, against what it was last agreed to hold.

use std::{fmt::Write, path::Path};

use jiff::tz::TimeZone;
use vitalog_connectors::hae::{Bucket, Push, SentWorkout, parse};
use vitalog_core::Quantity;

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/hae/fixtures");
    std::fs::read(folder.join(name).with_extension("json")).unwrap()
}

fn quantity(quantity: Quantity) -> String {
    match quantity {
        Quantity::Single(value) => value.to_string(),
        Quantity::Pressure {
            systolic,
            diastolic,
        } => format!("{systolic}/{diastolic}"),
        Quantity::Spread { min, mean, max } => format!("{min}<{mean}<{max}"),
    }
}

fn workout(sent: &SentWorkout) -> String {
    format!(
        "{} .. {}: {:?} id {:?}, {} s, {:?} kcal, avg {:?}, max {:?}, by {:?}",
        sent.start.at,
        sent.end.text,
        sent.name,
        sent.id,
        sent.duration_s,
        sent.active_kcal,
        sent.avg_hr_bpm,
        sent.max_hr_bpm,
        sent.source
    )
}

fn render(push: &Push<'_>) -> String {
    let mut text = String::new();
    for sample in &push.samples {
        let row = sample.metric.row();
        write!(
            text,
            "{} {} = {} {} (sent {} {:?} at {:?} by {:?})",
            sample.time.at,
            row.slug,
            quantity(sample.quantity),
            row.unit,
            quantity(sample.sent),
            sample.unit,
            sample.time.text,
            sample.source
        )
        .unwrap();
        if let Some(until) = sample.until {
            write!(text, " until {until}").unwrap();
        }
        if let Some(context) = sample.context {
            write!(text, " {}", context.as_str()).unwrap();
        }
        if let Some(label) = &sample.label {
            write!(text, " labelled {label:?}").unwrap();
        }
        match sample.bucket {
            Bucket::OfPush => {}
            Bucket::Never => text.push_str(" as recorded"),
            Bucket::Day => text.push_str(" of a night"),
        }
        text.push('\n');
    }
    let skipped: Vec<_> = push.skipped.iter().map(|(k, n)| (k.as_str(), n)).collect();
    writeln!(text, "skipped {skipped:?}").unwrap();
    writeln!(text, "ignored metrics {:?}", push.ignored_metrics.names()).unwrap();
    writeln!(text, "ignored data {:?}", push.ignored_data).unwrap();
    for record in &push.records {
        let at = record.at.map(|at| at.to_string()).unwrap_or_default();
        let (kind, id, body) = (&record.kind, &record.id, record.body.len());
        writeln!(text, "record {kind} {id} at {at}, {body} bytes").unwrap();
    }
    let received = push.records_received.iter();
    let received: Vec<_> = received.map(|(kind, n)| (kind.key(), n)).collect();
    writeln!(text, "received {received:?}").unwrap();
    writeln!(text, "sample fields {:?}", push.sample_fields.names()).unwrap();
    let workouts = &push.workouts;
    for sent in &workouts.accepted {
        writeln!(text, "{}", workout(sent)).unwrap();
    }
    let skipped: Vec<_> = workouts
        .skipped
        .iter()
        .map(|(k, n)| (k.as_str(), n))
        .collect();
    writeln!(text, "workouts {} skipped {skipped:?}", workouts.received).unwrap();
    writeln!(text, "workout types {:?}", workouts.types).unwrap();
    writeln!(text, "workout fields {:?}", workouts.fields.names()).unwrap();
    text
}

#[test]
fn every_fixture_reads_as_agreed() {
    let zone = TimeZone::get("Europe/Berlin").unwrap();
    for name in [
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
    ] {
        let body = fixture(name);
        let push = parse(&body, &zone).unwrap();
        insta::assert_snapshot!(name, render(&push));
    }
}

#[test]
fn each_metric_is_seen_with_its_unit_and_count() {
    let body = fixture("metrics-hostile");
    let push = parse(&body, &TimeZone::UTC).unwrap();
    let seen: Vec<_> = push
        .metrics
        .iter()
        .map(|metric| (metric.name.as_str(), metric.unit.as_str(), metric.samples))
        .collect();
    assert_eq!(
        seen,
        [
            ("step_count", "count", 8),
            ("brand_new_metric_2027", "zorps", 1),
            ("weight_body_mass", "slugs", 1),
            ("protein", "g", 0),
            ("sleep_analysis", "hr", 1),
            ("heart_rate", "count/min", 1),
            ("", "count", 0),
        ]
    );
}
