//! Which source is believed first.

use vitalog_core::SourcePriority;

fn check(first: &[&str], expected: &[&str]) {
    let mut sources = expected.to_vec();
    sources.sort_unstable();
    SourcePriority::new(first).sort(&mut sources);
    assert_eq!(sources, expected, "after {first:?}");
}

#[test]
fn watches_stand_before_rings_before_phones_before_all_others() {
    check(
        &[],
        &[
            "Anna\u{2019}s Apple\u{a0}Watch",
            "Apple Watch von Anna|iPhone von Anna",
            "Galaxy Watch6 (LTE)",
            "SmartWatch Pro",
            "Oura",
            "Ultrahuman Ring",
            "Anna\u{2019}s iPhone",
            "My Phone",
            "iPhone14",
            "Garmin Connect",
            "Monitoring",
            "Strava",
            "telephoneapp",
            "unknown",
        ],
    );
}

#[test]
fn sources_that_the_person_names_stand_before_all() {
    check(
        &["anna's iphone", "STRAVA"],
        &[
            "Anna\u{2019}s\u{a0}iPhone",
            "Strava",
            "Apple Watch",
            "Ben's iPhone",
        ],
    );
    check(&["", " "], &["Apple Watch", "Strava"]);
}
