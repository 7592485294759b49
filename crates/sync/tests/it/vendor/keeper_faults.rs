//! Storage that fails and processes that die, between a refresh and the storing of its pair.

use std::time::Duration;

use tokio::time::Instant;
use vitalog_sync::vendor::connection::ConnectionState;

use super::token_endpoint::{Mood, VENDOR, World, access, grant, me};

/// The lease is written; what fails is the new pair.
const AFTER_LEASE: u32 = 1;

#[tokio::test(start_paused = true)]
async fn saving_is_tried_again_after_200_and_after_800_ms() {
    for (failing, waited) in [(0, 0), (1, 200), (2, 1000)] {
        let world = World::new().await;
        let (keeper, storage) = world.faulty();
        storage.hook.fail_after(AFTER_LEASE, Some(failing));
        let started = Instant::now();
        assert_eq!(access(&keeper, Some("access-1")).await, "access-2");
        assert_eq!(
            started.elapsed(),
            Duration::from_millis(waited),
            "{failing}"
        );
        // It is stored: another process has it.
        assert_eq!(access(&world.keeper(), None).await, "access-2");
        assert_eq!(world.endpoint.counts(), (1, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn pair_that_cannot_be_stored_is_used_from_memory_and_stored_later() {
    let world = World::new().await;
    let (keeper, storage) = world.faulty();
    storage.hook.fail_after(AFTER_LEASE, None);
    assert_eq!(access(&keeper, Some("access-1")).await, "access-2");
    assert_eq!(access(&keeper, None).await, "access-2");
    // The stored pair is used up, and stays untouched as long as the new one is not stored, even
    // when the new one ends.
    assert_eq!(access(&keeper, Some("access-2")).await, "temporary");
    world.pass_minutes(61);
    assert_eq!(access(&keeper, None).await, "temporary");
    assert_eq!(world.endpoint.counts(), (1, 0));

    storage.hook.mend();
    assert_eq!(access(&keeper, None).await, "access-3");
    assert_eq!(world.endpoint.counts(), (2, 0));
    assert_eq!(access(&world.keeper(), None).await, "access-3");
}

#[tokio::test(start_paused = true)]
async fn program_that_ends_in_an_orderly_way_stores_what_it_could_not_until_then() {
    let world = World::new().await;
    let (keeper, storage) = world.faulty();
    storage.hook.fail_after(AFTER_LEASE, None);
    assert_eq!(access(&keeper, Some("access-1")).await, "access-2");
    storage.hook.mend();
    keeper.finish().await;
    drop(keeper);
    assert_eq!(access(&world.keeper(), None).await, "access-2");
    assert_eq!(world.endpoint.counts(), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn connection_that_was_given_up_meanwhile_comes_back_when_the_pair_is_stored() {
    let world = World::new().await;
    let (keeper, storage) = world.faulty();
    storage.hook.fail_after(AFTER_LEASE, None);
    assert_eq!(access(&keeper, Some("access-1")).await, "access-2");
    // Another process cannot know. It waits for the lease to end, and then finds the token used.
    world.pass_minutes(1);
    assert_eq!(
        access(&world.keeper(), Some("access-1")).await,
        "needs reconnect"
    );
    assert_eq!(world.state().await, ConnectionState::NeedsReconnect);
    storage.hook.mend();
    assert_eq!(access(&keeper, None).await, "access-2");
    assert_eq!(world.state().await, ConnectionState::Connected);
    assert_eq!(access(&world.keeper(), None).await, "access-2");
    assert_eq!(world.endpoint.counts(), (2, 1));
}

#[tokio::test(start_paused = true)]
async fn pair_of_an_older_grant_is_not_stored_over_a_newer_one() {
    let world = World::new().await;
    let (keeper, storage) = world.faulty();
    storage.hook.fail_after(AFTER_LEASE, None);
    assert_eq!(access(&keeper, Some("access-1")).await, "access-2");
    let mut new = grant("https://vendor.example/token");
    new.answer.access = "new-access".into();
    world.keeper().adopt(&me(), VENDOR, new).await.unwrap();
    storage.hook.mend();
    assert_eq!(access(&keeper, None).await, "new-access");
    assert_eq!(access(&world.keeper(), None).await, "new-access");
}

#[tokio::test(start_paused = true)]
async fn process_that_dies_before_it_asks_holds_the_others_up_for_half_a_minute() {
    let world = World::new().await;
    let dying = world.keeper();
    world.endpoint.set(Mood::Silent);
    let asking = tokio::time::timeout(Duration::from_millis(100), access(&dying, Some("access-1")));
    assert!(asking.await.is_err());
    // Its lease is stored, and it is never heard of again.
    world.endpoint.set(Mood::Fine);
    let waiting = world.keeper();
    let started = Instant::now();
    let clock = async {
        tokio::time::sleep(Duration::from_secs(5)).await;
        world.clock.advance(jiff::SignedDuration::from_secs(31));
    };
    let (token, ()) = tokio::join!(access(&waiting, Some("access-1")), clock);
    assert_eq!(token, "access-2");
    assert!(started.elapsed() < Duration::from_secs(6));
    assert_eq!(world.endpoint.counts(), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn process_that_dies_between_refresh_and_save_costs_the_grant_and_says_so() {
    let world = World::new().await;
    let (dying, storage) = world.faulty();
    storage.hook.fail_after(AFTER_LEASE, None);
    assert_eq!(access(&dying, Some("access-1")).await, "access-2");
    // What it had in memory dies with it.
    drop(dying);
    world.pass_minutes(1);
    let survivor = world.keeper();
    assert_eq!(access(&survivor, Some("access-1")).await, "needs reconnect");
    assert_eq!(access(&survivor, Some("access-1")).await, "needs reconnect");
    assert_eq!(world.endpoint.counts(), (2, 1));
    assert_eq!(world.state().await, ConnectionState::NeedsReconnect);
}

#[tokio::test(start_paused = true)]
async fn lease_of_a_wrong_clock_holds_nobody_up() {
    let world = World::new().await;
    // A process whose clock is a day ahead takes the lease and dies.
    world.pass_minutes(24 * 60);
    world.endpoint.set(Mood::Silent);
    let dying = world.keeper();
    let asking = tokio::time::timeout(Duration::from_millis(100), access(&dying, None));
    assert!(asking.await.is_err());
    world.pass_minutes(-24 * 60);
    world.endpoint.set(Mood::Fine);
    assert_eq!(access(&world.keeper(), Some("access-1")).await, "access-2");
}
