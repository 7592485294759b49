//! Dates of exports.

use std::{borrow::Cow, collections::HashMap};

use jiff::{
    Timestamp,
    civil::Date,
    tz::{Offset, TimeZone},
};
use vitalog_core::{SentTime, sent_time::PLAUSIBLE_YEARS};

use super::{Skip, xml::decode};
use crate::hae::{BadDate, SentDate, read_text};

/// Zones that are kept at hand; a person sees fewer in a life.
const MAX_ZONES: usize = 600;
/// The longest name of a zone that is looked up; the longest real one has 30 bytes.
const MAX_ZONE: usize = 64;
const DAY_S: i64 = 86_400;

/// An instant with the offset that was written with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct When {
    pub(super) at: Timestamp,
    pub(super) offset: Option<Offset>,
}

/// Reads a date: `2026-09-13 08:00:00 +0200`, the `20140913080000-0700` of 2015, and whatever
/// else an iPhone has ever written.
pub(super) fn read_when(raw: &[u8]) -> Result<When, Skip> {
    if let Some(when) = read_usual(raw) {
        return Ok(when);
    }
    let text = decode(raw);
    let written = spread_out(text.trim());
    match read_text(&written, &TimeZone::UTC) {
        Ok((at, offset)) => Ok(When { at, offset }),
        Err(BadDate::Implausible) => Err(Skip::ImplausibleDate),
        Err(BadDate::Unreadable) => Err(Skip::InvalidSample),
    }
}

/// The form that nearly every date has. Anything odd about it is left to the reader of odd dates.
fn read_usual(raw: &[u8]) -> Option<When> {
    let text: &[u8; 25] = raw.try_into().ok()?;
    let marks = [
        (4, b'-'),
        (7, b'-'),
        (10, b' '),
        (13, b':'),
        (16, b':'),
        (19, b' '),
    ];
    if marks.iter().any(|(at, mark)| text[*at] != *mark) {
        return None;
    }
    let two = |at: usize| {
        let (tens, ones) = (text[at].wrapping_sub(b'0'), text[at + 1].wrapping_sub(b'0'));
        (tens < 10 && ones < 10).then(|| i32::from(tens * 10 + ones))
    };
    let year = two(0)? * 100 + two(2)?;
    let (month, day) = (two(5)?, two(8)?);
    let (hour, minute, second) = (two(11)?, two(14)?, two(17)?);
    let (ahead_h, ahead_min) = (two(21)?, two(23)?);
    let is_usual = PLAUSIBLE_YEARS.contains(&year)
        && (1..=12).contains(&month)
        && (1..=28).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60
        && ahead_h <= 14
        && ahead_min < 60;
    let days = if is_usual {
        days_since_1970(year, month, day)
    } else {
        // The end of a month, and what is no date at all.
        let part = |number: i32| i8::try_from(number).ok();
        let is_time = hour < 24 && minute < 60 && second < 60 && ahead_h <= 14 && ahead_min < 60;
        let date = Date::new(i16::try_from(year).ok()?, part(month)?, part(day)?).ok()?;
        (is_time && PLAUSIBLE_YEARS.contains(&year)).then_some(())?;
        days_since_1970(i32::from(date.year()), month, day)
    };
    let sign = match text[20] {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let ahead = sign * (ahead_h * 3600 + ahead_min * 60);
    let wall = days * DAY_S + i64::from(hour * 3600 + minute * 60 + second);
    Some(When {
        at: Timestamp::from_second(wall - i64::from(ahead)).ok()?,
        offset: Some(Offset::from_seconds(ahead).ok()?),
    })
}

/// Days of the Gregorian calendar since 1970-01-01, counted from March so that leap days come last.
fn days_since_1970(year: i32, month: i32, day: i32) -> i64 {
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    i64::from(days) - 719_468
}

/// `20140913080000-0700` as `2014-09-13 08:00:00 -0700`.
fn spread_out(text: &str) -> Cow<'_, str> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits != 14 {
        return Cow::Borrowed(text);
    }
    let part = |from: usize, to: usize| &text[from..to];
    Cow::Owned(format!(
        "{}-{}-{} {}:{}:{} {}",
        part(0, 4),
        part(4, 6),
        part(6, 8),
        part(8, 10),
        part(10, 12),
        part(12, 14),
        &text[14..],
    ))
}

