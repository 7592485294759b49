//! A version is never told again after a change.

use std::sync::Arc;

use jiff::Timestamp;
use vitalog_core::Metric;
use vitalog_storage::{AccessEntry, Owner, Put, Storage, Version};

use crate::sample::{
    NOON, account, daily_value, day, days, document, me, put_daily, put_readings,
    put_vendor_records, reading, vendor_record, write,
};

/// The version after a change; `None` if the engine cannot tell one.
fn differs(storage: &dyn Storage, seen: &mut Vec<Version>) -> Option<()> {
    let version = storage.version().unwrap()?;
    assert!(!seen.contains(&version), "a change was not told");
    seen.push(version);
    Some(())
}

pub(crate) async fn version_differs_after_every_change(storage: Arc<dyn Storage>) {
    let mut seen = Vec::new();
    if differs(&*storage, &mut seen).is_none() {
        return;
    }
    let owner = Owner::Account(me());
    for change in [
        put_readings(vec![reading(Metric::Weight, NOON, 1.0)]),
        put_daily(
            Metric::Weight,
            days(day(1), day(1)),
            vec![daily_value(Metric::Weight, day(1), None, 1.0)],
        ),
        put_vendor_records(vec![vendor_record("a", "1")]),
    ] {
        write(&*storage, &me(), &change).await;
        differs(&*storage, &mut seen).unwrap();
    }
    write(
        &*storage,
        &account("m"),
        &put_readings(vec![reading(Metric::Weight, NOON, 1.0)]),
    )
    .await;
    differs(&*storage, &mut seen).unwrap();
    for expected in [None, Some(1)] {
        let write = document("a", "1");
        let put = storage.put_document(&owner, expected, &write).await;
        assert_ne!(put.unwrap(), Put::Stale);
        differs(&*storage, &mut seen).unwrap();
    }
    let deleted = storage.delete_document(&owner, "sample", "a").await;
    assert!(deleted.unwrap());
    differs(&*storage, &mut seen).unwrap();
}

pub(crate) async fn entries_of_the_access_log_are_no_change(storage: Arc<dyn Storage>) {
    let write = document("a", "1");
    let owner = Owner::Account(me());
    storage.put_document(&owner, None, &write).await.unwrap();
    let before = storage.version().unwrap();
    let entry = AccessEntry {
        account: me(),
        at: Timestamp::UNIX_EPOCH,
        id: "a".to_owned(),
        body: "1".to_owned(),
    };
    storage.append_access(vec![entry]).await.unwrap();
    assert_eq!(storage.version().unwrap(), before);
    let purged = storage.purge_access(&me(), Timestamp::MAX).await;
    assert_eq!((purged.unwrap(), storage.version().unwrap()), (1, before));
}
