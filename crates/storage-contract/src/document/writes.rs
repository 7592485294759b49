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
