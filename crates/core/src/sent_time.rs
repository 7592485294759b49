//! A time as a source wrote it, beside the instant it names.

use std::ops::RangeInclusive;

use jiff::{
    Timestamp,
    civil::{Date, DateTime, Time},
    tz::{Offset, TimeZone},
};

/// Years in which a sample of a health record can lie. Others are slips of the pen, or of another
/// calendar than the Gregorian one.
pub const PLAUSIBLE_YEARS: RangeInclusive<i32> = 1900..=2100;

/// An instant in whole UTC seconds, with the text and the numeric offset it was sent with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentTime {
    /// The instant, in whole UTC seconds.
    pub at: Timestamp,
    /// The offset as sent; `None` for `Z`, an epoch number, or a wall clock without offset.
    pub offset: Option<Offset>,
    /// The time as sent.
    pub text: String,
}

/// The text is not a time, or names a date or time that does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a date and time like 2026-09-27T07:30 or 2026-09-27T07:30:00-07:00")]
pub struct NotATime;

/// How exactly a time was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// To the minute.
    Minute,
    /// To the second.
    Second,
}

/// Reads a time as people and models write it: a date, `T` or a space, `HH:MM`, optional seconds,
/// an optional fraction (dropped), then `Z`, an offset, or nothing (a wall clock in `zone`).
///
/// A wall clock that the zone skipped is read by the offset before the change (02:30 in the hour
/// skipped in spring is 03:30), and one that it showed twice is the first of the two, as calendars
/// and `jiff` do.
///
/// ```
/// use jiff::tz::TimeZone;
/// use vitalog_core::sent_time::parse_time;
///
/// let (time, _) = parse_time("2026-09-27 07:30:00 -0700", &TimeZone::UTC)?;
/// assert_eq!(time.at.to_string(), "2026-09-27T14:30:00Z");
/// # Ok::<(), vitalog_core::sent_time::NotATime>(())
/// ```
///
/// # Errors
///
/// If the text has another form or names a time that does not exist.
pub fn parse_time(text: &str, zone: &TimeZone) -> Result<(SentTime, Precision), NotATime> {
    let mut rest = Rest(text.as_bytes());
    let parsed = rest.date_time().and_then(|(wall, precision)| {
        let (at, offset) = rest.instant(wall, zone)?;
        Some((at, offset, precision))
    });
    let (at, offset, precision) = parsed.ok_or(NotATime)?;
    let text = text.to_owned();
    Ok((SentTime { at, offset, text }, precision))
}

/// What is left to read of a time.
struct Rest<'t>(&'t [u8]);

impl Rest<'_> {
    fn date_time(&mut self) -> Option<(DateTime, Precision)> {
        let year = self.number(4)?;
        self.one_of(b"-")?;
        let month = self.small_number()?;
        self.one_of(b"-")?;
        let day = self.small_number()?;
        let date = Date::new(year, month, day).ok()?;

        self.one_of(b"T ")?;
        let hour = self.small_number()?;
        self.one_of(b":")?;
        let minute = self.small_number()?;
        let (second, precision) = match self.one_of(b":") {
            Some(_) => (self.small_number()?, Precision::Second),
            None => (0, Precision::Minute),
        };
        let time = Time::new(hour, minute, second, 0).ok()?;
        if precision == Precision::Second && self.one_of(b".").is_some() {
            self.number(1)?;
            while self.number(1).is_some() {}
        }
        Some((date.to_datetime(time), precision))
    }

    /// Reads the zone that ends the text, and places `wall` in it.
    fn instant(&mut self, wall: DateTime, zone: &TimeZone) -> Option<(Timestamp, Option<Offset>)> {
        if self.0.is_empty() {
            return Some((zone.to_timestamp(wall).ok()?, None));
        }
        let _ = self.one_of(b" ");
        if self.0 == b"Z" {
            return Some((Offset::UTC.to_timestamp(wall).ok()?, None));
        }
        let sign = self.one_of(b"+-")?;
        let hours = self.number(2).filter(|hours| *hours < 24)?;
        let _ = self.one_of(b":");
        let minutes = self.number(2).filter(|minutes| *minutes < 60)?;
        if !self.0.is_empty() {
            return None;
        }
        let seconds = (i32::from(hours) * 60 + i32::from(minutes)) * 60;
        let seconds = if sign == b'-' { -seconds } else { seconds };
        let offset = Offset::from_seconds(seconds).ok()?;
        Some((offset.to_timestamp(wall).ok()?, Some(offset)))
    }

    /// Takes one byte if it is one of `bytes`.
    fn one_of(&mut self, bytes: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        bytes.contains(first).then(|| {
            self.0 = rest;
            *first
        })
    }

    /// Takes a number of exactly `digits` ASCII digits.
    fn number(&mut self, digits: usize) -> Option<i16> {
        let (number, rest) = self.0.split_at_checked(digits)?;
        let number = number.iter().try_fold(0_i16, |sum, byte| {
            let digit = byte.is_ascii_digit().then(|| i16::from(byte - b'0'))?;
            Some(sum * 10 + digit)
        })?;
        self.0 = rest;
        Some(number)
    }

    fn small_number(&mut self) -> Option<i8> {
        i8::try_from(self.number(2)?).ok()
    }
}
