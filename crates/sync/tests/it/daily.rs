//! Stored daily values are at any time those of the stored rows.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{ToSpan, civil::Date, tz::TimeZone};
use serde_json::json;
use vitalog_core::{
    Account, DailyValue, DayRange, Fingerprint, Marks, Metric, Quantity, Reading, SourcePriority,
    Superseded, SupersededBy, Via,
    daily::{daily_values, metrics_touched},
    day::day_of,
};
use vitalog_storage::{Record, RecordChange, RecordQuery, RecordStore, Revision};
use vitalog_sync::{
    PushHeaders,
    daily::{Completed, DailyState, complete, rebuild},
};
use vitalog_synthetic::{Density, Person, hae};

use crate::world::{World, account, envelope, metric, period, point, protein, weight};

const ALWAYS: DayRange = DayRange {
    start: Date::MIN,
    end: Date::MAX,
};

async fn stored(world: &World) -> Record {
    let all: Vec<_> = Metric::ALL.iter().map(|metric| (*metric, ALWAYS)).collect();
    let query = RecordQuery {
        daily: all.clone(),
        daily_by_source: all,
        documents: vec![DailyState::document()],
        ..RecordQuery::default()
    };
    let read = world.storage.read_record(&world.account.id, &query).await;
    read.unwrap()
}

fn values(record: &Record) -> BTreeMap<(Metric, Date, Option<String>), DailyValue> {
    let kinds = [&record.daily, &record.daily_by_source];
    let values = kinds.into_iter().flat_map(BTreeMap::values).flatten();
    values
        .map(|value| {
            let key = (value.metric, value.day, value.source.clone());
            (key, value.clone())
        })
        .collect()
}

/// Holds every stored value against the rows, each day worked out from all of them.
pub(crate) async fn check(world: &World, account: &Account) -> usize {
    let stored = stored(world).await;
    let state = DailyState::of(&stored, account).unwrap();
    assert!(state.is_complete());

    let record = world.record().await;
    let rows = record.readings.values().flatten();
    let days: BTreeSet<Date> = rows
        .flat_map(|row| {
            let day = day_of(row.at, &account.zone);
            (-3..=3).map(move |beside: i64| day.saturating_add(beside.days()))
        })
        .collect();
    let mut expected = Vec::new();
    for day in days {
        for metric in Metric::ALL {
            let rows = metrics_touched(*metric)
                .iter()
                .flat_map(|metric| &record.readings[metric]);
            let of_day = daily_values(*metric, day, &account.zone, rows, &account.sources);
            expected.extend(of_day);
        }
    }
    let expected: BTreeMap<_, _> = expected
        .into_iter()
        .map(|value| ((value.metric, value.day, value.source.clone()), value))
        .collect();
    let found = values(&stored);
    assert_eq!(found.len(), expected.len());
    for (key, value) in &expected {
        assert_eq!(found.get(key), Some(value));
    }
    found.len()
}

fn person(days: u16) -> Vec<vitalog_synthetic::Day> {
    let zone = TimeZone::get(crate::world::ZONE).unwrap();
    let last = jiff::civil::date(2026, 11, 3);
    let person = Person::new(1, zone, last, days).with_density(Density::Light);
    person.record(person.days()).collect()
}

async fn push(world: &World, days: &[vitalog_synthetic::Day]) {
    let sent = hae::push(days, &hae::Options::default()).remove(0);
    let body: serde_json::Value = serde_json::from_str(&sent.body).unwrap();
    world.push_plain(&body).await;
}

#[tokio::test]
async fn days_follow_pushes_of_a_life_that_overlap_and_come_in_any_order() {
    let world = World::new("2026-11-04T12:00");
    let days = person(9);
    // The clocks change on the first of November.
    for part in [3..5, 0..2, 4..9, 1..4, 0..9] {
        push(&world, &days[part]).await;
        assert!(check(&world, &world.account).await > 50);
    }
}

#[tokio::test]
async fn days_follow_rows_that_go_missing_and_come_back() {
    let world = World::new("2026-10-10T12:00");
    let of_day = |grams: &[(&str, f64)]| json!([protein(grams)]);
    let both = of_day(&[("2026-10-10 08:00:00", 20.0), ("2026-10-10 09:00:00", 30.0)]);
    let one = of_day(&[("2026-10-10 08:00:00", 20.0)]);
    let sum = async || {
        check(&world, &world.account).await;
        let stored = stored(&world).await;
        stored.daily[&Metric::Protein][0].sum.to_string()
    };
    world.push_today(&both).await;
    assert_eq!(sum().await, "50");
    for expected in ["50", "20"] {
        world.push_today(&one).await;
        assert_eq!(sum().await, expected);
        world.pass_minutes(16);
    }
    world.push_today(&both).await;
    assert_eq!(sum().await, "50");
}

