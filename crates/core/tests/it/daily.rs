//! Daily values, case by case. The days are those of Berlin.

use jiff::Timestamp;
use vitalog_core::{
    DailyValue, Grain, Marks, Metric, Quantity, Reading, SourcePriority, Superseded, SupersededBy,
    daily::daily_values,
};

use crate::{
    moments::{self, instant, zone},
    readings::{chat, lasting, phone},
};

const WATCH: &str = "Watch";
const PHONE: &str = "iPhone";

/// A time of Berlin in summer, until the morning of the 25th.
fn at(time: &str) -> Timestamp {
    instant(&format!("{time}:00+02:00"))
}

fn one(metric: Metric, time: &str, value: f64, source: &str) -> Reading {
    phone(metric, at(time), Quantity::Single(value), source)
}

fn over(metric: Metric, from: &str, until: &str, value: f64, source: &str) -> Reading {
    lasting(metric, at(from), at(until), value, source)
}

fn summed(grain: Grain, row: Reading) -> Reading {
    Reading {
        grain: Some(grain),
        until: None,
        ..row
    }
}

fn superseded(row: Reading) -> Reading {
    let superseded = Superseded {
        at: row.at,
        by: SupersededBy::Reconcile,
    };
    Reading {
        marks: Marks {
            missing_since: None,
            superseded: Some(superseded),
        },
        ..row
    }
}

fn values(metric: Metric, day: &str, rows: &[Reading]) -> Vec<DailyValue> {
    daily_values(
        metric,
        moments::day(day),
        &zone("Europe/Berlin"),
        rows,
        &SourcePriority::default(),
    )
}

