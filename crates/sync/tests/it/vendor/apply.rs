//! From documents to rows: whatever comes, in whatever order, the rows are what the vendor says.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use async_trait::async_trait;
use jiff::civil::date;
use vitalog_connectors::Vendor;
use vitalog_core::{Marks, Metric, Superseded, SupersededBy};
use vitalog_storage::{RecordChange, RecordStore, Retry, StorageError};
use vitalog_storage_contract::{Hook, Hooked, Operation};
use vitalog_sync::vendor::budget::Lane;

use super::whoop_fake::{Night, World};

async fn sync(world: &World) -> vitalog_sync::vendor::SyncReport {
    let report = world
        .relay
        .sync(&world.account, Vendor::Whoop, Lane::Interactive);
    report.await.unwrap()
}

fn night(day: i8) -> Night {
    Night::of(date(2026, 5, day))
}

#[tokio::test]
async fn night_and_what_belongs_to_it_are_of_the_day_of_waking() {
    let world = World::connected().await;
    world.whoop.put(night(5));
    world.whoop.put(night(6));
    let report = sync(&world).await;
    assert_eq!(report.faults.len(), 0);
    assert_eq!(report.applied.unreadable, 0);
    let asleep = world.values(Metric::SleepTotal).await;
    // 425 and 426 minutes.
    assert_eq!(asleep, ["05-05 7.08333333", "05-06 7.1"]);
    let recovery = world.values(Metric::WhoopRecoveryScore).await;
    assert_eq!(recovery, ["05-05 35", "05-06 36"]);
    let strain = world.values(Metric::WhoopStrain).await;
    assert_eq!(strain, ["05-05 10.5", "05-06 10.5"]);
}

#[tokio::test]
async fn second_sync_writes_nothing() {
    let world = World::connected().await;
    for day in 1..=6 {
        world.whoop.put(night(day));
    }
    let first = sync(&world).await;
    assert!(first.applied.rows.written > 60, "{first:?}");
    let revision = world.revision().await;
    for minutes in [0, 20, 400] {
        world.pass_minutes(minutes);
        let again = sync(&world).await;
        assert_eq!((again.applied.news, again.applied.rows.written), (0, 0));
        assert_eq!(world.revision().await, revision);
    }
}

#[tokio::test]
async fn edited_night_updates_it_and_its_recovery() {
    let world = World::connected().await;
    let mut night = night(6);
    world.whoop.put(night);
    sync(&world).await;
    night.minutes += 1;
    night.recovery = 71;
    night.version = 1;
    world.whoop.put(night);
    let report = sync(&world).await;
    assert_eq!(report.applied.news, 3);
    assert_eq!(world.values(Metric::SleepTotal).await, ["05-06 7.11666667"]);
    assert_eq!(world.values(Metric::WhoopRecoveryScore).await, ["05-06 71"]);
    // Replaced, not added to.
    assert_eq!(world.rows(Metric::WhoopRecoveryScore).await.len(), 1);
}

#[tokio::test]
async fn older_version_that_comes_late_changes_nothing() {
    let world = World::connected().await;
    let old = night(6);
    let new = Night {
        minutes: 500,
        version: 5,
        ..old
    };
    world.whoop.put(new);
    sync(&world).await;
    let truth = world.truth().await;
    world.whoop.put(old);
    sync(&world).await;
    assert_eq!(world.truth().await, truth);
}

#[tokio::test]
async fn night_that_moves_to_another_day_takes_its_recovery_along() {
    let world = World::connected().await;
    let mut night = night(5);
    world.whoop.put(night);
    sync(&world).await;
    // The person had flown: by the clock there it was the day before.
    night.offset = -8;
    night.minutes = 20 * 60;
    night.version = 1;
    let moved = Night {
        day: date(2026, 5, 5),
        ..night
    };
    world.whoop.put(moved);
    sync(&world).await;
    let days = |values: Vec<String>| -> Vec<String> {
        values.iter().map(|value| value[..5].to_owned()).collect()
    };
    let asleep = days(world.values(Metric::SleepTotal).await);
    assert_eq!(asleep.len(), 1);
    assert_eq!(days(world.values(Metric::WhoopRecoveryScore).await), asleep);
}

#[tokio::test]
async fn what_vanishes_is_superseded_after_two_passes_and_counts_again_when_it_comes_back() {
    let world = World::connected().await;
    for day in 3..=6 {
        world.whoop.put(night(day));
    }
    sync(&world).await;
    let before = world.truth().await;
    world.whoop.delete(night(4));
    sync(&world).await;
    assert_eq!(world.truth().await, before, "one pass says nothing");
    world.pass_minutes(14);
    sync(&world).await;
    assert_eq!(world.truth().await, before, "too soon after the first");
    world.pass_minutes(1);
    let report = sync(&world).await;
    assert!(report.applied.rows.superseded > 10, "{report:?}");
    let recovery = world.values(Metric::WhoopRecoveryScore).await;
    assert_eq!(recovery, ["05-03 33", "05-05 35", "05-06 36"]);
    let rows = world.rows(Metric::WhoopRecoveryScore).await;
    let by = rows[1].marks.superseded.unwrap().by;
    assert_eq!(
        (rows.len(), by),
        (4, SupersededBy::Vendor),
        "nothing is deleted"
    );

    world.whoop.put(night(4));
    let report = sync(&world).await;
    assert!(report.applied.rows.restored > 10, "{report:?}");
    assert_eq!(world.truth().await, before);
}