#[tokio::test]
async fn row_that_shrinks_leaves_the_day_it_reached_into() {
    let world = World::new("2026-10-10T12:00");
    let walk = |end: &str, steps: f64| {
        let mut walk = point("2026-10-09 23:00:00", steps, "Watch");
        walk["end"] = json!(format!("{end} -0700"));
        envelope(&json!([metric("step_count", "count", &[walk])]))
    };
    let sums = async || -> Vec<f64> {
        check(&world, &world.account).await;
        let stored = stored(&world).await;
        let days = stored.daily[&Metric::StepCount].iter();
        days.map(|value| value.sum).collect()
    };
    world.push_plain(&walk("2026-10-10 03:00:00", 400.0)).await;
    assert_eq!(sums().await, [100.0, 300.0]);
    world.push_plain(&walk("2026-10-09 23:30:00", 80.0)).await;
    assert_eq!(sums().await, [80.0]);
}

#[tokio::test]
async fn change_of_zone_or_sources_is_followed_by_a_rebuild() {
    let world = World::new("2026-11-04T12:00");
    push(&world, &person(33)).await;
    let mut abroad = account("Asia/Kathmandu", true);
    assert_eq!(DailyState::of(&stored(&world).await, &abroad), None);

    let mut metrics = BTreeSet::new();
    let note = |done: vitalog_sync::daily::Progress| {
        metrics.insert(done.metric);
    };
    let storage = world.storage.as_ref();
    assert!(rebuild(storage, &abroad, note).await.unwrap());
    assert!(metrics.len() > 40);
    let before = check(&world, &abroad).await;
    assert!(!rebuild(storage, &abroad, |_| ()).await.unwrap());

    abroad.sources = SourcePriority::new(["iphone"]);
    assert!(rebuild(storage, &abroad, |_| ()).await.unwrap());
    let priority_matters = values(&stored(&world).await);
    assert_eq!(check(&world, &abroad).await, before);
    abroad.sources = SourcePriority::default();
    rebuild(storage, &abroad, |_| ()).await.unwrap();
    assert_ne!(values(&stored(&world).await), priority_matters);
}

#[tokio::test]
async fn writer_that_missed_a_change_of_zone_leaves_no_value_that_is_out_of_step() {
    let world = World::new("2026-11-04T12:00");
    let days = person(4);
    push(&world, &days[..3]).await;
    let abroad = account("Asia/Kathmandu", true);
    let storage = world.storage.as_ref();
    assert!(rebuild(storage, &abroad, |_| ()).await.unwrap());
    check(&world, &abroad).await;

    // It read the account before, and pushes now.
    push(&world, &days[2..]).await;
    let left = stored(&world).await;
    assert_eq!(DailyState::of(&left, &abroad), None);
    assert_eq!(DailyState::of(&left, &world.account), None);
    let before = world.revision().await;
    push(&world, &days[2..]).await;
    assert_eq!(
        world.revision().await,
        before,
        "there is nothing more to say"
    );

    assert!(rebuild(storage, &abroad, |_| ()).await.unwrap());
    check(&world, &abroad).await;
}

#[tokio::test]
async fn rebuild_that_is_broken_off_anywhere_is_taken_up_again_while_pushes_go_on() {
    let days = person(33);
    let world = World::new("2026-11-04T12:00");
    push(&world, &days[..30]).await;
    let mut broken_off = 0;
    let mut zones = ["Asia/Kathmandu", "America/Los_Angeles"]
        .into_iter()
        .cycle();
    for steps in [0, 1, 7, 60] {
        let abroad = account(zones.next().unwrap(), true);
        let mut left = steps;
        // Fails at the operation with this number, as if the process had been killed there.
        let ended = rebuild(world.storage.as_ref(), &abroad, |_| {
            left -= 1;
            if left == 0 {
                world.storage.fail_next(1);
            }
        })
        .await;
        broken_off += u32::from(ended.is_err());
        let sent = hae::push(&days[29..], &hae::Options::default()).remove(0);
        let headers = PushHeaders::default();
        let pushed = world.ingest.ingest(&abroad, &headers, sent.body.as_bytes());
        pushed.await.unwrap();
        if let Some(state) = DailyState::of(&stored(&world).await, &abroad) {
            let all_days = Metric::ALL.iter().all(|metric| state.has(*metric, ALWAYS));
            assert_eq!(state.is_complete(), all_days);
        }
        rebuild(world.storage.as_ref(), &abroad, |_| ())
            .await
            .unwrap();
        check(&world, &abroad).await;
    }
    assert_eq!(broken_off, 3);
}

