use std::{
    pin::pin,
    sync::{Mutex, Once},
    task::{Context, Poll, Waker},
};

use jiff::{SignedDuration, civil::date};
use vitalog_core::{
    AccountId, DailyValue, DayRange, Fingerprint, Marks, Metric, Quantity, Reading, Superseded,
    SupersededBy, Via, Workout,
};

use super::*;
use crate::{
    AccessEntry, AccessLog, Claim, DocumentStore, DocumentWrite, Finding, FindingStore, Inventory,
    JobStore, MemoryStorage, MetricDays, NewJob, RecordChange, RecordQuery, RecordStore, Retry,
    Revision, VendorRecord, VendorRecordStore, Written,
};

const NOW: i64 = 1_790_000_000;
/// More than a page of them.
const WEIGHTS: i64 = 27;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(NOW).unwrap() + SignedDuration::from_secs(seconds)
}

fn account(name: &str) -> AccountId {
    AccountId::new(name).unwrap()
}

fn reading(metric: Metric, second: i64, value: f64) -> Reading {
    Reading {
        metric,
        at: at(second),
        fingerprint: Fingerprint::BARE,
        quantity: Quantity::Single(value),
        original: Quantity::Single(value),
        original_unit: "lb".to_owned(),
        source: "Scale".to_owned(),
        via: Via::Hae,
        recorded_at: "2026-09-21 05:13:20 -0700".to_owned(),
        day: None,
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: at(0),
        marks: Marks {
            superseded: (second % 5 == 0).then(|| Superseded {
                at: at(1),
                by: SupersededBy::Chat,
            }),
            missing_since: None,
        },
    }
}

fn workout(second: i64) -> Workout {
    Workout {
        start: at(second),
        fingerprint: Fingerprint::BARE,
        end: at(second + 60),
        name: "Running".to_owned(),
        duration_s: 60.0,
        active_kcal: None,
        avg_hr_bpm: None,
        max_hr_bpm: None,
        source: "Watch".to_owned(),
        via: Via::Hae,
        source_id: None,
        recorded_at: String::new(),
        recorded_end: String::new(),
        day: None,
        ingested_at: at(0),
        marks: Marks::default(),
    }
}

fn daily(metric: Metric) -> MetricDays {
    let day = date(2026, 9, 21);
    let value = |source: Option<&str>| DailyValue {
        metric,
        day,
        source: source.map(str::to_owned),
        n: 2,
        sum: 3.0,
        min: 1.0,
        max: 2.0,
        first: 1.0,
        last: 2.0,
        diastolic: None,
    };
    MetricDays {
        metric,
        days: DayRange {
            start: day,
            end: day,
        },
        values: vec![value(None), value(Some("Scale"))],
    }
}

fn document(id: &str, expires_at: Option<Timestamp>) -> DocumentWrite {
    DocumentWrite {
        kind: "sample",
        id: id.to_owned(),
        body: format!("body of {id}"),
        expires_at,
    }
}

fn job(id: &str) -> NewJob {
    NewJob {
        queue: "queue".to_owned(),
        id: id.to_owned(),
        run_at: at(0),
        body: String::new(),
    }
}

/// Of everything something, for two accounts.
async fn full() -> MemoryStorage {
    let store = MemoryStorage::default();
    for name in ["anna", "me"] {
        let account = account(name);
        let weights = (0..WEIGHTS).map(|second| reading(Metric::Weight, second, 0.1));
        let protein = (0..3).map(|second| reading(Metric::Protein, second, 20.0));
        let vendor_record = |number: usize| VendorRecord {
            vendor: "vendor".to_owned(),
            kind: format!("kind {}", number % 3),
            id: number.to_string(),
            at: None,
            body: format!("{name} {number}"),
        };
        let change = RecordChange {
            put_readings: weights.chain(protein).collect(),
            put_workouts: (0..9).map(workout).collect(),
            put_vendor_records: (0..=2 * BODIES).map(vendor_record).collect(),
            put_daily: vec![daily(Metric::Weight), daily(Metric::Protein)],
            put_documents: vec![document("of the record", None)],
            ..RecordChange::default()
        };
        let written = store.write_record(&account, Revision(0), change).await;
        assert_eq!(written.unwrap(), Written::Done(Revision(1)));
        for run in ["1", "2", "3"] {
            let row = |number: usize| Finding {
                section: format!("section {}", number % 2),
                key: number.to_string(),
                body: format!("{run} {number}"),
            };
            let rows = (0..ENTRIES + 3).map(row).collect();
            store.put_findings(&account, run, rows).await.unwrap();
        }
        store.publish_run(&account, "2", None).await.unwrap();
        let entry = |number: usize| AccessEntry {
            account: account.clone(),
            at: at(i64::try_from(number / 2).unwrap()),
            id: number.to_string(),
            body: name.to_owned(),
        };
        let entries = (0..ENTRIES + 3).map(entry).collect();
        store.append_access(entries).await.unwrap();
    }
    for owner in [Owner::Deployment, Owner::Account(account("me"))] {
        for number in 0..BODIES + 2 {
            let write = document(&number.to_string(), (number == 3).then(|| at(60)));
            store.put_document(&owner, None, &write).await.unwrap();
        }
        let changed = document("1", None);
        store.put_document(&owner, Some(1), &changed).await.unwrap();
    }
    for id in ["dead", "leased", "waiting"] {
        store.enqueue(&job(id)).await.unwrap();
    }
    let claimed = store.claim_jobs("queue", at(0), at(60), 2).await.unwrap();
    let claims: Vec<Claim> = claimed.into_iter().map(|job| job.claim).collect();
    assert!(store.bury_job(&claims[0], "broken").await.unwrap());
    store
}

