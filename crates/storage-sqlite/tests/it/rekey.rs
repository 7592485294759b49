//! The key of the file is changed: all of it, for good, and only by who has the file alone.

use std::{collections::BTreeSet, fs, path::Path};

use secrecy::SecretString;
use vitalog_storage::{RecordStore, Revision};
use vitalog_storage_contract::generation::{generation, me, stored_generation};
use vitalog_storage_sqlite::{OpenError, RekeyError, SoleDatabase, SqliteStorage};

use crate::fixture::{file, key, open};

const PAGE_BYTES: usize = 4096;

fn new_key() -> SecretString {
    SecretString::from("b0".repeat(32))
}

async fn fill(storage: &SqliteStorage, generations: u64) {
    for number in 1..=generations {
        storage
            .write_record(&me(), Revision(number - 1), generation(number))
            .await
            .unwrap();
    }
}

fn pages(folder: &Path) -> Vec<Vec<u8>> {
    let bytes = fs::read(file(folder)).unwrap();
    bytes.chunks(PAGE_BYTES).map(<[u8]>::to_vec).collect()
}

fn files(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[tokio::test]
async fn every_page_changes_nothing_is_lost_and_the_old_key_is_dead() {
    let folder = tempfile::tempdir().unwrap();
    let storage = open(folder.path());
    fill(&storage, 5).await;
    drop(storage);
    let before = pages(folder.path());

    let sole = SoleDatabase::open(&file(folder.path()), &key()).unwrap();
    sole.change_key(&new_key()).unwrap();
    drop(sole);

    assert_eq!(
        files(folder.path()),
        BTreeSet::from(["vitalog.db".to_owned()])
    );
    let after = pages(folder.path());
    assert_eq!(after.len(), before.len());
    assert!(before.iter().all(|page| !after.contains(page)));
    let refused = SqliteStorage::open(&file(folder.path()), &key());
    assert!(matches!(refused, Err(OpenError::WrongKey)));
    let storage = SqliteStorage::open(&file(folder.path()), &new_key()).unwrap();
    assert_eq!(stored_generation(&storage).await, 5);
    // And it goes on as before.
    storage
        .write_record(&me(), Revision(5), generation(6))
        .await
        .unwrap();
    assert_eq!(stored_generation(&storage).await, 6);
}

#[tokio::test]
async fn what_a_killed_program_left_in_its_log_is_taken_along() {
    let folder = tempfile::tempdir().unwrap();
    let killed = tempfile::tempdir().unwrap();
    let storage = open(folder.path());
    fill(&storage, 3).await;
    // As a kill leaves them: the file, and the log with all that is new.
    for name in ["vitalog.db", "vitalog.db-wal"] {
        fs::copy(folder.path().join(name), killed.path().join(name)).unwrap();
    }
    assert!(
        fs::metadata(killed.path().join("vitalog.db-wal"))
            .unwrap()
            .len()
            > 0
    );
    let sole = SoleDatabase::open(&file(killed.path()), &key()).unwrap();
    assert_eq!(
        files(killed.path())
            .iter()
            .filter(|name| name.ends_with("-wal"))
            .count(),
        0
    );
    sole.change_key(&new_key()).unwrap();
    drop(sole);
    let storage = SqliteStorage::open(&file(killed.path()), &new_key()).unwrap();
    assert_eq!(stored_generation(&storage).await, 3);
}

#[tokio::test]
async fn nobody_else_may_have_the_file_open() {
    let folder = tempfile::tempdir().unwrap();
    let storage = open(folder.path());
    fill(&storage, 1).await;
    let refused = SoleDatabase::open(&file(folder.path()), &key());
    assert!(matches!(refused, Err(OpenError::InUse)));
    // The one that has it open is not disturbed.
    storage
        .write_record(&me(), Revision(1), generation(2))
        .await
        .unwrap();
    assert_eq!(stored_generation(&storage).await, 2);
    drop(storage);

    let sole = SoleDatabase::open(&file(folder.path()), &key()).unwrap();
    let second = SoleDatabase::open(&file(folder.path()), &key());
    assert!(matches!(second, Err(OpenError::InUse)));
    drop(sole);
    assert_eq!(stored_generation(&open(folder.path())).await, 2);
}

#[tokio::test]
async fn a_wrong_key_and_a_file_that_is_none_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path());
    assert!(matches!(
        SoleDatabase::open(&path, &key()),
        Err(OpenError::File(_))
    ));
    fs::write(&path, "").unwrap();
    assert!(matches!(
        SoleDatabase::open(&path, &key()),
        Err(OpenError::Empty)
    ));
    fs::remove_file(&path).unwrap();
    let storage = open(folder.path());
    fill(&storage, 2).await;
    drop(storage);

    let before = pages(folder.path());
    assert!(matches!(
        SoleDatabase::open(&path, &new_key()),
        Err(OpenError::WrongKey)
    ));
    assert_eq!(pages(folder.path()), before);
    let sole = SoleDatabase::open(&path, &key()).unwrap();
    assert!(matches!(
        sole.change_key(&SecretString::from("short")),
        Err(RekeyError::MalformedKey)
    ));
    drop(sole);
    assert_eq!(stored_generation(&open(folder.path())).await, 2);
}
