//! What opening a file accepts, refuses and leaves alone.

use std::{
    fs,
    path::Path,
    sync::{Arc, Barrier},
    thread,
};

use secrecy::SecretString;
use vitalog_storage::{RecordStore, Revision, Written};
use vitalog_storage_contract::generation::{generation, me, stored_generation};
use vitalog_storage_sqlite::{OpenError, SqliteStorage};

use crate::fixture::{file, key, open};

fn refusal(path: &Path, key: &SecretString) -> OpenError {
    match SqliteStorage::open(path, key) {
        Ok(_) => panic!("the file was opened"),
        Err(error) => error,
    }
}

/// The file's bytes, to see that a refused file is left alone.
fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}

#[tokio::test]
async fn what_was_stored_is_there_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let storage = open(folder.path());
    storage
        .write_record(&me(), Revision(0), generation(1))
        .await
        .unwrap();
    drop(storage);
    assert_eq!(stored_generation(&open(folder.path())).await, 1);
}

#[tokio::test]
async fn closing_leaves_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let storage = open(folder.path());
    storage
        .write_record(&me(), Revision(0), generation(1))
        .await
        .unwrap();
    drop(storage);
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["vitalog.db"]);
}

#[test]
fn wrong_key_is_refused_and_the_file_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()));
    let before = bytes(&file(folder.path()));
    let wrong = SecretString::from("50".repeat(32));
    assert!(matches!(
        refusal(&file(folder.path()), &wrong),
        OpenError::WrongKey
    ));
    assert_eq!(bytes(&file(folder.path())), before);
    open(folder.path());
}

#[test]
fn malformed_key_is_refused_without_making_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let malformed = SecretString::from("not a key");
    let error = refusal(&file(folder.path()), &malformed);
    assert!(matches!(error, OpenError::MalformedKey));
    assert!(!file(folder.path()).exists());
}

#[test]
fn file_that_is_something_else_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path());
    fs::write(&path, "Dear diary, ".repeat(500)).unwrap();
    let before = bytes(&path);
    assert!(matches!(refusal(&path, &key()), OpenError::NotADatabase));
    assert_eq!(bytes(&path), before);
}

#[test]
fn database_without_encryption_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path());
    let plain = rusqlite::Connection::open(&path).unwrap();
    plain
        .execute_batch("CREATE TABLE diary (day TEXT)")
        .unwrap();
    drop(plain);
    let before = bytes(&path);
    assert!(matches!(refusal(&path, &key()), OpenError::NotEncrypted));
    assert_eq!(bytes(&path), before);
}

#[test]
fn database_of_a_newer_program_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path());
    drop(open(folder.path()));
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .pragma_update(None, "key", format!("x'{}'", "4f".repeat(32)))
        .unwrap();
    connection
        .execute(
            "INSERT INTO migration (name) VALUES ('29990101000000_from_the_future')",
            [],
        )
        .unwrap();
    drop(connection);
    let error = refusal(&path, &key());
    assert!(matches!(&error, OpenError::NewerSchema { .. }));
    assert!(error.to_string().contains("29990101000000_from_the_future"));
}

#[test]
fn file_that_was_emptied_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path());
    drop(open(folder.path()));
    fs::write(&path, "").unwrap();
    assert!(matches!(refusal(&path, &key()), OpenError::Empty));
    assert_eq!(bytes(&path), b"");
    // One that was never filled, because its maker was killed, is as good as none.
    fs::write(folder.path().join("vitalog.db-new"), "").unwrap();
    drop(open(folder.path()));
    assert_ne!(bytes(&path), b"");
    fs::write(&path, "").unwrap();
    assert!(matches!(refusal(&path, &key()), OpenError::Empty));
}

#[test]
fn missing_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing").join("vitalog.db");
    assert!(matches!(refusal(&path, &key()), OpenError::File(_)));
}

#[cfg(unix)]
#[tokio::test]
async fn files_can_be_read_by_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let storage = open(folder.path());
    storage
        .write_record(&me(), Revision(0), generation(1))
        .await
        .unwrap();
    let mut seen = Vec::new();
    for entry in fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        seen.push(entry.file_name().into_string().unwrap());
        assert_eq!(
            entry.metadata().unwrap().permissions().mode() & 0o777,
            0o600,
            "{seen:?}"
        );
    }
    seen.sort();
    assert_eq!(seen, ["vitalog.db", "vitalog.db-shm", "vitalog.db-wal"]);
}

#[test]
fn many_can_open_a_new_file_at_once() {
    const OPENERS: u64 = 8;
    for _ in 0..10 {
        let folder = tempfile::tempdir().unwrap();
        let start = Arc::new(Barrier::new(8));
        let openers: Vec<_> = (0..OPENERS)
            .map(|_| {
                let (start, folder) = (start.clone(), folder.path().to_owned());
                thread::spawn(move || {
                    start.wait();
                    let storage = open(&folder);
                    write_next(&storage);
                })
            })
            .collect();
        for opener in openers {
            opener.join().unwrap();
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let stored = runtime.block_on(stored_generation(&open(folder.path())));
        assert_eq!(stored, OPENERS);
    }
}

/// Writes the generation after the stored one, however many others do so at once.
fn write_next(storage: &SqliteStorage) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        loop {
            let nothing = vitalog_storage::RecordQuery::default();
            let read_at = storage.read_record(&me(), &nothing).await.unwrap().revision;
            let change = generation(read_at.0 + 1);
            match storage.write_record(&me(), read_at, change).await.unwrap() {
                Written::Done(_) => return,
                Written::Stale => {}
            }
        }
    });
}
