//! A moment of everything.

use std::sync::Arc;

use vitalog_core::Metric;
use vitalog_storage::{Owner, Storage, copy::totals};

use crate::{
    inventory::copying::filled,
    sample::{NOON, document, me, put_readings, reading, second, write},
};

pub(crate) async fn snapshot_holds_its_moment(storage: Arc<dyn Storage>) {
    filled(&*storage).await;
    let before = totals(&*storage, second(NOON)).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let Some(snapshot) = storage.snapshot(folder.path()).await.unwrap() else {
        return;
    };
    let change = put_readings(vec![reading(Metric::Ketones, NOON + 1, 0.5)]);
    write(&*storage, &me(), &change).await;
    storage
        .put_document(&Owner::Deployment, None, &document("later", "1"))
        .await
        .unwrap();
    for _ in 0..2 {
        assert_eq!(totals(&*snapshot, second(NOON)).await.unwrap(), before);
    }
    assert_ne!(totals(&*storage, second(NOON)).await.unwrap(), before);
    // Others go on while it is there, and after it.
    let change = put_readings(vec![reading(Metric::Ketones, NOON + 2, 0.5)]);
    write(&*storage, &me(), &change).await;
    drop(snapshot);
    let change = put_readings(vec![reading(Metric::Ketones, NOON + 3, 0.5)]);
    write(&*storage, &me(), &change).await;
}
