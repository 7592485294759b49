//! Instants and zones by name.
#![expect(clippy::expect_used, reason = "a test names only what exists")]

use jiff::{Timestamp, tz::TimeZone};

/// An instant, as text.
pub(crate) fn instant(text: &str) -> Timestamp {
    text.parse().expect("an instant")
}

/// A zone of the time-zone database.
pub(crate) fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).expect("a zone")
}
