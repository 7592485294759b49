use jiff::tz::{Offset, TimeZone};
use vitalog_core::zone::{is_utc, name_of, offset_text};

#[test]
fn utc_is_known_by_each_of_its_names_and_by_none() {
    for (name, expected) in [
        ("UTC", true),
        ("Etc/UTC", true),
        ("Etc/Universal", true),
        ("Zulu", true),
        ("GMT", false),
        ("Europe/London", false),
        ("Africa/Abidjan", false),
        ("America/Los_Angeles", false),
    ] {
        assert_eq!(is_utc(&TimeZone::get(name).unwrap()), expected, "{name}");
    }
    assert!(is_utc(&TimeZone::unknown()));
    assert!(is_utc(&TimeZone::fixed(Offset::UTC)));
    assert!(!is_utc(&TimeZone::fixed(Offset::constant(1))));
    assert_eq!(
        name_of(&TimeZone::get("Europe/Oslo").unwrap()),
        "Europe/Oslo"
    );
    assert_eq!(name_of(&TimeZone::fixed(Offset::UTC)), "UTC");
}

#[test]
fn offset_is_written_with_its_sign_and_minutes() {
    for (seconds, expected) in [
        (0, "+00:00"),
        (-25_200, "-07:00"),
        (20_700, "+05:45"),
        (-1_800, "-00:30"),
    ] {
        assert_eq!(
            offset_text(Offset::from_seconds(seconds).unwrap()),
            expected
        );
    }
}
