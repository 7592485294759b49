//! A change is written whole, at the revision it was worked out from.

use std::sync::Arc;

use vitalog_core::{Context, Fingerprint, Metric, Quantity, Reading, Workout};
use vitalog_storage::{Owner, RecordChange, Retry, Revision, Storage, Written};

use crate::sample::{
    NOON, all_readings, document, fingerprint, me, put_readings, put_workouts, read_all, reading,
    revision_of, second, workout, write,
};

pub(crate) async fn revision_grows_by_one_with_each_change(storage: Arc<dyn Storage>) {
    let changes = [
        put_readings(vec![reading(Metric::Weight, NOON, 1.0)]),
        put_workouts(vec![workout(NOON, 1.0)]),
        // The same rows again are a change, too.
        put_workouts(vec![workout(NOON, 1.0)]),
        RecordChange {
            delete_readings: vec![(Metric::Weight, second(NOON), fingerprint(7, 0))],
            ..RecordChange::default()
        },
        RecordChange {
            put_documents: vec![document("a", "1")],
            ..RecordChange::default()
        },
    ];
    for (change, before) in changes.iter().zip(0..) {
        let written = storage
            .write_record(&me(), Revision(before), change.clone())
            .await
            .unwrap();
        assert_eq!(written, Written::Done(Revision(before + 1)));
        assert_eq!(revision_of(&*storage, &me()).await, Revision(before + 1));
    }
}

pub(crate) async fn empty_change_leaves_the_revision(storage: Arc<dyn Storage>) {
    let empty = RecordChange::default();
    let on_nothing = storage
        .write_record(&me(), Revision(0), empty.clone())
        .await
        .unwrap();
    assert_eq!(on_nothing, Written::Done(Revision(0)));

    write(&*storage, &me(), &put_workouts(vec![workout(NOON, 1.0)])).await;
    let on_current = storage
        .write_record(&me(), Revision(1), empty.clone())
        .await
        .unwrap();
    assert_eq!(on_current, Written::Done(Revision(1)));
    let on_old = storage
        .write_record(&me(), Revision(0), empty.clone())
        .await
        .unwrap();
    assert_eq!(on_old, Written::Stale);
    assert_eq!(revision_of(&*storage, &me()).await, Revision(1));
}

pub(crate) async fn put_replaces_the_row_of_its_key_whole(storage: Arc<dyn Storage>) {
    let full = Reading {
        quantity: Quantity::Pressure {
            systolic: 121.0,
            diastolic: 79.0,
        },
        original: Quantity::Spread {
            min: 118.0,
            mean: 121.0,
            max: 124.0,
        },
        context: Some(Context::Fasting),
        label: Some("left arm".into()),
        note: Some("sitting".into()),
        until: Some(second(NOON + 9)),
        ..reading(Metric::BloodPressure, NOON, 1.0)
    };
    let full_workout = Workout {
        active_kcal: Some(300.0),
        avg_hr_bpm: Some(120),
        max_hr_bpm: Some(150),
        source_id: Some("A".into()),
        ..workout(NOON, 1.0)
    };
    write(&*storage, &me(), &put_readings(vec![full])).await;
    write(&*storage, &me(), &put_workouts(vec![full_workout])).await;

    let plain = reading(Metric::BloodPressure, NOON, 2.0);
    let plain_workout = workout(NOON, 2.0);
    write(&*storage, &me(), &put_readings(vec![plain.clone()])).await;
    write(&*storage, &me(), &put_workouts(vec![plain_workout.clone()])).await;

    let record = read_all(&*storage, &me()).await;
    assert_eq!(record.readings[&Metric::BloodPressure], [plain]);
    assert_eq!(record.workouts, [plain_workout]);
}

