//! Buckets that were summed up before they were sent: which are one, and of which day they are.

use jiff::{Timestamp, civil, tz::TimeZone};
use proptest::prelude::*;
use serde_json::{Value, json};
use vitalog_core::{DayFinder, Metric, Quantity};
use vitalog_sync::{Ingest, PushHeaders};

use crate::{
    laws::block_on,
    world::{World, account, envelope, metric},
};

fn by(aggregation: &str) -> PushHeaders {
    PushHeaders {
        automation_aggregation: Some(aggregation.to_owned()),
        ..PushHeaders::default()
    }
}

fn berlin() -> World {
    World::in_zone("2026-10-20T12:00", account("Europe/Berlin", true))
}

fn one(name: &str, date: &str, value: f64, source: &str) -> Value {
    let unit = if name == "protein" { "g" } else { "count" };
    let point = json!({"date": date, "qty": value, "source": source});
    envelope(&json!([metric(name, unit, &[point])]))
}

const AUGUST: &str = "2026-08-01 00:00:00 +0200";

#[tokio::test]
async fn bucket_whose_sources_overlap_is_one_and_the_last_sent_stands() {
    for (sent, expected) in [
        (vec![("W", 3000.0), ("W|I", 9000.0)], vec!["9000"]),
        (vec![("I|W", 3000.0), ("W|I", 9000.0)], vec!["9000"]),
        (vec![("W|I", 9000.0), ("W", 3000.0)], vec!["3000"]),
        (
            vec![("Anna\u{2019}s W", 1.0), ("i|anna's\u{a0}w", 2.0)],
            vec!["2"],
        ),
        (vec![("W", 1.0), ("I", 2.0)], vec!["1", "2"]),
        (vec![("W", 1.0), ("I", 2.0), ("I|W", 4.0)], vec!["4"]),
        (vec![("W", 1.0), ("W|I", 3.0), ("I", 2.0)], vec!["2"]),
        (vec![("W", 1.0), ("W|I", 3.0), ("W", 1.0)], vec!["1"]),
        (vec![("W", 1.0), ("W2", 3.0)], vec!["1", "3"]),
    ] {
        for name in ["step_count", "protein"] {
            for grain in ["Minutes", "Hours", "Days", "Weeks"] {
                let of = Metric::find(name).unwrap();
                let apart = berlin();
                for (source, value) in &sent {
                    apart
                        .push(&by(grain), &one(name, AUGUST, *value, source))
                        .await;
                }
                let together = berlin();
                let points: Vec<Value> = sent
                    .iter()
                    .map(|(source, value)| json!({"date": AUGUST, "qty": value, "source": source}))
                    .collect();
                let body = envelope(&json!([metric(
                    name,
                    if name == "protein" { "g" } else { "count" },
                    &points
                )]));
                together.push(&by(grain), &body).await;
                for world in [&apart, &together] {
                    let mut states = world.states(of).await;
                    states.sort_unstable();
                    assert_eq!(states, expected, "{name} {grain} {sent:?}");
                }
            }
        }
    }
}

#[tokio::test]
async fn start_grain_metric_and_how_it_came_still_tell_buckets_apart() {
    let world = berlin();
    world
        .push(&by("Days"), &one("protein", AUGUST, 10.0, "W"))
        .await;
    world
        .push(&by("Hours"), &one("protein", AUGUST, 20.0, "W|I"))
        .await;
    world.push_plain(&one("protein", AUGUST, 30.0, "W|I")).await;
    let next = "2026-08-02 00:00:00 +0200";
    world
        .push(&by("Days"), &one("protein", next, 40.0, "W|I"))
        .await;
    let mut states = world.states(Metric::Protein).await;
    states.sort_unstable();
    assert_eq!(states, ["10", "20", "30", "40"]);
}

