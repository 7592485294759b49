//! Nights, case by case. The days are those of Berlin.

use jiff::Timestamp;
use vitalog_core::{
    Grain, Marks, Metric, Quantity, Reading, SourcePriority, Superseded, SupersededBy,
    night::{Sleep, SleepOfDay, StageHours, main_source, sleep_of_day},
};

use crate::{
    moments::{self, instant, zone},
    readings::{lasting, phone},
};

const WATCH: &str = "Watch";
const PHONE: &str = "iPhone";

/// A time of Berlin in summer.
fn at(time: &str) -> Timestamp {
    instant(&format!("2026-{time}:00+02:00"))
}

fn segment(stage: Metric, from: &str, until: &str, source: &str) -> Reading {
    let (from, until) = (at(from), at(until));
    let hours = from.duration_until(until).as_secs_f64() / 3600.0;
    lasting(stage, from, until, hours, source)
}

fn summed(stage: Metric, from: &str, until: &str, hours: f64) -> Reading {
    Reading {
        grain: Some(Grain::Day),
        ..lasting(stage, at(from), at(until), hours, WATCH)
    }
}

fn told(day: &str, rows: &[Reading]) -> Vec<SleepOfDay> {
    sleep_of_day(moments::day(day), &zone("Europe/Berlin"), rows)
}

/// A sleep on one line: from, until, and the hours that are told.
fn show(sleep: &Sleep) -> String {
    let zone = zone("Europe/Berlin");
    let clock = |at| zone.to_datetime(at).strftime("%d. %H:%M").to_string();
    let StageHours {
        total,
        core,
        deep,
        rem,
        unspecified,
        awake,
        in_bed,
    } = sleep.hours;
    let hours = [
        ("total", total),
        ("core", core),
        ("deep", deep),
        ("rem", rem),
        ("asleep", unspecified),
        ("awake", awake),
        ("bed", in_bed),
    ];
    let hours = hours
        .iter()
        .filter_map(|(name, hours)| hours.map(|hours| format!(" {name} {hours:.2}")));
    format!(
        "{}-{}{}",
        clock(sleep.start),
        clock(sleep.end),
        hours.collect::<String>()
    )
}

fn lines(day: &str, rows: &[Reading]) -> Vec<String> {
    let mut lines = Vec::new();
    for sleep in told(day, rows) {
        let source = &sleep.source;
        lines.extend(
            sleep
                .night
                .iter()
                .map(|night| format!("{source} {}", show(night))),
        );
        lines.extend(
            sleep
                .naps
                .iter()
                .map(|nap| format!("{source} nap {}", show(nap))),
        );
    }
    lines
}

use Metric::{
    SleepAwake, SleepCore, SleepDeep, SleepInBed, SleepRem, SleepTotal, SleepUnspecified,
};

#[test]
fn segments_are_put_together_to_the_night_of_the_wake_day() {
    let rows = [
        segment(SleepDeep, "10-05T00:10", "10-05T01:10", WATCH),
        segment(SleepCore, "10-04T23:10", "10-05T00:10", WATCH),
        segment(SleepAwake, "10-05T01:10", "10-05T01:40", WATCH),
        segment(SleepRem, "10-05T01:40", "10-05T02:25", WATCH),
        segment(SleepCore, "10-05T02:25", "10-05T06:25", WATCH),
    ];
    let night = "Watch 04. 23:10-05. 06:25 total 6.75 core 5.00 deep 1.00 rem 0.75 awake 0.50";
    assert_eq!(lines("2026-10-05", &rows), [night]);
    assert!(lines("2026-10-04", &rows).is_empty());
    assert!(lines("2026-10-06", &rows).is_empty());
}

#[test]
fn hour_awake_is_part_of_the_night_and_longer_is_its_end() {
    let rows = [
        segment(SleepUnspecified, "10-04T22:00", "10-05T01:00", WATCH),
        segment(SleepUnspecified, "10-05T03:00", "10-05T06:00", WATCH),
        segment(SleepUnspecified, "10-05T08:01", "10-05T08:31", WATCH),
    ];
    assert_eq!(
        lines("2026-10-05", &rows),
        [
            "Watch 04. 22:00-05. 06:00 total 6.00 asleep 6.00",
            "Watch nap 05. 08:01-05. 08:31 total 0.50 asleep 0.50",
        ]
    );
}