pub(crate) async fn rows_that_differ_in_one_part_of_the_key_stand_side_by_side(
    storage: Arc<dyn Storage>,
) {
    let row = reading(Metric::Weight, NOON, 1.0);
    let rows = [
        Reading {
            fingerprint: Fingerprint::BARE,
            ..row.clone()
        },
        row.clone(),
        Reading {
            fingerprint: row.fingerprint.with_twin(1),
            ..row.clone()
        },
        Reading {
            at: second(NOON + 1),
            ..row.clone()
        },
        Reading {
            metric: Metric::Waist,
            ..row
        },
    ];
    for row in &rows {
        write(&*storage, &me(), &put_readings(vec![row.clone()])).await;
    }
    assert_eq!(all_readings(&*storage).await, rows);
}

pub(crate) async fn deleted_reading_is_gone_and_its_neighbours_stay(storage: Arc<dyn Storage>) {
    let said = Reading {
        fingerprint: Fingerprint::BARE,
        ..reading(Metric::Weight, NOON, 1.0)
    };
    let stay = [
        reading(Metric::Weight, NOON, 2.0),
        Reading {
            at: second(NOON + 1),
            ..said.clone()
        },
        Reading {
            metric: Metric::Waist,
            ..said.clone()
        },
    ];
    let mut rows = stay.to_vec();
    rows.push(said.clone());
    write(&*storage, &me(), &put_readings(rows)).await;

    let delete = RecordChange {
        delete_readings: vec![(said.metric, said.at, said.fingerprint)],
        ..RecordChange::default()
    };
    for _ in ["there", "gone already"] {
        write(&*storage, &me(), &delete).await;
        assert_eq!(all_readings(&*storage).await, stay);
    }
}

pub(crate) async fn deletions_come_before_puts_and_the_later_put_stands(storage: Arc<dyn Storage>) {
    let row = |value| reading(Metric::Weight, NOON, value);
    write(&*storage, &me(), &put_readings(vec![row(1.0)])).await;
    let change = RecordChange {
        put_readings: vec![row(2.0), row(3.0)],
        delete_readings: vec![(Metric::Weight, second(NOON), row(1.0).fingerprint)],
        put_workouts: vec![workout(NOON, 2.0), workout(NOON, 3.0)],
        put_documents: vec![document("a", "2"), document("a", "3")],
        ..RecordChange::default()
    };
    write(&*storage, &me(), &change).await;

    assert_eq!(all_readings(&*storage).await, [row(3.0)]);
    assert_eq!(
        read_all(&*storage, &me()).await.workouts,
        [workout(NOON, 3.0)]
    );
    let stored = storage
        .get_document(&Owner::Account(me()), "sample", "a")
        .await
        .unwrap();
    assert_eq!(stored.map(|document| document.body), Some("3".to_owned()));
}

pub(crate) async fn stale_revision_writes_nothing(storage: Arc<dyn Storage>) {
    let first = RecordChange {
        put_readings: vec![reading(Metric::Weight, NOON, 1.0)],
        put_workouts: vec![workout(NOON, 1.0)],
        put_documents: vec![document("a", "1")],
        ..RecordChange::default()
    };
    write(&*storage, &me(), &first).await;
    let before = read_all(&*storage, &me()).await;

    let late = RecordChange {
        put_readings: vec![
            reading(Metric::Weight, NOON, 2.0),
            reading(Metric::Weight, NOON + 1, 2.0),
        ],
        delete_readings: vec![(Metric::Weight, second(NOON), fingerprint(7, 0))],
        put_workouts: vec![workout(NOON, 2.0), workout(NOON + 1, 2.0)],
        put_documents: vec![document("a", "2"), document("b", "2")],
        ..RecordChange::default()
    };
    let written = storage
        .write_record(&me(), Revision(0), late)
        .await
        .unwrap();
    assert_eq!(written, Written::Stale);
    assert_eq!(read_all(&*storage, &me()).await, before);

    let documents = storage
        .list_documents(&Owner::Account(me()), "sample")
        .await
        .unwrap();
    let found: Vec<(&str, u64, &str)> = documents
        .iter()
        .map(|document| {
            (
                document.id.as_str(),
                document.version,
                document.body.as_str(),
            )
        })
        .collect();
    assert_eq!(found, [("a", 1, "1")]);
}