/// The values of a day on one line: the one that counts, then each source with its own.
fn line(metric: Metric, day: &str, rows: &[Reading]) -> String {
    let values = values(metric, day, rows);
    let shown = values.iter().map(|value| match &value.source {
        None => format!("{}", value.value()),
        Some(source) => format!("{source} {}", value.value()),
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[test]
fn steps_of_several_devices_count_once_and_are_shared_between_days() {
    type Case = (&'static str, Vec<Reading>, &'static str);
    let steps = |from, until, value, source| over(Metric::StepCount, from, until, value, source);
    let cases: Vec<Case> = vec![
        ("nothing", vec![], ""),
        (
            "two devices over the same time",
            vec![
                steps("2026-10-05T08:00", "2026-10-05T09:00", 1000.0, WATCH),
                steps("2026-10-05T08:30", "2026-10-05T09:30", 600.0, PHONE),
            ],
            "1300, Watch 1000, iPhone 600",
        ),
        (
            "a walk across both midnights",
            vec![
                steps("2026-10-04T23:30", "2026-10-05T00:30", 1000.0, WATCH),
                steps("2026-10-05T23:45", "2026-10-06T00:45", 400.0, WATCH),
            ],
            "600, Watch 600",
        ),
        (
            "what was measured to be nothing",
            vec![steps("2026-10-05T08:00", "2026-10-05T09:00", 0.0, WATCH)],
            "0, Watch 0",
        ),
        (
            "moments of which no end is known",
            vec![
                one(Metric::StepCount, "2026-10-05T00:00", 10.0, WATCH),
                one(Metric::StepCount, "2026-10-05T23:59", 20.0, PHONE),
                one(Metric::StepCount, "2026-10-06T00:00", 40.0, WATCH),
            ],
            "30, Watch 10, iPhone 20",
        ),
        (
            "a row that does not count",
            vec![
                steps("2026-10-05T08:00", "2026-10-05T09:00", 1000.0, WATCH),
                superseded(steps("2026-10-05T09:00", "2026-10-05T10:00", 500.0, WATCH)),
            ],
            "1000, Watch 1000",
        ),
        (
            "an hour summed up across midnight",
            vec![summed(
                Grain::Hour,
                one(Metric::StepCount, "2026-10-04T23:15", 400.0, WATCH),
            )],
            "100, Watch 100",
        ),
        (
            "a day summed up beside an hour of it",
            vec![
                summed(
                    Grain::Day,
                    one(Metric::StepCount, "2026-10-05T00:00", 9000.0, WATCH),
                ),
                summed(
                    Grain::Hour,
                    one(Metric::StepCount, "2026-10-05T08:00", 700.0, WATCH),
                ),
            ],
            "9000, Watch 9000",
        ),
        (
            "a day summed up that begins at another offset",
            vec![summed(
                Grain::Day,
                one(Metric::StepCount, "2026-10-04T23:00", 9000.0, WATCH),
            )],
            "9000, Watch 9000",
        ),
        (
            "a week summed up",
            vec![summed(
                Grain::Week,
                one(Metric::StepCount, "2026-10-05T00:00", 63_000.0, WATCH),
            )],
            "",
        ),
        (
            "what claims to have taken days",
            vec![steps("2026-10-05T08:00", "2026-10-09T08:00", 1000.0, WATCH)],
            "1000, Watch 1000",
        ),
        (
            "what ends before it begins",
            vec![steps("2026-10-05T08:00", "2026-10-05T07:00", 1000.0, WATCH)],
            "1000, Watch 1000",
        ),
    ];
    for (name, rows, expected) in cases {
        assert_eq!(
            line(Metric::StepCount, "2026-10-05", &rows),
            expected,
            "{name}"
        );
    }
}

#[test]
fn food_of_two_apps_at_one_time_is_two_meals() {
    let rows = [
        over(
            Metric::Protein,
            "2026-10-05T12:00",
            "2026-10-05T12:30",
            20.0,
            "Yazio",
        ),
        over(
            Metric::Protein,
            "2026-10-05T12:00",
            "2026-10-05T12:30",
            30.0,
            "Watch",
        ),
    ];
    assert_eq!(
        line(Metric::Protein, "2026-10-05", &rows),
        "50, Watch 30, Yazio 20"
    );
}

#[test]
fn days_on_which_clocks_change_are_as_long_as_they_were() {
    let steps = |from, until| {
        [lasting(
            Metric::StepCount,
            instant(from),
            instant(until),
            100.0,
            WATCH,
        )]
    };
    let check = |rows: &[Reading], expected: &[(&str, &str)]| {
        for (day, expected) in expected {
            assert_eq!(line(Metric::StepCount, day, rows), *expected, "{day}");
        }
    };
    // 01:00 to 04:00 by the clock, and two hours long.
    check(
        &steps("2026-03-29T01:00:00+01:00", "2026-03-29T04:00:00+02:00"),
        &[("2026-03-29", "100, Watch 100")],
    );
    // 25 hours, of which one lies before and one after the day.
    check(
        &steps("2026-10-24T23:00:00+02:00", "2026-10-25T23:00:00+01:00"),
        &[
            ("2026-10-24", "4, Watch 4"),
            ("2026-10-25", "96, Watch 96"),
            ("2026-10-26", ""),
        ],
    );
}

#[test]
fn mean_is_of_the_readings_of_all_sources_but_duplicates() {
    let glucose = |time, value| one(Metric::Glucose, time, value, "Meter");
    let rows = [
        glucose("2026-10-05T08:00", 100.0),
        chat(
            Metric::Glucose,
            at("2026-10-05T08:05"),
            Quantity::Single(102.0),
        ),
        one(Metric::Glucose, "2026-10-05T12:00", 130.0, "Other meter"),
        glucose("2026-10-06T00:00", 500.0),
    ];
    assert_eq!(
        line(Metric::Glucose, "2026-10-05", &rows),
        "116, Meter 100, Other meter 130, claude-log 102"
    );
}

#[test]
fn duplicate_across_midnight_counts_on_the_day_it_was_said() {
    let rows = [
        one(Metric::Glucose, "2026-10-04T23:55", 100.0, "Meter"),
        chat(
            Metric::Glucose,
            at("2026-10-05T00:05"),
            Quantity::Single(101.0),
        ),
    ];
    assert_eq!(line(Metric::Glucose, "2026-10-04", &rows), "Meter 100");
    assert_eq!(
        line(Metric::Glucose, "2026-10-05", &rows),
        "101, claude-log 101"
    );
}

#[test]
fn spreads_keep_their_lowest_and_highest() {
    let spread = |time, min, mean, max| {
        let quantity = Quantity::Spread { min, mean, max };
        phone(Metric::HeartRate, at(time), quantity, WATCH)
    };
    let rows = [
        spread("2026-10-05T08:00", 50.0, 60.0, 90.0),
        spread("2026-10-05T07:00", 55.0, 58.0, 61.0),
        spread("2026-10-05T09:00", 48.0, 80.0, 81.0),
    ];
    let value = DailyValue {
        metric: Metric::HeartRate,
        day: moments::day("2026-10-05"),
        source: None,
        n: 3,
        sum: 198.0,
        min: 48.0,
        max: 90.0,
        first: 58.0,
        last: 80.0,
        diastolic: None,
    };
    let of_watch = DailyValue {
        source: Some(WATCH.to_owned()),
        ..value.clone()
    };
    assert_eq!(
        values(Metric::HeartRate, "2026-10-05", &rows),
        [value, of_watch]
    );
}

#[test]
fn blood_pressures_have_two_means() {
    let pressure = |time, systolic, diastolic| {
        let quantity = Quantity::Pressure {
            systolic,
            diastolic,
        };
        phone(Metric::BloodPressure, at(time), quantity, "OMRON")
    };
    let rows = [
        pressure("2026-10-05T08:00", 120.0, 80.0),
        pressure("2026-10-05T20:00", 130.0, 90.0),
    ];
    let values = values(Metric::BloodPressure, "2026-10-05", &rows);
    assert_eq!(values.len(), 2);
    assert_eq!(
        (values[0].value(), values[0].diastolic),
        (125.0, Some(85.0))
    );
    assert_eq!((values[0].min, values[0].max), (120.0, 130.0));
}

#[test]
fn latest_stands_whichever_source_it_is_from() {
    let rows = [
        one(Metric::Weight, "2026-10-05T20:00", 181.0, "Scale"),
        one(Metric::Weight, "2026-10-05T07:00", 180.0, "Scale"),
        one(Metric::Weight, "2026-10-05T21:00", 182.0, "Other scale"),
    ];
    assert_eq!(
        line(Metric::Weight, "2026-10-05", &rows),
        "182, Other scale 182, Scale 181"
    );
}

#[test]
fn worst_symptom_of_a_day_and_the_deepest_dive_stand() {
    for metric in [Metric::SymptomSeverity, Metric::UnderwaterDepth] {
        let rows = [
            one(metric, "2026-10-05T08:00", 1.0, WATCH),
            one(metric, "2026-10-05T09:00", 3.0, WATCH),
            one(metric, "2026-10-05T10:00", 2.0, WATCH),
        ];
        assert_eq!(line(metric, "2026-10-05", &rows), "3, Watch 3");
    }
}

#[test]
fn rows_of_other_metrics_change_nothing() {
    let rows = [
        one(Metric::StepCount, "2026-10-05T08:00", 10.0, WATCH),
        one(Metric::PushCount, "2026-10-05T08:00", 99.0, WATCH),
    ];
    assert_eq!(line(Metric::StepCount, "2026-10-05", &rows), "10, Watch 10");
    assert_eq!(line(Metric::FlightsClimbed, "2026-10-05", &rows), "");
}

#[test]
fn only_a_whole_night_is_a_value_of_sleep() {
    let rows = [
        over(
            Metric::SleepCore,
            "2026-10-04T23:00",
            "2026-10-05T03:00",
            4.0,
            WATCH,
        ),
        over(
            Metric::SleepDeep,
            "2026-10-05T03:00",
            "2026-10-05T06:00",
            3.0,
            WATCH,
        ),
        over(
            Metric::SleepInBed,
            "2026-10-04T22:00",
            "2026-10-05T07:00",
            9.0,
            PHONE,
        ),
        over(
            Metric::SleepCore,
            "2026-10-05T14:00",
            "2026-10-05T15:00",
            1.0,
            WATCH,
        ),
    ];
    let lines = Metric::SLEEP
        .iter()
        .map(|stage| line(*stage, "2026-10-05", &rows));
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [
            "7, Watch 7",
            "4, Watch 4",
            "3, Watch 3",
            "0, Watch 0",
            "",
            "0, Watch 0",
            "iPhone 9",
        ]
    );
    assert_eq!(line(Metric::SleepTotal, "2026-10-04", &rows), "");
    assert_eq!(line(Metric::SleepTotal, "2026-10-06", &rows), "");
}

#[test]
fn what_the_person_named_has_a_value_for_each_name_and_none_of_all() {
    let named = |name: &str, time: &str, value: f64| Reading {
        label: Some(name.to_owned()),
        ..chat(Metric::Custom, at(time), Quantity::Single(value))
    };
    let rows = [
        named("tea", "2026-10-05T08:00", 1.0),
        named("coffee", "2026-10-05T08:00", 2.0),
        named("tea", "2026-10-05T20:00", 4.0),
        named("tea", "2026-10-06T00:00", 8.0),
    ];
    let day = |day| line(Metric::Custom, day, &rows);
    assert_eq!(day("2026-10-05"), "coffee 2, tea 4");
    assert_eq!(day("2026-10-06"), "tea 8");
    let tea = &values(Metric::Custom, "2026-10-05", &rows)[1];
    assert_eq!(
        (tea.n, tea.sum, tea.min, tea.max, tea.first, tea.last),
        (2, 5.0, 1.0, 4.0, 1.0, 4.0)
    );
}