#[tokio::test]
async fn what_a_clock_that_was_ahead_missed_is_gone_two_passes_later_all_the_same() {
    let world = World::connected().await;
    for day in 3..=6 {
        world.whoop.put(night(day));
    }
    sync(&world).await;
    world.whoop.delete(night(4));
    world.pass_minutes(20 * 60);
    sync(&world).await;
    world.pass_minutes(-20 * 60);
    sync(&world).await;
    world.pass_minutes(15);
    sync(&world).await;
    let recovery = world.values(Metric::WhoopRecoveryScore).await;
    assert_eq!(recovery, ["05-03 33", "05-05 35", "05-06 36"]);
}

#[tokio::test]
async fn what_is_missed_once_and_there_again_is_not_counted_as_missed() {
    let world = World::connected().await;
    for day in 3..=6 {
        world.whoop.put(night(day));
    }
    sync(&world).await;
    let before = world.truth().await;
    for _ in 0..3 {
        world.whoop.delete(night(4));
        world.pass_minutes(20);
        sync(&world).await;
        world.whoop.put(night(4));
        world.pass_minutes(20);
        sync(&world).await;
    }
    assert_eq!(world.truth().await, before);
}

#[tokio::test]
async fn what_the_person_took_out_stays_out() {
    let world = World::connected().await;
    let mut night = night(6);
    world.whoop.put(night);
    sync(&world).await;
    let mut row = world.rows(Metric::WhoopRecoveryScore).await.remove(0);
    row.marks = Marks {
        superseded: Some(Superseded {
            at: world.now(),
            by: SupersededBy::Chat,
        }),
        ..Marks::default()
    };
    let change = RecordChange {
        put_readings: vec![row],
        ..RecordChange::default()
    };
    let revision = world.revision().await;
    let written = world
        .memory
        .write_record(&world.account.id, revision, change);
    written.await.unwrap();
    night.recovery = 80;
    night.version = 1;
    world.whoop.put(night);
    sync(&world).await;
    assert!(world.values(Metric::WhoopRecoveryScore).await.is_empty());
    let rows = world.rows(Metric::WhoopRecoveryScore).await;
    assert_eq!((rows.len(), rows[0].quantity.first()), (1, 80.0));
}

#[tokio::test]
async fn remap_makes_of_what_is_kept_what_a_sync_made_and_asks_nobody() {
    let world = World::connected().await;
    for day in 1..=6 {
        world.whoop.put(night(day));
    }
    sync(&world).await;
    let (truth, revision) = (world.truth().await, world.revision().await);
    world.whoop.asked();
    let nothing = world
        .relay
        .remap(&world.account, Vendor::Whoop)
        .await
        .unwrap();
    assert_eq!(
        (nothing.rows.written, world.revision().await),
        (0, revision)
    );
    // As if an older mapping had made something else of it.
    let mut rows = world.rows(Metric::SleepTotal).await;
    for row in &mut rows {
        row.quantity = vitalog_core::Quantity::Single(1.0);
    }
    let change = RecordChange {
        put_readings: rows,
        ..RecordChange::default()
    };
    let written = world
        .memory
        .write_record(&world.account.id, revision, change);
    written.await.unwrap();
    assert_ne!(world.truth().await, truth);
    let mended = world
        .relay
        .remap(&world.account, Vendor::Whoop)
        .await
        .unwrap();
    assert_eq!(mended.rows.written, 6);
    assert_eq!(world.truth().await, truth);
    assert!(world.whoop.asked().is_empty());
}

/// Storage whose operations fail from one on.
struct FailsFrom(AtomicI64);

#[async_trait]
impl Hook for FailsFrom {
    async fn before(&self, _operation: Operation) -> Result<(), StorageError> {
        if self.0.fetch_sub(1, Ordering::SeqCst) > 0 {
            return Ok(());
        }
        Err(StorageError {
            operation: "any",
            retry: Retry::Never,
            source: "the process was killed".into(),
        })
    }
}

#[tokio::test]
async fn process_that_dies_anywhere_in_a_sync_leaves_nothing_that_the_next_does_not_mend() {
    let expected = {
        let world = World::connected().await;
        for day in 4..=6 {
            world.whoop.put(night(day));
        }
        sync(&world).await;
        world.truth().await
    };
    for steps in (0..400).step_by(3) {
        let world = World::connected().await;
        for day in 4..=6 {
            world.whoop.put(night(day));
        }
        let dying = Hooked::over(world.memory.clone(), FailsFrom(AtomicI64::new(steps)));
        let relay = world.relay_on(Arc::new(dying));
        let died = relay.sync(&world.account, Vendor::Whoop, Lane::Interactive);
        let ended = died.await.is_ok();
        sync(&world).await;
        assert_eq!(world.truth().await, expected, "after {steps} operations");
        if ended {
            assert!(steps > 20, "{steps}");
            return;
        }
    }
    panic!("no sync took so few operations");
}
