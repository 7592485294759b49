use jiff::SignedDuration;
use vitalog_core::{AccountId, SourcePriority, Switchover, UnitSystem};
use vitalog_service::{AccountChange, AccountDefaults, SecretKind};

use crate::fixture::Fixture;

fn defaults() -> AccountDefaults {
    AccountDefaults {
        zone: "America/Los_Angeles".to_owned(),
        zone_is_set: false,
        switchover: None,
    }
}

fn ann() -> AccountId {
    AccountId::new("ann").unwrap()
}

#[tokio::test]
async fn first_start_makes_the_account_and_a_second_changes_nothing() {
    let fixture = Fixture::at("2026-10-05T12:00:00Z");
    let first = fixture.service.set_up(defaults()).await.unwrap();
    assert!(first.created);
    assert_eq!(first.account.id, AccountId::first());
    assert_eq!(first.account.zone.iana_name(), Some("America/Los_Angeles"));
    assert!(!first.account.zone_is_set);
    assert_eq!(first.account.switchover, None);

    fixture.clock.advance(SignedDuration::from_hours(1));
    let again = fixture.service.set_up(defaults()).await.unwrap();
    assert!(!again.created);
    assert_eq!(fixture.service.list_accounts().await.unwrap().len(), 1);
}

#[tokio::test]
async fn configuration_wins_over_the_stored_settings_of_the_first_account() {
    let fixture = Fixture::at("2026-10-05T12:00:00Z");
    fixture.service.set_up(defaults()).await.unwrap();
    let change = AccountChange {
        zone: Some("Europe/Berlin".to_owned()),
        units: Some(UnitSystem::Metric),
        switchover: Some(Switchover::Never),
        sources: Some(SourcePriority::new(["oura"])),
        place: None,
    };
    let me = AccountId::first();
    fixture.service.change_account(&me, change).await.unwrap();

    // The machine's zone does not win.
    let again = fixture.service.set_up(defaults()).await.unwrap().account;
    assert_eq!(again.zone.iana_name(), Some("Europe/Berlin"));
    assert_eq!(again.switchover, Some(Switchover::Never));

    let configured = AccountDefaults {
        zone: "Asia/Tokyo".to_owned(),
        zone_is_set: true,
        switchover: Some(Switchover::Always),
    };
    let account = fixture.service.set_up(configured).await.unwrap().account;
    assert_eq!(account.zone.iana_name(), Some("Asia/Tokyo"));
    assert!(account.zone_is_set);
    assert_eq!(account.units, UnitSystem::Metric);
    assert_eq!(account.switchover, Some(Switchover::Always));
    let stored = fixture.service.account(&me).await.unwrap().unwrap();
    assert_eq!(stored.zone.iana_name(), Some("Asia/Tokyo"));
}

#[tokio::test]
async fn unknown_zone_is_refused_and_nothing_is_made() {
    let fixture = Fixture::at("2026-10-05T12:00:00Z");
    let mut wrong = defaults();
    wrong.zone = "America/Atlantis".to_owned();
    let error = fixture.service.set_up(wrong).await.unwrap_err();
    assert_eq!(error.code, "invalid_argument");
    assert!(fixture.service.list_accounts().await.unwrap().is_empty());
}

#[tokio::test]
async fn added_account_has_its_own_secrets_and_the_zone_of_the_household() {
    let fixture = Fixture::at("2026-10-05T12:00:00Z");
    fixture.service.set_up(defaults()).await.unwrap();
    let added = fixture
        .service
        .add_account(&ann(), AccountChange::default())
        .await
        .unwrap();
    assert_eq!(added.zone.iana_name(), Some("America/Los_Angeles"));
    fixture.service.secrets(&ann()).await.unwrap();

    let names: Vec<String> = fixture
        .service
        .list_accounts()
        .await
        .unwrap()
        .iter()
        .map(|account| account.id.to_string())
        .collect();
    assert_eq!(names, ["ann", "me"]);

    let again = fixture
        .service
        .add_account(&ann(), AccountChange::default())
        .await;
    assert_eq!(again.unwrap_err().code, "conflict");
}

#[tokio::test]
async fn what_is_asked_of_no_account_is_not_found() {
    let fixture = Fixture::at("2026-10-05T12:00:00Z");
    let service = &fixture.service;
    assert!(service.account(&ann()).await.unwrap().is_none());
    let change = service
        .change_account(&ann(), AccountChange::default())
        .await;
    let secrets = service.secrets(&ann()).await.map(|_| ());
    let rotated = service.rotate_secret(&ann(), SecretKind::Path).await;
    for error in [
        change.unwrap_err(),
        secrets.unwrap_err(),
        rotated.unwrap_err(),
    ] {
        assert_eq!(error.code, "not_found");
    }
}
