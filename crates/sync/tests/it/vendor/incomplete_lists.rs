//! Lists that do not come to their end say nothing of what is gone.

use jiff::civil::date;
use vitalog_connectors::Vendor;
use vitalog_core::Metric;
use vitalog_sync::vendor::{Fault, Freshness, SyncReport, budget::Lane};

use super::whoop_fake::{Night, World};

/// How a list does not come to its end.
#[derive(Clone, Copy, Debug)]
enum Ending {
    Status(u16),
    /// Its pages lead to themselves.
    Circle,
}

async fn widely(world: &World) -> SyncReport {
    let report = world.relay.sync_widely(&world.account, Vendor::Whoop);
    report.await.unwrap()
}

async fn state(world: &World, kind: &str) -> Freshness {
    let reader = world.relay.status_reader();
    let sources = reader.sources(&world.account.id).await.unwrap();
    let mut sources = sources.into_iter();
    let whoop = sources.find(|source| source.vendor == Vendor::Whoop);
    let entities = whoop.unwrap().entities;
    entities
        .into_iter()
        .find(|entity| entity.kind == kind)
        .unwrap()
        .state
}

/// A month, so that lists have two pages.
async fn month() -> World {
    let world = World::connected().await;
    for ago in 0..30 {
        let day = date(2026, 5, 6) - jiff::Span::new().days(ago);
        world.whoop.put(Night::of(day));
    }
    widely(&world).await;
    world
}

#[tokio::test]
async fn list_that_does_not_come_to_its_end_takes_nothing_out_however_often() {
    let lists = [
        ("/v2/cycle", "cycle"),
        ("/v2/recovery", "recovery"),
        ("/activity/sleep", "sleep"),
        // The second page, of all three.
        ("nextToken", "sleep"),
    ];
    let endings = [
        Ending::Status(404),
        Ending::Status(410),
        Ending::Status(204),
        Ending::Status(422),
        Ending::Circle,
    ];
    for (path, kind) in lists {
        for ending in endings {
            let world = month().await;
            let before = world.truth().await;
            match ending {
                Ending::Status(status) => world.whoop.faults.lock().unwrap().push((path, status)),
                Ending::Circle => world.whoop.circles.lock().unwrap().push(path),
            }
            for _ in 0..3 {
                world.pass_minutes(20);
                let report = widely(&world).await;
                let fault = report.faults.get(kind).copied();
                assert_eq!(fault, Some(Fault::Unreadable), "{path} {ending:?}");
                assert!(!report.listed.contains(&kind), "{path} {ending:?}");
            }
            assert_eq!(world.truth().await, before, "{path} {ending:?}");
            assert_eq!(
                state(&world, kind).await,
                Freshness::Stale,
                "{path} {ending:?}"
            );

            world.whoop.faults.lock().unwrap().clear();
            world.whoop.circles.lock().unwrap().clear();
            let report = widely(&world).await;
            assert!(report.faults.is_empty(), "{path} {ending:?}");
            assert_eq!(
                state(&world, kind).await,
                Freshness::Fresh,
                "{path} {ending:?}"
            );
        }
    }
}

#[tokio::test]
async fn list_that_a_vendor_never_had_is_not_offered_and_makes_nothing_stale() {
    let world = World::connected().await;
    world.whoop.put(Night::of(date(2026, 5, 6)));
    world
        .whoop
        .faults
        .lock()
        .unwrap()
        .push(("/activity/workout", 404));
    let sync = || async {
        let report = world
            .relay
            .sync(&world.account, Vendor::Whoop, Lane::Interactive);
        report.await.unwrap()
    };
    for _ in 0..2 {
        let faults = sync().await.faults.into_iter().collect::<Vec<_>>();
        assert_eq!(faults, [("workout", Fault::NotOffered)]);
    }
    assert_eq!(state(&world, "workout").await, Freshness::NotOffered);
    assert_eq!(state(&world, "sleep").await, Freshness::Fresh);
}

#[tokio::test]
async fn run_that_misses_most_marks_nothing_and_one_that_misses_less_does() {
    let check = async |gone: i64, is_believed: bool| {
        let world = month().await;
        let before = world.values(Metric::SleepTotal).await.len();
        // A day at each end of the window is not surely listed.
        for ago in 0..gone {
            let day = date(2026, 5, 5) - jiff::Span::new().days(ago);
            world.whoop.delete(Night::of(day));
        }
        for _ in 0..3 {
            world.pass_minutes(20);
            widely(&world).await;
        }
        let left = world.values(Metric::SleepTotal).await.len();
        let expected = if is_believed {
            usize::try_from(gone).unwrap()
        } else {
            0
        };
        assert_eq!(before - left, expected, "{gone} nights are gone");
    };
    check(2, true).await;
    check(13, true).await;
    check(17, false).await;
    check(29, false).await;
}

#[tokio::test]
async fn list_may_lose_the_few_that_it_had() {
    let world = World::connected().await;
    for day in 4..=6 {
        world.whoop.put(Night::of(date(2026, 5, day)));
    }
    widely(&world).await;
    // Their cycles stay, so that the run as a whole misses less than half.
    for day in 4..=5 {
        world.whoop.delete(Night::of(date(2026, 5, day)));
    }
    widely(&world).await;
    world.pass_minutes(15);
    widely(&world).await;
    assert_eq!(world.values(Metric::SleepTotal).await, ["05-06 7.1"]);
}
