//! Whatever is changed, and however often a writer dies over it, everything that can be read is as
//! in the reference.

use jiff::{ToSpan, civil::Date};
use vitalog_core::{DailyValue, DayRange, Fingerprint, Marks, Metric, Superseded, SupersededBy};
use vitalog_storage::{
    DocumentStore, DocumentWrite, MemoryStorage, MetricDays, Owner, Record, RecordChange,
    RecordQuery, RecordStore, Storage, VendorRecord, Written,
};
use vitalog_storage_dynamodb::testing::TestTable;

use crate::{
    faults::{self, Fault},
    generation::{me, reading, second, workout},
    random::Random,
};

const STEPS: u64 = 60;
const METRICS: [Metric; 3] = [Metric::Weight, Metric::Glucose, Metric::Calories];
const KINDS: [&str; 2] = ["one", "other"];

fn few<T>(random: &mut Random, most: u64, mut make: impl FnMut(&mut Random) -> T) -> Vec<T> {
    (0..random.below(most + 1)).map(|_| make(random)).collect()
}

fn metric(random: &mut Random) -> Metric {
    METRICS[usize::try_from(random.below(3)).unwrap()]
}

fn number(random: &mut Random, end: u64) -> u32 {
    u32::try_from(random.below(end)).unwrap()
}

fn marks(random: &mut Random) -> Marks {
    Marks {
        missing_since: random.chance(20).then(|| second(7)),
        superseded: random.chance(30).then(|| Superseded {
            at: second(8),
            by: SupersededBy::Reconcile,
        }),
    }
}

fn fingerprint(random: &mut Random) -> Fingerprint {
    if random.chance(30) {
        return Fingerprint::BARE;
    }
    let twin = u16::try_from(random.below(15)).unwrap();
    Fingerprint::new([number(random, 2).to_le_bytes()[0]; 6], twin)
}

fn days(random: &mut Random) -> DayRange {
    if random.chance(5) {
        return DayRange {
            start: Date::MIN,
            end: Date::MAX,
        };
    }
    let start = Date::constant(2026, 10, 1) + i64::from(number(random, 12)).days();
    DayRange {
        start,
        end: start + i64::from(number(random, 4)).days(),
    }
}

fn metric_days(random: &mut Random) -> MetricDays {
    let (metric, days) = (metric(random), days(random));
    let mut values = Vec::new();
    for day in days.days().take(4) {
        for source in [None, Some("Scale"), Some("Watch")] {
            if random.chance(35) {
                let value = f64::from(number(random, 100));
                values.push(DailyValue {
                    metric,
                    day,
                    source: source.map(str::to_owned),
                    n: 1,
                    sum: value,
                    min: value,
                    max: value,
                    first: value,
                    last: value,
                    diastolic: None,
                });
            }
        }
    }
    MetricDays {
        metric,
        days,
        values,
    }
}

fn body(random: &mut Random) -> String {
    let unit = format!("{} ", random.below(1_000));
    unit.repeat(usize::try_from(random.below(40)).unwrap())
}

fn change(random: &mut Random) -> RecordChange {
    RecordChange {
        put_readings: few(random, 6, |random| {
            let at = i64::from(number(random, 8));
            let mut row = reading(metric(random), at, number(random, 100));
            row.fingerprint = fingerprint(random);
            row.marks = marks(random);
            row
        }),
        delete_readings: few(random, 3, |random| {
            let at = second(i64::from(number(random, 8)));
            (metric(random), at, fingerprint(random))
        }),
        put_workouts: few(random, 2, |random| {
            let mut row = workout(number(random, 100));
            row.start = second(i64::from(number(random, 5)));
            row.marks = marks(random);
            row
        }),
        put_vendor_records: few(random, 2, |random| VendorRecord {
            vendor: "vendor".to_owned(),
            kind: KINDS[usize::from(random.chance(50))].to_owned(),
            id: random.below(4).to_string(),
            at: random.chance(50).then(|| second(9)),
            body: body(random),
        }),
        put_daily: few(random, 3, metric_days),
        put_documents: few(random, 2, document),
    }
}

fn document(random: &mut Random) -> DocumentWrite {
    DocumentWrite {
        kind: KINDS[usize::from(random.chance(50))],
        id: random.below(4).to_string(),
        body: body(random),
        expires_at: None,
    }
}