/// A time as it is kept, with its text: as written, or in today's form where it has an older one.
pub(super) fn sent_date(when: When, raw: &[u8]) -> SentDate<'static> {
    let text = match when.offset {
        Some(offset) if read_usual(raw).is_none() => written(when.at, offset),
        _ => decode(raw).trim().to_owned(),
    };
    SentDate {
        at: when.at,
        offset: when.offset,
        text: Cow::Owned(text),
    }
}

/// A time by the clock of a place.
pub(super) fn placed(when: When, offset: Offset) -> SentDate<'static> {
    SentDate {
        at: when.at,
        offset: Some(offset),
        text: Cow::Owned(written(when.at, offset)),
    }
}

/// An instant as exports write it.
pub(super) fn written(at: Timestamp, offset: Offset) -> String {
    let shown = offset.to_datetime(at).strftime("%Y-%m-%d %H:%M:%S");
    let minutes = offset.seconds() / 60;
    let sign = if minutes < 0 { '-' } else { '+' };
    let (hours, minutes) = (minutes.abs() / 60, minutes.abs() % 60);
    format!("{shown} {sign}{hours:02}{minutes:02}")
}

/// The same as a time that owns its text.
pub(super) fn sent_time(date: SentDate<'static>) -> SentTime {
    SentTime {
        at: date.at,
        offset: date.offset,
        text: date.text.into_owned(),
    }
}

/// The UTC day of an instant.
pub(super) fn utc_day(at: Timestamp) -> Date {
    Offset::UTC.to_datetime(at).date()
}

/// Time zones by name.
#[derive(Debug, Default)]
pub(super) struct Zones(HashMap<Box<[u8]>, Option<TimeZone>>);

impl Zones {
    /// The offset of a zone at an instant, if there is such a zone.
    pub(super) fn offset(&mut self, raw: &[u8], at: Timestamp) -> Option<Offset> {
        if !self.0.contains_key(raw) {
            if self.0.len() >= MAX_ZONES || raw.len() > MAX_ZONE {
                return None;
            }
            let zone = TimeZone::get(&decode(raw)).ok();
            self.0.insert(raw.into(), zone);
        }
        let zone = self.0.get(raw)?.as_ref()?;
        Some(zone.to_offset(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_all_years_are_read() {
        for (raw, expected) in [
            ("2026-09-13 08:00:00 +0200", Ok("2026-09-13T06:00:00Z")),
            ("2024-02-29 23:59:59 -0930", Ok("2024-03-01T09:29:59Z")),
            ("2026-01-31 00:00:00 +0000", Ok("2026-01-31T00:00:00Z")),
            ("1970-01-01 00:00:00 +0000", Ok("1970-01-01T00:00:00Z")),
            ("1900-03-01 00:00:00 +1400", Ok("1900-02-28T10:00:00Z")),
            ("20140913080000-0700", Ok("2014-09-13T15:00:00Z")),
            ("20140913080000Z", Ok("2014-09-13T08:00:00Z")),
            (
                "2026-09-13 8:00:00\u{202f}PM +0200",
                Ok("2026-09-13T18:00:00Z"),
            ),
            ("2569-09-13 08:00:00 +0700", Ok("2026-09-13T01:00:00Z")),
            ("2026-02-29 08:00:00 +0200", Err(Skip::InvalidSample)),
            ("2026-09-13 24:00:00 +0200", Err(Skip::InvalidSample)),
            ("2026-09-13 08:00:00 x0200", Err(Skip::InvalidSample)),
            ("0008-09-13 08:00:00 +0200", Err(Skip::ImplausibleDate)),
            ("3026-09-13 08:00:00 +0200", Err(Skip::ImplausibleDate)),
            ("", Err(Skip::InvalidSample)),
        ] {
            let read = read_when(raw.as_bytes()).map(|when| when.at.to_string());
            assert_eq!(read.as_deref(), expected.as_ref().copied(), "{raw}");
        }
    }

    #[test]
    fn every_day_of_two_centuries_is_counted_as_the_calendar_does() {
        let mut date = jiff::civil::date(1900, 1, 1);
        while date.year() <= 2100 {
            let raw = format!("{date} 12:34:56 +0000");
            let when = read_when(raw.as_bytes()).map(|when| when.at.to_string());
            assert_eq!(when, Ok(format!("{date}T12:34:56Z")));
            date = date.tomorrow().unwrap();
        }
    }
}