async fn try_copy(from: &MemoryStorage, to: &MemoryStorage) -> Result<Vec<Total>, CopyError> {
    copy(from, to, at(0), &|_, _| {}).await
}

/// Everything, but for the lease of a job, by other methods than those a copy proves itself with.
async fn holds_all_of_full(to: &MemoryStorage) {
    let from = full().await;
    for name in ["anna", "me"] {
        let account = account(name);
        let query = RecordQuery {
            readings: vec![
                (Metric::Weight, Timestamp::MIN..Timestamp::MAX),
                (Metric::Protein, Timestamp::MIN..Timestamp::MAX),
            ],
            workouts: vec![Timestamp::MIN..Timestamp::MAX],
            daily: vec![(Metric::Weight, daily(Metric::Weight).days)],
            daily_by_source: vec![(Metric::Protein, daily(Metric::Protein).days)],
            documents: vec![("sample", "of the record".to_owned())],
            ..RecordQuery::default()
        };
        let mut expected = from.read_record(&account, &query).await.unwrap();
        let mut got = to.read_record(&account, &query).await.unwrap();
        (expected.revision, got.revision) = (Revision(0), Revision(0));
        assert!(expected == got && got.readings[&Metric::Weight].len() == ROWS + 7);
        for number in 0..=2 * BODIES {
            let (kind, id) = (format!("kind {}", number % 3), number.to_string());
            let got = to.get_vendor_record(&account, "vendor", &kind, &id).await;
            assert_eq!(got.unwrap().unwrap().body, format!("{name} {number}"));
        }
        assert_eq!(to.current_run(&account).await.unwrap().unwrap(), "2");
        assert_eq!(to.list_runs(&account).await.unwrap(), ["1", "2", "3"]);
        let findings = to
            .list_findings(&account, "3", "section 1", None, usize::MAX)
            .await;
        assert_eq!(findings.unwrap().len(), ENTRIES.div_ceil(2) + 1);
        let entries = to
            .list_access(&account, Timestamp::MIN, None, usize::MAX)
            .await;
        assert_eq!(entries.unwrap().len(), ENTRIES + 3);
        let notes = to
            .list_documents(&Owner::Account(account), mark::KIND)
            .await;
        assert_eq!(notes.unwrap(), []);
    }
    for owner in [Owner::Deployment, Owner::Account(account("me"))] {
        let expected = from.list_documents(&owner, "sample").await.unwrap();
        assert_eq!(to.list_documents(&owner, "sample").await.unwrap(), expected);
        assert_eq!(to.list_documents(&owner, mark::KIND).await.unwrap(), []);
    }
    let jobs = to.list_jobs("queue", None, 9).await.unwrap();
    let states: Vec<_> = jobs
        .iter()
        .map(|job| (&*job.id, job.attempts, job.dead.is_some(), job.leased_until))
        .collect();
    let expected = [
        ("dead", 1, true, None),
        ("leased", 1, false, None),
        ("waiting", 0, false, None),
    ];
    assert_eq!(states, expected);
}

