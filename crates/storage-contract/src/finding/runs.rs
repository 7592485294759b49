//! One run is current, and only a whole one becomes it.

use std::sync::Arc;

use vitalog_storage::{Published, Storage};

use super::{current, finding, publish, put, rows, runs};
use crate::sample::{IDS, account, me};

pub(crate) async fn account_without_a_run_has_no_current_one(storage: Arc<dyn Storage>) {
    assert_eq!(current(&*storage).await, None);
    assert_eq!(runs(&*storage).await, [""; 0]);
    assert!(!storage.delete_run(&me(), "run").await.unwrap());
}

pub(crate) async fn findings_of_an_unpublished_run_are_not_current(storage: Arc<dyn Storage>) {
    let (old, new) = (finding("s", "a", "old"), finding("s", "a", "new"));
    put(&*storage, "1", vec![old.clone()]).await;
    assert_eq!(current(&*storage).await, None);
    assert_eq!(publish(&*storage, "1", None).await, Published::Done);
    put(&*storage, "2", vec![new.clone()]).await;
    assert_eq!(current(&*storage).await.as_deref(), Some("1"));
    assert_eq!(rows(&*storage, "1", "s").await, [old]);

    assert_eq!(publish(&*storage, "2", Some("1")).await, Published::Done);
    assert_eq!(current(&*storage).await.as_deref(), Some("2"));
    assert_eq!(rows(&*storage, "2", "s").await, [new]);
    assert_eq!(runs(&*storage).await, ["1", "2"]);
}

pub(crate) async fn publishing_over_another_run_than_expected_is_stale(storage: Arc<dyn Storage>) {
    for run in ["1", "2", "3"] {
        put(&*storage, run, vec![]).await;
    }
    let stale = async |run: &str, expected: Option<&str>, stays: Option<&str>| {
        assert_eq!(publish(&*storage, run, expected).await, Published::Stale);
        assert_eq!(current(&*storage).await.as_deref(), stays);
    };
    stale("1", Some("1"), None).await;
    stale("1", Some("2"), None).await;
    assert_eq!(publish(&*storage, "1", None).await, Published::Done);
    stale("2", None, Some("1")).await;
    stale("2", Some("2"), Some("1")).await;
    stale("1", None, Some("1")).await;
    assert_eq!(publish(&*storage, "2", Some("1")).await, Published::Done);
    stale("3", Some("1"), Some("2")).await;
    // An older run may become the current one again.
    assert_eq!(publish(&*storage, "1", Some("2")).await, Published::Done);
    assert_eq!(publish(&*storage, "1", Some("1")).await, Published::Done);
    assert_eq!(current(&*storage).await.as_deref(), Some("1"));
}

pub(crate) async fn publishing_a_run_that_is_not_there_is_stale(storage: Arc<dyn Storage>) {
    assert_eq!(publish(&*storage, "1", None).await, Published::Stale);
    put(&*storage, "1", vec![]).await;
    assert_eq!(publish(&*storage, "2", None).await, Published::Stale);
    assert!(storage.delete_run(&me(), "1").await.unwrap());
    assert_eq!(publish(&*storage, "1", None).await, Published::Stale);
    assert_eq!(current(&*storage).await, None);
}

pub(crate) async fn run_without_rows_is_a_run(storage: Arc<dyn Storage>) {
    put(&*storage, "1", vec![]).await;
    assert_eq!(runs(&*storage).await, ["1"]);
    assert_eq!(publish(&*storage, "1", None).await, Published::Done);
    assert_eq!(current(&*storage).await.as_deref(), Some("1"));
    assert_eq!(rows(&*storage, "1", "s").await, []);
}

pub(crate) async fn runs_are_listed_in_order(storage: Arc<dyn Storage>) {
    for place in 0..IDS.len() {
        put(&*storage, IDS[(place * 5 + 2) % IDS.len()], vec![]).await;
    }
    assert_eq!(runs(&*storage).await, IDS);
}

pub(crate) async fn current_run_is_never_deleted(storage: Arc<dyn Storage>) {
    let row = finding("s", "a", "1");
    for run in ["1", "2"] {
        put(&*storage, run, vec![row.clone()]).await;
    }
    publish(&*storage, "1", None).await;
    assert!(!storage.delete_run(&me(), "1").await.unwrap());
    assert_eq!(rows(&*storage, "1", "s").await, vec![row.clone()]);
    publish(&*storage, "2", Some("1")).await;
    assert!(!storage.delete_run(&me(), "2").await.unwrap());
    assert!(storage.delete_run(&me(), "1").await.unwrap());
    assert_eq!(runs(&*storage).await, ["2"]);
    assert_eq!(rows(&*storage, "2", "s").await, [row]);
    assert_eq!(current(&*storage).await.as_deref(), Some("2"));
}

pub(crate) async fn deleted_run_is_gone_with_its_rows(storage: Arc<dyn Storage>) {
    let row = |number: u32| finding("s", &format!("{number:03}"), "1");
    let many: Vec<_> = (0..100).map(row).collect();
    put(&*storage, "1", many.clone()).await;
    put(&*storage, "2", many.clone()).await;
    assert!(storage.delete_run(&me(), "1").await.unwrap());
    assert!(!storage.delete_run(&me(), "1").await.unwrap());
    assert_eq!(rows(&*storage, "1", "s").await, []);
    assert_eq!(runs(&*storage).await, ["2"]);
    assert_eq!(rows(&*storage, "2", "s").await, many);
    // One of that name put anew has nothing of it.
    put(&*storage, "1", vec![finding("s", "new", "1")]).await;
    assert_eq!(rows(&*storage, "1", "s").await, [finding("s", "new", "1")]);
}

pub(crate) async fn runs_of_accounts_are_kept_apart(storage: Arc<dyn Storage>) {
    let others = account("me-2");
    put(&*storage, "1", vec![]).await;
    storage.put_findings(&others, "2", vec![]).await.unwrap();
    publish(&*storage, "1", None).await;
    assert_eq!(storage.current_run(&others).await.unwrap(), None);
    assert_eq!(storage.list_runs(&others).await.unwrap(), ["2"]);
    let published = storage.publish_run(&others, "1", None).await.unwrap();
    assert_eq!(published, Published::Stale);
    assert!(!storage.delete_run(&others, "1").await.unwrap());
    let published = storage.publish_run(&others, "2", None).await.unwrap();
    assert_eq!(published, Published::Done);
    assert_eq!(current(&*storage).await.as_deref(), Some("1"));
}
