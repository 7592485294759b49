use secrecy::ExposeSecret;
use vitalog_core::AccountId;
use vitalog_service::{AccountChange, AccountDefaults, SecretKind, Service};
use vitalog_storage::{DocumentStore, DocumentWrite, Owner, Put};

use crate::fixture::Fixture;

async fn started() -> Fixture {
    let fixture = Fixture::at("2026-10-05T12:00:00Z");
    start(&fixture).await;
    fixture
}

async fn start(fixture: &Fixture) {
    let defaults = AccountDefaults {
        zone: "UTC".to_owned(),
        zone_is_set: true,
        switchover: None,
    };
    fixture.service.set_up(defaults).await.unwrap();
}

/// The path, ingest-path and ingest-key secrets.
async fn secrets(fixture: &Fixture, account: &AccountId) -> [String; 3] {
    let secrets = fixture.service.secrets(account).await.unwrap();
    [secrets.path, secrets.ingest_path, secrets.ingest_key]
        .map(|secret| secret.expose_secret().to_owned())
}

async fn opens(fixture: &Fixture, door: SecretKind, presented: &str) -> Option<AccountId> {
    let opened = fixture.service.open_door(door, presented).await;
    opened.unwrap().map(|opened| opened.account.id)
}

#[tokio::test]
async fn secrets_are_64_hexadecimal_characters_and_all_differ() {
    let fixture = started().await;
    let [path, ingest_path, ingest_key] = secrets(&fixture, &AccountId::first()).await;
    for secret in [&path, &ingest_path, &ingest_key] {
        assert_eq!(secret.len(), 64);
        let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        assert!(secret.chars().all(is_hex));
    }
    assert!(path != ingest_path && path != ingest_key && ingest_path != ingest_key);
}

#[tokio::test]
async fn starting_again_keeps_the_secrets() {
    let fixture = started().await;
    let before = secrets(&fixture, &AccountId::first()).await;
    start(&fixture).await;
    assert_eq!(secrets(&fixture, &AccountId::first()).await, before);
}

#[tokio::test]
async fn a_door_opens_to_its_own_secret_alone() {
    let fixture = started().await;
    let ann = AccountId::new("ann").unwrap();
    fixture
        .service
        .add_account(&ann, AccountChange::default())
        .await
        .unwrap();
    for account in [AccountId::first(), ann] {
        let [path, ingest_path, ingest_key] = secrets(&fixture, &account).await;
        let cases = [
            (SecretKind::Path, path.clone(), true),
            (SecretKind::IngestPath, ingest_path.clone(), true),
            (SecretKind::Path, ingest_path.clone(), false),
            (SecretKind::IngestPath, path.clone(), false),
            (SecretKind::IngestKey, ingest_key.clone(), false),
            (
                SecretKind::Path,
                path.to_uppercase(),
                path.to_uppercase() == path,
            ),
            (SecretKind::Path, path[..63].to_owned(), false),
            (SecretKind::Path, String::new(), false),
        ];
        for (door, presented, expected) in cases {
            let opened = opens(&fixture, door, &presented).await;
            assert_eq!(opened, expected.then(|| account.clone()), "{door:?}");
        }
    }
}

#[tokio::test]
async fn ingest_key_fits_its_own_account_alone() {
    let fixture = started().await;
    let (me, ann) = (AccountId::first(), AccountId::new("ann").unwrap());
    fixture
        .service
        .add_account(&ann, AccountChange::default())
        .await
        .unwrap();
    let [path, _, key] = secrets(&fixture, &me).await;
    let longer = format!("{key}0");
    let cases = [
        (&me, key.as_str(), true),
        (&ann, key.as_str(), false),
        (&me, path.as_str(), false),
        (&me, longer.as_str(), false),
        (&me, "", false),
    ];
    for (account, presented, expected) in cases {
        let fits = fixture.service.ingest_key_fits(account, presented);
        assert_eq!(fits.await.unwrap(), expected);
    }
}

