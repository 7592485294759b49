//! Writers and readers at the same time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{sync::Barrier, task::JoinSet, time::timeout};
use vitalog_core::{AccountId, Metric};
use vitalog_storage::{MetricDays, Owner, Record, RecordChange, Revision, Storage, Written};

use crate::sample::{
    NOON, account, daily_value, day, days, document, me, put_readings, read_all, reading,
    revision_of, workout, write,
};

const WRITERS: u32 = 16;
const ROUNDS: u64 = 5;
const GENERATIONS: u32 = 40;

/// Rows of several metrics, workouts and a document that all say `generation`.
fn generation(generation: u32) -> RecordChange {
    let value = f64::from(generation);
    let mut change = RecordChange::default();
    for at in NOON..NOON + 5 {
        for metric in [Metric::Weight, Metric::Glucose, Metric::Calories] {
            change.put_readings.push(reading(metric, at, value));
        }
        change.put_workouts.push(workout(at, value));
    }
    for metric in [Metric::Weight, Metric::Glucose, Metric::Calories] {
        change.put_daily.push(MetricDays {
            metric,
            days: days(day(1), day(2)),
            values: vec![daily_value(metric, day(1), None, value)],
        });
    }
    change
        .put_documents
        .push(document("generation", &generation.to_string()));
    change
}

/// The generation that every row of a record says; 0 for a record without rows.
fn generation_of(record: &Record) -> u64 {
    let readings = record
        .readings
        .values()
        .flatten()
        .map(|row| row.quantity.first());
    let said: Vec<f64> = readings
        .chain(record.workouts.iter().map(|row| row.duration_s))
        .chain(record.daily.values().flatten().map(|value| value.sum))
        .collect();
    let Some(first) = said.first() else {
        return 0;
    };
    assert_eq!(said.len(), 23, "a change was seen in part");
    assert!(
        said.iter().all(|value| value.to_bits() == first.to_bits()),
        "a change was seen in part: {said:?}"
    );
    // A whole number is printed without a fraction.
    first.to_string().parse().unwrap()
}

pub(crate) async fn one_of_many_writers_on_a_revision_wins(storage: Arc<dyn Storage>) {
    for round in 0..ROUNDS {
        let start = Arc::new(Barrier::new(WRITERS as usize));
        let mut writers = JoinSet::new();
        for number in 1..=WRITERS {
            let (storage, start) = (storage.clone(), start.clone());
            writers.spawn(async move {
                let change = generation(number);
                start.wait().await;
                let written = storage
                    .write_record(&me(), Revision(round), change)
                    .await
                    .unwrap();
                (number, written)
            });
        }
        let ended = writers.join_all().await;
        let winners: Vec<&(u32, Written)> = ended
            .iter()
            .filter(|(_, written)| *written != Written::Stale)
            .collect();
        let [(winner, Written::Done(revision))] = winners[..] else {
            unreachable!("one writer wins, not {winners:?}");
        };
        assert_eq!(*revision, Revision(round + 1));
        let record = read_all(&*storage, &me()).await;
        assert_eq!(record.revision, Revision(round + 1));
        assert_eq!(generation_of(&record), u64::from(*winner));
    }
}

pub(crate) async fn writers_of_other_accounts_do_not_make_a_revision_stale(
    storage: Arc<dyn Storage>,
) {
    let mut writers = JoinSet::new();
    for number in 0..8 {
        let storage = storage.clone();
        writers.spawn(async move {
            let name = account(&format!("person-{number}"));
            for round in 0..ROUNDS {
                let change = put_readings(vec![reading(Metric::Weight, NOON, 1.0)]);
                let written = storage
                    .write_record(&name, Revision(round), change)
                    .await
                    .unwrap();
                assert_eq!(written, Written::Done(Revision(round + 1)));
            }
        });
    }
    writers.join_all().await;
}

pub(crate) async fn change_is_seen_whole_or_not_at_all(storage: Arc<dyn Storage>) {
    let written = Arc::new(AtomicBool::new(false));
    let mut readers = JoinSet::new();
    for _ in 0..3 {
        let (storage, written) = (storage.clone(), written.clone());
        readers.spawn(async move {
            let mut seen = 0;
            while !written.load(Ordering::Acquire) {
                let record = read_all(&*storage, &me()).await;
                let now = generation_of(&record);
                assert!(now >= seen, "a change that was seen is not taken back");
                assert_eq!(record.revision, Revision(now));
                seen = now;
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

pub(crate) async fn document_is_never_behind_or_ahead_of_its_record(storage: Arc<dyn Storage>) {
    let written = Arc::new(AtomicBool::new(false));
    let mut readers = JoinSet::new();
    for record_first in [true, false] {
        let (storage, written) = (storage.clone(), written.clone());
        readers.spawn(async move {
            while !written.load(Ordering::Acquire) {
                let (earlier, later);
                if record_first {
                    earlier = generation_of(&read_all(&*storage, &me()).await);
                    later = document_generation(&*storage, &me()).await;
                } else {
                    earlier = document_generation(&*storage, &me()).await;
                    later = generation_of(&read_all(&*storage, &me()).await);
                }
                assert!(
                    earlier <= later,
                    "record first: {record_first}, {earlier} then {later}"
                );
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

async fn document_generation(storage: &dyn Storage, account: &AccountId) -> u64 {
    let owner = Owner::Account(account.clone());
    let found = storage
        .get_document(&owner, "sample", "generation")
        .await
        .unwrap();
    found.map_or(0, |document| document.body.parse().unwrap())
}

pub(crate) async fn dropped_write_is_stored_whole_or_not_at_all(storage: Arc<dyn Storage>) {
    for number in 1..=GENERATIONS {
        let read_at = revision_of(&*storage, &me()).await;
        let change = generation(number);
        // Polled once, then dropped, unless it was done at once.
        let me = me();
        let write = storage.write_record(&me, read_at, change);
        let _ = timeout(Duration::ZERO, write).await;
        generation_of(&read_all(&*storage, &me).await);
    }
    write(&*storage, &account("another"), &generation(1)).await;
    generation_of(&read_all(&*storage, &me()).await);
}
