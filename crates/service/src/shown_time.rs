//! Instants as answers show them.

use jiff::{Timestamp, Unit, tz::TimeZone};
use vitalog_core::zone;

/// The local time of an instant, `HH:MM`.
pub(crate) fn local_clock(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned_datetime(zone.clone())
        .strftime("%H:%M")
        .to_string()
}

/// An instant in local ISO form with its numeric offset, to the second.
///
/// Some zones kept an offset with seconds into the last century (Amsterdam was 19 min 32 s ahead
/// until 1937), which no common form of a time can hold. It is rounded to the minute, and the
/// clock beside it with it, so that the text still names the instant.
pub(crate) fn local_iso(at: Timestamp, zone: &TimeZone) -> String {
    let offset = zone.to_offset(at);
    let offset = offset.round(Unit::Minute).unwrap_or(offset);
    let wall = offset.to_datetime(at).strftime("%Y-%m-%dT%H:%M:%S");
    format!("{wall}{}", zone::offset_text(offset))
}

/// The name of a zone.
pub(crate) fn zone_name(zone: &TimeZone) -> String {
    zone::name_of(zone).to_owned()
}

/// The second in which an instant lies.
pub(crate) fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}
