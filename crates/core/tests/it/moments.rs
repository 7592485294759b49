//! Instants, days and zones by name.
#![expect(clippy::expect_used, reason = "a test names only what exists")]

use jiff::{Timestamp, civil::Date, tz::TimeZone};

/// An instant, as text.
pub(crate) fn instant(text: &str) -> Timestamp {
    text.parse().expect("an instant")
}

/// A day, as text.
pub(crate) fn day(text: &str) -> Date {
    text.parse().expect("a day")
}

/// A zone of the time-zone database.
pub(crate) fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).expect("a zone")
}
