//! Days and ranges of days.

use jiff::{
    ToSpan,
    civil::{Date, date},
};
use proptest::prelude::*;
use vitalog_core::{
    DayRange,
    day::{RangeError, day_of},
};

use crate::moments::{instant, zone};

#[test]
fn the_zone_decides_the_date() {
    let check = |at: &str, zone_name: &str, day: Date| {
        assert_eq!(
            day_of(instant(at), &zone(zone_name)),
            day,
            "{at} {zone_name}"
        );
    };
    check(
        "2026-10-05T06:59:59Z",
        "America/Los_Angeles",
        date(2026, 10, 4),
    );
    check(
        "2026-10-05T07:00:00Z",
        "America/Los_Angeles",
        date(2026, 10, 5),
    );
    check("2026-10-05T18:29:59Z", "Asia/Kolkata", date(2026, 10, 5));
    check("2026-10-05T18:30:00Z", "Asia/Kolkata", date(2026, 10, 6));
    check("2011-12-30T09:59:59Z", "Pacific/Apia", date(2011, 12, 29));
    check("2011-12-30T10:00:00Z", "Pacific/Apia", date(2011, 12, 31));
}

#[test]
fn bounds_default_to_the_week_that_ends_today() {
    let today = date(2026, 10, 5);
    let check =
        |start: Option<Date>, end: Option<Date>, expected: Result<(Date, Date), RangeError>| {
            let expected = expected.map(|(start, end)| DayRange { start, end });
            assert_eq!(
                DayRange::resolve(start, end, today, 92),
                expected,
                "{start:?} {end:?}"
            );
        };
    check(None, None, Ok((date(2026, 9, 29), today)));
    check(Some(date(2026, 9, 1)), None, Ok((date(2026, 9, 1), today)));
    check(
        None,
        Some(date(2026, 9, 7)),
        Ok((date(2026, 9, 1), date(2026, 9, 7))),
    );
    check(Some(today), Some(today), Ok((today, today)));
    check(Some(date(2026, 7, 6)), None, Ok((date(2026, 7, 6), today)));
    check(
        Some(date(2026, 7, 5)),
        None,
        Err(RangeError::TooLong { days: 93, max: 92 }),
    );
    check(
        Some(date(2026, 10, 6)),
        None,
        Err(RangeError::Inverted {
            start: date(2026, 10, 6),
            end: today,
        }),
    );
    check(None, Some(Date::MIN), Ok((Date::MIN, Date::MIN)));
    check(
        Some(Date::MIN),
        Some(Date::MAX),
        Err(RangeError::TooLong {
            days: 7_304_484,
            max: 92,
        }),
    );
}

#[test]
fn refused_ranges_say_both_numbers() {
    let error = DayRange::resolve(
        Some(date(2026, 1, 1)),
        Some(date(2027, 1, 2)),
        Date::MAX,
        366,
    );
    let text = error.unwrap_err().to_string();
    assert!(text.contains("367") && text.contains("366"), "{text}");
}

#[test]
fn days_of_a_range_end_at_the_last_date_there_is() {
    let range = DayRange {
        start: Date::MAX.yesterday().unwrap(),
        end: Date::MAX,
    };
    assert_eq!(range.days().count(), 2);
    assert_eq!(range.len(), 2);
    assert!(range.contains(Date::MAX) && !range.contains(Date::MIN));
}

proptest! {
    #[test]
    fn days_and_length_agree(start in 0_i32..20_000, length in 0_i32..400) {
        let start = date(1980, 1, 1) + start.days();
        let end = start + length.days();
        let range = DayRange { start, end };
        let days: Vec<Date> = range.days().collect();
        prop_assert_eq!(days.first(), Some(&start));
        prop_assert_eq!(days.last(), Some(&end));
        prop_assert_eq!(i32::try_from(days.len())?, range.len());
        prop_assert!(days.iter().all(|day| range.contains(*day)));
        prop_assert!(!range.contains(start - 1.day()) && !range.contains(end + 1.day()));
    }
}
