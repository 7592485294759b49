//! Bodies of 5.5 MB, as the app writes them with Summarize Data off.

use std::fmt::Write;

/// The largest body that arrives by way of a Lambda function.
const BYTES: usize = 5_500_000;
/// A push on the day after these holds them as its previous seven days.
const FIRST_DAY: usize = 3;
const DAYS: usize = 7;
const DAY_S: usize = 86_400;

/// How the samples of a metric look.
#[derive(Clone, Copy)]
enum Form {
    /// One number at an instant.
    Quantity,
    /// One number over a stretch of time.
    Stretch,
    /// Two numbers.
    Pressure,
    /// The least, the mean and the greatest.
    MinAvgMax,
}

struct Series {
    name: &'static str,
    unit: &'static str,
    form: Form,
    /// Samples that share a second, as the foods of one meal do.
    at_once: usize,
    sources: &'static [&'static str],
    /// Its part of the body.
    share: usize,
}

const FOOD: &[&str] = &["Food App", "MacroFactor"];
const WATCH: &[&str] = &["Robin’s Apple Watch", "Robin’s iPhone"];

const fn series(
    name: &'static str,
    unit: &'static str,
    form: Form,
    at_once: usize,
    sources: &'static [&'static str],
    share: usize,
) -> Series {
    Series {
        name,
        unit,
        form,
        at_once,
        sources,
        share,
    }
}

/// Everything is stored: the most work that a body can make.
const KNOWN: &[Series] = &[
    series("weight_body_mass", "kg", Form::Quantity, 1, &["Scale"], 4),
    series("waist_circumference", "cm", Form::Quantity, 1, &["Tape"], 1),
    series("body_fat_percentage", "%", Form::Quantity, 1, &["Scale"], 4),
    series("lean_body_mass", "kg", Form::Quantity, 1, &["Scale"], 4),
    series(
        "blood_pressure",
        "mmHg",
        Form::Pressure,
        1,
        &["OMRON connect"],
        4,
    ),
    series("blood_glucose", "mg/dL", Form::Quantity, 1, &["Sensor"], 18),
    series("protein", "g", Form::Quantity, 5, FOOD, 13),
    series("carbohydrates", "g", Form::Quantity, 5, FOOD, 13),
    series("fiber", "g", Form::Quantity, 5, FOOD, 13),
    series("total_fat", "g", Form::Quantity, 5, FOOD, 13),
    series("dietary_energy", "kcal", Form::Quantity, 5, FOOD, 13),
];

/// What a phone sends that exports all it has: mostly what a watch records.
const MIXED: &[Series] = &[
    series("heart_rate", "count/min", Form::MinAvgMax, 1, WATCH, 30),
    series("active_energy", "kJ", Form::Stretch, 1, WATCH, 25),
    series("step_count", "count", Form::Stretch, 1, WATCH, 15),
    series(
        "walking_running_distance",
        "km",
        Form::Stretch,
        1,
        WATCH,
        15,
    ),
    series("weight_body_mass", "kg", Form::Quantity, 1, &["Scale"], 1),
    series(
        "blood_pressure",
        "mmHg",
        Form::Pressure,
        1,
        &["OMRON connect"],
        1,
    ),
    series("blood_glucose", "mg/dL", Form::Quantity, 1, &["Sensor"], 3),
    series("protein", "g", Form::Quantity, 5, FOOD, 2),
    series("carbohydrates", "g", Form::Quantity, 5, FOOD, 2),
    series("fiber", "g", Form::Quantity, 5, FOOD, 2),
    series("total_fat", "g", Form::Quantity, 5, FOOD, 2),
    series("dietary_energy", "kcal", Form::Quantity, 5, FOOD, 2),
];

/// A body of metrics that are all stored.
pub(crate) fn known() -> String {
    body(KNOWN)
}

/// A body mostly of spreads and of stretches of time, each the latest word on its slot.
pub(crate) fn mixed() -> String {
    body(MIXED)
}

fn body(metrics: &[Series]) -> String {
    let mut body = String::from(r#"{"data":{"metrics":["#);
    let all: usize = metrics.iter().map(|series| series.share).sum();
    let mut part = 0;
    for (number, series) in metrics.iter().enumerate() {
        part += series.share;
        if number > 0 {
            body.push(',');
        }
        write_series(&mut body, series, BYTES * part / all);
    }
    body.push_str("]}}");
    body
}

/// Writes samples, spread over the seven days, until the body has `full` bytes.
fn write_series(body: &mut String, series: &Series, full: usize) {
    let (name, unit) = (series.name, series.unit);
    write!(body, r#"{{"name":"{name}","units":"{unit}","data":["#).unwrap();
    let expected = full.saturating_sub(body.len()) / 75 + 1;
    let mut number = 0;
    while body.len() < full {
        if number > 0 {
            body.push(',');
        }
        let moment = number / series.at_once;
        let second = moment * (DAYS * DAY_S / (expected / series.at_once + 1)).max(1);
        write_sample(body, series, second % (DAYS * DAY_S), number);
        number += 1;
    }
    body.push_str("]}");
}

fn write_sample(body: &mut String, series: &Series, second: usize, number: usize) {
    let date = |second: usize| {
        format!(
            "2026-10-{:02} {:02}:{:02}:{:02} -0700",
            FIRST_DAY + second / DAY_S,
            second / 3600 % 24,
            second / 60 % 60,
            second % 60
        )
    };
    let (start, end) = (date(second), date(second + 1));
    let (whole, fraction) = (40 + number % 90, number * 7919 % 1_000_000);
    let source = series.sources[number / series.at_once % series.sources.len()];
    match series.form {
        Form::Quantity => write!(
            body,
            r#"{{"qty":{whole}.{fraction:06},"date":"{start}","source":"{source}"}}"#
        ),
        Form::Stretch => write!(
            body,
            r#"{{"start":"{start}","qty":{whole}.{fraction:06},"end":"{end}","source":"{source}","date":"{start}"}}"#
        ),
        Form::Pressure => write!(
            body,
            r#"{{"systolic":{},"date":"{start}","diastolic":{whole},"source":"{source}"}}"#,
            whole + 40
        ),
        Form::MinAvgMax => write!(
            body,
            r#"{{"Min":{whole},"Avg":{whole}.5,"date":"{start}","source":"{source}","Max":{}}}"#,
            whole + 1
        ),
    }
    .unwrap();
}