#[tokio::test]
async fn rows_of_before_daily_values_were_stored_are_worked_out_by_a_rebuild() {
    let world = World::new("2026-10-10T12:00");
    world
        .push(
            &period("Today"),
            &envelope(&json!([weight(&[("2026-10-10 08:00:00", 180.0)])])),
        )
        .await;
    // As a record looks that another program wrote.
    let mut change = RecordChange::default();
    let (kind, id) = DailyState::document();
    change.put_documents.push(vitalog_storage::DocumentWrite {
        kind,
        id,
        body: "of another program".to_owned(),
        expires_at: None,
    });
    world.put(change).await;
    world
        .push_today(&json!([weight(&[
            ("2026-10-10 08:00:00", 180.0),
            ("2026-10-10 09:00:00", 182.0)
        ])]))
        .await;
    assert_eq!(DailyState::of(&stored(&world).await, &world.account), None);

    rebuild(world.storage.as_ref(), &world.account, |_| ())
        .await
        .unwrap();
    check(&world, &world.account).await;
}

#[tokio::test]
async fn record_that_was_never_written_has_nothing_to_rebuild() {
    let world = World::new("2026-10-10T12:00");
    let rebuilt = rebuild(world.storage.as_ref(), &world.account, |_| ()).await;
    assert!(!rebuilt.unwrap());
    assert_eq!(world.revision().await, Revision(0));
}

/// A vendor's row of a night, of which it says the day.
fn of_vendor(metric: Metric, at: &str, named: &str, hours: f64) -> Reading {
    let at: jiff::Timestamp = at.parse().unwrap();
    Reading {
        metric,
        at,
        fingerprint: Fingerprint::BARE,
        quantity: Quantity::Single(hours),
        original: Quantity::Single(hours),
        original_unit: metric.row().unit.to_owned(),
        source: "Oura".to_owned(),
        via: Via::Oura,
        recorded_at: at.to_string(),
        day: Some(named.parse().unwrap()),
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: at,
        marks: Marks::default(),
    }
}

#[tokio::test]
async fn days_follow_rows_that_name_their_day_wherever_that_was() {
    let world = World::new("2026-11-04T12:00");
    push(&world, &person(5)).await;
    // The account's clocks change on the first of November, and the person is in Tokyo.
    let night = of_vendor(
        Metric::SleepTotal,
        "2026-10-31T14:00:00Z",
        "2026-11-01",
        7.25,
    );
    let moved = Reading {
        day: Some("2026-11-02".parse().unwrap()),
        ..night.clone()
    };
    let taken_back = Reading {
        marks: Marks {
            missing_since: None,
            superseded: Some(Superseded {
                at: night.at,
                by: SupersededBy::Vendor,
            }),
        },
        ..moved.clone()
    };
    let stress = of_vendor(
        Metric::OuraStressHigh,
        "2026-11-02T17:00:00Z",
        "2026-11-01",
        50.0,
    );
    let told = async |of: &str| {
        check(&world, &world.account).await;
        let stored = stored(&world).await;
        let mut values = stored.daily[&Metric::SleepTotal].iter();
        let value = values.find(|value| value.day.to_string() == of);
        value.is_some_and(|value| value.sum.to_string() == "7.25")
    };
    for (rows, first, second) in [
        (vec![night, stress], true, false),
        (vec![moved], false, true),
        (vec![taken_back], false, false),
    ] {
        let mut change = RecordChange {
            put_readings: rows,
            ..RecordChange::default()
        };
        let query = RecordQuery {
            readings: change
                .put_readings
                .iter()
                .map(|row| {
                    (
                        row.metric,
                        row.at..row.at + jiff::SignedDuration::from_secs(1),
                    )
                })
                .collect(),
            ..RecordQuery::default()
        };
        let storage = world.storage.as_ref();
        let record = storage
            .read_record(&world.account.id, &query)
            .await
            .unwrap();
        let done = complete(storage, &world.account, &query, &record, &mut change).await;
        assert_eq!(done.unwrap(), Completed::Done);
        world.put(change).await;
        assert_eq!(told("2026-11-01").await, first);
        assert_eq!(told("2026-11-02").await, second);
    }
    let stored = stored(&world).await;
    assert_eq!(stored.daily[&Metric::OuraStressHigh].len(), 1);
}
