//! Two programs have one file open.

use vitalog_core::Metric;
use vitalog_storage::{
    DocumentStore, DocumentWrite, Owner, Put, RecordChange, RecordStore, Revision,
};
use vitalog_storage_contract::generation::{everything, me, reading};

use crate::fixture::open;

#[tokio::test]
async fn one_of_two_creators_of_a_document_wins() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (open(folder.path()), open(folder.path()));
    for round in 0..20 {
        let write = |body: &str| DocumentWrite {
            kind: "sample",
            id: round.to_string(),
            body: body.to_owned(),
            expires_at: None,
        };
        let (by_one, by_other) = (write("one"), write("other"));
        let (first, second) = tokio::join!(
            one.put_document(&Owner::Deployment, None, &by_one),
            other.put_document(&Owner::Deployment, None, &by_other),
        );
        let (first, second) = (first.unwrap(), second.unwrap());
        assert!(matches!(
            (first, second),
            (Put::Done(1), Put::Stale) | (Put::Stale, Put::Done(1))
        ));
        let winner = if first == Put::Stale { "other" } else { "one" };
        let got = other
            .get_document(&Owner::Deployment, "sample", &write("").id)
            .await
            .unwrap();
        assert_eq!(got.unwrap().body, winner);
    }
}

#[tokio::test]
async fn names_of_a_change_that_failed_are_not_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (open(folder.path()), open(folder.path()));
    let change = |value: f64, source: &str| RecordChange {
        put_readings: vec![
            reading(Metric::Weight, 0, 1.0, source),
            reading(Metric::Weight, 1, value, source),
        ],
        ..RecordChange::default()
    };
    // Not a number is refused, after the source of the first row got its number.
    let failed = one
        .write_record(&me(), Revision(0), change(f64::NAN, "never stored"))
        .await;
    assert!(failed.is_err());
    let record = one.read_record(&me(), &everything()).await.unwrap();
    assert_eq!(record.revision, Revision(0));

    // The number is given to something else now, by the other program.
    other
        .write_record(&me(), Revision(0), change(2.0, "another source"))
        .await
        .unwrap();
    one.write_record(&me(), Revision(1), change(2.0, "never stored"))
        .await
        .unwrap();
    for program in [&one, &other] {
        let record = program.read_record(&me(), &everything()).await.unwrap();
        assert!(
            record.readings[&Metric::Weight]
                .iter()
                .all(|row| row.source == "never stored")
        );
    }
}

#[tokio::test]
async fn purge_removes_every_document_that_has_expired() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (open(folder.path()), open(folder.path()));
    let second = |second| Some(jiff::Timestamp::from_second(second).unwrap());
    let owners = [Owner::Deployment, Owner::Account(me())];
    for owner in &owners {
        for (id, expires_at) in [("a", second(10)), ("b", second(20)), ("c", None)] {
            let write = DocumentWrite {
                kind: "sample",
                id: id.to_owned(),
                body: String::new(),
                expires_at,
            };
            one.put_document(owner, None, &write).await.unwrap();
        }
    }
    for (before, purged, left) in [(10, 0, 3), (11, 2, 2), (11, 0, 2), (99, 2, 1)] {
        let told = other.purge_documents(second(before).unwrap()).await;
        assert_eq!(told.unwrap(), purged);
        for owner in &owners {
            let listed = one.list_documents(owner, "sample").await.unwrap();
            assert_eq!(listed.len(), left);
        }
    }
}
