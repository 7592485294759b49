//! Each field of a row comes back as it was written.

use std::sync::Arc;

use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, date},
};
use vitalog_core::{
    Context, Fingerprint, Marks, Metric, Quantity, Reading, Superseded, SupersededBy, Via, Workout,
    reading::Grain,
};
use vitalog_storage::Storage;

use crate::sample::{
    NOON, all_readings, me, put_readings, put_workouts, read_all, reading, second, workout, write,
};

/// Every mark a row can carry.
fn all_marks() -> Vec<Marks> {
    let superseded = |by| Superseded {
        at: second(NOON + 900) + SignedDuration::from_millis(125),
        by,
    };
    let mut all = Vec::new();
    for missing_since in [None, Some(second(NOON) + SignedDuration::from_millis(7))] {
        for superseded in [
            None,
            Some(superseded(SupersededBy::Reconcile)),
            Some(superseded(SupersededBy::Chat)),
            Some(superseded(SupersededBy::Vendor)),
        ] {
            all.push(Marks {
                missing_since,
                superseded,
            });
        }
    }
    all
}

/// `None`, then each of `values`.
fn there_or_not<T: Clone>(values: &[T]) -> Vec<Option<T>> {
    std::iter::once(None)
        .chain(values.iter().cloned().map(Some))
        .collect()
}

/// A reading whose required fields tell its number.
fn numbered(place: usize) -> Reading {
    let number = i32::try_from(place).unwrap();
    let row = reading(Metric::Weight, NOON + i64::from(number), f64::from(number));
    Reading {
        original: Quantity::Single(f64::from(number) * 0.45),
        via: Via::ALL[place % Via::ALL.len()],
        ingested_at: row.ingested_at + SignedDuration::from_millis(i64::from(number)),
        ..row
    }
}

pub(crate) async fn reading_comes_back_with_each_optional_field_there_or_not(
    storage: Arc<dyn Storage>,
) {
    let mut rows: Vec<Reading> = Vec::new();
    for until in there_or_not(&[second(NOON + 3600)]) {
        for grain in there_or_not(Grain::ALL) {
            for context in there_or_not(Context::ALL) {
                for label in there_or_not(&["Bolus".to_owned(), String::new()]) {
                    for note in there_or_not(&["after the run".to_owned(), String::new()]) {
                        for marks in all_marks() {
                            rows.push(Reading {
                                until,
                                grain,
                                context,
                                label: label.clone(),
                                note: note.clone(),
                                marks,
                                ..numbered(rows.len())
                            });
                        }
                    }
                }
            }
        }
    }
    write(&*storage, &me(), &put_readings(rows.clone())).await;
    assert_eq!(all_readings(&*storage).await, rows);
}

pub(crate) async fn workout_comes_back_with_each_optional_field_there_or_not(
    storage: Arc<dyn Storage>,
) {
    let mut rows: Vec<Workout> = Vec::new();
    for active_kcal in there_or_not(&[0.0, 312.5]) {
        for avg_hr_bpm in there_or_not(&[0, 131, u16::MAX]) {
            for max_hr_bpm in there_or_not(&[178]) {
                for source_id in there_or_not(&["0A6E".to_owned(), String::new()]) {
                    for marks in all_marks() {
                        let number = i32::try_from(rows.len()).unwrap();
                        let row = workout(NOON + i64::from(number), f64::from(number) + 0.25);
                        rows.push(Workout {
                            active_kcal,
                            avg_hr_bpm,
                            max_hr_bpm,
                            source_id: source_id.clone(),
                            marks,
                            via: Via::ALL[rows.len() % Via::ALL.len()],
                            ..row
                        });
                    }
                }
            }
        }
    }
    write(&*storage, &me(), &put_workouts(rows.clone())).await;
    assert_eq!(read_all(&*storage, &me()).await.workouts, rows);
}

pub(crate) async fn day_named_by_the_source_comes_back(storage: Arc<dyn Storage>) {
    let days = [
        date(2026, 10, 1),
        date(2026, 9, 30),
        date(2028, 2, 29),
        date(1970, 1, 1),
        date(1969, 12, 31),
        Date::MIN,
        Date::MAX,
    ];
    let mut rows = Vec::new();
    let mut workouts = Vec::new();
    for day in there_or_not(&days) {
        // Alone, and beside another field: neither is read by way of the other.
        for label in there_or_not(&["main".to_owned()]) {
            let at = NOON + i64::try_from(rows.len()).unwrap();
            rows.push(Reading {
                day,
                label,
                ..reading(Metric::SleepTotal, at, 7.25)
            });
            workouts.push(Workout {
                day,
                ..workout(at, 1.0)
            });
        }
    }
    write(&*storage, &me(), &put_readings(rows.clone())).await;
    write(&*storage, &me(), &put_workouts(workouts.clone())).await;
    assert_eq!(all_readings(&*storage).await, rows);
    assert_eq!(read_all(&*storage, &me()).await.workouts, workouts);

    // Another day replaces it, and so does none.
    for day in [Some(date(2026, 10, 2)), None] {
        rows[2].day = day;
        workouts[2].day = day;
        write(&*storage, &me(), &put_readings(vec![rows[2].clone()])).await;
        write(&*storage, &me(), &put_workouts(vec![workouts[2].clone()])).await;
        assert_eq!(all_readings(&*storage).await, rows);
        assert_eq!(read_all(&*storage, &me()).await.workouts, workouts);
    }
}

