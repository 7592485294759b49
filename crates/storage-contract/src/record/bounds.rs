//! The bounds of a metric are the instants of its first and last reading that counts.

use std::{collections::BTreeMap, sync::Arc};

use jiff::Timestamp;
use vitalog_core::{AccountId, Marks, Metric, Reading, Superseded, SupersededBy};
use vitalog_storage::Storage;

use crate::sample::{NOON, account, me, put_readings, reading, second, write};

async fn put_at(storage: &dyn Storage, account: &AccountId, metric: Metric, seconds: &[i64]) {
    let rows = seconds.iter().map(|at| reading(metric, *at, 1.0)).collect();
    write(storage, account, &put_readings(rows)).await;
}

async fn check(storage: &dyn Storage, asked: &[Metric], expected: &[(Metric, i64, i64)]) {
    let expected: BTreeMap<Metric, (Timestamp, Timestamp)> = expected
        .iter()
        .map(|(metric, first, last)| (*metric, (second(*first), second(*last))))
        .collect();
    assert_eq!(storage.bounds(&me(), asked).await.unwrap(), expected);
}

pub(crate) async fn bounds_are_the_first_and_last_reading_of_each_metric_asked_for(
    storage: Arc<dyn Storage>,
) {
    use Metric::{Calories, Glucose, Waist, Weight};
    check(&*storage, Metric::ALL, &[]).await;

    put_at(&*storage, &me(), Weight, &[NOON, -5, NOON + 9, 0]).await;
    put_at(&*storage, &me(), Glucose, &[NOON + 3]).await;
    put_at(&*storage, &me(), Calories, &[1, 2]).await;
    let (weight, glucose) = ((Weight, -5, NOON + 9), (Glucose, NOON + 3, NOON + 3));
    check(&*storage, Metric::ALL, &[weight, glucose, (Calories, 1, 2)]).await;
    check(
        &*storage,
        &[Waist, Weight, Glucose, Weight],
        &[weight, glucose],
    )
    .await;
    check(&*storage, &[Waist], &[]).await;
    check(&*storage, &[], &[]).await;
}

pub(crate) async fn superseded_rows_do_not_move_the_bounds(storage: Arc<dyn Storage>) {
    let superseded = Marks {
        missing_since: None,
        superseded: Some(Superseded {
            at: second(NOON),
            by: SupersededBy::Reconcile,
        }),
    };
    let missing = Marks {
        missing_since: Some(second(NOON)),
        superseded: None,
    };
    let row = |metric, at, marks| Reading {
        marks,
        ..reading(metric, at, 1.0)
    };
    let rows = vec![
        row(Metric::Weight, 1, superseded),
        row(Metric::Weight, 2, superseded),
        row(Metric::Weight, 3, missing),
        row(Metric::Weight, 4, superseded),
        row(Metric::Weight, 5, Marks::default()),
        row(Metric::Weight, 6, superseded),
        row(Metric::Waist, 1, superseded),
    ];
    write(&*storage, &me(), &put_readings(rows)).await;
    check(&*storage, Metric::ALL, &[(Metric::Weight, 3, 5)]).await;
}

pub(crate) async fn account_never_sees_the_bounds_of_another(storage: Arc<dyn Storage>) {
    for (name, at) in [("m", 1), ("me-2", 9)] {
        put_at(&*storage, &account(name), Metric::Weight, &[at]).await;
    }
    check(&*storage, Metric::ALL, &[]).await;
    put_at(&*storage, &me(), Metric::Weight, &[5]).await;
    check(&*storage, Metric::ALL, &[(Metric::Weight, 5, 5)]).await;
}
