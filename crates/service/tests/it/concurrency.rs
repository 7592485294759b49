//! Several at once, and some cut short.

use std::sync::Arc;

use secrecy::ExposeSecret;
use tokio::task::JoinSet;
use vitalog_core::{AccountId, Metric};
use vitalog_service::{
    AccountChange, AccountDefaults, DeleteReading, LogReading, RangeRequest, SecretKind, Service,
    ServiceError, SetUp, Target,
};
use vitalog_storage::Revision;

use crate::{
    fixture::{Fixture, apple, glucose, lines, workout},
    watched_storage::{Watch, WatchedStorage},
};

/// The fixture's service over storage that fails after some operations and yields before each.
fn watched(fixture: &Fixture, allowed: usize) -> (Service, Arc<WatchedStorage>) {
    let storage = WatchedStorage::over(fixture.storage.clone(), Watch::failing_after(allowed));
    let storage = Arc::new(storage);
    let (clock, entropy) = (fixture.clock.clone(), fixture.entropy.clone());
    let service = Service::new(storage.clone(), clock, entropy);
    (service, storage)
}

async fn set_up(service: &Service) -> Result<SetUp, ServiceError> {
    let defaults = AccountDefaults {
        zone: "UTC".to_owned(),
        zone_is_set: true,
        switchover: None,
    };
    service.set_up(defaults).await
}

async fn path_secret(service: &Service) -> String {
    let secrets = service.secrets(&AccountId::first()).await.unwrap();
    secrets.path.expose_secret().to_owned()
}

async fn opens(service: &Service, presented: &str) -> bool {
    let opened = service.open_door(SecretKind::Path, presented).await;
    opened.unwrap().is_some()
}

#[tokio::test]
async fn two_first_starts_at_once_end_with_one_account_and_one_set_of_secrets() {
    let fixture = Fixture::at("2026-10-05T12:00:00Z");
    let (service, _) = watched(&fixture, usize::MAX);
    let (one, other) = tokio::join!(set_up(&service), set_up(&service));
    assert!(one.unwrap().created != other.unwrap().created);
    assert_eq!(service.list_accounts().await.unwrap().len(), 1);
    assert!(opens(&service, &path_secret(&service).await).await);
}

#[tokio::test]
async fn start_mends_what_a_start_cut_short_left() {
    let mut finished = false;
    for allowed in 0.. {
        let fixture = Fixture::at("2026-10-05T12:00:00Z");
        let (mortal, _) = watched(&fixture, allowed);
        finished = set_up(&mortal).await.is_ok();
        set_up(&fixture.service).await.unwrap();
        assert!(opens(&fixture.service, &path_secret(&fixture.service).await).await);
        if finished {
            break;
        }
    }
    assert!(finished);
}

#[tokio::test]
async fn rotation_cut_short_leaves_exactly_one_of_the_two_doors_open() {
    let me = AccountId::first();
    for allowed in 0.. {
        let fixture = Fixture::at("2026-10-05T12:00:00Z");
        set_up(&fixture.service).await.unwrap();
        let before = path_secret(&fixture.service).await;

        let (mortal, _) = watched(&fixture, allowed);
        let finished = mortal.rotate_secret(&me, SecretKind::Path).await.is_ok();
        let after = path_secret(&fixture.service).await;
        assert!(opens(&fixture.service, &after).await, "after {allowed}");
        assert_eq!(
            opens(&fixture.service, &before).await,
            before == after,
            "after {allowed}"
        );
        if finished {
            assert_ne!(before, after);
            break;
        }
    }
}

#[tokio::test]
async fn rotations_at_once_leave_one_door() {
    let fixture = Fixture::at("2026-10-05T12:00:00Z");
    let (service, _) = watched(&fixture, usize::MAX);
    set_up(&service).await.unwrap();
    let old = path_secret(&service).await;
    let me = AccountId::first();
    let rotate = || service.rotate_secret(&me, SecretKind::Path);
    let (one, two, three) = tokio::join!(rotate(), rotate(), rotate());
    assert!(one.is_ok() && two.is_ok() && three.is_ok());
    assert!(!opens(&service, &old).await);
    assert!(opens(&service, &path_secret(&service).await).await);
}

