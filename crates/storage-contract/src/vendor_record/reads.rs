//! A vendor record is found by account, vendor, kind and id, and comes back word for word.

use std::{collections::BTreeMap, fmt::Write, sync::Arc};

use jiff::SignedDuration;
use vitalog_core::AccountId;
use vitalog_storage::{BodyDigest, Record, RecordQuery, Storage, VendorRecord};

use crate::sample::{
    EIGHT_MEGABYTES, IDS, NOON, account, me, noise, put_vendor_records, second, vendor_record,
    vendor_records, write,
};

async fn get(storage: &dyn Storage, id: &str) -> Option<VendorRecord> {
    storage
        .get_vendor_record(&me(), "vendor", "kind", id)
        .await
        .unwrap()
}

async fn list(
    storage: &dyn Storage,
    account: &AccountId,
    (vendor, kind): (&str, &str),
) -> Vec<VendorRecord> {
    storage
        .list_vendor_records(account, vendor, kind, None, usize::MAX)
        .await
        .unwrap()
}

pub(crate) async fn unwritten_vendor_record_is_none(storage: Arc<dyn Storage>) {
    for _ in ["nothing stored", "another stored"] {
        assert_eq!(get(&*storage, "a").await, None);
        let record = storage
            .read_record(&me(), &vendor_records(&["a"]))
            .await
            .unwrap();
        assert_eq!(record.vendor_records, BTreeMap::new());
        assert_eq!(list(&*storage, &me(), ("vendor", "another")).await, []);
        write(
            &*storage,
            &me(),
            &put_vendor_records(vec![vendor_record("b", "")]),
        )
        .await;
    }
}

pub(crate) async fn vendor_record_comes_back_as_written(storage: Arc<dyn Storage>) {
    let bodies = [
        "",
        " ",
        "{}",
        "{\"data\":{\"metrics\":[1,2.50,-0.0,1e400]}}\n",
        "ü 体重 مقياس ⚖️👩🏽‍⚕️",
        "line\nbreak\r\n\ttab ' \" \\ % ? $1",
        "\u{1}\u{7f}\u{feff}\u{10ffff}",
    ];
    let instants = [
        None,
        Some(second(NOON)),
        Some(second(-NOON) + SignedDuration::from_millis(123)),
    ];
    let mut records = Vec::new();
    for body in bodies {
        for at in instants {
            records.push(VendorRecord {
                at,
                ..vendor_record(&format!("{:02} {body}", records.len()), body)
            });
        }
    }
    write(&*storage, &me(), &put_vendor_records(records.clone())).await;
    for record in &records {
        assert_eq!(get(&*storage, &record.id).await.as_ref(), Some(record));
    }
    assert_eq!(list(&*storage, &me(), ("vendor", "kind")).await, records);

    let fine = second(NOON) + SignedDuration::from_nanos(123_456_789);
    let sent = VendorRecord {
        at: Some(fine),
        ..vendor_record("fine", "")
    };
    write(&*storage, &me(), &put_vendor_records(vec![sent])).await;
    let cut = second(NOON) + SignedDuration::from_millis(123);
    assert_eq!(get(&*storage, "fine").await.unwrap().at, Some(cut));
}

/// Text of that length which does not shrink to nothing: the squares of the numbers from 0 on.
fn long_body() -> String {
    let mut body = String::new();
    for number in 0_u64.. {
        write!(body, "{},", number * number).unwrap();
        if body.len() >= EIGHT_MEGABYTES {
            break;
        }
    }
    body.truncate(EIGHT_MEGABYTES);
    body
}

pub(crate) async fn body_of_eight_megabytes_comes_back(storage: Arc<dyn Storage>) {
    let record = vendor_record("a", &long_body());
    write(
        &*storage,
        &me(),
        &put_vendor_records(vec![record.clone(), vendor_record("b", "short")]),
    )
    .await;
    // Not by assert_eq, which would print it.
    assert!(get(&*storage, "a").await.unwrap() == record);
    assert_eq!(get(&*storage, "b").await, Some(vendor_record("b", "short")));
}

