//! Which rows of a metric count. Hour rows stand for any grain.

use jiff::{Timestamp, tz::TimeZone};
use vitalog_core::{
    Grain, Marks, Metric, Quantity, Reading, Superseded, SupersededBy,
    counting::{parts_that_count, rows_shown, rows_that_count},
};

use crate::{
    moments::instant,
    readings::{chat, phone},
};

fn at(time: &str) -> Timestamp {
    instant(&format!("2026-10-05T{time}:00-07:00"))
}

fn recorded(time: &str, value: f64) -> Reading {
    phone(Metric::Glucose, at(time), Quantity::Single(value), "App")
}

fn summed(grain: Grain, time: &str, value: f64) -> Reading {
    Reading {
        grain: Some(grain),
        ..recorded(time, value)
    }
}

fn superseded(row: Reading) -> Reading {
    let superseded = Superseded {
        at: at("23:00"),
        by: SupersededBy::Chat,
    };
    Reading {
        marks: Marks {
            missing_since: None,
            superseded: Some(superseded),
        },
        ..row
    }
}

fn said(time: &str, value: f64) -> Reading {
    chat(Metric::Glucose, at(time), Quantity::Single(value))
}

fn values(rows: &[&Reading]) -> Vec<f64> {
    rows.iter().map(|row| row.quantity.first()).collect()
}

#[test]
fn of_rows_over_the_same_time_the_finest_count() {
    type Case = (&'static str, Vec<Reading>, &'static [f64]);
    let cases: &[Case] = &[
        ("nothing", vec![], &[]),
        (
            "rows as recorded",
            vec![recorded("08:00", 1.0), recorded("08:00", 2.0)],
            &[1.0, 2.0],
        ),
        (
            "a row that does not count",
            vec![recorded("08:00", 1.0), superseded(recorded("09:00", 2.0))],
            &[1.0],
        ),
        (
            "an hour beside what was recorded in it and before it",
            vec![
                summed(Grain::Hour, "08:00", 1.0),
                recorded("08:59", 2.0),
                summed(Grain::Hour, "10:00", 3.0),
                recorded("09:59", 4.0),
            ],
            &[2.0, 3.0, 4.0],
        ),
        (
            "a day, its hours and what was recorded in one of them",
            vec![
                summed(Grain::Day, "00:00", 1.0),
                summed(Grain::Hour, "08:00", 2.0),
                summed(Grain::Hour, "09:00", 3.0),
                recorded("09:30", 4.0),
            ],
            &[2.0, 4.0],
        ),
        (
            "an hour over what was recorded and no longer counts",
            vec![
                summed(Grain::Hour, "08:00", 1.0),
                superseded(recorded("08:30", 2.0)),
            ],
            &[],
        ),
        (
            "a day over an hour that no longer counts",
            vec![
                summed(Grain::Day, "00:00", 1.0),
                superseded(summed(Grain::Hour, "08:00", 2.0)),
            ],
            &[],
        ),
        (
            "an hour beside what was said in it",
            vec![summed(Grain::Hour, "08:00", 1.0), said("08:30", 2.0)],
            &[1.0, 2.0],
        ),
        (
            "an hour of which the end is told",
            vec![
                Reading {
                    until: Some(at("08:20")),
                    ..summed(Grain::Hour, "08:00", 1.0)
                },
                recorded("08:30", 2.0),
            ],
            &[1.0, 2.0],
        ),
    ];
    for (name, rows, expected) in cases {
        let counting = rows_that_count(rows, &TimeZone::UTC);
        assert_eq!(values(&counting), *expected, "{name}");
    }
}

