//! Days that sources name: where the rows of a day are, and on which day a row is.

use jiff::{Timestamp, civil::Date};
use vitalog_core::{
    DayFinder, DayRange, Grain, Metric, Quantity, Reading, Via, Workout,
    daily::{days_touched, rows_needed},
    metric::ClockClass,
    named_day::{instants_of, workouts_of},
};

use crate::{
    moments::{day, instant, zone},
    readings::phone,
};

const LOS_ANGELES: &str = "America/Los_Angeles";

/// A row of a vendor's document of which the vendor says the day.
pub(crate) fn of_vendor(via: Via, metric: Metric, at: &str, of: &str, value: f64) -> Reading {
    let source = if via == Via::Oura { "Oura" } else { "WHOOP" };
    Reading {
        via,
        day: Some(day(of)),
        ..phone(metric, instant(at), Quantity::Single(value), source)
    }
}

pub(crate) fn oura(metric: Metric, at: &str, of: &str, value: f64) -> Reading {
    of_vendor(Via::Oura, metric, at, of, value)
}

fn one_day(of: &str) -> DayRange {
    DayRange {
        start: day(of),
        end: day(of),
    }
}

/// A row of a case: its metric, its instant, the day that its source names, and the day it is of.
const DAYS: &[(&str, &str)] = &[
    (
        "no day is named",
        "hrv_rmssd 2026-05-06T23:30:00+09:00 - 2026-05-06",
    ),
    (
        "a night in Tokyo",
        "hrv_rmssd 2026-05-06T23:30:00+09:00 2026-05-07 2026-05-07",
    ),
    (
        "a waking in Tokyo",
        "wake_time 2026-05-07T07:00:00+09:00 2026-05-07 2026-05-07",
    ),
    (
        "a nap in Auckland",
        "sleep_nap 2026-05-07T00:30:00+12:00 2026-05-07 2026-05-07",
    ),
    (
        "steps name no day",
        "step_count 2026-05-06T23:30:00+09:00 2026-05-07 2026-05-06",
    ),
    (
        "a pulse names none",
        "heart_rate 2026-05-06T23:30:00+09:00 2026-05-07 2026-05-06",
    ),
    (
        "a day far away",
        "hrv_rmssd 2026-05-06T23:30:00+09:00 2026-05-12 2026-05-06",
    ),
    (
        "another year",
        "hrv_rmssd 2026-05-06T23:30:00+09:00 2016-05-07 2026-05-06",
    ),
    // The earliest that something of a day can begin, on Kiritimati, and a second before.
    (
        "the earliest night",
        "hrv_rmssd 2026-05-06T00:00:00+14:00 2026-05-07 2026-05-07",
    ),
    (
        "before that",
        "hrv_rmssd 2026-05-05T23:59:59+14:00 2026-05-07 2026-05-05",
    ),
    // The latest, in the small hours of Baker Island, and a second after.
    (
        "the latest",
        "oura_stress_high 2026-05-08T05:59:59-12:00 2026-05-07 2026-05-07",
    ),
    (
        "after that",
        "oura_stress_high 2026-05-08T06:00:00-12:00 2026-05-07 2026-05-08",
    ),
];

#[test]
fn day_is_the_one_that_the_source_names_or_else_that_of_the_instant() {
    let zone = zone(LOS_ANGELES);
    for (case, row) in DAYS {
        let words: Vec<&str> = row.split(' ').collect();
        let metric = Metric::from_slug(words[0]).unwrap();
        let row = Reading {
            day: words[2].parse().ok(),
            ..phone(metric, instant(words[1]), Quantity::Single(1.0), "Oura")
        };
        let expected = day(words[3]);
        let mut days = DayFinder::new(&zone);
        assert_eq!(row.day_in(&mut days), expected, "{case}");
        // Wherever it is, it is looked for there, and changes that day.
        let window = instants_of(metric, one_day(words[3]), &zone);
        assert!(window.contains(&row.at), "{case}");
        let needed = rows_needed(metric, expected, &zone);
        assert!(needed[0].1.contains(&row.at), "{case}");
        let touched = days_touched(&row, &mut days);
        assert!(
            touched.is_some_and(|days| days.contains(expected)),
            "{case}"
        );
    }
}

