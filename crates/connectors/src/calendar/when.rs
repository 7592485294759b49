//! Times as a calendar writes them.

use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, DateTime},
    tz::{Offset, TimeZone},
};

use super::{lines::Line, zone::Zones};

/// Years in which an event is looked at. Others are slips, or stand for "always".
const YEARS: std::ops::RangeInclusive<i16> = 1970..=2100;

/// A date or a time, before it is known in which zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Moment {
    /// `20261102`: all of the day.
    Day(Date),
    /// `20261102T090000Z`.
    Utc(DateTime),
    /// `20261102T090000`, of the named zone or of wherever the person is.
    Local(DateTime, Option<String>),
}

impl Moment {
    /// The date and the time on the wall, midnight for a day.
    pub(super) fn wall(&self) -> DateTime {
        match self {
            Self::Day(day) => day.to_datetime(jiff::civil::Time::midnight()),
            Self::Utc(wall) | Self::Local(wall, _) => *wall,
        }
    }

    /// Its zone; what names none is in `own`.
    pub(super) fn zone(&self, zones: &Zones, own: &TimeZone) -> TimeZone {
        match self {
            Self::Utc(_) => TimeZone::UTC,
            Self::Local(_, Some(name)) => zones.get(name).unwrap_or_else(|| own.clone()),
            Self::Day(_) | Self::Local(_, None) => own.clone(),
        }
    }

    pub(super) fn is_day(&self) -> bool {
        matches!(self, Self::Day(_))
    }
}

/// The instant that a wall clock of a zone shows. An hour that is skipped or shown twice is read
/// by the offset before the change, as the standard has it.
pub(super) fn instant(wall: DateTime, zone: &TimeZone) -> Option<Timestamp> {
    zone.to_timestamp(wall).ok()
}

/// The one moment of a property.
pub(super) fn read_line(line: &Line) -> Option<Moment> {
    read_moment(&line.value, line.param("TZID"))
}

/// All moments of a property that lists them. Of a period its start counts.
pub(super) fn read_list(line: &Line) -> impl Iterator<Item = Moment> {
    let starts = line.value.split(',').map(|one| one.split('/').next());
    starts.filter_map(|start| read_moment(start?, line.param("TZID")))
}

/// Reads a date or a time.
pub(super) fn read_moment(text: &str, zone: Option<&str>) -> Option<Moment> {
    let text = text.trim();
    let (text, utc) = match text.strip_suffix(['Z', 'z']) {
        Some(text) => (text, true),
        None => (text, false),
    };
    let moment = match text.split_once(['T', 't']) {
        None => Moment::Day(read_date(text)?),
        Some((date, time)) => {
            let wall = read_date(date)?.to_datetime(read_time(time)?);
            if utc {
                Moment::Utc(wall)
            } else {
                Moment::Local(wall, zone.map(str::to_owned))
            }
        }
    };
    YEARS.contains(&moment.wall().year()).then_some(moment)
}

fn read_date(text: &str) -> Option<Date> {
    let digits = digits(text, 8)?;
    let [year, month, day] = [digits / 10_000, digits / 100 % 100, digits % 100];
    Date::new(
        year.try_into().ok()?,
        month.try_into().ok()?,
        day.try_into().ok()?,
    )
    .ok()
}

fn read_time(text: &str) -> Option<jiff::civil::Time> {
    let digits = digits(text, 6)?;
    let [hour, minute, second] = [digits / 10_000, digits / 100 % 100, digits % 100];
    // A leap second, which the standard allows, is the one before.
    let second = second.min(59);
    let part = |n: i32| n.try_into().ok();
    jiff::civil::Time::new(part(hour)?, part(minute)?, part(second)?, 0).ok()
}

fn digits(text: &str, count: usize) -> Option<i32> {
    let digits = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// `+0530`, `-0800`, with seconds where a zone had them.
pub(super) fn read_offset(text: &str) -> Option<Offset> {
    let (sign, rest) = match text.trim().split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let number = match rest.len() {
        4 => digits(rest, 4)? * 100,
        _ => digits(rest, 6)?,
    };
    let seconds = number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100;
    Offset::from_seconds(sign * seconds).ok()
}

/// `PT1H30M`, `P1W`, `-PT15M`; `None` for anything else or a negative one.
pub(super) fn read_duration(text: &str) -> Option<SignedDuration> {
    let text = text.trim();
    let rest = text
        .strip_prefix('+')
        .unwrap_or(text)
        .strip_prefix(['P', 'p'])?;
    let mut seconds = 0_i64;
    let mut number = None;
    for c in rest.chars() {
        let of = match c.to_ascii_uppercase() {
            'T' => continue,
            'W' => 7 * 86_400,
            'D' => 86_400,
            'H' => 3600,
            'M' => 60,
            'S' => 1,
            digit => {
                let digit = i64::from(digit.to_digit(10)?);
                // An event of a century is none.
                let grown = number.unwrap_or(0) * 10 + digit;
                number = Some(grown).filter(|n| *n < 1_000_000);
                number?;
                continue;
            }
        };
        seconds = seconds.saturating_add(number.take()? * of);
    }
    number
        .is_none()
        .then_some(SignedDuration::from_secs(seconds))
}
