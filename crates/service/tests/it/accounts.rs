use jiff::SignedDuration;
use vitalog_core::{Account, AccountId, SourcePriority, Switchover, UnitSystem};
use vitalog_service::{AccountChange, AccountDefaults, SecretKind};
use vitalog_storage::{DocumentStore, Owner};

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

/// What an account is shown with: zone, units, switchover.
fn settings(account: &Account) -> (Option<&str>, UnitSystem, Option<Switchover>) {
    (account.zone.iana_name(), account.units, account.switchover)
}

#[tokio::test]
async fn configuration_wins_over_stored_settings_of_the_first_account_while_it_is_there() {
    let fixture = Fixture::at("2026-10-05T12:00:00Z");
    fixture.service.set_up(defaults()).await.unwrap();
    let me = AccountId::first();
    let change = AccountChange {
        zone: Some("Europe/Berlin".to_owned()),
        units: Some(UnitSystem::Metric),
        switchover: Some(Switchover::Never),
        sources: Some(SourcePriority::new(["oura"])),
        place: None,
    };
    fixture.service.change_account(&me, change).await.unwrap();
    fixture
        .service
        .add_account(&ann(), AccountChange::default())
        .await
        .unwrap();
    let stored = async || {
        let accounts = fixture
            .storage
            .list_documents(&Owner::Deployment, "account");
        accounts.await.unwrap()
    };
    let before = stored().await;

    let configured = fixture.service.clone().with_configured(AccountChange {
        zone: Some("Asia/Tokyo".to_owned()),
        units: Some(UnitSystem::Us),
        switchover: Some(Switchover::Always),
        ..AccountChange::default()
    });
    let set_up = configured.set_up(defaults()).await.unwrap();
    let own = configured.account(&me).await.unwrap().unwrap();
    let listed = configured.list_accounts().await.unwrap();
    let wins = (Some("Asia/Tokyo"), UnitSystem::Us, Some(Switchover::Always));
    for account in [&set_up.account, &own, &listed[1]] {
        assert_eq!(settings(account), wins);
        assert!(account.zone_is_set);
        assert_eq!(account.sources, SourcePriority::new(["oura"]));
    }
    assert_eq!(listed[0].id, ann());
    assert_eq!(listed[0].zone.iana_name(), Some("Europe/Berlin"));
    assert_eq!(stored().await, before, "looking at accounts writes nothing");

    // A change is kept for when configuration says nothing, and does not hold until then.
    let change = AccountChange {
        zone: Some("Europe/Oslo".to_owned()),
        ..AccountChange::default()
    };
    let changed = configured.change_account(&me, change).await.unwrap();
    assert_eq!(settings(&changed), wins);
    let later = fixture.service.set_up(defaults()).await.unwrap().account;
    let kept = (
        Some("Europe/Oslo"),
        UnitSystem::Metric,
        Some(Switchover::Never),
    );
    assert_eq!(settings(&later), kept);
}

#[tokio::test]
async fn first_account_is_made_with_what_configuration_names_and_keeps_it() {
    let fixture = Fixture::at("2026-10-05T12:00:00Z");
    let configured = AccountDefaults {
        zone: "Asia/Tokyo".to_owned(),
        zone_is_set: true,
        switchover: Some(Switchover::Always),
    };
    fixture.service.set_up(configured).await.unwrap();
    let later = fixture.service.set_up(defaults()).await.unwrap().account;
    assert_eq!(later.zone.iana_name(), Some("Asia/Tokyo"));
    assert!(later.zone_is_set);
    assert_eq!(later.switchover, Some(Switchover::Always));
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
