//! What the service may answer besides doing what it was asked for.

use std::{
    error::Error,
    fmt::Write,
    sync::atomic::{AtomicUsize, Ordering},
};

use vitalog_storage::{
    DocumentStore, DocumentWrite, Owner, Put, RecordStore, Retry, Revision, StorageError, Written,
};
use vitalog_storage_dynamodb::{DynamoStorage, testing::TestTable};

use crate::{
    faults::{self, Fault},
    generation::{Size, change, me, read},
};

/// Storage of which the requests of one action go wrong, from the `from`-th on, `times` times.
async fn with_faults(
    table: &TestTable,
    retries: bool,
    action: &'static str,
    (from, times): (usize, usize),
    fault: Fault,
) -> DynamoStorage {
    let seen = AtomicUsize::new(0);
    let (client, _) = faults::client(retries, move |_, sent| {
        if sent != action {
            return Fault::None;
        }
        let number = seen.fetch_add(1, Ordering::SeqCst);
        if (from..from.saturating_add(times)).contains(&number) {
            fault.clone()
        } else {
            Fault::None
        }
    });
    table.open_over(client).await
}

fn document(body: &str) -> DocumentWrite {
    DocumentWrite {
        kind: "sample",
        id: "a".into(),
        body: body.into(),
        expires_at: None,
    }
}

#[tokio::test]
async fn what_a_batch_leaves_is_sent_again() {
    let table = TestTable::new().await;
    let storage = with_faults(&table, false, "BatchWriteItem", (0, 3), Fault::Untaken).await;
    let written = storage
        .write_record(&me(), Revision(0), change(1, Size::Large))
        .await
        .unwrap();
    assert_eq!(written, Written::Done(Revision(1)));
    assert_eq!(read(&storage, Size::Large).await.0, 1);
}

#[tokio::test]
async fn batch_that_is_never_taken_fails_and_may_be_tried_again() {
    let table = TestTable::new().await;
    let storage = with_faults(
        &table,
        false,
        "BatchWriteItem",
        (0, usize::MAX),
        Fault::Untaken,
    )
    .await;
    let error = storage
        .write_record(&me(), Revision(0), change(1, Size::Large))
        .await
        .unwrap_err();
    assert_eq!(error.retry, Retry::Later);
    assert_eq!(read(&storage, Size::Large).await, (0, Revision(0)));
}

#[tokio::test]
async fn throttled_requests_are_sent_again_and_then_may_be_tried_later() {
    let table = TestTable::new().await;
    for (times, is_done) in [(2, true), (usize::MAX, false)] {
        let storage = with_faults(&table, true, "Query", (1, times), Fault::Throttled).await;
        let owner = Owner::Deployment;
        let got = storage.get_document(&owner, "sample", "a").await;
        match got {
            Ok(got) => assert!(is_done && got.is_none()),
            Err(error) => assert!(!is_done && error.retry == Retry::Later),
        }
    }
}

#[tokio::test]
async fn writer_whose_answer_was_lost_learns_that_it_won() {
    // The put of the head, and each put after it, is carried out twice.
    for lost in 0..12 {
        let table = TestTable::new().await;
        let storage = with_faults(&table, true, "PutItem", (lost, 1), Fault::Unanswered).await;
        let written = storage
            .write_record(&me(), Revision(0), change(1, Size::Small))
            .await
            .unwrap();
        assert_eq!(written, Written::Done(Revision(1)), "answer {lost}");
        assert_eq!(read(&storage, Size::Small).await, (1, Revision(1)));
    }
    let table = TestTable::new().await;
    let storage = with_faults(&table, true, "PutItem", (0, 2), Fault::Unanswered).await;
    let owner = Owner::Account(me());
    let put = storage.put_document(&owner, None, &document("1")).await;
    assert_eq!(put.unwrap(), Put::Done(1));
    let put = storage.put_document(&owner, None, &document("2")).await;
    assert_eq!(put.unwrap(), Put::Stale);
}

#[tokio::test]
async fn change_that_counts_is_done_even_if_it_cannot_be_put_in_its_place() {
    let table = TestTable::new().await;
    let storage = with_faults(&table, false, "PutItem", (1, usize::MAX), Fault::Throttled).await;
    let written = storage
        .write_record(&me(), Revision(0), change(1, Size::Small))
        .await
        .unwrap();
    assert_eq!(written, Written::Done(Revision(1)));
    let other = table.open().await;
    assert_eq!(read(&other, Size::Small).await, (1, Revision(1)));
}

/// The text of an error and of all its causes.
fn told(error: &StorageError) -> String {
    let mut text = format!("{error} {error:?}");
    let mut cause = error.source();
    while let Some(error) = cause {
        write!(text, " {error} {error:?}").unwrap();
        cause = error.source();
    }
    text
}

#[tokio::test]
async fn errors_never_repeat_what_was_sent() {
    let table = TestTable::new().await;
    let secret = "do-not-tell-7391";
    for action in ["Query", "PutItem"] {
        // The first query opens the table.
        let from = usize::from(action == "Query");
        let storage = with_faults(&table, true, action, (from, usize::MAX), Fault::Refused).await;
        let write = DocumentWrite {
            id: secret.into(),
            ..document(secret)
        };
        let error = storage
            .put_document(&Owner::Deployment, None, &write)
            .await
            .unwrap_err();
        assert_eq!(error.retry, Retry::Never);
        let told = told(&error);
        assert!(
            told.contains("ValidationException") && !told.contains(secret),
            "{told}"
        );
    }
}
