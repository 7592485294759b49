//! Everything there is is listed, each once.

use std::sync::Arc;

use vitalog_core::{Fingerprint, Metric, Reading, Superseded, SupersededBy, Workout};
use vitalog_storage::{
    AccessEntry, DocumentWrite, Finding, NewJob, Owner, RecordChange, Storage, VendorRecord,
};

use super::pages;
use crate::sample::{
    IDS, NOON, account, document, fingerprint, me, noise, put_readings, put_vendor_records,
    put_workouts, reading, second, vendor_record, workout, write,
};

/// Sizes of pages, from less than the rows to more.
const LIMITS: [usize; 4] = [1, 3, 7, 1_000];

pub(crate) async fn empty_storage_lists_nothing(storage: Arc<dyn Storage>) {
    assert_eq!(storage.list_owners().await.unwrap(), []);
    assert_eq!(storage.list_queues().await.unwrap(), [""; 0]);
    let readings = storage.list_readings(&me(), Metric::Weight, None, 9).await;
    assert_eq!(readings.unwrap(), []);
    assert_eq!(storage.list_workouts(&me(), None, 9).await.unwrap(), []);
    let records = storage.list_all_vendor_records(&me(), None, 9).await;
    assert_eq!(records.unwrap(), []);
    for owner in [Owner::Deployment, Owner::Account(me())] {
        let documents = storage.list_all_documents(&owner, None, 9).await;
        assert_eq!(documents.unwrap(), []);
    }
    let findings = storage.list_all_findings(&me(), "run", None, 9).await;
    assert_eq!(findings.unwrap(), []);
}

pub(crate) async fn whoever_has_anything_is_an_owner(storage: Arc<dyn Storage>) {
    write(
        &*storage,
        &account("readings"),
        &put_readings(vec![reading(Metric::Weight, NOON, 1.0)]),
    )
    .await;
    write(
        &*storage,
        &account("workouts"),
        &put_workouts(vec![workout(NOON, 60.0)]),
    )
    .await;
    write(
        &*storage,
        &account("vendor"),
        &put_vendor_records(vec![vendor_record("a", "1")]),
    )
    .await;
    let of_record = RecordChange {
        put_documents: vec![document("a", "1")],
        ..RecordChange::default()
    };
    write(&*storage, &account("record"), &of_record).await;
    let documents = Owner::Account(account("documents"));
    storage
        .put_document(&documents, None, &document("a", "1"))
        .await
        .unwrap();
    storage
        .put_findings(&account("findings"), "run", vec![])
        .await
        .unwrap();
    let entry = AccessEntry {
        account: account("access"),
        at: second(NOON),
        id: String::new(),
        body: String::new(),
    };
    storage.append_access(vec![entry]).await.unwrap();
    let job = NewJob {
        queue: "queue".to_owned(),
        id: "a".to_owned(),
        run_at: second(NOON),
        body: String::new(),
    };
    storage.enqueue(&job).await.unwrap();

    let mut expected: Vec<Owner> = [
        "access",
        "documents",
        "findings",
        "readings",
        "record",
        "vendor",
        "workouts",
    ]
    .map(|name| Owner::Account(account(name)))
    .to_vec();
    assert_eq!(storage.list_owners().await.unwrap(), expected);
    storage
        .put_document(&Owner::Deployment, None, &document("a", "1"))
        .await
        .unwrap();
    expected.insert(0, Owner::Deployment);
    assert_eq!(storage.list_owners().await.unwrap(), expected);
}

pub(crate) async fn queues_with_jobs_are_listed(storage: Arc<dyn Storage>) {
    for queue in ["b", "a", "ä", "B"] {
        for id in ["1", "2"] {
            let job = NewJob {
                queue: queue.to_owned(),
                id: id.to_owned(),
                run_at: second(NOON),
                body: String::new(),
            };
            storage.enqueue(&job).await.unwrap();
        }
    }
    assert_eq!(storage.list_queues().await.unwrap(), ["B", "a", "b", "ä"]);
}

/// Rows with keys around one another's, a third of them superseded.
fn rows<T>(make: impl Fn(i64, Fingerprint, bool) -> T) -> Vec<T> {
    let seconds = [-NOON, -1, 0, 1, NOON, NOON + 1];
    let prints = [
        Fingerprint::BARE,
        fingerprint(0, 0),
        fingerprint(0, 1),
        fingerprint(255, 9),
    ];
    let keys = seconds
        .iter()
        .flat_map(|second| prints.iter().map(move |print| (*second, *print)));
    keys.enumerate()
        .map(|(place, (second, print))| make(second, print, place % 3 == 0))
        .collect()
}

fn superseded(is_superseded: bool) -> Option<Superseded> {
    is_superseded.then(|| Superseded {
        at: second(NOON),
        by: SupersededBy::Chat,
    })
}

pub(crate) async fn readings_are_listed_with_superseded_ones_page_after_page(
    storage: Arc<dyn Storage>,
) {
    let expected = rows(|at, print, is_superseded| {
        let mut row = reading(Metric::Weight, at, 1.0);
        row.fingerprint = print;
        row.marks.superseded = superseded(is_superseded);
        row
    });
    let others = vec![
        reading(Metric::Waist, NOON, 2.0),
        reading(Metric::Glucose, NOON, 3.0),
    ];
    let mut change = put_readings([others, expected.clone()].concat());
    change.put_readings.reverse();
    write(&*storage, &me(), &change).await;
    write(&*storage, &account("me-2"), &change).await;
    for limit in LIMITS {
        let page = async |after, limit| {
            let page = storage
                .list_readings(&me(), Metric::Weight, after, limit)
                .await;
            page.unwrap()
        };
        let found = pages(limit, page, |row: &Reading| (row.at, row.fingerprint)).await;
        assert_eq!(found, expected, "pages of {limit}");
    }
    let none = storage.list_readings(&me(), Metric::Protein, None, 9).await;
    assert_eq!(none.unwrap(), []);
}

