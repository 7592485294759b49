//! Times as people, models and apps write them.

use jiff::{
    Timestamp,
    tz::{Offset, TimeZone},
};
use proptest::prelude::*;
use vitalog_core::sent_time::{NotATime, Precision, parse_time};

use crate::moments::{instant, zone};

const HOME: &str = "America/Los_Angeles";

#[test]
fn times_are_read_in_every_accepted_form() {
    let check = |text: &str, at: &str, offset_minutes: Option<i32>, precision: Precision| {
        let (time, read) = parse_time(text, &zone(HOME)).expect(text);
        assert_eq!(time.at, instant(at), "{text}");
        let offset = offset_minutes.map(|minutes| Offset::from_seconds(minutes * 60).unwrap());
        assert_eq!(time.offset, offset, "{text}");
        assert_eq!(time.text, text);
        assert_eq!(read, precision, "{text}");
    };
    let (minute, second) = (Precision::Minute, Precision::Second);
    check("2026-09-27T07:30", "2026-09-27T14:30:00Z", None, minute);
    check("2026-09-27 07:30", "2026-09-27T14:30:00Z", None, minute);
    check("2026-01-27T07:30", "2026-01-27T15:30:00Z", None, minute);
    check("2026-09-27T07:30:05", "2026-09-27T14:30:05Z", None, second);
    check("2026-09-27T07:30:00", "2026-09-27T14:30:00Z", None, second);
    check(
        "2026-09-27T07:30:05.999",
        "2026-09-27T14:30:05Z",
        None,
        second,
    );
    check("2026-09-27T07:30Z", "2026-09-27T07:30:00Z", None, minute);
    check("2026-09-27T07:30:05Z", "2026-09-27T07:30:05Z", None, second);
    check(
        "2026-09-27T07:30:05.5 Z",
        "2026-09-27T07:30:05Z",
        None,
        second,
    );
    check(
        "2026-09-27 07:30:00 -0700",
        "2026-09-27T14:30:00Z",
        Some(-420),
        second,
    );
    check(
        "2026-09-27T07:30:00-07:00",
        "2026-09-27T14:30:00Z",
        Some(-420),
        second,
    );
    check(
        "2026-09-27T07:30+05:30",
        "2026-09-27T02:00:00Z",
        Some(330),
        minute,
    );
    check(
        "2026-09-27 07:30 +0545",
        "2026-09-27T01:45:00Z",
        Some(345),
        minute,
    );
    check(
        "2026-09-27T07:30:00.123456789123-00:00",
        "2026-09-27T07:30:00Z",
        Some(0),
        second,
    );
    check(
        "2026-09-27T07:30+14:00",
        "2026-09-26T17:30:00Z",
        Some(840),
        minute,
    );
    check("2024-02-29T23:59:59Z", "2024-02-29T23:59:59Z", None, second);
    check(
        "1969-12-31T23:59:59.9Z",
        "1969-12-31T23:59:59Z",
        None,
        second,
    );
}

#[test]
fn wall_clocks_that_are_skipped_or_shown_twice_resolve_as_calendars_do() {
    let check = |text: &str, zone_name: &str, at: &str| {
        let (time, _) = parse_time(text, &zone(zone_name)).expect(text);
        assert_eq!(time.at, instant(at), "{text} {zone_name}");
    };
    check("2026-03-08T01:59", HOME, "2026-03-08T09:59:00Z");
    check("2026-03-08T02:30", HOME, "2026-03-08T10:30:00Z");
    check("2026-03-08T03:00", HOME, "2026-03-08T10:00:00Z");
    check("2026-11-01T01:30", HOME, "2026-11-01T08:30:00Z");
    check("2026-11-01T02:00", HOME, "2026-11-01T10:00:00Z");
    check("2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00Z");
    check(
        "2026-10-04T02:15",
        "Australia/Lord_Howe",
        "2026-10-03T15:45:00Z",
    );
    check(
        "2018-11-04T00:00",
        "America/Sao_Paulo",
        "2018-11-04T03:00:00Z",
    );
    check("2011-12-30T12:00", "Pacific/Apia", "2011-12-30T22:00:00Z");
}

