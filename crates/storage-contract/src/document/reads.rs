//! A document is found by owner, kind and id, and by nothing else.

use std::sync::Arc;

use vitalog_storage::{Document, DocumentWrite, Owner, Storage};

use crate::sample::{EIGHT_MEGABYTES, IDS, account, document, me, noise};

pub(crate) async fn unwritten_document_is_none(storage: Arc<dyn Storage>) {
    for owner in [Owner::Deployment, Owner::Account(me())] {
        assert_eq!(
            storage.get_document(&owner, "sample", "a").await.unwrap(),
            None
        );
        assert_eq!(storage.list_documents(&owner, "sample").await.unwrap(), []);
        assert!(
            !storage
                .delete_document(&owner, "sample", "a")
                .await
                .unwrap()
        );
    }
}

pub(crate) async fn documents_are_listed_by_id(storage: Arc<dyn Storage>) {
    let ids = IDS;
    let stride = 5;
    for index in 0..ids.len() {
        let id = ids[(index * stride + 2) % ids.len()];
        storage
            .put_document(&Owner::Account(me()), None, &document(id, id))
            .await
            .unwrap();
    }
    let listed = storage
        .list_documents(&Owner::Account(me()), "sample")
        .await
        .unwrap();
    let expected = ids.map(|id| Document {
        id: id.to_owned(),
        version: 1,
        body: id.to_owned(),
        expires_at: None,
    });
    assert_eq!(listed, expected);
}

pub(crate) async fn owners_and_kinds_are_kept_apart(storage: Arc<dyn Storage>) {
    let owners = [
        Owner::Deployment,
        Owner::Account(account("m")),
        Owner::Account(me()),
        Owner::Account(account("me-2")),
        Owner::Account(account("deployment")),
    ];
    let kinds = ["k", "ki", "kind", "Kind"];
    let told = |owner: &Owner, kind: &str| format!("{owner:?} {kind}");
    for owner in &owners {
        for kind in kinds {
            let write = DocumentWrite {
                kind,
                id: "same".to_owned(),
                body: told(owner, kind),
                expires_at: None,
            };
            storage.put_document(owner, None, &write).await.unwrap();
        }
    }
    for owner in &owners {
        for kind in kinds {
            let expected = Document {
                id: "same".to_owned(),
                version: 1,
                body: told(owner, kind),
                expires_at: None,
            };
            let got = storage.get_document(owner, kind, "same").await.unwrap();
            assert_eq!(got.as_ref(), Some(&expected));
            assert_eq!(
                storage.list_documents(owner, kind).await.unwrap(),
                [expected]
            );
        }
    }
    assert!(
        storage
            .delete_document(&owners[0], "k", "same")
            .await
            .unwrap()
    );
    for (owner, kind) in [(&owners[1], "k"), (&owners[0], "ki")] {
        assert!(
            storage
                .get_document(owner, kind, "same")
                .await
                .unwrap()
                .is_some()
        );
    }
}

pub(crate) async fn body_comes_back_as_written(storage: Arc<dyn Storage>) {
    let large = "0123456789abcdef".repeat(16_384);
    let bodies = [
        "",
        "{}",
        "Jürgen ⚖️ 'quoted' \"twice\" \\ \n",
        large.as_str(),
    ];
    for (body, number) in bodies.iter().zip(0_u32..) {
        let write = document(&number.to_string(), body);
        storage
            .put_document(&Owner::Deployment, None, &write)
            .await
            .unwrap();
        let got = storage
            .get_document(&Owner::Deployment, "sample", &write.id)
            .await
            .unwrap();
        assert_eq!(got.map(|document| document.body).as_deref(), Some(*body));
    }
}

pub(crate) async fn document_of_eight_megabytes_comes_back(storage: Arc<dyn Storage>) {
    // A first body that is as large, and one that is small, so that nothing of either stays.
    let bodies = [
        noise(1, EIGHT_MEGABYTES),
        "small".to_owned(),
        noise(2, EIGHT_MEGABYTES),
    ];
    let mut expected = None;
    for (body, version) in bodies.iter().zip(1..) {
        storage
            .put_document(&Owner::Account(me()), expected, &document("a", body))
            .await
            .unwrap();
        let got = storage
            .get_document(&Owner::Account(me()), "sample", "a")
            .await
            .unwrap()
            .unwrap();
        assert_eq!(got.version, version);
        assert!(got.body == *body, "version {version} is another");
        expected = Some(version);
    }
}

pub(crate) async fn list_of_several_megabytes_comes_whole(storage: Arc<dyn Storage>) {
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
    for (id, number) in ids.into_iter().zip(1..) {
        // Two of them are larger than an item of any engine, the others are not.
        let bytes = if number % 4 == 0 { 1_000_000 } else { 250_000 };
        storage
            .put_document(
                &Owner::Deployment,
                None,
                &document(id, &noise(number, bytes)),
            )
            .await
            .unwrap();
    }
    let listed = storage
        .list_documents(&Owner::Deployment, "sample")
        .await
        .unwrap();
    assert_eq!(
        listed
            .iter()
            .map(|document| &*document.id)
            .collect::<Vec<_>>(),
        ids
    );
    for (document, number) in listed.iter().zip(1..) {
        assert!(
            document.body == noise(number, document.body.len()),
            "{}",
            document.id
        );
    }
    let lengths: Vec<usize> = listed.iter().map(|document| document.body.len()).collect();
    let quarter = [250_000, 250_000, 250_000, 1_000_000];
    assert_eq!(lengths, [quarter, quarter].concat());
}