pub(crate) async fn every_metric_comes_back(storage: Arc<dyn Storage>) {
    let rows: Vec<Reading> = Metric::ALL
        .iter()
        .zip(1_u8..)
        .map(|(metric, number)| reading(*metric, NOON, f64::from(number)))
        .collect();
    write(&*storage, &me(), &put_readings(rows.clone())).await;
    assert_eq!(all_readings(&*storage).await, rows);
}

pub(crate) async fn every_quantity_comes_back_beside_every_original(storage: Arc<dyn Storage>) {
    let quantities = [
        Quantity::Single(1.0),
        Quantity::Pressure {
            systolic: 2.0,
            diastolic: 3.0,
        },
        Quantity::Spread {
            min: 4.0,
            mean: 5.0,
            max: 6.0,
        },
        // Zeros are numbers, too.
        Quantity::Pressure {
            systolic: 0.0,
            diastolic: 0.0,
        },
        Quantity::Spread {
            min: 0.0,
            mean: 0.0,
            max: 0.0,
        },
    ];
    let mut rows = Vec::new();
    for quantity in quantities {
        for original in quantities {
            // With and without another optional field: neither is read by way of the other.
            for label in [None, Some("sitting".to_owned())] {
                let place = i64::try_from(rows.len()).unwrap();
                rows.push(Reading {
                    quantity,
                    original: original.map(|number| number * 10.0),
                    label,
                    ..reading(Metric::HeartRate, NOON + place, 0.0)
                });
            }
        }
    }
    write(&*storage, &me(), &put_readings(rows.clone())).await;
    assert_eq!(all_readings(&*storage).await, rows);
}

pub(crate) async fn numbers_keep_their_bits(storage: Arc<dyn Storage>) {
    let numbers = [
        0.0,
        1.0,
        -1.0,
        0.1,
        -273.15,
        1.0 / 3.0,
        5e-324,
        f64::MIN_POSITIVE,
        f64::EPSILON,
        9_007_199_254_740_993.0,
        -9_223_372_036_854_775_808.0,
        1e300,
        f64::MAX,
        f64::MIN,
    ];
    let mut rows = Vec::new();
    for number in numbers {
        for quantity in [
            Quantity::Single(number),
            Quantity::Pressure {
                systolic: number,
                diastolic: 80.0,
            },
            Quantity::Pressure {
                systolic: 120.0,
                diastolic: number,
            },
            Quantity::Spread {
                min: number,
                mean: 61.0,
                max: 90.0,
            },
            Quantity::Spread {
                min: 48.0,
                mean: number,
                max: 90.0,
            },
            Quantity::Spread {
                min: 48.0,
                mean: 61.0,
                max: number,
            },
        ] {
            let at = NOON + i64::try_from(rows.len()).unwrap();
            let mut row = reading(Metric::BloodPressure, at, 0.0);
            row.quantity = quantity;
            row.original = quantity;
            rows.push(row);
        }
    }
    let workouts: Vec<Workout> = numbers
        .iter()
        .zip(NOON..)
        .map(|(number, start)| Workout {
            active_kcal: Some(*number),
            ..workout(start, *number)
        })
        .collect();
    write(&*storage, &me(), &put_readings(rows.clone())).await;
    write(&*storage, &me(), &put_workouts(workouts.clone())).await;

    assert_eq!(all_readings(&*storage).await, rows);
    assert_eq!(read_all(&*storage, &me()).await.workouts, workouts);
}

pub(crate) async fn negative_zero_is_read_back_as_zero(storage: Arc<dyn Storage>) {
    let row = reading(Metric::Weight, NOON, -0.0);
    let spread = Quantity::Spread {
        min: -0.0,
        mean: -0.0,
        max: -0.0,
    };
    let spread_row = Reading {
        quantity: spread,
        original: spread,
        ..reading(Metric::HeartRate, NOON, 0.0)
    };
    write(&*storage, &me(), &put_readings(vec![row, spread_row])).await;
    write(&*storage, &me(), &put_workouts(vec![workout(NOON, -0.0)])).await;

    let record = read_all(&*storage, &me()).await;
    let stored = [Metric::Weight, Metric::HeartRate].map(|metric| &record.readings[&metric][0]);
    let quantities = stored.iter().flat_map(|row| [row.quantity, row.original]);
    let numbers: Vec<f64> = quantities
        .flat_map(Quantity::numbers)
        .chain([record.workouts[0].duration_s])
        .collect();
    assert_eq!(numbers.len(), 9);
    for number in numbers {
        assert_eq!(number.to_bits(), 0.0_f64.to_bits());
    }
}