#[test]
fn hour_of_the_daytime_out_of_bed_makes_what_follows_a_nap() {
    // (the end of the night, the begin of what follows, whether that is a nap)
    let cases = [
        ("04:30", "06:29", false),
        ("05:00", "06:59", false),
        ("05:00", "07:00", true),
        ("06:30", "07:29", false),
        ("06:30", "07:30", true),
        ("07:45", "08:45", true),
    ];
    for (end, again, is_nap) in cases {
        let rows = [
            segment(
                SleepUnspecified,
                "10-04T23:00",
                &format!("10-05T{end}"),
                WATCH,
            ),
            segment(
                SleepUnspecified,
                &format!("10-05T{again}"),
                "10-05T09:15",
                WATCH,
            ),
        ];
        let told = told("2026-10-05", &rows);
        assert_eq!(told[0].naps.len(), usize::from(is_nap), "{end} {again}");
        let night_ends = if is_nap { end } else { "09:15" };
        let night = told[0].night.as_ref().expect("a night");
        assert_eq!(
            night.end,
            at(&format!("10-05T{night_ends}")),
            "{end} {again}"
        );
    }
    // Who lay awake, or in bed, was not up.
    for stage in [SleepAwake, SleepInBed] {
        let rows = [
            segment(SleepUnspecified, "10-04T23:00", "10-05T06:30", WATCH),
            segment(stage, "10-05T06:30", "10-05T07:50", WATCH),
            segment(SleepUnspecified, "10-05T07:50", "10-05T09:15", WATCH),
        ];
        assert!(told("2026-10-05", &rows)[0].naps.is_empty());
    }
    // An hour on the sofa in the evening is no part of the night.
    let rows = [
        segment(SleepUnspecified, "10-04T19:00", "10-04T19:50", WATCH),
        segment(SleepUnspecified, "10-04T21:00", "10-05T06:00", WATCH),
    ];
    assert_eq!(told("2026-10-04", &rows)[0].naps.len(), 1);
    assert_eq!(
        lines("2026-10-05", &rows),
        ["Watch 04. 21:00-05. 06:00 total 9.00 asleep 9.00"]
    );
}

#[test]
fn evening_that_goes_on_after_midnight_is_the_next_night() {
    let rows = [
        segment(SleepCore, "10-04T22:00", "10-04T23:30", WATCH),
        segment(SleepCore, "10-05T00:30", "10-05T06:00", WATCH),
    ];
    assert!(lines("2026-10-04", &rows).is_empty());
    assert_eq!(
        lines("2026-10-05", &rows),
        ["Watch 04. 22:00-05. 06:00 total 7.00 core 7.00 deep 0.00 rem 0.00 awake 0.00"]
    );
}

#[test]
fn naps_stand_apart_also_when_there_is_no_night() {
    let nap = segment(SleepUnspecified, "10-05T14:00", "10-05T15:00", WATCH);
    assert_eq!(
        lines("2026-10-05", &[nap]),
        ["Watch nap 05. 14:00-05. 15:00 total 1.00 asleep 1.00"]
    );
    let after_a_night_shift = segment(SleepUnspecified, "10-05T09:00", "10-05T15:00", WATCH);
    assert_eq!(
        lines("2026-10-05", &[after_a_night_shift]),
        ["Watch 05. 09:00-05. 15:00 total 6.00 asleep 6.00"]
    );
}

#[test]
fn what_is_told_twice_is_slept_once() {
    let rows = [
        segment(SleepUnspecified, "10-04T23:00", "10-05T07:00", WATCH),
        segment(SleepAwake, "10-05T03:00", "10-05T03:30", WATCH),
        segment(SleepDeep, "10-05T00:00", "10-05T01:00", WATCH),
        segment(SleepDeep, "10-05T00:30", "10-05T01:30", WATCH),
        segment(SleepInBed, "10-04T22:30", "10-05T07:15", WATCH),
    ];
    assert_eq!(
        lines("2026-10-05", &rows),
        [
            "Watch 04. 23:00-05. 07:00 total 7.50 core 0.00 deep 1.50 rem 0.00 asleep 6.00 \
             awake 0.50 bed 8.75"
        ]
    );
}

#[test]
fn summed_up_night_has_the_hours_that_were_sent() {
    let (from, until) = ("10-04T23:10", "10-05T06:40");
    let rows = [
        summed(SleepTotal, from, until, 7.1),
        summed(SleepCore, from, until, 4.6),
        summed(SleepDeep, from, until, 1.0),
        summed(SleepRem, from, until, 1.5),
        summed(SleepUnspecified, from, until, 0.0),
        summed(SleepAwake, from, until, 0.4),
        summed(SleepInBed, "10-04T22:50", "10-05T06:50", 8.0),
    ];
    let night = "Watch 04. 23:10-05. 06:40 total 7.10 core 4.60 deep 1.00 rem 1.50 awake 0.40 \
                 bed 8.00";
    assert_eq!(lines("2026-10-05", &rows), [night]);
    // Without a total it is that of the stages.
    assert_eq!(lines("2026-10-05", &rows[1..]), [night]);
    // Its segments are the better account of it.
    let mut rows = rows.to_vec();
    rows.push(segment(SleepCore, from, until, WATCH));
    assert_eq!(
        lines("2026-10-05", &rows),
        ["Watch 04. 23:10-05. 06:40 total 7.50 core 7.50 deep 0.00 rem 0.00 awake 0.00"]
    );
}

