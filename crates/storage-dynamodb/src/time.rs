//! Instants and days as text that sorts as they do.
//!
//! The form is ISO 8601 in UTC, as the record's first table had it: `2026-09-27T14:30:00Z`. A year
//! before the year 0 is written as `-` and its distance from the year -9999, since `-` sorts before
//! every digit: the year -1 is `-9998`.

use jiff::{
    Timestamp,
    civil::{Date, DateTime, Time},
    tz::Offset,
};
use vitalog_storage::precision::floor_millisecond;

/// The first year that there is.
const FIRST_YEAR: i16 = -9999;

/// A whole second, counted from 1970.
pub(crate) fn second_text(second: i64) -> String {
    let at = Timestamp::from_second(second).unwrap_or(if second < 0 {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    });
    let wall = Offset::UTC.to_datetime(at);
    format!("{}T{}Z", date_text(wall.date()), clock_text(wall.time()))
}

/// An instant to the millisecond it lies in.
pub(crate) fn millisecond_text(at: Timestamp) -> String {
    let at = Timestamp::from_millisecond(floor_millisecond(at)).unwrap_or(Timestamp::MIN);
    let wall = Offset::UTC.to_datetime(at);
    let millisecond = wall.subsec_nanosecond() / 1_000_000;
    format!(
        "{}T{}.{millisecond:03}Z",
        date_text(wall.date()),
        clock_text(wall.time())
    )
}

pub(crate) fn date_text(date: Date) -> String {
    let (sign, year) = match date.year() {
        year if year < 0 => ("-", year - FIRST_YEAR),
        year => ("", year),
    };
    format!("{sign}{year:04}-{:02}-{:02}", date.month(), date.day())
}

fn clock_text(time: Time) -> String {
    format!(
        "{:02}:{:02}:{:02}",
        time.hour(),
        time.minute(),
        time.second()
    )
}

/// Reads [`second_text`] and [`millisecond_text`].
pub(crate) fn parse_instant(text: &str) -> Option<Timestamp> {
    let (date, clock) = text.strip_suffix('Z')?.split_once('T')?;
    let (clock, millisecond) = match clock.split_once('.') {
        Some((clock, fraction)) if fraction.len() == 3 => (clock, fraction.parse::<i32>().ok()?),
        Some(_) => return None,
        None => (clock, 0),
    };
    let mut parts = clock.split(':');
    let mut part = || parts.next()?.parse::<i8>().ok();
    let time = Time::new(part()?, part()?, part()?, millisecond * 1_000_000).ok()?;
    if parts.next().is_some() {
        return None;
    }
    let wall = DateTime::from_parts(parse_date(date)?, time);
    Offset::UTC.to_timestamp(wall).ok()
}

/// Reads [`date_text`].
pub(crate) fn parse_date(text: &str) -> Option<Date> {
    let (text, first_year) = match text.strip_prefix('-') {
        Some(rest) => (rest, FIRST_YEAR),
        None => (text, 0),
    };
    let mut parts = text.split('-');
    let year: i16 = parts.next()?.parse().ok()?;
    let month = parts.next()?.parse().ok()?;
    let day = parts.next()?.parse().ok()?;
    if parts.next().is_some() {
        return None;
    }
    Date::new(first_year.checked_add(year)?, month, day).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_written_as_the_first_table_had_them() {
        // Worked out by other programs, from the rules of the calendar.
        let cases = [
            (1_790_519_400, "2026-09-27T14:30:00Z"),
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (253_370_764_800, "9999-01-01T00:00:00Z"),
            // The year -9000 is 999 years after the first.
            (-346_179_744_000, "-0999-01-01T00:00:00Z"),
        ];
        for (second, text) in cases {
            assert_eq!(second_text(second), text);
            let parsed = parse_instant(text).map(Timestamp::as_second);
            assert_eq!(parsed, Some(second));
        }
    }

    #[test]
    fn text_sorts_as_the_instants_do() {
        let instants = [
            Timestamp::MIN,
            Timestamp::constant(-346_172_227_200, 0),
            Timestamp::constant(-62_198_755_200, 0),
            Timestamp::constant(-62_167_219_201, 0),
            Timestamp::constant(-62_167_219_200, 0),
            Timestamp::constant(-1, -999_000_000),
            Timestamp::constant(-1, 0),
            Timestamp::constant(0, 0),
            Timestamp::constant(0, 1_000_000),
            Timestamp::constant(253_402_207_200, 0),
        ];
        for pair in instants.windows(2) {
            assert!(
                millisecond_text(pair[0]) < millisecond_text(pair[1]),
                "{pair:?}"
            );
        }
        for at in instants {
            let read = parse_instant(&millisecond_text(at)).unwrap();
            assert_eq!(read.as_millisecond(), floor_millisecond(at));
        }
    }

    #[test]
    fn days_are_read_back() {
        for date in [Date::MIN, Date::constant(-1, 12, 31), Date::ZERO, Date::MAX] {
            assert_eq!(parse_date(&date_text(date)), Some(date));
        }
        for no_date in ["", "2026", "2026-13-01", "2026-01-01-01", "--0001-01-01"] {
            assert_eq!(parse_date(no_date), None, "{no_date}");
        }
    }

    #[test]
    fn other_text_is_no_instant() {
        for text in [
            "",
            "Z",
            "2026-09-27",
            "2026-09-27T14:30:00",
            "2026-09-27T14:30Z",
            "2026-09-27T14:30:00:00Z",
            "2026-09-27T14:30:00.1Z",
            "2026-09-27T25:30:00Z",
        ] {
            assert_eq!(parse_instant(text), None, "{text}");
        }
    }
}