pub(crate) async fn accounts_vendors_and_kinds_are_kept_apart(storage: Arc<dyn Storage>) {
    let mut shelves = Vec::new();
    for name in ["m", "me", "me-2"] {
        for vendor in ["", "v", "vendor", "Vendor"] {
            for kind in ["", "k", "kind", "vendor"] {
                shelves.push((account(name), vendor, kind));
            }
        }
    }
    let on_shelf = |place: usize, vendor: &str, kind: &str| VendorRecord {
        vendor: vendor.to_owned(),
        kind: kind.to_owned(),
        ..vendor_record("a", &place.to_string())
    };
    for (place, (name, vendor, kind)) in shelves.iter().enumerate() {
        let change = put_vendor_records(vec![on_shelf(place, vendor, kind)]);
        write(&*storage, name, &change).await;
    }
    for (place, (name, vendor, kind)) in shelves.iter().enumerate() {
        let expected = on_shelf(place, vendor, kind);
        let got = storage
            .get_vendor_record(name, vendor, kind, "a")
            .await
            .unwrap();
        assert_eq!(got.as_ref(), Some(&expected));
        let query = RecordQuery {
            vendor_records: vec![((*vendor).to_owned(), (*kind).to_owned(), vec!["a".into()])],
            ..RecordQuery::default()
        };
        let record = storage.read_record(name, &query).await.unwrap();
        let digest = (expected.key(), BodyDigest::of(&expected.body));
        assert_eq!(record.vendor_records, BTreeMap::from([digest]));
        assert_eq!(list(&*storage, name, (vendor, kind)).await, [expected]);
    }
    let unwritten = account("m2");
    assert_eq!(list(&*storage, &unwritten, ("vendor", "kind")).await, []);
}

pub(crate) async fn vendor_records_are_listed_by_id_page_after_page(storage: Arc<dyn Storage>) {
    let ids = IDS;
    let stride = 5;
    for place in 0..ids.len() {
        let id = ids[(place * stride + 2) % ids.len()];
        write(
            &*storage,
            &me(),
            &put_vendor_records(vec![vendor_record(id, id)]),
        )
        .await;
    }
    let page = async |after: Option<&str>, limit: usize| -> Vec<String> {
        let records = storage
            .list_vendor_records(&me(), "vendor", "kind", after, limit)
            .await
            .unwrap();
        assert!(records.iter().all(|record| record.id == record.body));
        records.into_iter().map(|record| record.id).collect()
    };
    for limit in [1, 2, 5, ids.len(), usize::MAX] {
        let mut found: Vec<String> = Vec::new();
        loop {
            let next = page(found.last().map(String::as_str), limit).await;
            assert!(next.len() <= limit);
            if next.is_empty() {
                break;
            }
            found.extend(next);
        }
        assert_eq!(found, ids, "pages of {limit}");
    }
    assert_eq!(page(None, 0).await, [""; 0]);
    // After an id that is not there the next one follows.
    assert_eq!(page(Some("a0"), 2).await, ["aa", "b"]);
    assert_eq!(page(Some("😀"), 2).await, [""; 0]);
}

pub(crate) async fn vendor_records_of_several_megabytes_are_listed_page_after_page(
    storage: Arc<dyn Storage>,
) {
    // Smaller and larger than an item of any engine, and all larger than a page of any.
    let bytes = [300_000, 500_000, 1_500_000, 300_000];
    let record = |number: u64| {
        let length = bytes[usize::try_from(number).unwrap() % bytes.len()];
        vendor_record(&format!("{number:02}"), &noise(number, length))
    };
    let records: Vec<VendorRecord> = (0..8).map(record).collect();
    write(&*storage, &me(), &put_vendor_records(records.clone())).await;
    assert!(list(&*storage, &me(), ("vendor", "kind")).await == records);
    let page = storage
        .list_vendor_records(&me(), "vendor", "kind", Some("01"), 4)
        .await
        .unwrap();
    assert!(page == records[2..6]);
}

pub(crate) async fn records_asked_for_tell_their_digest_and_the_others_nothing(
    storage: Arc<dyn Storage>,
) {
    let stored = ["a", "b", "c"].map(|id| vendor_record(id, &id.repeat(3)));
    write(&*storage, &me(), &put_vendor_records(stored.to_vec())).await;
    let digests = |ids: &[&str]| {
        let records = stored.iter().filter(|record| ids.contains(&&*record.id));
        records
            .map(|record| (record.key(), BodyDigest::of(&record.body)))
            .collect::<BTreeMap<_, _>>()
    };
    for asked in [vec![], vec!["a"], vec!["c", "d", "a", "c"], vec!["d"]] {
        let record = storage
            .read_record(&me(), &vendor_records(&asked))
            .await
            .unwrap();
        let expected = Record {
            revision: record.revision,
            vendor_records: digests(&asked),
            ..Record::default()
        };
        assert_eq!(record, expected, "{asked:?}");
    }
    // Of several kinds in one query, of which one is not there and one comes twice.
    let mut query = vendor_records(&["a"]);
    query.vendor_records.extend([
        ("vendor".to_owned(), "another".to_owned(), vec!["a".into()]),
        ("vendor".to_owned(), "kind".to_owned(), vec!["b".into()]),
    ]);
    let record = storage.read_record(&me(), &query).await.unwrap();
    assert_eq!(record.vendor_records, digests(&["a", "b"]));
}