#[tokio::test]
async fn copy_holds_everything_and_tells_what() {
    let (from, to) = (full().await, MemoryStorage::default());
    let told = Mutex::new(Vec::new());
    let totals = copy(&from, &to, at(0), &|place, rows| {
        told.lock().unwrap().push((place.part, rows));
    })
    .await
    .unwrap();
    holds_all_of_full(&to).await;
    assert!(!is_unfinished(&to).await.unwrap());

    let of_me: Vec<_> = totals
        .iter()
        .filter(|total| total.place.owner == Owner::Account(account("me")))
        .map(|total| (total.place.part, total.rows))
        .collect();
    let rows = |rows: usize| rows as u64;
    assert_eq!(
        of_me,
        [
            (Part::Readings(Metric::Weight), rows(ROWS + 7)),
            (Part::Readings(Metric::Protein), 3),
            (Part::DailyValues, 4),
            (Part::Workouts, 9),
            (Part::VendorRecords, rows(2 * BODIES + 1)),
            (Part::Findings, rows(3 * (ENTRIES + 3))),
            (Part::AccessLog, rows(ENTRIES + 3)),
            (Part::Documents, rows(BODIES + 3)),
        ]
    );
    let protein = totals
        .iter()
        .find(|total| total.place.part == Part::Readings(Metric::Protein));
    assert_eq!(protein.unwrap().sum, Some(60.0));
    let told = told.into_inner().unwrap();
    assert!(told.is_sorted_by_key(|(_, rows)| *rows) && told.len() > 10);
}

#[tokio::test]
async fn copy_broken_off_anywhere_is_finished_by_the_next() {
    let from = full().await;
    for of_source in [true, false] {
        let mut successes = 0;
        loop {
            let to = MemoryStorage::default();
            let failing = if of_source { &from } else { &to };
            failing.fail_after(successes, 1);
            let broken_off = try_copy(&from, &to).await;
            failing.fail_next(0);
            match broken_off {
                Ok(_) => break,
                Err(CopyError::From(error) | CopyError::To(error)) => {
                    assert_eq!(error.retry, Retry::Later);
                }
                Err(error) => panic!("{error}"),
            }
            try_copy(&from, &to).await.unwrap();
            if successes % 10 == 0 {
                holds_all_of_full(&to).await;
            }
            successes += if successes < 60 { 1 } else { 7 };
        }
        assert!(successes > 50, "{successes}");
    }
}

#[tokio::test]
async fn copy_that_is_continued_does_not_copy_again_what_is_there() {
    let (from, to) = (full().await, MemoryStorage::default());
    // Where the second page of the first account's weights is written: after the target was found
    // empty and marked, the documents of the deployment, and the first page.
    to.fail_after(4 + (BODIES + 2) + 3, usize::MAX);
    assert!(matches!(try_copy(&from, &to).await, Err(CopyError::To(_))));
    to.fail_next(0);
    let before = to
        .list_readings(&account("anna"), Metric::Weight, None, usize::MAX)
        .await;
    assert_eq!(before.unwrap().len(), ROWS);
    let weights = Mutex::new(Vec::new());
    copy(&from, &to, at(0), &|place, rows| {
        if place.part == Part::Readings(Metric::Weight) {
            weights.lock().unwrap().push(rows);
        }
    })
    .await
    .unwrap();
    // The documents, and the rest of the weights.
    let so_far = weights.into_inner().unwrap()[0];
    assert_eq!(usize::try_from(so_far), Ok(BODIES + 2 + 7));
}

#[tokio::test]
async fn target_that_holds_anything_else_is_refused_and_left_alone() {
    let from = full().await;
    let others: [MemoryStorage; 4] = Default::default();
    let write = document("a", None);
    others[0]
        .put_document(&Owner::Deployment, None, &write)
        .await
        .unwrap();
    others[1].enqueue(&job("a")).await.unwrap();
    others[2]
        .put_findings(&account("me"), "1", vec![])
        .await
        .unwrap();
    try_copy(&from, &others[3]).await.unwrap();
    for to in &others {
        let before = format!("{to:?}");
        let refused = try_copy(&from, to).await;
        assert!(matches!(refused, Err(CopyError::TargetNotEmpty)));
        assert_eq!(format!("{to:?}"), before);
    }
}