pub(crate) async fn workouts_are_listed_with_superseded_ones_page_after_page(
    storage: Arc<dyn Storage>,
) {
    let expected = rows(|at, print, is_superseded| {
        let mut row = workout(at, 60.0);
        row.fingerprint = print;
        row.marks.superseded = superseded(is_superseded);
        row
    });
    let mut change = put_workouts(expected.clone());
    change.put_workouts.reverse();
    write(&*storage, &me(), &change).await;
    write(
        &*storage,
        &account("m"),
        &put_workouts(vec![workout(NOON, 1.0)]),
    )
    .await;
    for limit in LIMITS {
        let page = async |after, limit| storage.list_workouts(&me(), after, limit).await.unwrap();
        let found = pages(limit, page, |row: &Workout| (row.start, row.fingerprint)).await;
        assert_eq!(found, expected, "pages of {limit}");
    }
}

/// Names of two parts, among them such as could be taken for one another.
fn names() -> Vec<(&'static str, &'static str)> {
    let shelves = ["b", "a", "a/b", "", "ä", "B"];
    let ids = [IDS[3], IDS[0], IDS[6], IDS[10]];
    shelves
        .iter()
        .flat_map(|shelf| ids.iter().map(move |id| (*shelf, *id)))
        .collect()
}

pub(crate) async fn vendor_records_of_all_kinds_are_listed_once(storage: Arc<dyn Storage>) {
    let mut expected = Vec::new();
    for vendor in ["oura", "a"] {
        for (kind, id) in names() {
            expected.push(VendorRecord {
                vendor: vendor.to_owned(),
                kind: kind.to_owned(),
                at: Some(second(NOON)),
                ..vendor_record(id, &format!("{vendor} {kind} {id}"))
            });
        }
    }
    expected[5].body = noise(5, 1_500_000);
    expected[6].body = noise(6, 700_000);
    write(&*storage, &me(), &put_vendor_records(expected.clone())).await;
    let others = put_vendor_records(vec![vendor_record("another", "1")]);
    write(&*storage, &account("m"), &others).await;
    expected.sort_by_key(VendorRecord::key);
    for limit in LIMITS {
        let page = async |after: Option<_>, limit| {
            let page = storage
                .list_all_vendor_records(&me(), after.as_ref(), limit)
                .await;
            page.unwrap()
        };
        let mut found = pages(limit, page, VendorRecord::key).await;
        found.sort_by_key(VendorRecord::key);
        assert!(found == expected, "pages of {limit}");
    }
}

pub(crate) async fn documents_of_all_kinds_are_listed_once(storage: Arc<dyn Storage>) {
    let owners = [Owner::Deployment, Owner::Account(me())];
    let mut expected = Vec::new();
    for owner in &owners {
        expected.clear();
        for (kind, id) in names() {
            let write = DocumentWrite {
                kind,
                ..document(id, &format!("{owner:?} {kind} {id}"))
            };
            storage.put_document(owner, None, &write).await.unwrap();
            let got = storage.get_document(owner, kind, id).await.unwrap();
            expected.push((kind.to_owned(), got.unwrap()));
        }
        let mut large = document("large", &noise(1, 1_500_000));
        large.kind = "b";
        storage.put_document(owner, None, &large).await.unwrap();
        let got = storage.get_document(owner, "b", "large").await.unwrap();
        expected.push(("b".to_owned(), got.unwrap()));
    }
    let key = |(kind, document): &(String, vitalog_storage::Document)| {
        (kind.clone(), document.id.clone())
    };
    expected.sort_by_key(key);
    for limit in LIMITS {
        let page = async |after: Option<_>, limit| {
            let page = storage.list_all_documents(&owners[1], after.as_ref(), limit);
            page.await.unwrap()
        };
        let mut found = pages(limit, page, key).await;
        found.sort_by_key(key);
        assert!(found == expected, "pages of {limit}");
    }
}

pub(crate) async fn findings_of_all_sections_are_listed_once(storage: Arc<dyn Storage>) {
    let row = |(section, key): (&str, &str)| Finding {
        section: section.to_owned(),
        key: key.to_owned(),
        body: format!("{section} {key}"),
    };
    let mut expected: Vec<Finding> = names().into_iter().map(row).collect();
    for run in ["1", "10"] {
        let findings = expected.clone();
        storage.put_findings(&me(), run, findings).await.unwrap();
    }
    let more = vec![row(("more", ""))];
    storage.put_findings(&me(), "2", more).await.unwrap();
    let key = |row: &Finding| (row.section.clone(), row.key.clone());
    expected.sort_by_key(key);
    for limit in LIMITS {
        let page = async |after: Option<_>, limit| {
            let page = storage
                .list_all_findings(&me(), "1", after.as_ref(), limit)
                .await;
            page.unwrap()
        };
        let mut found = pages(limit, page, key).await;
        found.sort_by_key(key);
        assert_eq!(found, expected, "pages of {limit}");
    }
}