#[tokio::test]
async fn heart_rate_and_nights_follow_their_growing_sources() {
    let world = berlin();
    for (bpm, source) in [(60.0, "W"), (80.0, "W|I")] {
        let point = json!({"date": AUGUST, "Min": bpm, "Avg": bpm, "Max": bpm, "source": source});
        let body = envelope(&json!([metric("heart_rate", "count/min", &[point])]));
        world.push(&by("Days"), &body).await;
    }
    let rows = world.rows(Metric::HeartRate).await;
    let told = Quantity::Spread {
        min: 80.0,
        mean: 80.0,
        max: 80.0,
    };
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].quantity, told);

    for with_times in [true, false] {
        let world = berlin();
        for (hours, source) in [(5.0, "W"), (7.0, "W|I")] {
            let mut night =
                json!({"date": "2026-08-01 00:00:00 +0200", "totalSleep": hours, "source": source});
            if with_times {
                night["sleepStart"] = "2026-07-31 23:00:00 +0200".into();
                night["sleepEnd"] = format!("2026-08-01 0{hours}:00:00 +0200").into();
            }
            let body = envelope(&json!([metric("sleep_analysis", "hr", &[night])]));
            // Nights are summed up by a switch of their own.
            world.push_plain(&body).await;
        }
        let total = world.states(Metric::SleepTotal).await;
        assert_eq!(total, ["7"], "{with_times}");
    }
}

#[tokio::test]
async fn process_that_remembers_follows_buckets_of_two_automations() {
    let world = berlin();
    for (value, source) in [(1.0, "W"), (2.0, "W|I"), (1.0, "W"), (2.0, "W|I")] {
        let reply = world
            .push(&by("Days"), &one("step_count", AUGUST, value, source))
            .await;
        assert_eq!(reply["rows_written"], 1);
        let states = world.states(Metric::StepCount).await;
        assert_eq!(states, [value.to_string()]);
    }
}

#[tokio::test]
async fn bucket_of_a_day_or_more_begins_when_the_text_says_whatever_its_offset() {
    for (first, then) in [
        ("2026-10-14 00:00:00 +0200", "2026-10-14 00:00:00 -0400"),
        ("2026-10-14 00:00:00 -0400", "2026-10-14 00:00:00 +0200"),
        ("2026-10-14 00:00:00 +0200", "2026-10-14 00:00:00 +0100"),
        ("2026-10-14 00:00:00 +1400", "2026-10-14 12:00:00 AM -1100"),
        ("2026-10-14 00:00:00 +0900", "2026-10-14T00:00:00Z"),
        ("2026-10-14", "2026-10-14 00:00:00 -0700"),
    ] {
        for grain in ["Days", "Weeks", "Months", "Fortnights"] {
            let world = berlin();
            world
                .push(&by(grain), &one("step_count", first, 4000.0, "W"))
                .await;
            world
                .push(&by(grain), &one("step_count", then, 5000.0, "W|I"))
                .await;
            let rows = world.rows(Metric::StepCount).await;
            assert_eq!(rows.len(), 1, "{first} {then} {grain}");
            assert_eq!(rows[0].quantity, Quantity::Single(5000.0));
            let zone = &world.account.zone;
            let day = rows[0].day_in(&mut DayFinder::new(zone));
            assert_eq!(day, civil::date(2026, 10, 14), "{first} {then} {grain}");
        }
    }
}

#[tokio::test]
async fn shorter_buckets_begin_at_their_instant() {
    for grain in ["Seconds", "Minutes", "Hours"] {
        let world = berlin();
        for (date, value) in [
            ("2026-10-14 00:00:00 +0200", 1.0),
            // The same instant, and another of the same wall clock.
            ("2026-10-13 18:00:00 -0400", 2.0),
            ("2026-10-14 00:00:00 -0400", 3.0),
        ] {
            world
                .push(&by(grain), &one("step_count", date, value, "W"))
                .await;
        }
        assert_eq!(world.states(Metric::StepCount).await, ["2", "3"], "{grain}");
    }
}

#[tokio::test]
async fn night_that_says_when_it_began_keeps_its_instants() {
    let world = berlin();
    let night = json!({
        "date": "2026-10-14", "totalSleep": 8, "source": "W",
        "sleepStart": "2026-10-13 23:00:00 -0400", "sleepEnd": "2026-10-14 07:00:00 -0400",
    });
    let body = envelope(&json!([metric("sleep_analysis", "hr", &[night])]));
    world.push(&by("Days"), &body).await;
    let rows = world.rows(Metric::SleepTotal).await;
    assert_eq!(rows[0].at.to_string(), "2026-10-14T03:00:00Z");
    assert_eq!(rows[0].until.unwrap().to_string(), "2026-10-14T11:00:00Z");
}