#[test]
fn what_is_no_time_is_refused() {
    let refused = [
        "",
        "now",
        "2026-09-27",
        "2026-09-27T",
        "2026-09-27T07",
        "07:30",
        "2026-02-30T07:30",
        "2025-02-29T07:30",
        "2026-13-01T07:30",
        "2026-00-10T07:30",
        "2026-09-00T07:30",
        "2026-09-27T24:00",
        "2026-09-27T07:60",
        "2026-09-27T07:30:60",
        "2026-9-27T07:30",
        "2026-09-27T7:30",
        "26-09-27T07:30",
        "-2026-09-27T07:30",
        "2026/09/27T07:30",
        "2026-09-27t07:30",
        "2026-09-27T07:30z",
        "2026-09-27  07:30",
        " 2026-09-27T07:30",
        "2026-09-27T07:30 ",
        "2026-09-27T07:30  Z",
        "2026-09-27T07:30ZZ",
        "2026-09-27T07:30:00.",
        "2026-09-27T07:30:00.Z",
        "2026-09-27T07:30.5",
        "2026-09-27T07:30:00,5",
        "2026-09-27T07:30+7",
        "2026-09-27T07:30+07",
        "2026-09-27T07:30+070",
        "2026-09-27T07:30+07:0",
        "2026-09-27T07:30+07:60",
        "2026-09-27T07:30+24:00",
        "2026-09-27T07:30+07:00x",
        "2026-09-27T07:30\u{2212}07:00",
        "2026-09-27 07:30:00 PM",
        "2026-09-27T07:30[America/Los_Angeles]",
        "\u{ff12}026-09-27T07:30",
        "2026-09-27T\u{660}7:30",
        "9999-12-31T23:59-14:00",
        "1790721840",
    ];
    for text in refused {
        assert_eq!(parse_time(text, &zone(HOME)), Err(NotATime), "{text:?}");
    }
}

proptest! {
    #[test]
    fn a_written_time_is_read_back(
        second in -2_000_000_000_i64..4_000_000_000,
        offset_minutes in -14 * 60..=14 * 60_i32,
        nanosecond in 0..1_000_000_000_i32,
    ) {
        let at = Timestamp::new(second, 0)?;
        let offset = Offset::from_seconds(offset_minutes * 60)?;
        let wall = offset.to_datetime(at);
        for (suffix, wall_suffix) in [("%:z", ""), (" %z", ".25")] {
            let zoned = at.to_zoned_datetime(TimeZone::fixed(offset));
            let text = format!(
                "{}{wall_suffix}{}",
                wall.strftime("%Y-%m-%d %H:%M:%S"),
                zoned.strftime(suffix)
            );
            let (time, precision) = parse_time(&text, &TimeZone::UTC)?;
            prop_assert_eq!(time.at, at);
            prop_assert_eq!(time.offset, Some(offset));
            prop_assert_eq!(precision, Precision::Second);
        }
        let text = format!("{}.{nanosecond:09}", wall.strftime("%Y-%m-%dT%H:%M:%S"));
        let (time, _) = parse_time(&text, &TimeZone::fixed(offset))?;
        prop_assert_eq!(time.at, at);
        prop_assert_eq!(time.offset, None);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = parse_time(&text, &zone(HOME));
    }

    #[test]
    fn text_that_resembles_a_time_is_read_or_refused(
        text in "[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?(\\.[0-9]{1,4})? ?(Z|[+-][0-9]{2}:?[0-9]{2})?",
    ) {
        if let Ok((time, _)) = parse_time(&text, &zone(HOME)) {
            prop_assert_eq!(time.at.subsec_nanosecond(), 0);
            prop_assert_eq!(time.text, text);
        }
    }
}
