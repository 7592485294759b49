use jiff::tz::TimeZone;
use vitalog_core::{Metric, Reading};

use crate::fixture::{Fixture, apple, days, notes};

#[tokio::test]
async fn unset_zone_is_noted_only_on_a_machine_in_utc() {
    let cases = [
        ("UTC", false, true),
        ("Etc/UTC", false, true),
        ("UTC", true, false),
        ("America/Los_Angeles", false, false),
        ("Europe/London", false, false),
    ];
    for (zone, zone_is_set, noted) in cases {
        let mut fixture = Fixture::at("2026-10-08T12:00:00Z");
        fixture.account.zone = TimeZone::get(zone).unwrap();
        fixture.account.zone_is_set = zone_is_set;
        let health = fixture.all_health("2026-10-05", "2026-10-06").await;
        let range = days("2026-10-05", "2026-10-06");
        let workouts = fixture.service.workouts(&fixture.account, range.into());
        for notes in [health.notes, workouts.await.unwrap().notes] {
            let said = notes
                .iter()
                .any(|note| note.contains("No time zone is set"));
            assert_eq!(said, noted, "{zone} {notes:?}");
        }
    }
}

#[tokio::test]
async fn note_on_the_zone_suggests_the_offsets_that_were_sent() {
    let mut fixture = Fixture::at("2026-10-08T12:00:00Z");
    fixture.account.zone = TimeZone::UTC;
    fixture.account.zone_is_set = false;
    let sent = |text: &str| Reading {
        recorded_at: text.to_owned(),
        ..apple(Metric::Weight, "2026-10-05T14:30:00Z", 180.0)
    };
    fixture.store([sent("2026-10-05 07:30:00 -0700")]).await;
    fixture.log("2026-10-05T09:00", 100.0).await.unwrap();

    let answer = fixture.all_health("2026-10-05", "2026-10-06").await;
    let notes = notes(&answer);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].contains("offset -07:00."), "{notes:?}");
    assert!(notes[0].contains("--timezone"), "{notes:?}");
}
