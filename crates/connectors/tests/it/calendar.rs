//! Calendar files in, meetings by day and kind out.

use std::fmt::Write;

use jiff::{Timestamp, civil::date, tz::TimeZone};
use vitalog_connectors::calendar::{Calendar, NotACalendar, read_calendar};

fn berlin() -> TimeZone {
    TimeZone::get("Europe/Berlin").unwrap()
}

fn until() -> Timestamp {
    "2026-11-30T12:00:00Z".parse().unwrap()
}

fn render(calendar: &Calendar) -> String {
    let mut text = String::new();
    for (day, kinds) in &calendar.days {
        let kinds: Vec<String> = kinds
            .iter()
            .map(|(kind, tally)| {
                let (kind, minutes) = (kind.as_str(), tally.minutes);
                format!("{kind} {} in {minutes} min", tally.meetings)
            })
            .collect();
        let kinds = if kinds.is_empty() {
            "none".to_owned()
        } else {
            kinds.join(", ")
        };
        writeln!(text, "{day}: {kinds}").unwrap();
    }
    let others: Vec<_> = calendar
        .others
        .iter()
        .map(|(k, n)| (k.as_str(), n))
        .collect();
    writeln!(text, "{} events, others {others:?}", calendar.events).unwrap();
    text
}

#[test]
fn a_file_with_everything_reads_as_agreed() {
    let body = include_bytes!("../../src/calendar/fixtures/meetings.ics");
    let calendar = read_calendar(body, &berlin(), until()).unwrap();
    insta::assert_snapshot!(render(&calendar), @r#"
    2026-10-19: group 1 in 15 min
    2026-10-20: one_on_one 1 in 45 min, unlisted 1 in 15 min
    2026-10-21: none
    2026-10-22: group 1 in 60 min
    2026-10-23: none
    2026-10-24: unlisted 1 in 30 min
    2026-10-25: none
    2026-10-26: group 1 in 15 min
    2026-10-27: external 1 in 120 min
    2026-10-28: none
    2026-10-29: none
    2026-10-30: group 1 in 15 min
    2026-10-31: none
    2026-11-01: none
    2026-11-02: group 1 in 15 min
    2026-11-03: none
    2026-11-04: group 1 in 15 min, unlisted 2 in 75 min
    2026-11-05: none
    2026-11-06: group 1 in 15 min
    16 events, others [("all_day", 1), ("cancelled", 2), ("free", 1), ("declined", 1), ("no_time", 1), ("unreadable", 1), ("unknown_rule", 1), ("unknown_zone", 1)]
    "#);
}

#[test]
fn nothing_that_was_written_leaves_the_folder() {
    let body = include_bytes!("../../src/calendar/fixtures/meetings.ics");
    let calendar = read_calendar(body, &berlin(), until()).unwrap();
    let printed = format!("{calendar:?}");
    for word in ["title", "standup", "lee", "example", "Moved"] {
        assert!(!printed.contains(word), "{word}");
    }
}

#[test]
fn kinds_of_a_day_are_values_of_their_own_and_a_day_without_any_is_a_zero() {
    let body = include_bytes!("../../src/calendar/fixtures/meetings.ics");
    let calendar = read_calendar(body, &berlin(), until()).unwrap();
    let days = [date(2026, 10, 20), date(2026, 10, 21)];
    let samples = calendar.samples().filter(|it| days.contains(&it.day));
    let samples: Vec<String> = samples
        .map(|it| {
            let kind = it.kind.map_or("-", |kind| kind.as_str());
            let slug = it.metric.row().slug;
            format!("{} {slug} {kind} {} {}", it.day, it.value, it.unit)
        })
        .collect();
    assert_eq!(
        samples,
        [
            "2026-10-20 meetings one_on_one 1 count",
            "2026-10-20 meeting_minutes one_on_one 45 min",
            "2026-10-20 meetings unlisted 1 count",
            "2026-10-20 meeting_minutes unlisted 15 min",
            "2026-10-21 meetings - 0 count",
            "2026-10-21 meeting_minutes - 0 min",
        ]
    );
}

/// The days of one event, as `day kind×count minutes`.
fn days_of(event: &str) -> String {
    let body = format!("BEGIN:VCALENDAR\nBEGIN:VEVENT\n{event}\nEND:VEVENT\nEND:VCALENDAR\n");
    let calendar = read_calendar(body.as_bytes(), &berlin(), until()).unwrap();
    let days = calendar.days.iter().filter(|(_, kinds)| !kinds.is_empty());
    let days = days.map(|(day, kinds)| {
        let (mut count, mut minutes) = (0, 0.0);
        for tally in kinds.values() {
            count += tally.meetings;
            minutes += tally.minutes;
        }
        format!("{} {count}x{minutes}", day.strftime("%m-%d"))
    });
    days.collect::<Vec<_>>().join(" ")
}

#[test]
fn an_event_takes_place_when_it_says() {
    for (event, expected) in [
        // Times: of Greenwich, of a zone, of wherever the person is, with a duration.
        (
            "DTSTART:20261020T223000Z\nDTEND:20261020T230000Z",
            "10-21 1x30",
        ),
        (
            "DTSTART;TZID=America/New_York:20261020T183000\nDURATION:PT1H",
            "10-21 1x60",
        ),
        (
            "DTSTART:20261020T090000\nDURATION:P0DT0H20M30S",
            "10-20 1x20.5",
        ),
        // Over midnight each day has its minutes, and the first has the meeting.
        (
            "DTSTART:20261020T233000\nDTEND:20261021T011500",
            "10-20 1x30 10-21 0x75",
        ),
        // The night on which the clocks go back has an hour more.
        (
            "DTSTART;TZID=Europe/Berlin:20261025T013000\nDTEND;TZID=Europe/Berlin:20261025T040000",
            "10-25 1x210",
        ),
        // Twice a week at 9 stays at 9 when clocks change.
        (
            "DTSTART;TZID=Europe/Berlin:20261022T090000\nDURATION:PT30M\n\
             RRULE:FREQ=WEEKLY;BYDAY=TH,MO;COUNT=3",
            "10-22 1x30 10-26 1x30 10-29 1x30",
        ),
        // An end that names a day holds all of it; one that names an instant is held to it.
        (
            "DTSTART:20261020T090000\nDURATION:PT30M\nRRULE:FREQ=DAILY;UNTIL=20261022",
            "10-20 1x30 10-21 1x30 10-22 1x30",
        ),
        (
            "DTSTART:20261020T090000\nDURATION:PT30M\nRRULE:FREQ=DAILY;UNTIL=20261022T065959Z",
            "10-20 1x30 10-21 1x30",
        ),
        // Left out: by instant in another zone, and by day.
        (
            "DTSTART;TZID=Europe/Berlin:20261020T090000\nDURATION:PT30M\n\
             RRULE:FREQ=DAILY;COUNT=4\nEXDATE:20261021T070000Z\nEXDATE;VALUE=DATE:20261023",
            "10-20 1x30 10-22 1x30",
        ),
        // Added: twice the same is once.
        (
            "DTSTART:20261020T090000\nDURATION:PT30M\nRDATE:20261022T100000,20261022T100000\n\
             RDATE;VALUE=PERIOD:20261023T080000Z/PT1H",
            "10-20 1x30 10-22 1x30 10-23 1x30",
        ),
        // What has not begun yet has not taken place.
        ("DTSTART:20261130T120000Z\nDURATION:PT30M", ""),
        ("DTSTART:20261130T115900Z\nDURATION:PT30M", "11-30 1x30"),
        // A day or longer, free, out of office, an end before the begin.
        ("DTSTART:20261020T000000\nDURATION:P1D", ""),
        ("DTSTART;VALUE=DATE:20261020", ""),
        (
            "DTSTART:20261020T090000\nDURATION:PT1H\nTRANSP:transparent",
            "",
        ),
        (
            "DTSTART:20261020T090000\nDURATION:PT1H\nX-MICROSOFT-CDO-BUSYSTATUS:OOF",
            "",
        ),
        ("DTSTART:20261020T090000\nDTEND:20261020T080000", ""),
        (
            "DTSTART:00010101T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY",
            "",
        ),
    ] {
        assert_eq!(days_of(event), expected, "{event}");
    }
}

#[test]
fn who_is_in_it_tells_the_kind() {
    let robin = "ORGANIZER:mailto:robin@example.com";
    for (people, expected) in [
        (String::new(), "unlisted"),
        (robin.to_owned(), "unlisted"),
        (
            format!("{robin}\nATTENDEE:mailto:ROBIN@example.com"),
            "unlisted",
        ),
        (
            format!("{robin}\nATTENDEE:mailto:lee@example.com"),
            "one_on_one",
        ),
        (
            format!("{robin}\nATTENDEE:mailto:lee@example.com\nATTENDEE:mailto:kim@example.com"),
            "group",
        ),
        (
            format!("{robin}\nATTENDEE:mailto:alex@client.example"),
            "external",
        ),
        (
            format!("{robin}\nATTENDEE;CUTYPE=RESOURCE:mailto:beamer@things.example"),
            "unlisted",
        ),
        (
            format!(
                "{robin}\nATTENDEE:mailto:lee@example.com\n\
                 ATTENDEE;PARTSTAT=DECLINED:mailto:alex@client.example\n\
                 ATTENDEE;ROLE=NON-PARTICIPANT:mailto:kim@example.com"
            ),
            "one_on_one",
        ),
    ] {
        let body = format!(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261020T090000Z\nDURATION:PT1H\n\
             {people}\nEND:VEVENT\nEND:VCALENDAR\n"
        );
        let calendar = read_calendar(body.as_bytes(), &berlin(), until()).unwrap();
        let kinds = &calendar.days[&date(2026, 10, 20)];
        let kinds: Vec<_> = kinds.keys().map(|kind| kind.as_str()).collect();
        assert_eq!(kinds, [expected], "{people}");
    }
}

#[test]
fn the_later_version_of_an_event_counts_wherever_it_stands() {
    let event = |sequence: u8, hour: u8| {
        format!(
            "BEGIN:VEVENT\nUID:a\nSEQUENCE:{sequence}\nDTSTART:20261020T{hour:02}0000Z\n\
             DURATION:PT1H\nEND:VEVENT\n"
        )
    };
    let (old, new) = (event(1, 9), event(2, 23));
    for events in [format!("{old}{new}"), format!("{new}{old}")] {
        let body = format!("BEGIN:VCALENDAR\n{events}END:VCALENDAR\n");
        let calendar = read_calendar(body.as_bytes(), &berlin(), until()).unwrap();
        let days: Vec<_> = calendar.days.keys().copied().collect();
        assert_eq!(days, [date(2026, 10, 21)]);
    }
}

#[test]
fn a_file_cut_short_is_not_read_at_all() {
    let whole = include_bytes!("../../src/calendar/fixtures/meetings.ics");
    let end = b"END:VCALENDAR".len();
    let last = whole.trim_ascii_end().len();
    for length in (0..last).step_by(7).chain(last - end..last) {
        let read = read_calendar(&whole[..length], &berlin(), until());
        let expected = if length < 15 {
            NotACalendar::NoBeginning
        } else {
            NotACalendar::NoEnd
        };
        assert_eq!(read, Err(expected), "{length} bytes");
    }
    assert!(read_calendar(&whole[..last], &berlin(), until()).is_ok());
    // Of two calendars in one file, either.
    let two = [&whole[..last], b"\n", &whole[..last / 2]].concat();
    assert_eq!(
        read_calendar(&two, &berlin(), until()),
        Err(NotACalendar::NoEnd)
    );
    assert_eq!(
        read_calendar(b"hello", &berlin(), until()),
        Err(NotACalendar::NoBeginning)
    );
}
