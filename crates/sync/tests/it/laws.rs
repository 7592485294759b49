//! What holds for any pushes.

use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};
use vitalog_storage::Record;

use crate::world::{World, period};

/// A sample by day before today, minute, value and source: few of each, so that they meet.
type Sample = (u32, u32, u32, u32);

fn samples() -> impl Strategy<Value = Vec<Sample>> {
    prop::collection::vec((0..9_u32, 0..4_u32, 1..4_u32, 0..2_u32), 1..12)
}

fn body(samples: &[Sample]) -> Value {
    let date = |day: u32, minute: u32| format!("2026-10-{:02} 08:{minute:02}:00 -0700", 10 - day);
    let points: Vec<Value> = samples
        .iter()
        .map(|(day, minute, value, source)| {
            json!({"date": date(*day, *minute), "qty": value, "source": format!("App {source}")})
        })
        .collect();
    let workouts: Vec<Value> = samples
        .iter()
        .map(|(day, minute, value, source)| {
            json!({"id": format!("{value}-{source}"), "name": "Run", "start": date(*day, *minute), "duration": 60})
        })
        .collect();
    let protein = json!({"name": "protein", "units": "g", "data": points});
    json!({"data": {"metrics": [protein], "workouts": workouts}})
}

/// Pushes with the minutes that pass after each.
fn history() -> impl Strategy<Value = Vec<(Vec<Sample>, bool, i64)>> {
    prop::collection::vec((samples(), any::<bool>(), 1..30_i64), 1..6)
}

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap()
        .block_on(future)
}

async fn replay(world: &World, history: &[(Vec<Sample>, bool, i64)]) -> Vec<Record> {
    let mut records = Vec::new();
    for (samples, today, minutes) in history {
        let name = if *today { "Today" } else { "Previous 7 Days" };
        world.push(&period(name), &body(samples)).await;
        records.push(world.record().await);
        world.pass_minutes(*minutes);
    }
    records
}

fn keys(record: &Record) -> Vec<String> {
    let readings = record.readings.values().flatten();
    let readings = readings.map(|row| format!("{:?} {} {}", row.metric, row.at, row.fingerprint));
    let workouts = record
        .workouts
        .iter()
        .map(|row| format!("{} {}", row.start, row.fingerprint));
    readings.chain(workouts).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn push_sent_again_at_once_changes_and_writes_nothing(history in history()) {
        block_on(async {
            let world = World::new("2026-10-10T12:00");
            let record = replay(&world, &history).await.pop().unwrap();
            // Back to the moment of the last push, so that no mark has come due since.
            world.pass_minutes(-history.last().unwrap().2);
            replay(&world, &history[history.len() - 1..]).await;
            assert_eq!(world.record().await, record);
        });
    }

    #[test]
    fn nothing_is_ever_deleted(history in history()) {
        block_on(async {
            let world = World::new("2026-10-10T12:00");
            for pair in replay(&world, &history).await.windows(2) {
                let after = keys(&pair[1]);
                assert!(keys(&pair[0]).iter().all(|key| after.contains(key)));
            }
        });
    }

    #[test]
    fn every_mark_has_a_cause_and_a_time(history in history()) {
        block_on(async {
            let world = World::new("2026-10-10T12:00");
            for record in replay(&world, &history).await {
                let rows = record.readings.values().flatten();
                let marks = rows.map(|row| (row.marks, row.ingested_at));
                let workouts = record.workouts.iter().map(|row| (row.marks, row.ingested_at));
                for (marks, stored) in marks.chain(workouts).filter(|(marks, _)| marks.any()) {
                    let missing = marks.missing_since.unwrap();
                    assert!(missing >= stored);
                    if let Some(superseded) = marks.superseded {
                        assert!(missing.duration_until(superseded.at).as_mins() >= 15);
                        assert_eq!(superseded.by.as_str(), "reconcile");
                    }
                }
            }
        });
    }

    #[test]
    fn order_of_samples_does_not_matter(samples in samples(), seed in any::<Index>()) {
        block_on(async {
            let mut other = samples.clone();
            other.rotate_left(seed.index(samples.len()));
            other.reverse();
            // Of workouts with one key the last stands, so each comes once here.
            let (first, second) = (World::new("2026-10-10T12:00"), World::new("2026-10-10T12:00"));
            first.push_week(&body(&samples)["data"]["metrics"]).await;
            second.push_week(&body(&other)["data"]["metrics"]).await;
            assert_eq!(first.record().await, second.record().await);
        });
    }

    #[test]
    fn pushed_rows_carry_no_mark(history in history(), last in samples()) {
        block_on(async {
            let world = World::new("2026-10-10T12:00");
            replay(&world, &history).await;
            let alone = World::new("2026-10-10T12:00");
            for world in [&world, &alone] {
                world.push(&period("Today"), &body(&last)).await;
            }
            let pushed = keys(&alone.record().await);
            let record = world.record().await;
            let readings = record.readings.values().flatten().filter(|row| row.marks.any());
            for row in readings {
                let key = format!("{:?} {} {}", row.metric, row.at, row.fingerprint);
                assert!(!pushed.contains(&key));
            }
        });
    }
}
