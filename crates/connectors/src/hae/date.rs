//! The forms in which a date arrives.

use std::borrow::Cow;

use jiff::{
    Timestamp,
    civil::{Date, DateTime, Time},
    tz::{Offset, TimeZone},
};
use vitalog_core::{SentTime, sent_time::PLAUSIBLE_YEARS};

use super::{
    digits::fold_to_ascii,
    json::{Json, Kind},
};

/// An instant in whole seconds, with the text and the numeric offset it was sent with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentDate<'a> {
    /// The instant.
    pub at: Timestamp,
    /// The offset as sent; `None` for `Z`, an epoch number, or a wall clock without offset.
    pub offset: Option<Offset>,
    /// The date as sent.
    pub text: Cow<'a, str>,
}

impl SentDate<'_> {
    /// The same, owned.
    pub(super) fn into_time(self) -> SentTime {
        SentTime {
            at: self.at,
            offset: self.offset,
            text: self.text.into_owned(),
        }
    }
}

/// Why a date was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BadDate {
    /// It has no form we know, or names a day or time that does not exist.
    Unreadable,
    /// Its year is none that a health record can hold, as when a phone writes years of another
    /// calendar.
    Implausible,
}

/// The longest text that is looked at; the longest real form has 35 characters.
const MAX_LENGTH: usize = 80;
/// Years that can only be of the Buddhist calendar, which Thai phones use.
const BUDDHIST_YEARS: std::ops::RangeInclusive<i32> = 2500..=2700;
/// What a Buddhist year is ahead.
const BUDDHIST_LEAD: i32 = 543;
/// No clock on Earth is further from UTC (14 h), with some room.
const MAX_OFFSET_HOURS: i32 = 18;

/// The start of Apple's epoch, 2001-01-01, in Unix seconds. A smaller number cannot be a Unix time
/// of a sample, as no phone recorded any before; it is taken as seconds since this instant.
const APPLE_EPOCH: f64 = 978_307_200.0;
/// 2014-01-01 in seconds of Apple's epoch: before that year there was no Apple Health.
const EARLIEST_APPLE_TIME: f64 = 410_227_200.0;
/// From here on a number counts milliseconds: as seconds it would lie after the year 5000.
const MILLISECONDS_FROM: f64 = 1e11;
/// 2101-01-01 in Unix seconds, the end of [`PLAUSIBLE_YEARS`].
const LATEST_UNIX_TIME: f64 = 4_133_980_800.0;

/// Reads a date in any form of the README; a wall clock without offset is one of `zone`.
pub(super) fn read_date<'a>(sent: Json<'a>, zone: &TimeZone) -> Result<SentDate<'a>, BadDate> {
    let (text, (at, offset)) = match sent.kind() {
        Kind::Text => {
            let text = sent.text().ok_or(BadDate::Unreadable)?;
            let instant = read_text(&text, zone)?;
            (text, instant)
        }
        Kind::Number => (Cow::Borrowed(sent.raw()), read_epoch(sent.raw())?),
        Kind::Null | Kind::Bool | Kind::List | Kind::Object => return Err(BadDate::Unreadable),
    };
    Ok(SentDate { at, offset, text })
}

/// The instant that a text names, and the numeric offset it has.
type Instant = (Timestamp, Option<Offset>);

/// Reads a date from a text.
pub(crate) fn read_text(text: &str, zone: &TimeZone) -> Result<Instant, BadDate> {
    if text.len() > MAX_LENGTH {
        return Err(BadDate::Unreadable);
    }
    let folded = fold_to_ascii(text);
    let folded = folded.trim();
    if folded
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return read_epoch(folded);
    }
    let (wall, offset) = read_wall(folded)?;
    let (at, offset) = match offset {
        SentOffset::Numeric(offset) => (offset.to_timestamp(wall), Some(offset)),
        SentOffset::Utc => (Offset::UTC.to_timestamp(wall), None),
        SentOffset::None => (zone.to_timestamp(wall), None),
    };
    Ok((at.map_err(|_| BadDate::Unreadable)?, offset))
}

/// What the clock showed by a date as sent, whatever offset is written behind it; `None` for a
/// count of seconds and for what is no date.
///
/// ```
/// use vitalog_connectors::hae::wall_clock;
/// let shown = wall_clock("2026-10-14 12:00:00 AM -0400");
/// assert_eq!(shown, Some(jiff::civil::date(2026, 10, 14).at(0, 0, 0, 0)));
/// assert_eq!(wall_clock("1788245353"), None);
/// ```
#[must_use]
pub fn wall_clock(text: &str) -> Option<DateTime> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let (wall, _) = read_wall(fold_to_ascii(text).trim()).ok()?;
    Some(wall)
}

fn read_wall(folded: &str) -> Result<(DateTime, SentOffset), BadDate> {
    let written = Scan(folded.as_bytes())
        .date_and_time()
        .ok_or(BadDate::Unreadable)?;
    let date = Date::new(plausible_year(written.year)?, written.month, written.day);
    let wall = DateTime::from_parts(date.map_err(|_| BadDate::Unreadable)?, written.time);
    Ok((wall, written.offset))
}

fn plausible_year(year: i32) -> Result<i16, BadDate> {
    let gregorian = if BUDDHIST_YEARS.contains(&year) {
        year - BUDDHIST_LEAD
    } else {
        year
    };
    if !PLAUSIBLE_YEARS.contains(&gregorian) {
        return Err(BadDate::Implausible);
    }
    i16::try_from(gregorian).map_err(|_| BadDate::Implausible)
}

