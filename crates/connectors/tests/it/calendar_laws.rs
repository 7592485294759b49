//! What holds for any calendar file.

use jiff::{Timestamp, tz::TimeZone};
use proptest::prelude::*;
use vitalog_connectors::calendar::read_calendar;

/// A line that may be among those of an event, sensible or not.
fn line() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        Just("DTSTART"),
        Just("DTSTART;VALUE=DATE"),
        Just("DTSTART;TZID=Europe/Berlin"),
        Just("DTEND"),
        Just("DURATION"),
        Just("RRULE"),
        Just("RDATE"),
        Just("EXDATE"),
        Just("RECURRENCE-ID"),
        Just("UID"),
        Just("BEGIN"),
        Just("END"),
        Just("ATTENDEE;PARTSTAT=DECLINED"),
        Just("TZOFFSETTO"),
    ];
    let value = prop_oneof![
        Just("20261020T090000Z".to_owned()),
        Just("20261020T100000".to_owned()),
        Just("20261020".to_owned()),
        Just("PT99999H".to_owned()),
        Just("P1DT5M".to_owned()),
        Just("FREQ=DAILY;INTERVAL=36500".to_owned()),
        Just("FREQ=YEARLY;BYWEEKNO=53;BYSETPOS=-1;BYDAY=-53SU".to_owned()),
        Just("FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4294967295".to_owned()),
        Just("VEVENT".to_owned()),
        Just("VTIMEZONE".to_owned()),
        Just("STANDARD".to_owned()),
        Just("+9959".to_owned()),
        "[0-9TZP;=:, ]{0,20}",
        ".{0,20}",
    ];
    (name, value).prop_map(|(name, value)| format!("{name}:{value}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_file_is_read_or_refused_and_no_day_has_more_minutes_than_it_lasts(
        lines in prop::collection::vec(line(), 0..40)
    ) {
        let lines = lines.join("\n");
        let body =
            format!("BEGIN:VCALENDAR\nBEGIN:VEVENT\n{lines}\nEND:VEVENT\nEND:VCALENDAR\n");
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let until: Timestamp = "2027-01-01T00:00:00Z".parse().unwrap();
        let calendar = read_calendar(body.as_bytes(), &zone, until).unwrap();
        for kinds in calendar.days.values() {
            let minutes: f64 = kinds.values().map(|tally| tally.minutes).sum();
            prop_assert!((0.0..=25.0 * 60.0).contains(&minutes));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(body in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_calendar(&body, &TimeZone::UTC, Timestamp::MAX);
        let begin = &b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:"[..];
        let body = [begin, &body[..], b"\nEND:VEVENT\nEND:VCALENDAR"].concat();
        let _ = read_calendar(&body, &TimeZone::UTC, Timestamp::MAX);
    }
}