#[tokio::test]
async fn rotation_kills_the_old_secret_and_leaves_the_others() {
    for kind in SecretKind::ALL {
        let fixture = started().await;
        let me = AccountId::first();
        let before = secrets(&fixture, &me).await;
        fixture.service.rotate_secret(&me, kind).await.unwrap();
        let after = secrets(&fixture, &me).await;

        for ((other, old), new) in SecretKind::ALL.into_iter().zip(&before).zip(&after) {
            assert_eq!(old != new, other == kind, "{other:?}");
            let works = |secret: &str| {
                let (secret, me, service) = (secret.to_owned(), me.clone(), &fixture.service);
                async move {
                    if other == SecretKind::IngestKey {
                        service.ingest_key_fits(&me, &secret).await.unwrap()
                    } else {
                        service.open_door(other, &secret).await.unwrap().is_some()
                    }
                }
            };
            assert!(works(new).await, "{other:?}");
            assert_eq!(works(old).await, other != kind, "{other:?}");
        }
    }
}

#[tokio::test]
async fn rotation_leaves_no_trace_of_the_old_door() {
    let fixture = started().await;
    let me = AccountId::first();
    for _ in 0..3 {
        for kind in SecretKind::ALL {
            fixture.service.rotate_secret(&me, kind).await.unwrap();
        }
    }
    let doors = fixture.storage.list_documents(&Owner::Deployment, "door");
    assert_eq!(doors.await.unwrap().len(), 2);
}

/// Puts a secret in place as something else than the server would.
async fn plant(fixture: &Fixture, kind: SecretKind, secret: &str) {
    let owner = Owner::Account(AccountId::first());
    let stored = fixture
        .storage
        .get_document(&owner, "secret", kind.as_str())
        .await
        .unwrap();
    let write = DocumentWrite {
        kind: "secret",
        id: kind.as_str().to_owned(),
        body: secret.to_owned(),
        expires_at: None,
    };
    let put = fixture
        .storage
        .put_document(&owner, stored.map(|stored| stored.version), &write)
        .await;
    assert!(matches!(put.unwrap(), Put::Done(_)));
}

#[tokio::test]
async fn stored_secret_that_is_too_short_is_a_server_fault() {
    let fixture = started().await;
    let me = AccountId::first();
    let [path, ..] = secrets(&fixture, &me).await;
    plant(&fixture, SecretKind::Path, "short").await;
    plant(&fixture, SecretKind::IngestKey, "short").await;

    let secrets = fixture.service.secrets(&me).await.map(|_| ());
    let door = fixture.service.open_door(SecretKind::Path, &path).await;
    let key = fixture.service.ingest_key_fits(&me, "short").await;
    for error in [
        secrets.unwrap_err(),
        door.map(|_| ()).unwrap_err(),
        key.map(|_| ()).unwrap_err(),
    ] {
        assert_eq!(error.code, "server_fault");
        assert!(!error.message.contains(&path), "{error}");
    }
    assert_eq!(opens(&fixture, SecretKind::Path, "short").await, None);

    fixture
        .service
        .rotate_secret(&me, SecretKind::Path)
        .await
        .unwrap();
}

#[tokio::test]
async fn door_that_was_opened_before_closes_and_changes_at_once() {
    let fixture = started().await;
    let me = AccountId::first();
    let [path, ..] = secrets(&fixture, &me).await;
    let zone = async || {
        let opened = fixture.service.open_door(SecretKind::Path, &path);
        let account = opened.await.unwrap()?.account;
        account.zone.iana_name().map(str::to_owned)
    };
    for _ in 0..2 {
        assert_eq!(zone().await.as_deref(), Some("UTC"));
    }
    // By another process, whose memory is its own.
    let other = Service::new(
        fixture.storage.clone(),
        fixture.clock.clone(),
        fixture.entropy.clone(),
    );
    let change = AccountChange {
        zone: Some("Asia/Kathmandu".to_owned()),
        ..AccountChange::default()
    };
    other.change_account(&me, change).await.unwrap();
    assert_eq!(zone().await.as_deref(), Some("Asia/Kathmandu"));
    other.rotate_secret(&me, SecretKind::Path).await.unwrap();
    assert_eq!(zone().await, None);
}
