//! Rows by the thousand, for benchmarks.

use std::ops::Range;

use jiff::Timestamp;
use vitalog_core::{Fingerprint, Marks, Metric, Quantity, Reading, Via};

const START: i64 = 1_780_000_000;
const DAYS: i64 = 92;
const DAY_S: i64 = 86_400;
/// A sensor's day; every other metric has a few readings.
const GLUCOSE_A_DAY: i64 = 288;
const OTHERS_A_DAY: i64 = 4;

fn second(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

/// The instants of a [`quarter`].
#[must_use]
pub fn range() -> Range<Timestamp> {
    second(START)..second(START + DAYS * DAY_S)
}

fn reading(metric: Metric, at: i64, number: u8) -> Reading {
    let quantity = Quantity::Single(f64::from(number) / 7.0);
    Reading {
        metric,
        at: second(at),
        fingerprint: Fingerprint::new([number, 1, 2, 3, 4, 5], 0),
        quantity,
        original: quantity,
        original_unit: metric.row().unit.to_owned(),
        source: format!("App {}", number % 5),
        via: Via::Hae,
        recorded_at: "2026-10-01 05:00:00 -0700".to_owned(),
        day: None,
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: second(START),
        marks: Marks::default(),
    }
}

/// A quarter of a year of every metric.
#[must_use]
pub fn quarter() -> Vec<Reading> {
    let mut readings = Vec::new();
    for metric in Metric::ALL {
        let a_day = if *metric == Metric::Glucose {
            GLUCOSE_A_DAY
        } else {
            OTHERS_A_DAY
        };
        let times = (0..DAYS * a_day).map(|index| START + index * (DAY_S / a_day));
        let numbered = times.zip((0..=u8::MAX).cycle());
        readings.extend(numbered.map(|(at, number)| reading(*metric, at, number)));
    }
    readings
}

/// Readings of one metric, five minutes apart, from the one of that number on.
#[must_use]
pub fn glucose(first: i64, rows: usize) -> Vec<Reading> {
    let times = (first..).map(|index| START + index * 300);
    times
        .zip((0..=u8::MAX).cycle())
        .map(|(at, number)| reading(Metric::Glucose, at, number))
        .take(rows)
        .collect()
}
