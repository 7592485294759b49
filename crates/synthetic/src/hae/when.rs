//! Dates, as phones write them.

use jiff::{Timestamp, tz::Offset};
use vitalog_core::Grain;

use super::Options;

/// A phone's way of telling the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hours {
    /// `19:57:00`.
    TwentyFour,
    /// `7:57:00 pm`.
    Twelve,
    /// `7:57:00 PM`, with the narrow no-break space of newer phones.
    TwelveNarrow,
}

/// A date with its time, as this phone writes it.
pub(super) fn date(at: Timestamp, offset: Offset, options: &Options) -> String {
    let offset = options.offset.unwrap_or(offset);
    let form = match options.hours {
        Hours::TwentyFour => "%Y-%m-%d %H:%M:%S",
        Hours::Twelve => "%Y-%m-%d %-I:%M:%S %P",
        Hours::TwelveNarrow => "%Y-%m-%d %-I:%M:%S\u{202f}%p",
    };
    let shown = offset.to_datetime(at).strftime(form);
    let minutes = offset.seconds() / 60;
    let sign = if minutes < 0 { '-' } else { '+' };
    let (hours, minutes) = (minutes.abs() / 60, minutes.abs() % 60);
    format!("{shown} {sign}{hours:02}{minutes:02}")
}

/// A date alone.
pub(super) fn day(at: Timestamp, offset: Offset, options: &Options) -> String {
    let offset = options.offset.unwrap_or(offset);
    offset.to_datetime(at).date().to_string()
}

/// Seconds since 1970, of what alone is dated so.
pub(super) fn epoch(at: Timestamp, more: f64) -> f64 {
    at.duration_since(Timestamp::UNIX_EPOCH).as_secs_f64() + more
}

/// The automation's name of a grain.
pub(super) fn grain_name(grain: Grain) -> String {
    let name = match grain {
        Grain::Second => "Seconds",
        Grain::Minute => "Minutes",
        Grain::Hour => "Hours",
        Grain::Day => "Days",
        Grain::Week => "Weeks",
        Grain::Month => "Months",
        Grain::Year => "Years",
    };
    name.to_owned()
}
