//! A document is kept until it expires, and may be removed from then on.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use vitalog_storage::{Document, DocumentWrite, Owner, Put, RecordChange, Storage};

use crate::sample::{account, document, me, second, write};

const OWNER: Owner = Owner::Deployment;
/// An instant in the year 2100: an engine that removes by itself what has expired does so by the
/// clock of its host, and must have no reason to.
const FAR: i64 = 4_110_000_000;

fn expiring(id: &str, expires_at: Option<Timestamp>) -> DocumentWrite {
    DocumentWrite {
        expires_at,
        ..document(id, id)
    }
}

async fn stored(storage: &dyn Storage, id: &str) -> Option<Document> {
    storage.get_document(&OWNER, "sample", id).await.unwrap()
}

pub(crate) async fn expiry_comes_back_in_whole_seconds(storage: Arc<dyn Storage>) {
    let part = SignedDuration::from_nanos(999_999_999);
    let cases = [
        (None, None),
        (Some(second(FAR)), Some(second(FAR))),
        (Some(second(FAR) + part), Some(second(FAR))),
    ];
    for ((given, kept), number) in cases.into_iter().zip(1_u32..) {
        let write = expiring(&number.to_string(), given);
        storage.put_document(&OWNER, None, &write).await.unwrap();
        let got = stored(&*storage, &write.id).await.unwrap();
        assert_eq!(got.expires_at, kept);
    }
    let listed = storage.list_documents(&OWNER, "sample").await.unwrap();
    let listed: Vec<_> = listed.iter().map(|document| document.expires_at).collect();
    assert_eq!(listed, cases.map(|(_, kept)| kept));
    let taken = storage.take_document(&OWNER, "sample", "3").await.unwrap();
    assert_eq!(taken.unwrap().expires_at, Some(second(FAR)));
}

pub(crate) async fn each_write_sets_the_expiry_anew(storage: Arc<dyn Storage>) {
    let ends = [
        Some(second(FAR)),
        Some(second(FAR + 60)),
        None,
        Some(second(FAR)),
    ];
    let mut expected = None;
    for (end, version) in ends.into_iter().zip(1..) {
        let write = expiring("a", end);
        let put = storage
            .put_document(&OWNER, expected, &write)
            .await
            .unwrap();
        assert_eq!(put, Put::Done(version));
        assert_eq!(stored(&*storage, "a").await.unwrap().expires_at, end);
        expected = Some(version);
    }
    for end in ends {
        let change = RecordChange {
            put_documents: vec![expiring("a", end)],
            ..RecordChange::default()
        };
        write(&*storage, &me(), &change).await;
        let got = storage
            .get_document(&Owner::Account(me()), "sample", "a")
            .await;
        assert_eq!(got.unwrap().unwrap().expires_at, end, "with the record");
    }
}

pub(crate) async fn document_past_its_expiry_is_there_until_it_is_removed(
    storage: Arc<dyn Storage>,
) {
    let end = second(FAR);
    storage
        .put_document(&OWNER, None, &expiring("a", Some(end)))
        .await
        .unwrap();
    let got = stored(&*storage, "a").await.unwrap();
    assert!(got.is_live(end - SignedDuration::from_nanos(1)) && !got.is_live(end));
    // It exists for a writer as well, who renews it from the version it has.
    let anew = document("a", "anew");
    let created = storage.put_document(&OWNER, None, &anew).await.unwrap();
    assert_eq!(created, Put::Stale);
    let renew = expiring("a", Some(second(FAR + 60)));
    let renewed = storage.put_document(&OWNER, Some(1), &renew).await.unwrap();
    assert_eq!(renewed, Put::Done(2));
    storage.purge_documents(second(FAR + 60)).await.unwrap();
    assert_eq!(stored(&*storage, "a").await.unwrap().version, 2);
}

pub(crate) async fn purge_removes_nothing_that_has_not_expired(storage: Arc<dyn Storage>) {
    let owners = [
        Owner::Deployment,
        Owner::Account(me()),
        Owner::Account(account("m")),
    ];
    let ends = [
        ("before", Some(second(FAR - 1))),
        ("at", Some(second(FAR))),
        ("after", Some(second(FAR + 1))),
        ("never", None),
    ];
    let total = owners.len() * ends.len();
    for owner in &owners {
        for (id, end) in ends {
            let write = expiring(id, end);
            storage.put_document(owner, None, &write).await.unwrap();
        }
    }
    let left = async || {
        let mut left = Vec::new();
        for owner in &owners {
            left.extend(storage.list_documents(owner, "sample").await.unwrap());
        }
        left
    };
    // An instant within the second from FAR on: what ends with that second is past it.
    let within = second(FAR) + SignedDuration::from_millis(1);
    for (at, past) in [
        (second(FAR - 1), vec![]),
        (second(FAR), vec!["before"]),
        (within, vec!["before", "at"]),
    ] {
        let before = left().await.len();
        let removed = storage.purge_documents(at).await.unwrap();
        let left = left().await;
        assert_eq!(u64::try_from(before - left.len()), Ok(removed), "as told");
        assert!(left.len() >= total - past.len() * owners.len());
        for (id, end) in ends {
            let kept = left.iter().filter(|document| document.id == id);
            let kept: Vec<_> = kept.map(|document| document.expires_at).collect();
            assert!(kept.iter().all(|kept| *kept == end));
            assert!(past.contains(&id) || kept.len() == owners.len(), "{id}");
        }
    }
}