pub(crate) async fn revision_not_reached_yet_is_stale(storage: Arc<dyn Storage>) {
    let change = put_workouts(vec![workout(NOON, 1.0)]);
    for ahead in [1, 2, u64::MAX] {
        let written = storage
            .write_record(&me(), Revision(ahead), change.clone())
            .await
            .unwrap();
        assert_eq!(written, Written::Stale, "revision {ahead}");
    }
    assert_eq!(revision_of(&*storage, &me()).await, Revision(0));
    assert_eq!(read_all(&*storage, &me()).await.workouts, []);
}

pub(crate) async fn documents_change_with_the_record(storage: Arc<dyn Storage>) {
    let owner = Owner::Account(me());
    storage
        .put_document(&owner, None, &document("a", "alone"))
        .await
        .unwrap();
    for generation in 1..=3_u64 {
        let change = RecordChange {
            put_readings: vec![reading(Metric::Weight, NOON, 1.0)],
            put_documents: vec![
                document("a", &format!("with revision {generation}")),
                document("b", "new"),
            ],
            ..RecordChange::default()
        };
        write(&*storage, &me(), &change).await;
        let a = storage
            .get_document(&owner, "sample", "a")
            .await
            .unwrap()
            .unwrap();
        let b = storage
            .get_document(&owner, "sample", "b")
            .await
            .unwrap()
            .unwrap();
        assert_eq!(a.body, format!("with revision {generation}"));
        assert_eq!((a.version, b.version), (generation + 1, generation));
    }
    let elsewhere = storage
        .get_document(&Owner::Deployment, "sample", "a")
        .await
        .unwrap();
    assert_eq!(elsewhere, None, "the documents are the account's");
}

pub(crate) async fn change_of_thousands_of_rows_is_stored_whole(storage: Arc<dyn Storage>) {
    let rows: Vec<Reading> = (0..5_000_u32)
        .map(|number| Reading {
            source: format!("app {}", number % 40),
            ..reading(
                Metric::Glucose,
                NOON + 300 * i64::from(number),
                f64::from(number) / 7.0,
            )
        })
        .collect();
    write(&*storage, &me(), &put_readings(rows.clone())).await;
    assert_eq!(all_readings(&*storage).await, rows);
}

pub(crate) async fn number_that_is_not_finite_is_refused_with_its_change(
    storage: Arc<dyn Storage>,
) {
    let kept = put_readings(vec![reading(Metric::Weight, NOON, 1.0)]);
    let revision = write(&*storage, &me(), &kept).await;
    let before = read_all(&*storage, &me()).await;
    let finite = || reading(Metric::Weight, NOON + 1, 2.0);
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut bad_original = finite();
        bad_original.original = Quantity::Single(number);
        let mut bad_diastolic = finite();
        bad_diastolic.quantity = Quantity::Pressure {
            systolic: 120.0,
            diastolic: number,
        };
        let mut bad_highest = finite();
        bad_highest.original = Quantity::Spread {
            min: 50.0,
            mean: 60.0,
            max: number,
        };
        let mut bad_energy = workout(NOON, 60.0);
        bad_energy.active_kcal = Some(number);
        for change in [
            put_readings(vec![finite(), reading(Metric::Weight, NOON + 2, number)]),
            put_readings(vec![finite(), bad_original]),
            put_readings(vec![finite(), bad_diastolic]),
            put_readings(vec![finite(), bad_highest]),
            put_workouts(vec![workout(NOON, number)]),
            put_workouts(vec![bad_energy]),
        ] {
            let refused = storage.write_record(&me(), revision, change).await;
            assert_eq!(refused.unwrap_err().retry, Retry::Never);
            assert_eq!(read_all(&*storage, &me()).await, before);
        }
    }
}
