//! The instants of a day: where it begins and how long it lasts.

use std::ops::Range;

use jiff::{
    SignedDuration, Timestamp, ToSpan,
    civil::{Date, date},
    tz::TimeZone,
};
use proptest::prelude::*;
use vitalog_core::{DayRange, day::day_of};

use crate::moments::{instant, zone};

const ZONES: &[&str] = &[
    "UTC",
    "America/Los_Angeles",
    "America/Havana",
    "America/Sao_Paulo",
    "America/Toronto",
    "America/St_Johns",
    "Africa/Cairo",
    "Asia/Amman",
    "Asia/Beirut",
    "Asia/Gaza",
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Asia/Tehran",
    "Atlantic/Azores",
    "Australia/Lord_Howe",
    "Europe/Berlin",
    "Pacific/Apia",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
];

fn one_day(day: Date) -> DayRange {
    DayRange {
        start: day,
        end: day,
    }
}

/// Zone, day, the instant it begins, and how long it lasts.
const DAYS: &str = "
    America/Los_Angeles 2026-03-07 2026-03-07T08:00:00Z PT24H
    America/Los_Angeles 2026-03-08 2026-03-08T08:00:00Z PT23H
    America/Los_Angeles 2026-11-01 2026-11-01T07:00:00Z PT25H
    Europe/Berlin       2026-03-29 2026-03-28T23:00:00Z PT23H
    Europe/Berlin       2026-10-25 2026-10-24T22:00:00Z PT25H
    Asia/Kolkata        2026-03-29 2026-03-28T18:30:00Z PT24H
    Australia/Lord_Howe 2026-04-05 2026-04-04T13:00:00Z PT24H30M
    Australia/Lord_Howe 2026-10-04 2026-10-03T13:30:00Z PT23H30M

    # The day began at 01:00; the day before it had ended as usual.
    America/Sao_Paulo   2018-11-03 2018-11-03T03:00:00Z PT24H
    America/Sao_Paulo   2018-11-04 2018-11-04T03:00:00Z PT23H
    # At midnight clocks went back to 23:00 of the same day.
    America/Sao_Paulo   2018-02-17 2018-02-17T02:00:00Z PT25H
    America/Sao_Paulo   2018-02-18 2018-02-18T03:00:00Z PT24H
    # At 01:00 clocks went back to midnight, which came twice on the new day.
    America/Havana      2024-11-02 2024-11-02T04:00:00Z PT24H
    America/Havana      2024-11-03 2024-11-03T04:00:00Z PT25H
    # A minute after midnight clocks went back to 23:01 of the day before.
    America/St_Johns    2010-11-06 2010-11-06T02:30:00Z PT25H
    America/St_Johns    2010-11-07 2010-11-07T02:30:00Z PT25H
    # At 23:30 clocks went forward to 00:30 of the next day.
    America/Toronto     1919-03-30 1919-03-30T05:00:00Z PT23H30M
    America/Toronto     1919-03-31 1919-03-31T04:30:00Z PT23H30M
    # The day between these two never came.
    Pacific/Apia        2011-12-29 2011-12-29T10:00:00Z PT24H
    Pacific/Apia        2011-12-31 2011-12-30T10:00:00Z PT24H
";

#[test]
fn days_last_as_long_as_the_clock_makes_them() {
    let rows = DAYS.lines().map(str::trim);
    let rows: Vec<&str> = rows
        .filter(|row| !row.is_empty() && !row.starts_with('#'))
        .collect();
    assert_eq!(rows.len(), 20);
    for row in rows {
        let columns: Vec<&str> = row.split_whitespace().collect();
        let (zone, day) = (zone(columns[0]), columns[1].parse().unwrap());
        let length: SignedDuration = columns[3].parse().unwrap();
        let expected = instant(columns[2])..instant(columns[2]) + length;
        assert_eq!(one_day(day).instants(&zone), expected, "{row}");
        assert_eq!(scan(day, &zone), expected, "{row}");
    }
}

#[test]
fn a_day_that_the_zone_skipped_is_empty() {
    let apia = zone("Pacific/Apia");
    let skipped = one_day(date(2011, 12, 30)).instants(&apia);
    assert!(skipped.is_empty(), "{skipped:?}");
    let around = DayRange {
        start: date(2011, 12, 29),
        end: date(2011, 12, 31),
    };
    let hours = |range: Range<Timestamp>| range.start.duration_until(range.end).as_hours();
    assert_eq!(hours(around.instants(&apia)), 48);
}

#[test]
fn instants_stay_within_time() {
    let all = DayRange {
        start: Date::MIN,
        end: Date::MAX,
    };
    for name in ZONES {
        let zone = zone(name);
        let instants = all.instants(&zone);
        assert!(
            instants.start <= instant("-009999-01-03T00:00:00Z"),
            "{name}"
        );
        assert!(instants.end >= instant("9999-12-29T00:00:00Z"), "{name}");
        assert!(one_day(Date::MIN).instants(&zone).start <= instants.end);
        assert!(one_day(Date::MAX).instants(&zone).end <= Timestamp::MAX);
    }
}

/// From the first minute with the date to the one after the last, found by looking at each. Empty
/// if there is none.
fn scan(day: Date, zone: &TimeZone) -> Range<Timestamp> {
    let days = day.duration_since(date(1970, 1, 1)).as_hours() / 24;
    let noon = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(days * 24 + 12);
    let minutes = (-40 * 60..40 * 60)
        .map(|minutes| noon + SignedDuration::from_mins(minutes))
        .filter(|at| zone.to_datetime(*at).date() == day);
    minutes.fold(noon..noon, |seen, at| {
        let start = if seen.is_empty() { at } else { seen.start };
        start..at + SignedDuration::from_mins(1)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_day_is_what_the_clock_shows(
        zone_name in prop::sample::select(ZONES),
        days in 0_i32..80 * 365,
    ) {
        let day = date(1973, 1, 1) + days.days();
        let zone = zone(zone_name);
        let instants = one_day(day).instants(&zone);
        // Two islands moved across the date line and skipped a day.
        if !instants.is_empty() {
            prop_assert_eq!(day_of(instants.start, &zone), day);
            prop_assert_eq!(scan(day, &zone), instants);
        }
    }
}
