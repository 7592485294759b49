//! A read returns the rows asked for, once, in order, and no others.

use std::{ops::Range, sync::Arc};

use jiff::{SignedDuration, Timestamp};
use vitalog_core::{
    AccountId, Fingerprint, Marks, Metric, Reading, Superseded, SupersededBy, Workout,
};
use vitalog_storage::{Record, RecordChange, RecordQuery, Revision, Storage};

use crate::sample::{
    NOON, account, everything, fingerprint, me, put_readings, read_all, reading, second, workout,
    write,
};

/// Weights and workouts at each of `seconds`.
async fn store_at(storage: &dyn Storage, account: &AccountId, seconds: &[i64]) {
    let change = RecordChange {
        put_readings: seconds
            .iter()
            .map(|at| reading(Metric::Weight, *at, 180.0))
            .collect(),
        put_workouts: seconds.iter().map(|at| workout(*at, 1800.0)).collect(),
        ..RecordChange::default()
    };
    write(storage, account, &change).await;
}

/// Reads weights and workouts in `ranges`; tells the seconds found, the same for both.
async fn seconds_in(storage: &dyn Storage, ranges: &[Range<Timestamp>]) -> Vec<i64> {
    let query = RecordQuery {
        readings: ranges
            .iter()
            .map(|range| (Metric::Weight, range.clone()))
            .collect(),
        workouts: ranges.to_vec(),
        ..RecordQuery::default()
    };
    let record = storage.read_record(&me(), &query).await.unwrap();
    let readings: Vec<i64> = record.readings[&Metric::Weight]
        .iter()
        .map(|row| row.at.as_second())
        .collect();
    let workouts: Vec<i64> = record
        .workouts
        .iter()
        .map(|row| row.start.as_second())
        .collect();
    assert_eq!(readings, workouts);
    readings
}

pub(crate) async fn unwritten_record_has_revision_zero_and_no_rows(storage: Arc<dyn Storage>) {
    let record = read_all(&*storage, &me()).await;
    assert_eq!(record.revision, Revision(0));
    assert_eq!(record.workouts, []);
    let asked: Vec<Metric> = record.readings.keys().copied().collect();
    assert_eq!(
        asked,
        Metric::ALL,
        "a metric asked for is there, be it empty"
    );
    assert!(record.readings.values().all(Vec::is_empty));
}

pub(crate) async fn rows_come_in_key_order(storage: Arc<dyn Storage>) {
    let mut rows = Vec::new();
    for metric in [Metric::Weight, Metric::Glucose] {
        for at in [-100_000, -2, NOON, NOON + 1, NOON + 100_000] {
            for key in [
                Fingerprint::BARE,
                fingerprint(0, 0),
                fingerprint(0, 1),
                fingerprint(0x7f, 2),
                fingerprint(0x80, 0),
                fingerprint(0xff, 32_767),
            ] {
                rows.push(Reading {
                    fingerprint: key,
                    ..reading(metric, at, 1.0)
                });
            }
        }
    }
    let workouts: Vec<Workout> = rows
        .iter()
        .filter(|row| row.metric == Metric::Weight)
        .map(|row| Workout {
            fingerprint: row.fingerprint,
            ..workout(row.at.as_second(), 1.0)
        })
        .collect();
    // Written in an order that is neither that of the keys nor its reverse.
    let stride = 7;
    let mixed = |index: usize, len: usize| (index * stride + 3) % len;
    let change = RecordChange {
        put_readings: (0..rows.len())
            .map(|i| rows[mixed(i, rows.len())].clone())
            .collect(),
        put_workouts: (0..workouts.len())
            .map(|i| workouts[mixed(i, workouts.len())].clone())
            .collect(),
        ..RecordChange::default()
    };
    write(&*storage, &me(), &change).await;

    let record = read_all(&*storage, &me()).await;
    for metric in [Metric::Weight, Metric::Glucose] {
        let expected: Vec<&Reading> = rows.iter().filter(|row| row.metric == metric).collect();
        let found: Vec<&Reading> = record.readings[&metric].iter().collect();
        assert_eq!(found, expected);
    }
    assert_eq!(record.workouts, workouts);
}

pub(crate) async fn range_holds_its_start_and_not_its_end(storage: Arc<dyn Storage>) {
    store_at(&*storage, &me(), &[9, 10, 11, 19, 20, 21]).await;
    let found = seconds_in(&*storage, &[second(10)..second(20)]).await;
    assert_eq!(found, [10, 11, 19]);
    assert_eq!(seconds_in(&*storage, &[second(10)..second(11)]).await, [10]);
    assert_eq!(seconds_in(&*storage, &[second(12)..second(19)]).await, []);
}

