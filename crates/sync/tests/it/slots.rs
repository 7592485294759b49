//! Samples of which a later one is the latest word on the same time.

use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};
use vitalog_core::{Grain, Metric, Quantity, Reading};
use vitalog_sync::PushHeaders;

use crate::{
    laws::block_on,
    world::{World, envelope, metric, period},
};

fn steps(start: &str, end: Option<&str>, count: u32, source: &str) -> Value {
    let at = |wall: &str| format!("2026-10-10 {wall} -0700");
    let mut point = json!({"date": at(start), "start": at(start), "qty": count, "source": source});
    if let Some(end) = end {
        point["end"] = at(end).into();
    }
    point
}

fn push(points: &[Value]) -> Value {
    envelope(&json!([metric("step_count", "count", points)]))
}

fn hourly() -> PushHeaders {
    PushHeaders {
        automation_aggregation: Some("Hours".to_owned()),
        ..PushHeaders::default()
    }
}

/// What a row says, without when it was stored.
fn said(row: &Reading) -> String {
    format!(
        "{} {}..{:?} {} {:?} by {} {:?}",
        row.metric.slug(),
        row.at,
        row.until,
        row.quantity.first(),
        row.grain,
        row.source,
        row.label
    )
}

#[tokio::test]
async fn hour_that_grows_all_day_stays_one_row() {
    let world = World::new("2026-10-10T12:00");
    for (count, written) in [(120, 1), (120, 0), (512, 1), (498, 1)] {
        let body = push(&[steps("08:00:00", None, count, "Watch")]);
        let reply = world.push(&hourly(), &body).await;
        assert_eq!(reply["rows_written"], written, "{count}");
    }
    let rows = world.rows(Metric::StepCount).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].quantity, Quantity::Single(498.0));
    assert_eq!(rows[0].grain, Some(Grain::Hour));
}

#[tokio::test]
async fn slot_has_one_row_whatever_end_is_sent_with_it() {
    let world = World::new("2026-10-10T12:00");
    // The later interval of one start stands, and one without an end keeps the end that is known.
    for (end, count, until, written) in [
        (None, 10, None, 1),
        (Some("08:09:00"), 10, Some("2026-10-10T15:09:00Z"), 1),
        (None, 10, Some("2026-10-10T15:09:00Z"), 0),
        (None, 14, Some("2026-10-10T15:09:00Z"), 1),
        (Some("08:12:00"), 14, Some("2026-10-10T15:12:00Z"), 1),
    ] {
        let reply = world
            .push_plain(&push(&[steps("08:00:00", end, count, "Watch")]))
            .await;
        assert_eq!(reply["rows_written"], written, "{end:?}");
        let rows = world.rows(Metric::StepCount).await;
        assert_eq!(rows.len(), 1);
        let stored = rows[0].until.map(|until| until.to_string());
        assert_eq!(stored.as_deref(), until, "{end:?}");
        assert_eq!(rows[0].quantity, Quantity::Single(f64::from(count)));
        assert_eq!(rows[0].grain, None);
    }
}

#[tokio::test]
async fn sources_lengths_and_labels_have_slots_of_their_own() {
    let world = World::new("2026-10-10T12:00");
    let points = [
        steps("08:00:00", None, 10, "Watch"),
        steps("08:00:00", None, 10, "Phone"),
        steps("08:00:01", None, 10, "Watch"),
    ];
    world.push_plain(&push(&points)).await;
    world.push(&hourly(), &push(&points[..1])).await;
    assert_eq!(world.rows(Metric::StepCount).await.len(), 4);

    let mood = |kind: &str| json!({"id": kind, "start": "2026-10-10T15:00:00Z", "kind": kind, "valence": 0.5});
    let moods = json!({"data": {"stateOfMind": [mood("daily_mood"), mood("momentary_emotion")]}});
    world.push_plain(&moods).await;
    assert_eq!(world.rows(Metric::MoodValence).await.len(), 2);
}

#[tokio::test]
async fn every_metric_of_a_push_that_is_summed_up_is_a_slot() {
    let world = World::new("2026-10-10T12:00");
    for grams in [12.5, 40.0] {
        let food = json!({"date": "2026-10-10 08:00:00 -0700", "qty": grams, "source": "Food"});
        let body = envelope(&json!([metric("sodium", "mg", &[food])]));
        world.push(&hourly(), &body).await;
    }
    assert_eq!(world.states(Metric::Sodium).await, ["40"]);
}

#[tokio::test]
async fn of_samples_of_one_slot_the_last_of_a_push_stands() {
    let world = World::new("2026-10-10T12:00");
    let body = push(&[
        steps("08:00:00", None, 10, "Watch"),
        steps("08:00:00", None, 30, "Watch"),
        steps("08:00:00", None, 20, "Watch"),
    ]);
    let reply = world.push_plain(&body).await;
    assert_eq!(
        (
            &reply["accepted"],
            &reply["skipped"],
            &reply["rows_written"]
        ),
        (&json!(3), &json!(0), &json!(1))
    );
    assert_eq!(world.states(Metric::StepCount).await, ["20"]);
    let reply = world.push_plain(&body).await;
    assert_eq!(
        (&reply["rows_written"], &reply["rows_unchanged"]),
        (&json!(0), &json!(1))
    );
}