#[tokio::test]
async fn unfinished_copy_is_no_source_and_no_target_of_another() {
    let (from, to) = (full().await, MemoryStorage::default());
    to.fail_after(20, usize::MAX);
    assert!(try_copy(&from, &to).await.is_err());
    to.fail_next(0);
    assert!(is_unfinished(&to).await.unwrap() && !is_unfinished(&from).await.unwrap());
    let refused = try_copy(&to, &MemoryStorage::default()).await;
    assert!(matches!(refused, Err(CopyError::SourceUnfinished)));

    let another = MemoryStorage::default();
    let write = document("a", None);
    another
        .put_document(&Owner::Deployment, None, &write)
        .await
        .unwrap();
    let refused = try_copy(&another, &to).await;
    assert!(matches!(refused, Err(CopyError::AnotherCopy)));
    // The source itself, once its record has changed.
    let change = RecordChange {
        put_workouts: vec![workout(1_000)],
        ..RecordChange::default()
    };
    from.write_record(&account("me"), Revision(1), change)
        .await
        .unwrap();
    let refused = try_copy(&from, &to).await;
    assert!(matches!(refused, Err(CopyError::AnotherCopy)));
}

#[tokio::test]
async fn copy_fails_when_somebody_writes_to_either_store() {
    let (from, to) = (full().await, MemoryStorage::default());
    let once = Once::new();
    let ended = copy(&from, &to, at(0), &|place, _| {
        if place.part == Part::Documents {
            once.call_once(|| {
                let change = RecordChange {
                    put_workouts: vec![workout(5_000)],
                    ..RecordChange::default()
                };
                let anna = account("anna");
                done(from.write_record(&anna, Revision(1), change));
            });
        }
    })
    .await;
    assert!(matches!(ended, Err(CopyError::SourceChanged)));

    let (from, to) = (full().await, MemoryStorage::default());
    let once = Once::new();
    let ended = copy(&from, &to, at(0), &|place, _| {
        if place.part == Part::Documents {
            once.call_once(|| done(to.put_findings(&account("anna"), "4", vec![])));
        }
    })
    .await;
    let Err(CopyError::Differs(differences)) = ended else {
        panic!("a run too many is not noticed");
    };
    assert_eq!(differences.len(), 1);
    assert_eq!(differences[0].place.part, Part::Findings);
    assert_eq!(differences[0].rows_in_source, differences[0].rows_in_target);
}

/// Does what never waits, on the spot.
fn done<T>(operation: impl Future<Output = Result<T, StorageError>>) {
    let mut context = Context::from_waker(Waker::noop());
    let outcome = pin!(operation).poll(&mut context);
    assert!(matches!(outcome, Poll::Ready(Ok(_))));
}

#[tokio::test]
async fn rows_that_differ_in_any_field_are_told() {
    let source = Tally::of(&full().await, at(0)).await.unwrap();
    assert_eq!(source.differences(&source), []);
    let changed = async |change: RecordChange| {
        let other = full().await;
        other
            .write_record(&account("me"), Revision(1), change)
            .await
            .unwrap();
        let target = Tally::of(&other, at(0)).await.unwrap();
        let differences = source.differences(&target);
        assert_eq!(differences.len(), 1);
        (
            differences[0].place.part,
            differences[0].rows_in_target.cast_signed()
                - differences[0].rows_in_source.cast_signed(),
        )
    };
    let mut reread = reading(Metric::Weight, 7, 0.1);
    reread.source = "scale".to_owned();
    let mut part = RecordChange {
        put_readings: vec![reread],
        ..RecordChange::default()
    };
    let weights = Part::Readings(Metric::Weight);
    assert_eq!(changed(part).await, (weights, 0));
    part = RecordChange {
        delete_readings: vec![(Metric::Weight, at(7), Fingerprint::BARE)],
        ..RecordChange::default()
    };
    assert_eq!(changed(part).await, (weights, -1));
    let mut values = daily(Metric::Weight);
    values.values[1].last = 2.5;
    part = RecordChange {
        put_daily: vec![values],
        ..RecordChange::default()
    };
    assert_eq!(changed(part).await, (Part::DailyValues, 0));
    part = RecordChange {
        put_documents: vec![document("of the record", None)],
        ..RecordChange::default()
    };
    // Its version.
    assert_eq!(changed(part).await, (Part::Documents, 0));
}

#[tokio::test]
async fn expired_documents_are_left_out() {
    let (from, to) = (MemoryStorage::default(), MemoryStorage::default());
    for (id, end) in [("past", 0), ("to come", 1)] {
        let write = document(id, Some(at(end)));
        from.put_document(&Owner::Deployment, None, &write)
            .await
            .unwrap();
    }
    let totals = try_copy(&from, &to).await.unwrap();
    assert_eq!((totals.len(), totals[0].rows), (1, 1));
    let listed = to
        .list_documents(&Owner::Deployment, "sample")
        .await
        .unwrap();
    assert_eq!((listed.len(), &*listed[0].id), (1, "to come"));
}
