//! A document changes only from the version that the writer saw.

use std::sync::Arc;

use vitalog_storage::{Document, Owner, Put, Storage};

use crate::sample::{document, me};

const OWNER: Owner = Owner::Deployment;

async fn stored(storage: &dyn Storage) -> Option<(u64, String)> {
    let found: Option<Document> = storage.get_document(&OWNER, "sample", "a").await.unwrap();
    found.map(|document| (document.version, document.body))
}

pub(crate) async fn version_grows_by_one_from_one(storage: Arc<dyn Storage>) {
    for owner in [Owner::Deployment, Owner::Account(me())] {
        let mut expected = None;
        for version in 1..=4 {
            let write = document("a", &format!("body {version}"));
            let put = storage
                .put_document(&owner, expected, &write)
                .await
                .unwrap();
            assert_eq!(put, Put::Done(version));
            let got = storage
                .get_document(&owner, "sample", "a")
                .await
                .unwrap()
                .unwrap();
            assert_eq!((got.version, got.body), (version, write.body));
            expected = Some(version);
        }
    }
}

pub(crate) async fn creating_what_exists_is_stale_and_changes_nothing(storage: Arc<dyn Storage>) {
    storage
        .put_document(&OWNER, None, &document("a", "first"))
        .await
        .unwrap();
    let again = storage
        .put_document(&OWNER, None, &document("a", "second"))
        .await
        .unwrap();
    assert_eq!(again, Put::Stale);
    assert_eq!(stored(&*storage).await, Some((1, "first".to_owned())));
}

pub(crate) async fn changing_what_has_another_version_is_stale_and_changes_nothing(
    storage: Arc<dyn Storage>,
) {
    storage
        .put_document(&OWNER, None, &document("a", "first"))
        .await
        .unwrap();
    storage
        .put_document(&OWNER, Some(1), &document("a", "second"))
        .await
        .unwrap();
    for wrong in [0, 1, 3, u64::MAX] {
        let put = storage
            .put_document(&OWNER, Some(wrong), &document("a", "x"))
            .await
            .unwrap();
        assert_eq!(put, Put::Stale, "version {wrong}");
        assert_eq!(stored(&*storage).await, Some((2, "second".to_owned())));
    }
}

pub(crate) async fn changing_what_does_not_exist_is_stale(storage: Arc<dyn Storage>) {
    for version in [0, 1] {
        let put = storage
            .put_document(&OWNER, Some(version), &document("a", "x"))
            .await
            .unwrap();
        assert_eq!(put, Put::Stale, "version {version}");
        assert_eq!(stored(&*storage).await, None);
    }
}

pub(crate) async fn deleted_document_is_gone_and_can_be_created_anew(storage: Arc<dyn Storage>) {
    storage
        .put_document(&OWNER, None, &document("a", "first"))
        .await
        .unwrap();
    storage
        .put_document(&OWNER, Some(1), &document("a", "second"))
        .await
        .unwrap();
    assert!(
        storage
            .delete_document(&OWNER, "sample", "a")
            .await
            .unwrap()
    );
    assert!(
        !storage
            .delete_document(&OWNER, "sample", "a")
            .await
            .unwrap()
    );
    assert_eq!(stored(&*storage).await, None);
    assert_eq!(storage.list_documents(&OWNER, "sample").await.unwrap(), []);

    let put = storage
        .put_document(&OWNER, None, &document("a", "anew"))
        .await
        .unwrap();
    assert_eq!(put, Put::Done(1));
    assert_eq!(stored(&*storage).await, Some((1, "anew".to_owned())));
}

pub(crate) async fn taken_document_is_returned_and_gone(storage: Arc<dyn Storage>) {
    let large = "taken ".repeat(1_000_000);
    for body in ["small", large.as_str(), "again"] {
        for (expected, body) in [(None, "before"), (Some(1), body)] {
            storage
                .put_document(&OWNER, expected, &document("a", body))
                .await
                .unwrap();
        }
        storage
            .put_document(&OWNER, None, &document("b", "stays"))
            .await
            .unwrap();
        let taken = storage.take_document(&OWNER, "sample", "a").await.unwrap();
        let taken = taken.map(|document| (document.id, document.version, document.body));
        assert!(taken == Some(("a".to_owned(), 2, body.to_owned())));
        assert_eq!(stored(&*storage).await, None);
        let again = storage.take_document(&OWNER, "sample", "a").await.unwrap();
        assert_eq!(again, None);
        let listed = storage.list_documents(&OWNER, "sample").await.unwrap();
        assert_eq!(listed.len(), 1);
    }
    for (owner, kind) in [(Owner::Account(me()), "sample"), (OWNER, "another")] {
        let taken = storage.take_document(&owner, kind, "b").await.unwrap();
        assert_eq!(taken, None);
    }
}
