//! A time as a source wrote it, beside the instant it names.

use jiff::{
    Timestamp,
    tz::{Offset, TimeZone},
};

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
/// # Errors
///
/// If the text has another form or names a time that does not exist.
pub fn parse_time(text: &str, zone: &TimeZone) -> Result<(SentTime, Precision), NotATime> {
    unimplemented!("{text} {zone:?}")
}