#[test]
fn finer_row_hides_only_what_its_own_source_has_a_part_in() {
    let of = |source: &str, row: Reading| Reading {
        source: source.to_owned(),
        ..row
    };
    for (summed_by, recorded_by, hides) in [
        ("Cal AI", "Cal AI", true),
        ("Cal AI", "Lose It!", false),
        ("Cal AI|Lose It!", "Cal AI", true),
        ("Cal AI|Lose It!", " lose it! ", true),
        ("Cal AI|Lose It!", "Yazio", false),
        ("Cal AI", "Cal AI|Lose It!", true),
        ("Cal AI", "Cal", false),
        ("Anna\u{2019}s\u{a0}Watch", "Anna's watch", true),
        ("unknown", "Cal AI", true),
        ("", "Cal AI", true),
        ("Cal AI", "unknown", false),
    ] {
        let rows = [
            of(summed_by, summed(Grain::Day, "00:00", 90.0)),
            of(recorded_by, recorded("12:00", 5.0)),
        ];
        let counting = rows_that_count(&rows, &TimeZone::UTC);
        let expected: &[f64] = if hides { &[5.0] } else { &[90.0, 5.0] };
        assert_eq!(values(&counting), expected, "{summed_by} {recorded_by}");
    }
}

#[test]
fn shown_rows_leave_out_what_was_also_said() {
    let rows = [
        recorded("08:00", 100.0),
        said("08:10", 101.0),
        recorded("12:00", 120.0),
        superseded(recorded("13:00", 130.0)),
    ];
    assert_eq!(values(&rows_shown(&rows, &TimeZone::UTC)), [101.0, 120.0]);
    assert_eq!(
        values(&rows_that_count(&rows, &TimeZone::UTC)),
        [100.0, 101.0, 120.0]
    );
}

fn steps(grain: Option<Grain>, time: &str, value: f64, source: &str) -> Reading {
    Reading {
        grain,
        ..phone(Metric::StepCount, at(time), Quantity::Single(value), source)
    }
}

/// A finer row that tells little of a sum does not stand for all of it, and what it tells is not
/// counted twice.
#[test]
fn a_sum_counts_for_what_finer_rows_do_not_tell() {
    type Case = (&'static str, Vec<Reading>, &'static [f64]);
    let day = |value, source| steps(Some(Grain::Day), "00:00", value, source);
    let hour = |time, value| steps(Some(Grain::Hour), time, value, "Watch");
    let minute = |time, value| steps(None, time, value, "Watch");
    let cases: &[Case] = &[
        (
            "a day and one minute of it",
            vec![day(8000.0, "Watch"), minute("09:00", 10.0)],
            &[7990.0, 10.0],
        ),
        (
            "a day and all of its minutes",
            vec![
                day(30.0, "Watch"),
                minute("09:00", 10.0),
                minute("10:00", 20.0),
            ],
            &[10.0, 20.0],
        ),
        (
            "a day that was summed up before it ended",
            vec![day(5.0, "Watch"), minute("09:00", 10.0)],
            &[10.0],
        ),
        (
            "a day, an hour of it, and a minute of the hour",
            vec![
                day(8000.0, "Watch"),
                hour("09:00", 700.0),
                minute("09:10", 10.0),
            ],
            &[7300.0, 690.0, 10.0],
        ),
        (
            "a day and a minute that no longer counts",
            vec![day(8000.0, "Watch"), superseded(minute("09:00", 500.0))],
            &[7500.0],
        ),
        (
            "a day and an hour that no longer counts, of which a minute does",
            vec![
                day(8000.0, "Watch"),
                superseded(hour("09:00", 700.0)),
                minute("09:10", 10.0),
            ],
            &[7300.0, 10.0],
        ),
        (
            "a day of two devices and a minute of one",
            vec![day(8000.0, "iPhone|Watch"), minute("09:00", 10.0)],
            &[7990.0, 10.0],
        ),
        (
            "a day of another device",
            vec![day(8000.0, "iPhone"), minute("09:00", 10.0)],
            &[8000.0, 10.0],
        ),
        (
            "a day and a minute without steps",
            vec![day(8000.0, "Watch"), minute("09:00", 0.0)],
            &[8000.0, 0.0],
        ),
    ];
    for (name, rows, expected) in cases {
        let zone = TimeZone::get("America/Los_Angeles").unwrap();
        let parts = parts_that_count(rows, &zone);
        let values: Vec<f64> = parts.iter().map(|part| part.quantity().first()).collect();
        assert_eq!(values, *expected, "{name}");
        let read: Vec<f64> = parts
            .iter()
            .map(|part| part.reading().quantity.first())
            .collect();
        assert_eq!(read, values, "{name}");
    }
}