async fn record(storage: &dyn Storage) -> Record {
    let always = second(-10)..second(100);
    let all_days = DayRange {
        start: Date::MIN,
        end: Date::MAX,
    };
    let ids: Vec<String> = (0..4).map(|id| id.to_string()).collect();
    let kinds = KINDS.iter();
    let documents = kinds.flat_map(|kind| ids.iter().map(|id| (*kind, id.clone())));
    let query = RecordQuery {
        readings: METRICS.map(|metric| (metric, always.clone())).to_vec(),
        workouts: vec![always],
        vendor_records: KINDS
            .map(|kind| ("vendor".to_owned(), kind.to_owned(), ids.clone()))
            .to_vec(),
        daily: METRICS.map(|metric| (metric, all_days)).to_vec(),
        daily_by_source: METRICS.map(|metric| (metric, all_days)).to_vec(),
        documents: documents.collect(),
    };
    storage.read_record(&me(), &query).await.unwrap()
}

/// Compares all else that can be read; of lists by pages of `limit`.
async fn compare(storage: &dyn Storage, reference: &dyn Storage, limit: usize) {
    let owner = Owner::Account(me());
    let bounds = async |of: &dyn Storage| of.bounds(&me(), &METRICS).await.unwrap();
    assert_eq!(bounds(storage).await, bounds(reference).await);
    let extents = async |of: &dyn Storage| of.daily_extents(&me(), &METRICS).await.unwrap();
    assert_eq!(extents(storage).await, extents(reference).await);
    for kind in KINDS {
        let documents = async |of: &dyn Storage| of.list_documents(&owner, kind).await.unwrap();
        assert!(documents(storage).await == documents(reference).await);
        let first = async |of: &dyn Storage| {
            of.list_vendor_records(&me(), "vendor", kind, Some("0"), limit)
                .await
                .unwrap()
        };
        assert!(first(storage).await == first(reference).await);
    }
    for metric in METRICS {
        let mut after = None;
        loop {
            let page = async |of: &dyn Storage| {
                of.list_readings(&me(), metric, after, limit).await.unwrap()
            };
            let rows = page(storage).await;
            assert_eq!(rows, page(reference).await);
            let Some(last) = rows.last() else {
                break;
            };
            after = Some((last.at, last.fingerprint));
        }
    }
}

async fn live_through(seed: u64) {
    let table = TestTable::new().await;
    let storage = table.open().await;
    let reference = MemoryStorage::default();
    let mut random = Random::new(seed);
    let owner = Owner::Account(me());
    for step in 0..STEPS {
        let before = record(&reference).await;
        if random.chance(25) {
            // A document by itself.
            let write = document(&mut random);
            let standing = reference
                .get_document(&owner, write.kind, &write.id)
                .await
                .unwrap();
            let version = standing.map(|document| document.version);
            if version.is_some() && random.chance(50) {
                for of in [&reference as &dyn Storage, &storage] {
                    let deleted = of.delete_document(&owner, write.kind, &write.id).await;
                    assert!(deleted.unwrap());
                }
            } else {
                for of in [&reference as &dyn Storage, &storage] {
                    let put = of.put_document(&owner, version, &write).await.unwrap();
                    assert_ne!(put, vitalog_storage::Put::Stale);
                }
            }
        } else {
            let change = change(&mut random);
            // Mostly the writer dies at one of its requests.
            let deadly = 1 + usize::try_from(random.below(40)).unwrap();
            let is_sent = random.chance(50);
            let (client, _) = faults::client(false, move |number, _| match number {
                number if number < deadly => Fault::None,
                number if number == deadly && is_sent => Fault::Unanswered,
                _ => Fault::Unsent,
            });
            let dying = table.open_over(client).await;
            let written = dying
                .write_record(&me(), before.revision, change.clone())
                .await;
            let counts = record(&storage).await.revision != before.revision;
            assert!(
                counts
                    || !matches!(written, Ok(Written::Done(revision)) if revision != before.revision)
            );
            if counts {
                let kept = reference.write_record(&me(), before.revision, change).await;
                assert!(matches!(kept, Ok(Written::Done(_))));
            }
        }
        let (found, expected) = (record(&storage).await, record(&reference).await);
        assert_eq!(found, expected, "seed {seed}, step {step}");
        let limit = 1 + usize::try_from(random.below(9)).unwrap();
        compare(&storage, &reference, limit).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_read_is_as_in_the_reference() {
    live_through(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_read_is_as_in_the_reference_in_another_life() {
    live_through(2).await;
}
