//! An account is forgotten.

use std::sync::Arc;

use jiff::Timestamp;
use vitalog_core::{AccountId, Metric};
use vitalog_storage::{
    Owner, Revision, Storage, Written,
    copy::{Total, totals_of},
};

use crate::{
    inventory::copying::filled,
    sample::{NOON, account, everything, me, put_readings, reading, revision_of, write},
};

/// What is there of an account, also what has expired.
async fn left(storage: &dyn Storage, name: &AccountId) -> Vec<Total> {
    let owner = Owner::Account(name.clone());
    totals_of(storage, &owner, Timestamp::MIN).await.unwrap()
}

pub(crate) async fn erased_account_leaves_nothing_and_others_stay(storage: Arc<dyn Storage>) {
    filled(&*storage).await;
    let anna = account("anna");
    let others = left(&*storage, &me()).await;
    let record = storage.read_record(&me(), &everything()).await.unwrap();
    assert!(left(&*storage, &anna).await.len() > Metric::ALL.len());
    for _ in 0..2 {
        storage.erase_account(&anna).await.unwrap();
        storage.scrub().await.unwrap();
        assert_eq!(left(&*storage, &anna).await, []);
        assert_eq!(revision_of(&*storage, &anna).await, Revision::default());
        assert_eq!(storage.list_runs(&anna).await.unwrap(), [""; 0]);
        assert_eq!(storage.current_run(&anna).await.unwrap(), None);
        let bounds = storage.bounds(&anna, Metric::ALL).await.unwrap();
        assert!(bounds.is_empty());
        let days = storage.daily_extents(&anna, Metric::ALL).await.unwrap();
        assert!(days.is_empty());
    }
    assert_eq!(left(&*storage, &me()).await, others);
    assert!(storage.read_record(&me(), &everything()).await.unwrap() == record);
    assert_eq!(storage.list_jobs("queue", None, 9).await.unwrap().len(), 2);
}

pub(crate) async fn erased_account_can_be_written_anew(storage: Arc<dyn Storage>) {
    let anna = account("anna");
    let row = |source: &str| {
        let mut row = reading(Metric::Ketones, NOON, 0.5);
        source.clone_into(&mut row.source);
        row.label = Some("a word of her own".to_owned());
        row
    };
    // A word that only she uses is forgotten; who remembered it writes it anew.
    for round in 0..3 {
        write(&*storage, &anna, &put_readings(vec![row("her own app")])).await;
        let record = storage.read_record(&anna, &everything()).await.unwrap();
        assert_eq!(record.revision, Revision(1), "{round}");
        assert_eq!(record.readings[&Metric::Ketones], [row("her own app")]);
        storage.erase_account(&anna).await.unwrap();
        storage.scrub().await.unwrap();
        write(&*storage, &me(), &put_readings(vec![row("another app")])).await;
        let record = storage.read_record(&me(), &everything()).await.unwrap();
        assert_eq!(record.readings[&Metric::Ketones], [row("another app")]);
        storage.erase_account(&me()).await.unwrap();
        storage.scrub().await.unwrap();
    }
}

pub(crate) async fn change_of_what_was_erased_meanwhile_is_stale(storage: Arc<dyn Storage>) {
    let change = || put_readings(vec![reading(Metric::Ketones, NOON, 0.5)]);
    write(&*storage, &me(), &change()).await;
    let read_at = revision_of(&*storage, &me()).await;
    storage.erase_account(&me()).await.unwrap();
    let written = storage.write_record(&me(), read_at, change()).await;
    assert_eq!(written.unwrap(), Written::Stale);
    assert_eq!(left(&*storage, &me()).await, []);
}
