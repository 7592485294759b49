//! Time zones as people and machines name them.

use jiff::tz::{Offset, TimeZone};

/// Names of the zone that a machine has whose clock nobody set up.
const UTC_NAMES: &[&str] = &[
    "UTC",
    "Etc/UTC",
    "UCT",
    "Etc/UCT",
    "Zulu",
    "Etc/Zulu",
    "Universal",
    "Etc/Universal",
];

/// Whether a zone is UTC under one of its names, or none at all. Zones that only happen to be at
/// the same offset, as London in winter, are not.
///
/// ```
/// use jiff::tz::TimeZone;
/// use vitalog_core::zone::is_utc;
/// assert!(is_utc(&TimeZone::UTC));
/// assert!(!is_utc(&TimeZone::get("Africa/Abidjan")?));
/// # Ok::<(), jiff::Error>(())
/// ```
#[must_use]
pub fn is_utc(zone: &TimeZone) -> bool {
    match zone.iana_name() {
        Some(name) => UTC_NAMES.contains(&name),
        None => {
            zone.is_unknown()
                || zone
                    .to_fixed_offset()
                    .is_ok_and(|offset| offset == Offset::UTC)
        }
    }
}

/// The name of a zone, as answers and commands show it.
#[must_use]
pub fn name_of(zone: &TimeZone) -> &str {
    zone.iana_name().unwrap_or("UTC")
}

/// An offset as people write it, `-07:00`.
#[must_use]
pub fn offset_text(offset: Offset) -> String {
    let sign = if offset.is_negative() { '-' } else { '+' };
    let minutes = offset.seconds().abs() / 60;
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}
