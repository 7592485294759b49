//! Instants as answers show them.

use jiff::{Timestamp, tz::TimeZone};

/// The local time of an instant, `HH:MM`.
pub(crate) fn local_clock(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned_datetime(zone.clone())
        .strftime("%H:%M")
        .to_string()
}

/// An instant in local ISO form with its numeric offset, to the second.
pub(crate) fn local_iso(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned_datetime(zone.clone())
        .strftime("%Y-%m-%dT%H:%M:%S%:z")
        .to_string()
}

/// The name of a zone.
pub(crate) fn zone_name(zone: &TimeZone) -> String {
    zone.iana_name().unwrap_or("UTC").to_owned()
}

/// The second in which an instant lies.
pub(crate) fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}
