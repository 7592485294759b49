//! Nothing that was stored can be read from the files.

use std::fs;

use vitalog_core::Metric;
use vitalog_storage::{DocumentStore, DocumentWrite, Owner, RecordChange, RecordStore, Revision};
use vitalog_storage_contract::generation::{me, reading};

use crate::fixture::{file, open};

const MARKER: &str = "a-marker-that-noise-would-not-hold";

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

fn check_files(folder: &std::path::Path) -> usize {
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        // "reading" stands in the schema, and would be the first thing to show.
        for text in [MARKER, "reading", "SQLite format 3"] {
            assert!(!holds(&bytes, text), "{text} in {}", path.display());
        }
        files += 1;
    }
    files
}

#[tokio::test]
async fn planted_text_is_in_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let storage = open(folder.path());
    let mut row = reading(Metric::Weight, 0, 181.5, &format!("source {MARKER}"));
    row.note = Some(format!("note {MARKER}"));
    let change = RecordChange {
        put_readings: vec![row],
        ..RecordChange::default()
    };
    storage
        .write_record(&me(), Revision(0), change)
        .await
        .unwrap();
    let document = DocumentWrite {
        kind: "sample",
        id: MARKER.to_owned(),
        body: MARKER.repeat(10_000),
        expires_at: None,
    };
    storage
        .put_document(&Owner::Deployment, None, &document)
        .await
        .unwrap();

    assert_eq!(
        check_files(folder.path()),
        3,
        "the file, its log and its index"
    );
    drop(storage);
    assert_eq!(check_files(folder.path()), 1);
}

#[tokio::test]
async fn marker_would_be_found_where_it_is_not_encrypted() {
    let folder = tempfile::tempdir().unwrap();
    let plain = rusqlite::Connection::open(file(folder.path())).unwrap();
    plain
        .execute_batch(&format!(
            "CREATE TABLE reading AS SELECT '{MARKER}' AS note"
        ))
        .unwrap();
    drop(plain);
    let bytes = fs::read(file(folder.path())).unwrap();
    assert!(holds(&bytes, MARKER) && holds(&bytes, "SQLite format 3"));
}