fn read_epoch(text: &str) -> Result<Instant, BadDate> {
    if text.len() > MAX_LENGTH {
        return Err(BadDate::Unreadable);
    }
    let number: f64 = text.parse().map_err(|_| BadDate::Unreadable)?;
    let seconds = match number {
        n if n >= MILLISECONDS_FROM => n / 1000.0,
        n if n >= APPLE_EPOCH => n,
        n if n >= EARLIEST_APPLE_TIME => n + APPLE_EPOCH,
        _ => return Err(BadDate::Implausible),
    };
    if seconds >= LATEST_UNIX_TIME {
        return Err(BadDate::Implausible);
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "positive and below 2^32, as just checked"
    )]
    let whole = seconds.floor() as i64;
    let at = Timestamp::from_second(whole).map_err(|_| BadDate::Implausible)?;
    Ok((at, None))
}

/// What a text says, before anything is checked against a calendar.
struct Written {
    year: i32,
    month: i8,
    day: i8,
    time: Time,
    offset: SentOffset,
}

enum SentOffset {
    Numeric(Offset),
    Utc,
    None,
}

/// A text that is read from left to right.
struct Scan<'a>(&'a [u8]);

impl Scan<'_> {
    fn date_and_time(&mut self) -> Option<Written> {
        let year = self.number(1..=6)?;
        self.take(b"-")?;
        let month = self.number(1..=2)?;
        self.take(b"-")?;
        let day = self.number(1..=2)?;
        let (time, offset) = if self.0.is_empty() {
            (Time::midnight(), SentOffset::None)
        } else {
            self.take(b"Tt").or_else(|| self.take(b" "))?;
            self.spaces();
            let time = self.time()?;
            self.spaces();
            (time, self.offset()?)
        };
        self.0.is_empty().then_some(Written {
            year,
            month: i8::try_from(month).ok()?,
            day: i8::try_from(day).ok()?,
            time,
            offset,
        })
    }

    /// `7:57`, `07:57:00`, `07:57:00.123`, `7:57:00 am`, `7:57:00 P. M.`
    fn time(&mut self) -> Option<Time> {
        let hour = self.number(1..=2)?;
        self.take(b":")?;
        let minute = self.number(2..=2)?;
        let mut second = 0;
        if self.take(b":").is_some() {
            second = self.number(2..=2)?;
            if self.take(b".,").is_some() {
                // Whole seconds are kept.
                self.number(1..=1)?;
                while self.number(1..=1).is_some() {}
            }
        }
        self.spaces();
        let hour = match self.half_of_day()? {
            None => hour,
            Some(_) if hour > 12 => return None,
            Some(half) => hour % 12 + half,
        };
        let part = |value: i32| i8::try_from(value).ok();
        Time::new(part(hour)?, part(minute)?, part(second)?, 0).ok()
    }

    /// The hours that am or pm adds; the inner `None` if neither is there.
    #[expect(clippy::option_option, reason = "absent is not the same as malformed")]
    fn half_of_day(&mut self) -> Option<Option<i32>> {
        let Some(letter) = self.take(b"aApP") else {
            return Some(None);
        };
        self.take(b".");
        self.spaces();
        self.take(b"mM")?;
        self.take(b".");
        Some(Some(if letter.eq_ignore_ascii_case(&b'p') {
            12
        } else {
            0
        }))
    }

    /// `Z`, `GMT`, `UTC`, `+0200`, `+02:00`, `+2`, `GMT+2`, or nothing.
    fn offset(&mut self) -> Option<SentOffset> {
        if self.0.is_empty() {
            return Some(SentOffset::None);
        }
        let named = self.word("z") || self.word("gmt") || self.word("utc");
        let sign = match self.take(b"+-") {
            Some(b'-') => -1,
            Some(_) => 1,
            None if named => return Some(SentOffset::Utc),
            None => return None,
        };
        let hours = self.number(1..=2)?;
        let minutes = if self.take(b":").is_some() || !self.0.is_empty() {
            self.number(2..=2)?
        } else {
            0
        };
        if hours > MAX_OFFSET_HOURS || minutes > 59 {
            return None;
        }
        let offset = Offset::from_seconds(sign * (hours * 3600 + minutes * 60)).ok()?;
        Some(SentOffset::Numeric(offset))
    }

    fn number(&mut self, digits: std::ops::RangeInclusive<usize>) -> Option<i32> {
        let found = self
            .0
            .iter()
            .take(*digits.end())
            .take_while(|byte| byte.is_ascii_digit());
        let count = found.count();
        if count < *digits.start() {
            return None;
        }
        let (number, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(
            number
                .iter()
                .fold(0, |sum, byte| sum * 10 + i32::from(byte - b'0')),
        )
    }

    fn take(&mut self, any_of: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        any_of.contains(first).then(|| self.0 = rest)?;
        Some(*first)
    }

    fn word(&mut self, lower: &str) -> bool {
        match self.0.split_at_checked(lower.len()) {
            Some((word, rest)) if word.eq_ignore_ascii_case(lower.as_bytes()) => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    fn spaces(&mut self) {
        while self.take(b" \t").is_some() {}
    }
}

#[cfg(test)]
mod tests;
