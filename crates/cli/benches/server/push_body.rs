//! Bodies of 5.5 MB that make as many rows as such a body may.

use std::fmt::Write;

/// The largest body that arrives by way of a Lambda function.
const BYTES: usize = 5_500_000;
/// Bytes that a body has to have for each of its rows.
const BYTES_OF_ROW: usize = 48;
/// 2025-11-03 in seconds of Apple's epoch, the shortest way to write a date that is read.
const SECOND: usize = 784_000_000;
/// Metrics among which the samples are shared, so that no day has more than a phone sends.
const METRICS: [(&str, &str); 4] = [
    ("blood_glucose", "mg/dL"),
    ("dietary_water", "mL"),
    ("respiratory_rate", "count/min"),
    ("step_count", "count"),
];

/// The shortest samples that are stored, without a source, each of a second of its own.
pub(crate) fn shortest_samples() -> String {
    let mut body = String::from(r#"{"data":{"metrics":["#);
    for (number, (name, unit)) in METRICS.into_iter().enumerate() {
        let comma = if number > 0 { "," } else { "" };
        write!(
            body,
            r#"{comma}{{"name":"{name}","units":"{unit}","data":["#
        )
        .unwrap();
        let full = BYTES * (number + 1) / METRICS.len();
        fill(&mut body, full, 1, |body, number| {
            write!(body, r#"{{"qty":9,"date":{}}}"#, SECOND + number)
        });
        body.push_str("]}");
    }
    body.push_str("]}}");
    body
}

/// The whole, three stages, time awake and in bed.
const ROWS_OF_NIGHT: usize = 6;

/// Nights summed up, each of which is several rows.
pub(crate) fn shortest_nights() -> String {
    let mut body =
        String::from(r#"{"data":{"metrics":[{"name":"sleep_analysis","units":"hr","data":["#);
    fill(&mut body, BYTES, ROWS_OF_NIGHT, |body, number| {
        let date = SECOND + number;
        write!(
            body,
            r#"{{"date":{date},"core":1,"deep":1,"rem":1,"awake":1,"inBed":4}}"#
        )
    });
    body.push_str("]}]}}");
    body
}

/// A workout counts as so many samples.
const WEIGHT_OF_WORKOUT: usize = 4;

/// The shortest workouts that are stored.
pub(crate) fn shortest_workouts() -> String {
    let mut body = String::from(r#"{"data":{"workouts":["#);
    fill(&mut body, BYTES, WEIGHT_OF_WORKOUT, |body, number| {
        let start = SECOND + number;
        write!(body, r#"{{"name":"a","start":{start},"duration":1}}"#)
    });
    body.push_str("]}}");
    body
}

/// Writes elements of so many rows, with commas between them, until the body has `full` bytes.
fn fill(
    body: &mut String,
    full: usize,
    rows: usize,
    mut write: impl FnMut(&mut String, usize) -> std::fmt::Result,
) {
    let mut number = 0;
    while body.len() < full {
        if number > 0 {
            body.push(',');
        }
        let begun = body.len();
        write(body, number).unwrap();
        // Room for the comma, too.
        while body.len() < begun + rows * BYTES_OF_ROW {
            body.push(' ');
        }
        number += 1;
    }
}