#[tokio::test]
async fn slots_that_a_full_push_lacks_are_marked_and_come_back() {
    let world = World::new("2026-10-10T12:00");
    let points = ["08:00:00", "08:10:00", "08:20:00"].map(|wall| steps(wall, None, 5, "Watch"));
    let today = period("Today");
    world.push(&today, &push(&points)).await;
    let reply = world.push(&today, &push(&points[..2])).await;
    assert_eq!(reply["marked_missing"], 1);
    world.pass_minutes(16);
    let reply = world.push(&today, &push(&points[..2])).await;
    assert_eq!(reply["superseded"], 1);
    assert_eq!(
        world.states(Metric::StepCount).await,
        ["5", "5", "5 reconcile"]
    );
    let reply = world.push(&today, &push(&points)).await;
    assert_eq!(reply["restored"], 1);
    assert_eq!(world.states(Metric::StepCount).await, ["5", "5", "5"]);
}

#[tokio::test]
async fn night_is_a_row_for_each_thing_that_it_tells() {
    let world = World::new("2026-10-10T12:00");
    let night = |rem: f64| {
        json!({
            "date": "2026-10-10", "totalSleep": 7.0 + rem, "asleep": 0, "core": 5, "deep": 2,
            "rem": rem, "awake": 0, "inBed": 0, "source": "Watch",
            "sleepStart": "2026-10-09 23:00:00 -0700", "sleepEnd": "2026-10-10 07:00:00 -0700",
        })
    };
    let body = |rem| envelope(&json!([metric("sleep_analysis", "hr", &[night(rem)])]));
    // The header says nothing of nights, which are summed up by a switch of their own.
    let reply = world.push_week(&body(1.0)["data"]["metrics"]).await;
    assert_eq!(
        (&reply["accepted"], &reply["rows_written"]),
        (&json!(1), &json!(5))
    );
    let reply = world.push_plain(&body(0.5)).await;
    assert_eq!(
        (&reply["rows_written"], &reply["rows_unchanged"]),
        (&json!(2), &json!(3))
    );
    let rows = world.rows(Metric::SleepTotal).await;
    assert_eq!(rows[0].quantity, Quantity::Single(7.5));
    assert_eq!(rows[0].grain, Some(Grain::Day));
    assert_eq!(world.states(Metric::SleepAwake).await, ["0"]);
    assert!(world.rows(Metric::SleepInBed).await.is_empty());
    assert!(world.rows(Metric::SleepUnspecified).await.is_empty());
}

/// Start in tens of minutes, length in minutes, count and source: few of each, so that they meet.
type Interval = (u32, u32, u32, u32);

fn intervals() -> impl Strategy<Value = Vec<Interval>> {
    prop::collection::vec((0..5_u32, 1..9_u32, 1..4_u32, 0..2_u32), 1..10)
}

fn point((tens, length, count, source): Interval) -> Value {
    let start = format!("08:{tens}0:00");
    let end = format!("08:{tens}{length}:00");
    steps(&start, Some(&end), count, &format!("Source {source}"))
}

/// The last of each slot.
fn latest(intervals: &[Interval]) -> Vec<Interval> {
    let mut latest: Vec<Interval> = Vec::new();
    for interval in intervals {
        latest.retain(|other| (other.0, other.3) != (interval.0, interval.3));
        latest.push(*interval);
    }
    latest
}

async fn stored(world: &World) -> Vec<String> {
    let rows = world.rows(Metric::StepCount).await;
    rows.iter().map(said).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn record_holds_the_latest_word_on_each_slot(pushes in prop::collection::vec(intervals(), 1..5)) {
        block_on(async {
            let (all, alone) = (World::new("2026-10-10T12:00"), World::new("2026-10-10T12:00"));
            for intervals in &pushes {
                let points: Vec<Value> = intervals.iter().copied().map(point).collect();
                all.push_plain(&push(&points)).await;
            }
            let points: Vec<Value> = latest(&pushes.concat()).into_iter().map(point).collect();
            alone.push_plain(&push(&points)).await;
            assert_eq!(stored(&all).await, stored(&alone).await);
            assert_eq!(stored(&all).await.len(), points.len());
        });
    }

    #[test]
    fn slots_sent_again_write_nothing(intervals in intervals(), hours in any::<bool>()) {
        block_on(async {
            let world = World::new("2026-10-10T12:00");
            let points: Vec<Value> = intervals.iter().copied().map(point).collect();
            let headers = if hours { hourly() } else { period("Previous 7 Days") };
            world.push(&headers, &push(&points)).await;
            let before = world.record().await;
            world.pass_minutes(20);
            let reply = world.push(&headers, &push(&points)).await;
            assert_eq!(reply["rows_written"], 0);
            assert_eq!(world.record().await, before);
        });
    }

    #[test]
    fn order_of_slots_does_not_matter(intervals in intervals(), seed in any::<Index>()) {
        block_on(async {
            let mut intervals = latest(&intervals);
            let worlds = [World::new("2026-10-10T12:00"), World::new("2026-10-10T12:00")];
            for world in &worlds {
                let points: Vec<Value> = intervals.iter().copied().map(point).collect();
                world.push_plain(&push(&points)).await;
                intervals.reverse();
                let turn = seed.index(intervals.len());
                intervals.rotate_left(turn);
            }
            assert_eq!(stored(&worlds[0]).await, stored(&worlds[1]).await);
        });
    }
}