#[test]
fn stage_that_a_sum_does_not_tell_is_not_zero() {
    let of = |stages: &[(Metric, f64)]| -> Vec<String> {
        let rows = stages
            .iter()
            .map(|&(stage, hours)| summed(stage, "06-10T23:00", "06-11T07:00", hours));
        lines("2026-06-11", &rows.collect::<Vec<_>>())
    };
    let night = "Watch 10. 23:00-11. 07:00 total 7.00";
    let (total, core) = ((Metric::SleepTotal, 7.0), (Metric::SleepCore, 5.0));
    assert_eq!(of(&[total, core]), [format!("{night} core 5.00")]);
    let (rem, awake) = ((Metric::SleepRem, 0.0), (Metric::SleepAwake, 0.0));
    assert_eq!(
        of(&[total, core, rem, awake]),
        [format!("{night} core 5.00 rem 0.00 awake 0.00")]
    );
}

#[test]
fn summed_up_night_that_is_sent_again_while_it_goes_on_counts_once() {
    let rows = [
        summed(SleepTotal, "10-04T23:10", "10-05T05:10", 5.9),
        summed(SleepTotal, "10-04T23:10", "10-05T07:10", 7.6),
        summed(SleepTotal, "10-04T23:10", "10-05T06:10", 6.8),
    ];
    assert_eq!(
        lines("2026-10-05", &rows),
        ["Watch 04. 23:10-05. 07:10 total 7.60"]
    );
}

#[test]
fn summed_up_night_of_which_only_the_day_is_known_belongs_to_it() {
    let stage = |stage, hours| Reading {
        grain: Some(Grain::Day),
        ..phone(stage, at("10-05T00:00"), Quantity::Single(hours), WATCH)
    };
    assert_eq!(
        lines(
            "2026-10-05",
            &[stage(SleepTotal, 2.5), stage(SleepInBed, 3.0)]
        ),
        ["Watch 05. 00:00-05. 00:00 total 2.50 bed 3.00"]
    );
}

#[test]
fn night_on_which_clocks_change_has_the_hours_that_were_slept() {
    let night = |from: &str, until: &str| {
        let (from, until) = (instant(from), instant(until));
        [lasting(SleepUnspecified, from, until, 8.0, WATCH)]
    };
    // From 23:00 to 07:00 by the clock on both.
    let spring = night("2026-03-28T23:00:00+01:00", "2026-03-29T07:00:00+02:00");
    assert_eq!(
        lines("2026-03-29", &spring),
        ["Watch 28. 23:00-29. 07:00 total 7.00 asleep 7.00"]
    );
    let autumn = night("2026-10-24T23:00:00+02:00", "2026-10-25T07:00:00+01:00");
    assert_eq!(
        lines("2026-10-25", &autumn),
        ["Watch 24. 23:00-25. 07:00 total 9.00 asleep 9.00"]
    );
}

#[test]
fn what_cannot_be_sleep_or_does_not_count_is_left_out() {
    let superseded = Reading {
        marks: Marks {
            missing_since: None,
            superseded: Some(Superseded {
                at: at("10-06T00:00"),
                by: SupersededBy::Chat,
            }),
        },
        ..segment(SleepCore, "10-05T06:00", "10-05T09:00", WATCH)
    };
    let rows = [
        segment(SleepCore, "10-04T23:00", "10-05T05:00", WATCH),
        segment(SleepCore, "10-05T05:00", "10-05T05:00", WATCH),
        lasting(SleepCore, at("10-05T05:00"), at("10-05T04:00"), 1.0, WATCH),
        lasting(SleepCore, at("10-05T05:00"), at("10-07T04:00"), 1.0, WATCH),
        summed(SleepInBed, "10-04T10:00", "10-04T20:00", 8e14),
        superseded,
    ];
    assert_eq!(
        lines("2026-10-05", &rows),
        ["Watch 04. 23:00-05. 05:00 total 6.00 core 6.00 deep 0.00 rem 0.00 awake 0.00"]
    );
    assert!(lines("2026-10-04", &rows).is_empty());
}

#[test]
fn night_is_told_by_the_source_with_stages_then_by_the_one_that_covers_most() {
    let staged = |source| segment(SleepDeep, "10-05T00:00", "10-05T04:00", source);
    let asleep = |from, source| segment(SleepUnspecified, from, "10-05T07:00", source);
    let in_bed = |source| segment(SleepInBed, "10-04T21:00", "10-05T09:00", source);
    let check = |rows: &[Reading], expected: Option<&str>| {
        let told = told("2026-10-05", rows);
        let main = main_source(&told, &SourcePriority::default());
        assert_eq!(main.map(|sleep| sleep.source.as_str()), expected);
    };
    check(&[], None);
    check(&[in_bed(PHONE)], Some(PHONE));
    check(
        &[in_bed(PHONE), asleep("10-05T01:00", "Band")],
        Some("Band"),
    );
    check(&[asleep("10-04T22:00", "Band"), staged(PHONE)], Some(PHONE));
    check(
        &[asleep("10-04T22:00", "Band"), asleep("10-04T23:00", WATCH)],
        Some("Band"),
    );
    check(
        &[asleep("10-04T23:00", "Band"), asleep("10-04T23:00", WATCH)],
        Some(WATCH),
    );
    check(&[staged("Oura"), staged(PHONE)], Some("Oura"));
    check(
        &[segment(SleepDeep, "10-05T14:00", "10-05T14:20", WATCH)],
        None,
    );
}
