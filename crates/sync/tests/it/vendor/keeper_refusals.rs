//! Token endpoints that give no token: for good, or for now.

use std::{sync::atomic::Ordering, time::Duration};

use tokio::time::{Instant, sleep};
use vitalog_sync::vendor::connection::ConnectionState;

use super::token_endpoint::{Mood, VENDOR, World, access, grant, me};

#[tokio::test(start_paused = true)]
async fn revoked_grant_needs_the_person_and_is_not_tried_again() {
    for status in [400, 401] {
        let world = World::new().await;
        let keeper = world.keeper();
        world.endpoint.set(Mood::Status(status));
        let started = Instant::now();
        assert_eq!(access(&keeper, Some("access-1")).await, "needs reconnect");
        // After 250, 750, 1500 and 3000 ms somebody else's pair was looked for.
        assert_eq!(started.elapsed(), Duration::from_millis(5500));
        assert_eq!(world.state().await, ConnectionState::NeedsReconnect);
        for keeper in [keeper, world.keeper()] {
            assert_eq!(access(&keeper, Some("access-1")).await, "needs reconnect");
        }
        assert_eq!(world.endpoint.urls.lock().unwrap().len(), 1);

        // The person connects again.
        world.endpoint.set(Mood::Fine);
        let url = "https://vendor.example/token";
        world
            .keeper()
            .adopt(&me(), VENDOR, grant(url))
            .await
            .unwrap();
        assert_eq!(world.state().await, ConnectionState::Connected);
        assert_eq!(access(&world.keeper(), Some("access-1")).await, "access-2");
    }
}

#[tokio::test(start_paused = true)]
async fn anything_else_is_temporary_and_nothing_is_lost() {
    let moods = [302, 403, 404, 429, 500, 502, 503, 200].map(Mood::Status);
    for mood in moods.into_iter().chain([Mood::Unreachable, Mood::Silent]) {
        let world = World::new().await;
        let keeper = world.keeper();
        world.endpoint.set(mood);
        let started = Instant::now();
        assert_eq!(
            access(&keeper, Some("access-1")).await,
            "temporary",
            "{mood:?}"
        );
        let expected = if mood == Mood::Silent { 10 } else { 0 };
        assert_eq!(started.elapsed(), Duration::from_secs(expected), "{mood:?}");
        assert_eq!(world.state().await, ConnectionState::Connected);
        world.endpoint.set(Mood::Fine);
        assert_eq!(
            access(&world.keeper(), Some("access-1")).await,
            "access-2",
            "{mood:?}"
        );
        assert_eq!(world.endpoint.counts(), (1, 0));
    }
}

#[tokio::test]
async fn token_that_is_still_good_is_used_while_the_endpoint_is_out_of_reach() {
    let world = World::new().await;
    let keeper = world.keeper();
    world.endpoint.set(Mood::Unreachable);
    world.pass_minutes(57);
    assert_eq!(access(&keeper, None).await, "access-1");
    world.pass_minutes(3);
    assert_eq!(access(&keeper, None).await, "temporary");
}

#[tokio::test(start_paused = true)]
async fn pair_of_another_who_won_is_used_after_a_refusal() {
    let world = World::new().await;
    let (loser, winner) = (world.keeper(), world.keeper());
    // Somebody has used the refresh token, and has not stored the new pair yet.
    world.endpoint.set(Mood::Status(400));
    let losing = access(&loser, Some("access-1"));
    let winning = async {
        sleep(Duration::from_millis(1200)).await;
        let url = "https://vendor.example/token";
        let mut new = grant(url);
        new.answer.access = "access-2".into();
        new.answer.refresh = Some("refresh-2".into());
        world.endpoint.good.store(2, Ordering::SeqCst);
        winner.adopt(&me(), VENDOR, new).await.unwrap();
    };
    let started = Instant::now();
    let (token, ()) = tokio::join!(losing, winning);
    assert_eq!(token, "access-2");
    assert_eq!(started.elapsed(), Duration::from_millis(2500));
    assert_eq!(world.state().await, ConnectionState::Connected);
}

#[tokio::test]
async fn grant_without_a_refresh_token_ends_with_its_access_token() {
    let world = World::new().await;
    let mut without = grant("https://vendor.example/token");
    without.answer.refresh = None;
    world.keeper().adopt(&me(), VENDOR, without).await.unwrap();
    assert_eq!(access(&world.keeper(), None).await, "access-1");
    world.pass_minutes(56);
    tokio::time::pause();
    assert_eq!(access(&world.keeper(), None).await, "needs reconnect");
    assert_eq!(world.endpoint.counts(), (0, 0));
}
