//! Events: taken at once, dealt with later, whatever becomes of one.

use jiff::{SignedDuration, civil::date};
use vitalog_connectors::Vendor;
use vitalog_core::Metric;
use vitalog_storage::JobStore;
use vitalog_sync::vendor::{Drained, ReceiveError, Received, queue};

use super::whoop_fake::{Night, PERSON, World};

fn night(day: i8) -> Night {
    Night::of(date(2026, 5, day))
}

async fn drain(world: &World) -> (usize, usize, usize) {
    let Drained { done, again, dead } = world
        .relay
        .drain_events(Vendor::Whoop, world)
        .await
        .unwrap();
    (done, again, dead)
}

#[tokio::test]
async fn sleep_whose_end_moves_by_a_minute_updates_it_its_recovery_and_its_cycle() {
    let world = World::connected().await;
    let mut night = night(6);
    world.whoop.put(night);
    assert_eq!(
        world.send("sleep.updated", &night.id()).await,
        Received::Stored
    );
    assert!(
        world.whoop.asked().is_empty(),
        "nothing is fetched before the answer"
    );
    assert_eq!(drain(&world).await, (1, 0, 0));
    assert_eq!(world.values(Metric::WhoopRecoveryScore).await, ["05-06 36"]);

    night.minutes += 1;
    night.recovery = 37;
    night.strain = 11.25;
    night.version = 1;
    world.whoop.put(night);
    world.whoop.asked();
    world.send("sleep.updated", &night.id()).await;
    assert_eq!(drain(&world).await, (1, 0, 0));
    assert_eq!(world.values(Metric::SleepTotal).await, ["05-06 7.11666667"]);
    assert_eq!(world.values(Metric::WhoopRecoveryScore).await, ["05-06 37"]);
    assert_eq!(world.values(Metric::WhoopStrain).await, ["05-06 11.25"]);
    assert_eq!(world.whoop.asked().len(), 3);
}

#[tokio::test]
async fn events_in_any_order_and_number_end_the_same() {
    let kinds = [
        "sleep.updated",
        "recovery.updated",
        "sleep.deleted",
        "recovery.deleted",
    ];
    // Orders of four, by the digits of a number.
    for order in (0..256_u32).step_by(7) {
        let world = World::connected().await;
        world.whoop.put(night(5));
        world.whoop.put(night(6));
        world
            .relay
            .sync(
                &world.account,
                Vendor::Whoop,
                vitalog_sync::vendor::budget::Lane::Interactive,
            )
            .await
            .unwrap();
        world.whoop.delete(night(6));
        for place in 0..4 {
            let kind = kinds[(order >> (2 * place) & 3) as usize];
            world.send(kind, &night(6).id()).await;
        }
        drain(&world).await;
        // Whatever the events said, the vendor no longer has the night.
        let recovery = world.values(Metric::WhoopRecoveryScore).await;
        assert_eq!(recovery, ["05-05 35"], "{order}");
        assert_eq!(
            world.values(Metric::SleepTotal).await,
            ["05-05 7.08333333"],
            "{order}"
        );
    }
}

#[tokio::test]
async fn event_that_comes_again_is_dealt_with_once() {
    let world = World::connected().await;
    world.whoop.put(night(6));
    let (headers, body) = world
        .whoop
        .event("sleep.updated", &night(6).id(), world.now());
    for expected in [Received::Stored, Received::Known] {
        let received = world.relay.receive_webhook(Vendor::Whoop, &headers, &body);
        assert_eq!(received.await.unwrap(), expected);
    }
    assert_eq!(drain(&world).await, (1, 0, 0));
    let received = world.relay.receive_webhook(Vendor::Whoop, &headers, &body);
    assert_eq!(
        received.await.unwrap(),
        Received::Known,
        "also when it was dealt with"
    );
    assert_eq!(drain(&world).await, (0, 0, 0));
}

#[tokio::test]
async fn what_is_not_the_vendors_is_refused_and_what_is_about_nobody_is_dropped() {
    let world = World::connected().await;
    let now = world.now();
    let (headers, mut body) = world.whoop.event("sleep.updated", "a", now);
    body[5] ^= 1;
    let forged = world
        .relay
        .receive_webhook(Vendor::Whoop, &headers, &body)
        .await;
    assert!(matches!(forged, Err(ReceiveError::Refused(_))));
    let long_ago = now - SignedDuration::from_mins(6);
    let (headers, body) = world.whoop.event("sleep.updated", "a", long_ago);
    let replayed = world
        .relay
        .receive_webhook(Vendor::Whoop, &headers, &body)
        .await;
    assert!(matches!(replayed, Err(ReceiveError::Refused(_))));
    let another = world
        .relay
        .receive_webhook(Vendor::Oura, &headers, &body)
        .await;
    assert!(matches!(another, Err(ReceiveError::NotSetUp)));

    let (headers, body) = world
        .whoop
        .event_of(PERSON + 1, "sleep.updated", "a", "t", now);
    let stranger = world.relay.receive_webhook(Vendor::Whoop, &headers, &body);
    assert_eq!(stranger.await.unwrap(), Received::Dropped);
    let (headers, body) = world.whoop.event_of(PERSON, "dance.updated", "a", "u", now);
    let unknown = world.relay.receive_webhook(Vendor::Whoop, &headers, &body);
    assert_eq!(unknown.await.unwrap(), Received::Dropped);
    assert_eq!(drain(&world).await, (0, 0, 0));
}

#[tokio::test(start_paused = true)]
async fn poison_event_is_tried_five_times_more_then_dead_and_never_blocks_others() {
    let world = World::connected().await;
    world.whoop.put(night(6));
    world
        .whoop
        .faults
        .lock()
        .unwrap()
        .push(("/sleep/poison", 500));
    world.send("sleep.updated", "poison").await;
    world.send("sleep.updated", &night(6).id()).await;
    assert_eq!(drain(&world).await, (1, 1, 0));
    assert_eq!(world.values(Metric::SleepTotal).await, ["05-06 7.1"]);
    // 30 s, a minute, two, four, eight.
    for seconds in [30, 60, 120, 240, 480] {
        world.clock.advance(SignedDuration::from_secs(seconds - 1));
        assert_eq!(drain(&world).await, (0, 0, 0), "not before {seconds} s");
        world.clock.advance(SignedDuration::from_secs(1));
        let expected = if seconds == 480 { (0, 0, 1) } else { (0, 1, 0) };
        assert_eq!(drain(&world).await, expected, "{seconds}");
    }
    let jobs = world
        .memory
        .list_jobs(queue(Vendor::Whoop), None, 10)
        .await
        .unwrap();
    assert_eq!(jobs.len(), 1);
    assert_eq!(
        jobs[0].dead.as_deref(),
        Some("the vendor cannot answer for now")
    );

    // A person looks at it, and has it tried again.
    world.whoop.faults.lock().unwrap().clear();
    let revived = world
        .memory
        .revive_job(queue(Vendor::Whoop), &jobs[0].id, world.now());
    assert!(revived.await.unwrap());
    assert_eq!(drain(&world).await, (1, 0, 0));
}