#[tokio::test]
async fn end_that_is_sent_moves_with_the_start() {
    let world = berlin();
    let point = json!({
        "start": "2026-10-14 00:00:00 -0400", "end": "2026-10-15 00:00:00 -0400",
        "qty": 5, "source": "W",
    });
    let body = envelope(&json!([metric("step_count", "count", &[point])]));
    world.push(&by("Days"), &body).await;
    let rows = world.rows(Metric::StepCount).await;
    assert_eq!(rows[0].at.to_string(), "2026-10-13T22:00:00Z");
    assert_eq!(rows[0].until.unwrap().to_string(), "2026-10-14T22:00:00Z");
    assert_eq!(rows[0].recorded_at, "2026-10-14 00:00:00 -0400");
}

#[tokio::test]
async fn buckets_stored_before_the_account_moved_are_replaced_too() {
    for zone in [
        "Asia/Tokyo",
        "America/Los_Angeles",
        "Pacific/Kiritimati",
        "Pacific/Pago_Pago",
    ] {
        let mut world = World::in_zone("2026-10-20T12:00", account(zone, true));
        world
            .push(
                &by("Days"),
                &one("step_count", "2026-10-14 00:00:00 +0900", 4000.0, "W"),
            )
            .await;
        world.account = account("Europe/Berlin", true);
        world.ingest = Ingest::new(world.storage.clone(), world.clock.clone());
        world
            .push(
                &by("Days"),
                &one("step_count", "2026-10-14 00:00:00 +0200", 5000.0, "W"),
            )
            .await;
        assert_eq!(world.states(Metric::StepCount).await, ["5000"], "{zone}");
    }
}

/// Day, offset in hours, the sources that have a part by their bits, and the value.
type Bucket = (u32, i32, u8, u32);

fn pushes() -> impl Strategy<Value = Vec<Vec<Bucket>>> {
    let bucket = (1..4_u32, -3..4_i32, 1..8_u8, 1..9_u32);
    prop::collection::vec(prop::collection::vec(bucket, 1..5), 1..6)
}

fn body((day, offset, sources, value): Bucket, is_turned: bool) -> Value {
    let mut names: Vec<&str> = ["W", "I", "R"]
        .into_iter()
        .enumerate()
        .filter(|(bit, _)| sources & (1 << bit) != 0)
        .map(|(_, name)| name)
        .collect();
    if is_turned {
        names.reverse();
    }
    let sign = if offset < 0 { '-' } else { '+' };
    let date = format!("2026-10-{day:02} 00:00:00 {sign}0{}00", offset.abs());
    json!({"date": date, "qty": value, "source": names.join("|")})
}

fn replace(standing: &mut Vec<Bucket>, bucket: Bucket) {
    standing.retain(|other| other.0 != bucket.0 || other.2 & bucket.2 == 0);
    standing.push(bucket);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn record_holds_the_last_of_buckets_that_share_a_source(pushes in pushes(), turned in any::<bool>()) {
        block_on(async {
            let world = berlin();
            let mut expected: Vec<Bucket> = Vec::new();
            for push in &pushes {
                let points: Vec<Value> = push.iter().map(|bucket| body(*bucket, turned)).collect();
                world.push(&by("Days"), &envelope(&json!([metric("step_count", "count", &points)]))).await;
                // Of one push the last stand, and then in the place of those before the push.
                let mut standing = Vec::new();
                for bucket in push {
                    replace(&mut standing, *bucket);
                }
                for bucket in standing {
                    replace(&mut expected, bucket);
                }
            }
            let zone = TimeZone::get("Europe/Berlin").unwrap();
            let at = |day: u32| -> Timestamp {
                let date: civil::Date = format!("2026-10-{day:02}").parse().unwrap();
                zone.to_timestamp(date.at(0, 0, 0, 0)).unwrap()
            };
            let mut expected: Vec<(Timestamp, u32)> =
                expected.iter().map(|(day, _, _, value)| (at(*day), *value)).collect();
            let rows = world.rows(Metric::StepCount).await;
            let mut stored: Vec<(Timestamp, u32)> = Vec::new();
            for row in rows {
                let value = (1..9).find(|value| row.quantity == Quantity::Single(f64::from(*value)));
                stored.push((row.at, value.unwrap()));
            }
            expected.sort_unstable();
            stored.sort_unstable();
            assert_eq!(stored, expected);
        });
    }
}