#[tokio::test]
async fn settings_changed_at_once_are_all_kept() {
    let fixture = Fixture::at("2026-10-05T12:00:00Z");
    let (service, _) = watched(&fixture, usize::MAX);
    set_up(&service).await.unwrap();
    let me = AccountId::first();
    let zone = AccountChange {
        zone: Some("Europe/Berlin".to_owned()),
        ..AccountChange::default()
    };
    let units = AccountChange {
        units: Some(vitalog_core::UnitSystem::Metric),
        ..AccountChange::default()
    };
    let (one, other) = tokio::join!(
        service.change_account(&me, zone),
        service.change_account(&me, units)
    );
    assert!(one.is_ok() && other.is_ok());
    let account = service.account(&me).await.unwrap().unwrap();
    assert_eq!(account.zone.iana_name(), Some("Europe/Berlin"));
    assert_eq!(account.units, vitalog_core::UnitSystem::Metric);
}

#[tokio::test]
async fn change_that_was_overtaken_is_worked_out_anew() {
    let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
    fixture.storage.stale_next(3);
    fixture.log("2026-10-05T07:30", 100.0).await.unwrap();
    assert_eq!(
        lines(&fixture.all_health("2026-10-05", "2026-10-05").await),
        ["2026-10-05 glucose 07:30=100"]
    );
}

#[tokio::test]
async fn change_that_is_always_overtaken_gives_up_and_stores_nothing() {
    let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
    fixture.storage.stale_next(usize::MAX);
    let error = fixture.log("2026-10-05T07:30", 100.0).await.unwrap_err();
    assert_eq!(error.code, "storage_unavailable");
    assert_eq!(fixture.revision().await, Revision(0));
}

#[tokio::test]
async fn one_of_two_removals_at_once_finds_nothing_left() {
    let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
    fixture
        .store([apple(Metric::Glucose, "2026-10-05T07:02:00-07:00", 104.0)])
        .await;
    let (service, _) = watched(&fixture, usize::MAX);
    let delete = || {
        let request = DeleteReading {
            target: Target::Reading(Metric::Glucose),
            timestamp: "2026-10-05T07:02".to_owned(),
            value: None,
            source: None,
            undo: false,
        };
        service.delete_reading(&fixture.account, request)
    };
    let (one, other) = tokio::join!(delete(), delete());
    assert!(one.is_ok() != other.is_ok());
}

#[tokio::test]
async fn report_reads_its_days_once_and_looks_further_only_for_what_they_lack() {
    let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
    let report = async || {
        let (service, storage) = watched(&fixture, usize::MAX);
        let range = RangeRequest::for_report(None, None);
        service.report(&fixture.account, range).await.unwrap();
        storage.hook.operations()
    };
    assert_eq!(
        report().await,
        4,
        "further back, in steps, then over all time"
    );

    let metrics = Metric::ALL.iter().copied();
    let rows = metrics.map(|metric| apple(metric, "2026-10-05T07:00:00-07:00", 10.0));
    fixture.store(rows).await;
    let cycling = workout("2026-10-05T07:00:00-07:00", 30.0, None);
    fixture.store_workouts([cycling]).await;
    assert_eq!(report().await, 1);
}

#[tokio::test]
async fn tools_that_a_model_calls_together_are_all_answered() {
    const CALLS: u64 = 60;
    let fixture = Fixture::at("2026-10-05T12:00:00Z");
    let (service, _) = watched(&fixture, usize::MAX);
    let mut calls = JoinSet::new();
    for minute in 0..CALLS {
        let (service, account) = (service.clone(), fixture.account.clone());
        let request = LogReading {
            timestamp: Some(format!("2026-10-05T07:{minute:02}:00Z")),
            ..glucose(100.0)
        };
        calls.spawn(async move { service.log_reading(&account, request).await });
    }
    let answers = calls.join_all().await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(fixture.revision().await, Revision(CALLS));
}
