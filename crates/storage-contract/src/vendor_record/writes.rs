//! Vendor records change with the rows that were read from them, all or nothing.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::task::JoinSet;
use vitalog_core::Metric;
use vitalog_storage::{
    BodyDigest, RecordChange, RecordQuery, Retry, Revision, Storage, VendorRecord, Written,
};

use crate::sample::{
    NOON, everything, me, put_vendor_records, reading, revision_of, second, vendor_record,
    vendor_records, write,
};

const GENERATIONS: u32 = 40;

async fn all(storage: &dyn Storage) -> Vec<VendorRecord> {
    storage
        .list_vendor_records(&me(), "vendor", "kind", None, usize::MAX)
        .await
        .unwrap()
}

async fn digest_of(storage: &dyn Storage, id: &str) -> Option<BodyDigest> {
    let query = vendor_records(&[id]);
    let record = storage.read_record(&me(), &query).await.unwrap();
    record.vendor_records.into_values().next()
}

pub(crate) async fn put_replaces_the_vendor_record_of_its_key_whole(storage: Arc<dyn Storage>) {
    let neighbour = vendor_record("b", "stays");
    let long = VendorRecord {
        at: Some(second(NOON)),
        ..vendor_record("a", &"long ".repeat(10_000))
    };
    let short = vendor_record("a", "short");
    write(
        &*storage,
        &me(),
        &put_vendor_records(vec![neighbour.clone()]),
    )
    .await;
    for (record, before) in [(&long, 1), (&short, 2), (&long, 3), (&long, 4)] {
        let revision = write(&*storage, &me(), &put_vendor_records(vec![record.clone()])).await;
        assert_eq!(revision, Revision(before + 1), "it is a change, even alone");
        assert_eq!(all(&*storage).await, [record.clone(), neighbour.clone()]);
    }
}

pub(crate) async fn digest_changes_with_the_body_and_with_nothing_else(storage: Arc<dyn Storage>) {
    let put = async |record: VendorRecord| {
        let id = record.id.clone();
        write(&*storage, &me(), &put_vendor_records(vec![record])).await;
        digest_of(&*storage, &id).await.unwrap()
    };
    let bodies = ["", " ", "a", "b", "ab", "a\n", "A", "ä", "a\u{308}"];
    let mut seen: Vec<BodyDigest> = Vec::new();
    for body in bodies {
        let digest = put(vendor_record("a", body)).await;
        assert!(!seen.contains(&digest), "{body:?}");
        assert_eq!(digest, BodyDigest::of(body), "as the caller counts it");
        seen.push(digest);

        assert_eq!(put(vendor_record("a", body)).await, digest);
        assert_eq!(put(vendor_record("b", body)).await, digest);
        let later = VendorRecord {
            at: Some(second(NOON)),
            ..vendor_record("a", body)
        };
        assert_eq!(put(later).await, digest);
    }
}

pub(crate) async fn later_put_of_one_vendor_record_stands(storage: Arc<dyn Storage>) {
    let (first, later) = (vendor_record("a", "1"), vendor_record("a", "2"));
    let change = put_vendor_records(vec![first, later.clone()]);
    write(&*storage, &me(), &change).await;
    assert_eq!(all(&*storage).await, [later]);
}

/// A change of a row and two vendor records that all say `generation`.
fn generation(generation: u32) -> RecordChange {
    let body = generation.to_string();
    RecordChange {
        put_readings: vec![reading(Metric::Weight, NOON, f64::from(generation))],
        ..put_vendor_records(vec![vendor_record("a", &body), vendor_record("b", &body)])
    }
}

pub(crate) async fn stale_revision_writes_no_vendor_record(storage: Arc<dyn Storage>) {
    for stored in [vec![], vec![vendor_record("a", "1")]] {
        let current = if stored.is_empty() {
            Revision(0)
        } else {
            write(&*storage, &me(), &put_vendor_records(stored.clone())).await
        };
        for stale in [Revision(current.0 + 1), Revision(current.0 ^ 1)] {
            let written = storage
                .write_record(&me(), stale, generation(2))
                .await
                .unwrap();
            assert_eq!(written, Written::Stale);
            assert_eq!(all(&*storage).await, stored);
            assert_eq!(revision_of(&*storage, &me()).await, current);
        }
    }
}

pub(crate) async fn refused_change_writes_no_vendor_record(storage: Arc<dyn Storage>) {
    let change = RecordChange {
        put_readings: vec![reading(Metric::Weight, NOON, f64::NAN)],
        ..generation(1)
    };
    let refused = storage.write_record(&me(), Revision(0), change).await;
    assert_eq!(refused.unwrap_err().retry, Retry::Never);
    assert_eq!(all(&*storage).await, []);
    assert_eq!(digest_of(&*storage, "a").await, None);
}

pub(crate) async fn vendor_record_is_read_as_of_the_moment_of_its_rows(storage: Arc<dyn Storage>) {
    let written = Arc::new(AtomicBool::new(false));
    let mut readers = JoinSet::new();
    for _ in 0..3 {
        let (storage, written) = (storage.clone(), written.clone());
        readers.spawn(async move {
            let query = RecordQuery {
                vendor_records: vendor_records(&["a", "b"]).vendor_records,
                ..everything()
            };
            while !written.load(Ordering::Acquire) {
                let record = storage.read_record(&me(), &query).await.unwrap();
                let expected = if record.revision == Revision(0) {
                    vec![]
                } else {
                    // A whole number is printed without a fraction.
                    let said = record.readings[&Metric::Weight][0].quantity.first();
                    vec![BodyDigest::of(&said.to_string()); 2]
                };
                let digests: Vec<BodyDigest> = record.vendor_records.into_values().collect();
                assert_eq!(digests, expected);
                tokio::task::yield_now().await;
            }
        });
    }
    for number in 1..=GENERATIONS {
        write(&*storage, &me(), &generation(number)).await;
    }
    written.store(true, Ordering::Release);
    readers.join_all().await;
}