pub(crate) async fn text_comes_back_as_written(storage: Arc<dyn Storage>) {
    let long = "Ein langer Satz mit ü, 体重, ⚖️ und so weiter. ".repeat(2_000);
    let texts = [
        "",
        " ",
        " leading and trailing ",
        "Withings",
        "withings",
        "Jürgen’s iPhone",
        "Ju\u{308}rgen’s iPhone",
        "体重計",
        "مقياس",
        "⚖️👩🏽‍⚕️",
        "line\nbreak\r\n\ttab",
        "quote ' double \" back \\ percent % ? $1 :a --",
        "\u{1}\u{7f}\u{feff}\u{10ffff}",
        long.as_str(),
    ];
    let mut rows = Vec::new();
    let mut workouts = Vec::new();
    for (text, at) in texts.iter().zip(NOON..) {
        let text = (*text).to_owned();
        rows.push(Reading {
            source: text.clone(),
            original_unit: text.clone(),
            recorded_at: text.clone(),
            label: Some(text.clone()),
            note: Some(text.clone()),
            ..reading(Metric::Weight, at, 1.0)
        });
        workouts.push(Workout {
            name: text.clone(),
            source: text.clone(),
            source_id: Some(text.clone()),
            recorded_at: text.clone(),
            recorded_end: text,
            ..workout(at, 1.0)
        });
    }
    write(&*storage, &me(), &put_readings(rows.clone())).await;
    write(&*storage, &me(), &put_workouts(workouts.clone())).await;

    assert_eq!(all_readings(&*storage).await, rows);
    assert_eq!(read_all(&*storage, &me()).await.workouts, workouts);
}

pub(crate) async fn instants_far_from_now_come_back(storage: Arc<dyn Storage>) {
    // The first second of the years -9000, 1900 and 9999, and those around 1970.
    let seconds = [-346_172_227_200, -2_208_988_800, -1, 0, 1, 253_370_764_800];
    let mut rows = Vec::new();
    let mut workouts = Vec::new();
    for at in seconds {
        rows.push(Reading {
            until: Some(second(at + 1)),
            ingested_at: second(at) - SignedDuration::from_millis(1),
            fingerprint: Fingerprint::BARE,
            ..reading(Metric::Weight, at, 1.0)
        });
        workouts.push(workout(at, 1.0));
    }
    write(&*storage, &me(), &put_readings(rows.clone())).await;
    write(&*storage, &me(), &put_workouts(workouts.clone())).await;

    assert_eq!(all_readings(&*storage).await, rows);
    assert_eq!(read_all(&*storage, &me()).await.workouts, workouts);
}

pub(crate) async fn finer_instants_are_cut(storage: Arc<dyn Storage>) {
    let fine = |at: i64| second(at) + SignedDuration::from_nanos(123_456_789);
    let cut = |at: i64| second(at) + SignedDuration::from_millis(123);
    let marks = |instant: Timestamp| Marks {
        missing_since: Some(instant),
        superseded: Some(Superseded {
            at: instant,
            by: SupersededBy::Chat,
        }),
    };
    for at in [NOON, -NOON] {
        let sent = Reading {
            at: fine(at),
            until: Some(fine(at + 60)),
            ingested_at: fine(at),
            marks: marks(fine(at)),
            ..reading(Metric::Weight, at, 1.0)
        };
        let kept = Reading {
            at: second(at),
            until: Some(second(at + 60)),
            ingested_at: cut(at),
            marks: marks(cut(at)),
            ..sent.clone()
        };
        let sent_workout = Workout {
            start: fine(at),
            end: fine(at + 60),
            ingested_at: fine(at),
            marks: marks(fine(at)),
            ..workout(at, 1.0)
        };
        let kept_workout = Workout {
            start: second(at),
            end: second(at + 60),
            ingested_at: cut(at),
            marks: marks(cut(at)),
            ..sent_workout.clone()
        };
        write(&*storage, &me(), &put_readings(vec![sent])).await;
        write(&*storage, &me(), &put_workouts(vec![sent_workout])).await;

        let record = read_all(&*storage, &me()).await;
        assert!(record.readings[&Metric::Weight].contains(&kept));
        assert!(record.workouts.contains(&kept_workout));
    }
}