pub(crate) async fn range_end_may_lie_within_a_second(storage: Arc<dyn Storage>) {
    store_at(&*storage, &me(), &[-11, -10, -9, 9, 10, 11]).await;
    let after = |at: i64| second(at) + SignedDuration::from_nanos(1);
    let before = |at: i64| second(at) - SignedDuration::from_nanos(1);
    let cases = [
        (before(10)..after(10), vec![10]),
        (after(9)..before(10), vec![]),
        (after(9)..before(11), vec![10]),
        (after(-11)..after(-10), vec![-10]),
        (before(-10)..before(-9), vec![-10]),
    ];
    for (range, expected) in cases {
        assert_eq!(
            seconds_in(&*storage, std::slice::from_ref(&range)).await,
            expected,
            "{range:?}"
        );
    }
}

pub(crate) async fn overlapping_ranges_return_each_row_once(storage: Arc<dyn Storage>) {
    store_at(&*storage, &me(), &[10, 20, 30, 40, 50]).await;
    let cases = [
        (vec![(10, 31), (20, 41)], vec![10, 20, 30, 40]),
        (vec![(10, 51), (20, 21)], vec![10, 20, 30, 40, 50]),
        (vec![(40, 51), (10, 21), (10, 21)], vec![10, 20, 40, 50]),
        (vec![(10, 20), (20, 30)], vec![10, 20]),
        (vec![(30, 41), (10, 21), (15, 35)], vec![10, 20, 30, 40]),
    ];
    for (ranges, expected) in cases {
        let asked: Vec<Range<Timestamp>> = ranges
            .iter()
            .map(|(start, end)| second(*start)..second(*end))
            .collect();
        assert_eq!(seconds_in(&*storage, &asked).await, expected, "{ranges:?}");
    }
}

pub(crate) async fn range_that_ends_before_it_starts_is_empty(storage: Arc<dyn Storage>) {
    store_at(&*storage, &me(), &[10, 20, 30]).await;
    assert_eq!(seconds_in(&*storage, &[second(30)..second(10)]).await, []);
    assert_eq!(seconds_in(&*storage, &[second(20)..second(20)]).await, []);
    let beside_another = [second(30)..second(10), second(10)..second(11)];
    assert_eq!(seconds_in(&*storage, &beside_another).await, [10]);
}

pub(crate) async fn metric_not_asked_for_is_not_returned(storage: Arc<dyn Storage>) {
    let rows = Metric::ALL
        .iter()
        .map(|metric| reading(*metric, NOON, 1.0))
        .collect();
    write(&*storage, &me(), &put_readings(rows)).await;
    let query = RecordQuery {
        readings: vec![(Metric::Glucose, second(NOON)..second(NOON + 1))],
        ..RecordQuery::default()
    };
    let record = storage.read_record(&me(), &query).await.unwrap();
    let found: Vec<(Metric, usize)> = record
        .readings
        .iter()
        .map(|(metric, rows)| (*metric, rows.len()))
        .collect();
    assert_eq!(found, [(Metric::Glucose, 1)]);
    assert_eq!(record.workouts, []);
}

pub(crate) async fn nothing_asked_for_still_tells_the_revision(storage: Arc<dyn Storage>) {
    store_at(&*storage, &me(), &[10]).await;
    store_at(&*storage, &me(), &[20]).await;
    let record = storage
        .read_record(&me(), &RecordQuery::default())
        .await
        .unwrap();
    let expected = Record {
        revision: Revision(2),
        ..Record::default()
    };
    assert_eq!(record, expected);
}

pub(crate) async fn account_never_sees_rows_of_another(storage: Arc<dyn Storage>) {
    let names = ["m", "me", "me-2", "me2", "you"];
    for (name, at) in names.iter().zip(NOON..) {
        store_at(&*storage, &account(name), &[at]).await;
    }
    for (name, at) in names.iter().zip(NOON..) {
        let record = read_all(&*storage, &account(name)).await;
        assert_eq!(record.revision, Revision(1), "{name}");
        assert_eq!(
            record.readings[&Metric::Weight],
            [reading(Metric::Weight, at, 180.0)]
        );
        assert_eq!(record.workouts, [workout(at, 1800.0)]);
    }
    let unwritten = storage
        .read_record(&account("m2"), &everything())
        .await
        .unwrap();
    assert_eq!(unwritten.revision, Revision(0));
    assert!(unwritten.readings.values().all(Vec::is_empty) && unwritten.workouts.is_empty());
}

pub(crate) async fn superseded_rows_are_returned(storage: Arc<dyn Storage>) {
    let marks = Marks {
        missing_since: Some(second(NOON)),
        superseded: Some(Superseded {
            at: second(NOON),
            by: SupersededBy::Reconcile,
        }),
    };
    let retired = Reading {
        marks,
        ..reading(Metric::Weight, NOON, 1.0)
    };
    let retired_workout = Workout {
        marks,
        ..workout(NOON, 1.0)
    };
    let change = RecordChange {
        put_readings: vec![retired.clone()],
        put_workouts: vec![retired_workout.clone()],
        ..RecordChange::default()
    };
    write(&*storage, &me(), &change).await;

    let record = read_all(&*storage, &me()).await;
    assert_eq!(record.readings[&Metric::Weight], [retired]);
    assert_eq!(record.workouts, [retired_workout]);
}
