//! Everything can be copied into the storage and out of it again.

use std::sync::Arc;

use jiff::civil::date;
use vitalog_core::{AccountId, Metric, Superseded, SupersededBy, Workout};
use vitalog_storage::{
    AccessEntry, AccessLog, DocumentStore, DocumentWrite, Finding, FindingStore, JobStore,
    MemoryStorage, MetricDays, NewJob, Owner, Published, Record, RecordChange, Revision, Storage,
    VendorRecord,
    copy::{CopyError, Part, Total, copy, is_unfinished},
};

use crate::sample::{
    NOON, account, daily_value, days, document, everything, fingerprint, me, noise, reading,
    second, vendor_record, workout, write,
};

/// More readings of one metric than are copied at once.
const READINGS: i64 = 5_100;

/// A record with rows of every sort.
fn record(seed: u64) -> RecordChange {
    let every = Metric::ALL.iter().zip(0_i32..);
    let one_of_each = every.map(|(metric, number)| reading(*metric, NOON, f64::from(number) + 0.1));
    let many = (0..READINGS).map(|minute| {
        let mut row = reading(Metric::Glucose, NOON - minute * 60, 99.5);
        row.fingerprint = fingerprint(1, 0);
        row.day = (minute % 50 == 0).then(|| date(2026, 9, 30));
        row.note = (minute % 100 == 0).then(|| "ü ⚖️".to_owned());
        row.marks.superseded = (minute % 7 == 0).then(|| Superseded {
            at: second(NOON),
            by: SupersededBy::Chat,
        });
        row
    });
    let day = date(2026, 10, 1);
    let values = [None, Some("Scale")].map(|source| daily_value(Metric::Weight, day, source, 0.3));
    let sent = |number: u64| VendorRecord {
        kind: format!("kind {}", number % 3),
        at: (number.is_multiple_of(2)).then(|| second(NOON)),
        ..vendor_record(&number.to_string(), &noise(seed + number, 10_000))
    };
    RecordChange {
        put_readings: many.chain(one_of_each).collect(),
        put_workouts: (0..20)
            .map(|hour| Workout {
                day: (hour % 2 == 0).then(|| date(2026, 10, 1)),
                ..workout(NOON + hour * 3600, 60.0)
            })
            .collect(),
        put_vendor_records: (0..20)
            .map(sent)
            .chain([vendor_record("large", &noise(seed, 1_500_000))])
            .collect(),
        put_daily: vec![MetricDays {
            metric: Metric::Weight,
            days: days(day, day),
            values: values.to_vec(),
        }],
        put_documents: vec![document("of the record", "1")],
        ..RecordChange::default()
    }
}

/// Storage with something of everything.
async fn full() -> Arc<MemoryStorage> {
    let storage = Arc::new(MemoryStorage::default());
    for (name, seed) in [(account("anna"), 1), (me(), 100)] {
        write(&*storage, &name, &record(seed)).await;
        for run in ["1", "2"] {
            let row = |number: u32| Finding {
                section: format!("section {}", number % 3),
                key: format!("{number}"),
                body: format!("{run} {number}"),
            };
            let rows = (0..50).map(row).collect();
            storage.put_findings(&name, run, rows).await.unwrap();
        }
        let published = storage.publish_run(&name, "1", None).await.unwrap();
        assert_eq!(published, Published::Done);
        let entry = |number: i64| AccessEntry {
            account: name.clone(),
            at: second(NOON + number / 2),
            id: number.to_string(),
            body: "{}".to_owned(),
        };
        storage
            .append_access((0..600).map(entry).collect())
            .await
            .unwrap();
        let owner = Owner::Account(name);
        for (kind, bytes) in [("b", 10), ("a", 600_000)] {
            let written = DocumentWrite {
                kind,
                expires_at: Some(second(4_110_000_000)),
                ..document("1", &noise(seed, bytes))
            };
            for expected in [None, Some(1)] {
                storage
                    .put_document(&owner, expected, &written)
                    .await
                    .unwrap();
            }
        }
    }
    storage
        .put_document(&Owner::Deployment, None, &document("a", "1"))
        .await
        .unwrap();
    for id in ["dead", "waiting"] {
        let job = NewJob {
            queue: "queue".to_owned(),
            id: id.to_owned(),
            run_at: second(NOON),
            body: String::new(),
        };
        storage.enqueue(&job).await.unwrap();
    }
    let claimed = storage
        .claim_jobs("queue", second(NOON), second(NOON), 1)
        .await
        .unwrap();
    storage.bury_job(&claimed[0].claim, "broken").await.unwrap();
    storage
}

/// Fills empty storage with all of it.
pub(crate) async fn filled(storage: &dyn Storage) {
    try_copy(&*full().await, storage).await.unwrap();
}

async fn try_copy(from: &dyn Storage, to: &dyn Storage) -> Result<Vec<Total>, CopyError> {
    copy(from, to, second(NOON), &|_, _| {}).await
}

pub(crate) async fn everything_comes_back_from_a_copy_and_a_copy_of_it(storage: Arc<dyn Storage>) {
    let (from, back) = (full().await, MemoryStorage::default());
    let there = try_copy(&*from, &*storage).await.unwrap();
    let and_back = try_copy(&*storage, &back).await.unwrap();
    assert_eq!(there, and_back);
    let rows = |part: Part| -> u64 {
        let of_part = there.iter().filter(|total| total.place.part == part);
        of_part.map(|total| total.rows).sum()
    };
    let readings = u64::try_from(READINGS).unwrap() + 1;
    assert_eq!(rows(Part::Readings(Metric::Glucose)), 2 * readings);
    assert_eq!(rows(Part::VendorRecords), 2 * 21);
    assert_eq!(rows(Part::AccessLog), 2 * 600);
    assert_eq!(rows(Part::Documents), 2 * 3 + 1);
    // By other methods than those a copy proves itself with.
    for name in [account("anna"), me()] {
        let expected = read(&*from, &name).await;
        assert!(read(&*storage, &name).await == expected);
        assert!(read(&back, &name).await == expected);
        assert_eq!(storage.current_run(&name).await.unwrap().unwrap(), "1");
    }
    assert!(!is_unfinished(&*storage).await.unwrap());
}

pub(crate) async fn copy_that_was_broken_off_is_continued(storage: Arc<dyn Storage>) {
    let from = full().await;
    let mut successes = 10;
    // The further each time: in the record, in what lies beside it, and while it is compared.
    let totals = loop {
        from.fail_after(successes, 1);
        match try_copy(&*from, &*storage).await {
            Ok(totals) => break totals,
            Err(CopyError::From(_)) => successes += 250,
            Err(error) => unreachable!("{error}"),
        }
        from.fail_next(0);
        // Before its first row there may be no mark yet.
        let unfinished = is_unfinished(&*storage).await.unwrap();
        assert!(unfinished || storage.list_owners().await.unwrap().is_empty());
    };
    from.fail_next(0);
    assert!(successes > 300);
    assert_eq!(
        try_copy(&*storage, &MemoryStorage::default())
            .await
            .unwrap(),
        totals
    );
}

/// A record as it is read, without its revision.
async fn read(storage: &dyn Storage, name: &AccountId) -> Record {
    let mut record = storage.read_record(name, &everything()).await.unwrap();
    record.revision = Revision::default();
    record
}
