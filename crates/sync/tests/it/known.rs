//! What a push that comes again reads of the record.

use std::sync::{Arc, Mutex};

use jiff::tz::TimeZone;
use serde_json::{Value, json};
use vitalog_core::Metric;
use vitalog_storage::{RecordChange, RecordQuery};
use vitalog_storage_contract::{Hook, Hooked};
use vitalog_sync::Ingest;

use crate::world::{World, envelope, period, protein, weight};

/// Notes which days of which metrics were asked for.
struct Watch {
    zone: TimeZone,
    asked: Mutex<Vec<String>>,
}

impl Hook for Watch {
    fn asked(&self, query: &RecordQuery) {
        let windows = query.readings.iter().map(|(metric, window)| {
            let day = |at| self.zone.to_datetime(at).date().day();
            format!(
                "{} {}-{}",
                metric.slug(),
                day(window.start),
                day(window.end)
            )
        });
        // What else is read makes the daily values of days that change.
        if query.documents.is_empty() {
            *self.asked.lock().unwrap() = windows.collect();
        }
    }
}

/// A world whose storage is watched.
struct WatchedWorld {
    world: World,
    watched: Arc<Hooked<Watch>>,
}

impl WatchedWorld {
    fn new() -> Self {
        let mut world = World::new("2026-10-10T12:00");
        let watched = Arc::new(Hooked::over(
            world.storage.clone(),
            Watch {
                zone: world.account.zone.clone(),
                asked: Mutex::default(),
            },
        ));
        world.ingest = Ingest::new(watched.clone(), world.clock.clone());
        Self { world, watched }
    }

    /// Pushes, and tells which days were read: `protein 4-10` for the fourth up to the tenth.
    async fn push(&self, name: &str, metrics: &Value) -> Vec<String> {
        self.world.push(&period(name), &envelope(metrics)).await;
        self.watched.hook.asked.lock().unwrap().clone()
    }
}

const WEEK: &str = "Previous 7 Days";
const YESTERDAY: (&str, f64) = ("2026-10-09 08:00:00", 20.0);
const DAY_BEFORE: (&str, f64) = ("2026-10-08 08:00:00", 30.0);
const DAY_BEFORE_LATE: (&str, f64) = ("2026-10-08 20:00:00", 31.0);
const TODAY: (&str, f64) = ("2026-10-10 08:00:00", 40.0);
const NOTHING: [&str; 0] = [];

#[tokio::test]
async fn push_sent_again_reads_nothing() {
    let world = WatchedWorld::new();
    let metrics = json!([protein(&[DAY_BEFORE, YESTERDAY]), weight(&[YESTERDAY])]);
    let all = ["weight 4-10", "protein 4-10"];
    assert_eq!(world.push(WEEK, &metrics).await, all);
    assert_eq!(world.push(WEEK, &metrics).await, NOTHING);
    // Whole days are known, so that what is only stored is known, too.
    assert_eq!(world.push("Since Last Sync", &metrics).await, NOTHING);
    // Another process has to look for itself.
    let other = Ingest::new(world.watched.clone(), world.world.clock.clone());
    let body = envelope(&metrics).to_string();
    let account = &world.world.account;
    other
        .ingest(account, &period(WEEK), body.as_bytes())
        .await
        .unwrap();
    assert_eq!(*world.watched.hook.asked.lock().unwrap(), all);
}

#[tokio::test]
async fn what_is_new_is_read_and_nothing_else() {
    let world = WatchedWorld::new();
    world
        .push(WEEK, &json!([protein(&[DAY_BEFORE, YESTERDAY])]))
        .await;
    let today = json!([protein(&[TODAY])]);
    assert_eq!(world.push("Today", &today).await, ["protein 10-11"]);
    // What today wrote leaves the week before known.
    let more = json!([protein(&[DAY_BEFORE, DAY_BEFORE_LATE, YESTERDAY])]);
    assert_eq!(world.push(WEEK, &more).await, ["protein 8-9"]);
    assert_eq!(world.push("Today", &today).await, NOTHING);
}

#[tokio::test]
async fn day_that_was_only_stored_is_read_when_it_is_judged() {
    let world = WatchedWorld::new();
    let yesterday = json!([protein(&[YESTERDAY])]);
    world.push("Since Last Sync", &yesterday).await;
    assert_eq!(world.push("Since Last Sync", &yesterday).await, NOTHING);
    assert_eq!(world.push(WEEK, &yesterday).await, ["protein 4-10"]);
    assert_eq!(world.push(WEEK, &yesterday).await, NOTHING);
}

#[tokio::test]
async fn day_with_a_pending_mark_is_read_until_it_is_confirmed() {
    let world = WatchedWorld::new();
    world
        .push(
            WEEK,
            &json!([protein(&[DAY_BEFORE, DAY_BEFORE_LATE, YESTERDAY])]),
        )
        .await;
    let less = json!([protein(&[DAY_BEFORE, YESTERDAY])]);
    for (minutes, states) in [
        (0, ["30", "31 missing", "20"]),
        (5, ["30", "31 missing", "20"]),
        (9, ["30", "31 missing", "20"]),
        (1, ["30", "31 reconcile", "20"]),
    ] {
        world.world.pass_minutes(minutes);
        assert_eq!(world.push(WEEK, &less).await, ["protein 8-9"]);
        assert_eq!(world.world.states(Metric::Protein).await, states);
    }
    // The push that confirmed it still saw it lacking; the next one finds nothing left to do.
    assert_eq!(world.push(WEEK, &less).await, ["protein 8-9"]);
    assert_eq!(world.push(WEEK, &less).await, NOTHING);
}

#[tokio::test]
async fn day_that_was_left_alone_is_reported_each_time() {
    let world = WatchedWorld::new();
    world
        .push(WEEK, &json!([protein(&[DAY_BEFORE, YESTERDAY])]))
        .await;
    let less = json!([protein(&[YESTERDAY])]);
    for _ in 0..3 {
        let reply = world.world.push_week(&less).await;
        let skipped = json!([{"metric": "protein", "day": "2026-10-08", "missing": 1, "total": 1}]);
        assert_eq!(reply["reconcile_skipped"], skipped);
    }
}

#[tokio::test]
async fn change_by_another_route_is_seen() {
    let world = WatchedWorld::new();
    let metrics = json!([protein(&[DAY_BEFORE, YESTERDAY])]);
    world.push(WEEK, &metrics).await;
    let mut removed = world.world.rows(Metric::Protein).await.remove(0);
    removed.marks.superseded = Some(vitalog_core::Superseded {
        at: removed.ingested_at,
        by: vitalog_core::SupersededBy::Chat,
    });
    let change = RecordChange {
        put_readings: vec![removed],
        ..RecordChange::default()
    };
    world.world.put(change).await;
    let reply = world.world.push_week(&metrics).await;
    assert_eq!(
        (&reply["restored"], &reply["rows_unchanged"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(world.world.states(Metric::Protein).await, ["30", "20"]);
}

#[tokio::test]
async fn account_whose_zone_changes_has_other_days() {
    let mut world = WatchedWorld::new();
    let metrics = json!([protein(&[DAY_BEFORE, YESTERDAY])]);
    world.push(WEEK, &metrics).await;
    world.world.account.zone = TimeZone::get("America/New_York").unwrap();
    assert_ne!(world.push(WEEK, &metrics).await, NOTHING);
}