#[test]
fn row_that_names_its_day_changes_that_day_alone() {
    let row = oura(
        Metric::SleepDeep,
        "2026-05-06T23:30:00+09:00",
        "2026-05-07",
        1.5,
    );
    let zone = zone(LOS_ANGELES);
    let touched = days_touched(&row, &mut DayFinder::new(&zone));
    assert_eq!(touched, Some(one_day("2026-05-07")));
    let week = Reading {
        grain: Some(Grain::Week),
        ..row
    };
    assert_eq!(days_touched(&week, &mut DayFinder::new(&zone)), None);
}

#[test]
fn only_what_may_name_its_day_is_looked_for_around_it() {
    let window = |metric, of: &str, zone_name: &str| {
        let zone = zone(zone_name);
        let window = instants_of(metric, one_day(of), &zone);
        [window.start, window.end].map(|at| at.to_string())
    };
    // The day itself, of 25 hours where clocks go back.
    for metric in [Metric::StepCount, Metric::HeartRate, Metric::Weight] {
        assert_eq!(
            window(metric, "2026-11-01", LOS_ANGELES),
            ["2026-11-01T07:00:00Z", "2026-11-02T08:00:00Z"],
            "{metric:?}"
        );
    }
    // From the evening before on Kiritimati to the small hours after on Baker Island.
    for zone in [LOS_ANGELES, "Pacific/Kiritimati", "Asia/Tokyo"] {
        for metric in [
            Metric::SleepTotal,
            Metric::RestingHeartRate,
            Metric::OuraStressHigh,
        ] {
            assert_eq!(
                window(metric, "2026-11-01", zone),
                ["2026-10-30T10:00:00Z", "2026-11-02T18:00:00Z"],
                "{metric:?} {zone}"
            );
        }
    }
}

#[test]
fn workout_is_of_the_day_that_its_source_names() {
    let zone = zone(LOS_ANGELES);
    let cases = [
        (None, "2026-05-06"),
        (Some("2026-05-07"), "2026-05-07"),
        (Some("2026-05-17"), "2026-05-06"),
    ];
    for (named, expected) in cases {
        let start = instant("2026-05-07T06:00:00+09:00");
        let workout = workout(start, named.map(day));
        assert_eq!(workout.day_in(&mut DayFinder::new(&zone)), day(expected));
        assert!(workouts_of(one_day(expected), &zone).contains(&start));
    }
}

fn workout(start: Timestamp, day: Option<Date>) -> Workout {
    Workout {
        start,
        fingerprint: vitalog_core::Fingerprint::BARE,
        end: start,
        name: "Running".to_owned(),
        duration_s: 60.0,
        active_kcal: None,
        avg_hr_bpm: None,
        max_hr_bpm: None,
        source: "Oura".to_owned(),
        via: Via::Oura,
        source_id: None,
        recorded_at: String::new(),
        recorded_end: String::new(),
        day,
        ingested_at: start,
        marks: vitalog_core::Marks::default(),
    }
}

/// The metrics of which a source may say the day: what the windows of reads are padded for.
#[test]
fn what_is_sent_every_minute_never_names_its_day() {
    let dense = [
        Metric::HeartRate,
        Metric::StepCount,
        Metric::ActiveEnergy,
        Metric::BasalEnergyBurned,
        Metric::WalkingRunningDistance,
        Metric::PhysicalEffort,
        Metric::EnvironmentalAudioExposure,
    ];
    for metric in dense {
        assert!(!metric.names_its_day(), "{metric:?}");
    }
}

#[test]
fn vendors_metrics_and_those_of_a_night_name_their_day() {
    for metric in Metric::ALL {
        let row = metric.row();
        let of_vendors = !row.in_apple_health;
        let expected = of_vendors || row.clock == ClockClass::Night || *metric == Metric::Vo2Max;
        assert_eq!(metric.names_its_day(), expected, "{metric:?}");
    }
}
