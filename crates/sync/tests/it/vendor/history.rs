//! History, schedules, and what is said of them.

use std::time::Duration;

use jiff::{ToSpan, civil::date};
use vitalog_connectors::Vendor;
use vitalog_core::Metric;
use vitalog_sync::vendor::{
    BackfillReport, ConnectError, Fault, Freshness, Relay, SourceStatus, budget::Lane,
};

use super::whoop_fake::{Night, World, account};

/// A month beyond the half year that is brought in.
fn seven_months(world: &World) {
    let today = date(2026, 5, 6);
    for day in 0..210 {
        world.whoop.put(Night::of(today.saturating_sub(day.days())));
    }
}

async fn status(world: &World) -> SourceStatus {
    let reader = world.relay.status_reader();
    let mut sources = reader.sources(&world.account.id).await.unwrap();
    assert_eq!(sources.len(), 1);
    sources.remove(0)
}

#[tokio::test]
async fn half_a_year_comes_in_latest_first_with_progress_to_see() {
    let world = World::connected().await;
    seven_months(&world);
    let mut shares = Vec::new();
    let see = |report: &BackfillReport| {
        shares.push(report.share);
        true
    };
    let report = world
        .relay
        .backfill(&world.account, Vendor::Whoop, see)
        .await;
    let report = report.unwrap().unwrap();
    assert!((report.share - 1.0).abs() < 1e-9);
    assert!(shares.is_sorted() && shares.len() == 4, "{shares:?}");
    assert!(shares[0] < 1e-9);
    let nights = world.values(Metric::SleepTotal).await;
    assert_eq!(nights.len(), 182, "from 6 November to 6 May");
    // Some nine pages of each of four collections.
    let asked = world.whoop.asked().len();
    assert!(asked <= 40, "{asked} requests");

    // It is done, and once more there is nothing to do.
    let again = world
        .relay
        .backfill(&world.account, Vendor::Whoop, |_| true)
        .await;
    assert!((again.unwrap().unwrap().share - 1.0).abs() < 1e-9);
    assert!(world.whoop.asked().is_empty());
}

#[tokio::test]
async fn history_that_was_broken_off_goes_on_where_it_was_in_another_process() {
    let world = World::connected().await;
    seven_months(&world);
    let mut windows = 0;
    let one = |_: &BackfillReport| {
        windows += 1;
        windows <= 1
    };
    let first = world
        .relay
        .backfill(&world.account, Vendor::Whoop, one)
        .await;
    let share = first.unwrap().unwrap().share;
    assert!(share > 0.3 && share < 0.4, "{share}");
    assert_eq!(status(&world).await.state, Freshness::Backfilling);
    assert_eq!(status(&world).await.backfill_share, Some(share));
    let before = world.values(Metric::SleepTotal).await.len();
    let asked = world.whoop.asked().len();
    let other = world.relay_on(world.memory.clone());
    let rest = other
        .backfill(&world.account, Vendor::Whoop, |_| true)
        .await;
    assert!((rest.unwrap().unwrap().share - 1.0).abs() < 1e-9);
    assert_eq!(
        (before, world.values(Metric::SleepTotal).await.len()),
        (61, 182)
    );
    // Nothing was fetched twice.
    let rest = world.whoop.asked().len();
    assert!(asked + rest <= 40, "{asked} and {rest} requests");
}

#[tokio::test(start_paused = true)]
async fn spent_budget_puts_history_off_and_it_goes_on_later() {
    let world = World::connected().await;
    seven_months(&world);
    let mut put_off = 0;
    loop {
        let report = world
            .relay
            .backfill(&world.account, Vendor::Whoop, |_| true)
            .await;
        let Some(again_at) = report.unwrap().unwrap().put_off else {
            break;
        };
        put_off += 1;
        assert!(put_off < 5, "it does not get on");
        world.clock.set(again_at);
    }
    assert_eq!(world.values(Metric::SleepTotal).await.len(), 182);
}

#[tokio::test]
async fn collection_that_was_not_granted_is_named_and_holds_up_no_other() {
    let world = World::connected().await;
    world.whoop.put(Night::of(date(2026, 5, 6)));
    world
        .whoop
        .faults
        .lock()
        .unwrap()
        .push(("/activity/workout", 403));
    let report = world
        .relay
        .sync(&world.account, Vendor::Whoop, Lane::Interactive)
        .await;
    let report = report.unwrap();
    assert_eq!(
        report.faults.into_iter().collect::<Vec<_>>(),
        [("workout", Fault::NotGranted)]
    );
    assert_eq!(world.values(Metric::SleepTotal).await, ["05-06 7.1"]);
    let status = status(&world).await;
    let entity = |kind: &str| {
        let mut entities = status.entities.iter();
        entities.find(|entity| entity.kind == kind).unwrap().clone()
    };
    assert_eq!(entity("workout").state, Freshness::NotGranted);
    assert_eq!(entity("sleep").state, Freshness::Fresh);
    assert_eq!(entity("sleep").data_through, Some(date(2026, 5, 6)));
    let done = world
        .relay
        .backfill(&world.account, Vendor::Whoop, |_| true)
        .await;
    assert!((done.unwrap().unwrap().share - 1.0).abs() < 1e-9);
}

#[tokio::test]
async fn answer_401_for_want_of_a_scope_costs_one_refresh_and_is_not_asked_for_each_time() {
    let world = World::connected().await;
    world.whoop.put(Night::of(date(2026, 5, 6)));
    let refuse = [("/activity/workout", 401), ("/v2/recovery", 401)];
    world.whoop.faults.lock().unwrap().extend(refuse);
    let sync = || async {
        let report = world
            .relay
            .sync(&world.account, Vendor::Whoop, Lane::Interactive);
        let kinds = report.await.unwrap().faults.into_keys().collect::<Vec<_>>();
        let asked = world.whoop.asked();
        let of = |part: &str| asked.iter().filter(|path| path.contains(part)).count();
        (
            kinds,
            of("/oauth/token"),
            of("/activity/workout") + of("/v2/recovery"),
        )
    };
    let refused = vec!["recovery", "workout"];
    assert_eq!(sync().await, (refused.clone(), 1, 3));
    assert_eq!(sync().await, (refused, 0, 0));
    // Allowed after all: the wide window finds out.
    world.whoop.faults.lock().unwrap().clear();
    let wide = world
        .relay
        .sync_widely(&world.account, Vendor::Whoop)
        .await
        .unwrap();
    assert!(wide.faults.is_empty());
    world.whoop.asked();
    assert_eq!(sync().await.2, 2);
}

#[tokio::test]
async fn collection_that_is_refused_for_long_does_not_make_the_window_grow() {
    let world = World::connected().await;
    let mut days = Vec::new();
    for month in 0..3 {
        if month > 0 {
            world
                .whoop
                .faults
                .lock()
                .unwrap()
                .push(("/activity/workout", 403));
            world.pass_minutes(30 * 24 * 60);
        }
        for _ in 0..2 {
            let report = world
                .relay
                .sync(&world.account, Vendor::Whoop, Lane::Interactive);
            days.push(report.await.unwrap().window.len());
            world.pass_minutes(5);
        }
    }
    // After a month of silence it reaches back, and then no more.
    assert_eq!(days, [9, 9, 35, 9, 35, 9]);
}

#[tokio::test]
async fn due_work_is_done_once_by_whichever_process_gets_to_it_and_again_when_due() {
    let world = World::connected().await;
    world.whoop.put(Night::of(date(2026, 5, 6)));
    let others = [world.relay_on(world.memory.clone()), world.relay.clone()];
    let minute = Duration::from_mins(1);
    let (one, other) = tokio::join!(
        others[0].run_due(&world, minute),
        others[1].run_due(&world, minute),
    );
    // Recent days, many days, and history.
    assert_eq!(one.unwrap().done + other.unwrap().done, 3);
    assert_eq!(world.values(Metric::SleepTotal).await, ["05-06 7.1"]);
    assert_eq!(status(&world).await.state, Freshness::Fresh);
    world.whoop.asked();
    world.pass_minutes(359);
    assert_eq!(world.relay.run_due(&world, minute).await.unwrap().done, 0);
    assert!(world.whoop.asked().is_empty());
    world.pass_minutes(1);
    assert_eq!(world.relay.run_due(&world, minute).await.unwrap().done, 1);
    let asked = world.whoop.asked().len();
    assert!((4..=8).contains(&asked), "{asked} requests a run");
    world.pass_minutes(13 * 60);
    assert_eq!(status(&world).await.state, Freshness::Stale);
}

#[tokio::test(start_paused = true)]
async fn sync_of_somebody_who_waits_is_put_off_when_the_budget_is_empty() {
    let world = World::connected().await;
    let put_off = loop {
        let report = world
            .relay
            .sync(&world.account, Vendor::Whoop, Lane::Interactive)
            .await;
        if let Some(again_at) = report.unwrap().put_off {
            break again_at;
        }
    };
    assert!(put_off > world.now());
    assert_eq!(status(&world).await.budget.interactive, 0);
    assert_eq!(status(&world).await.budget.again_at, Some(put_off));
    world.clock.set(put_off);
    let report = world
        .relay
        .sync(&world.account, Vendor::Whoop, Lane::Interactive)
        .await;
    assert!(!report.unwrap().listed.is_empty());
}

#[tokio::test(start_paused = true)]
async fn revoked_grant_is_said_and_the_copy_stays() {
    let world = World::connected().await;
    world.whoop.put(Night::of(date(2026, 5, 6)));
    world
        .relay
        .sync(&world.account, Vendor::Whoop, Lane::Interactive)
        .await
        .unwrap();
    world
        .whoop
        .faults
        .lock()
        .unwrap()
        .extend([("/v2/", 401), ("/oauth/token", 400)]);
    let refused = world
        .relay
        .sync(&world.account, Vendor::Whoop, Lane::Interactive)
        .await;
    assert!(refused.unwrap_err().needs_person());
    assert_eq!(status(&world).await.state, Freshness::NeedsReconnect);
    assert_eq!(world.values(Metric::SleepTotal).await, ["05-06 7.1"]);
    // It is not tried again and again.
    world.whoop.asked();
    let again = world
        .relay
        .sync(&world.account, Vendor::Whoop, Lane::Interactive)
        .await;
    assert!(again.unwrap_err().needs_person());
    assert!(world.whoop.asked().is_empty());
}

#[tokio::test]
async fn lost_key_is_said_before_anybody_asks_and_needs_the_person_until_it_is_back() {
    let world = World::connected().await;
    world.whoop.put(Night::of(date(2026, 5, 6)));
    let without = world.relay_with_key("99");
    let state = async |relay: &Relay| {
        let reader = relay.status_reader();
        let sources = reader.sources(&world.account.id).await.unwrap();
        sources[0].state
    };
    assert_eq!(state(&without).await, Freshness::NeedsReconnect);
    assert_eq!(state(&world.relay).await, Freshness::Backfilling);
    for _ in 0..2 {
        let refused = without.sync(&world.account, Vendor::Whoop, Lane::Interactive);
        assert!(refused.await.unwrap_err().needs_person());
        // So that what answers from the store says it too.
        assert_eq!(state(&world.relay).await, Freshness::NeedsReconnect);
    }
    assert!(world.whoop.asked().is_empty());

    let back = world
        .relay
        .sync(&world.account, Vendor::Whoop, Lane::Interactive);
    assert!(back.await.unwrap().faults.is_empty());
    assert_eq!(state(&world.relay).await, Freshness::Backfilling);
    assert_eq!(world.values(Metric::SleepTotal).await, ["05-06 7.1"]);
}

#[tokio::test]
async fn sign_in_counts_once_within_an_hour_and_only_if_it_was_begun() {
    let world = World::new();
    let begin = || async {
        let started = world
            .relay
            .connect_url(&world.account.id, Vendor::Whoop, false);
        started.await.unwrap()
    };
    let start = begin().await;
    assert!(
        start
            .url
            .as_str()
            .starts_with("https://whoop.example/oauth/auth?response_type=code")
    );
    let answer = |state: &str| format!("https://vitalog.example/callback?code=c&state={state}");
    let unknown = world.relay.finish_connect(&answer("never begun")).await;
    assert!(matches!(unknown, Err(ConnectError::NotBegun)));
    // Another process may take the answer.
    let other = world.relay_on(world.memory.clone());
    let connected = other.finish_connect(&answer(&start.state)).await.unwrap();
    assert_eq!(connected.account, world.account.id);
    assert!(connected.scopes.unwrap().contains("read:sleep"));
    let twice = world.relay.finish_connect(&answer(&start.state)).await;
    assert!(matches!(twice, Err(ConnectError::NotBegun)));
    let late = begin().await;
    world.pass_minutes(60);
    let late = world.relay.finish_connect(&answer(&late.state)).await;
    assert!(matches!(late, Err(ConnectError::NotBegun)));
    let refused = begin().await;
    let refused = format!("?error=access_denied&state={}", refused.state);
    let refused = world.relay.finish_connect(&refused).await;
    assert!(matches!(refused, Err(ConnectError::Refused(_))));
}

#[tokio::test]
async fn person_of_one_account_cannot_be_copied_into_another() {
    let world = World::connected().await;
    let anna = account("anna");
    let start = world
        .relay
        .connect_url(&anna.id, Vendor::Whoop, false)
        .await
        .unwrap();
    let answer = format!("?code=c&state={}", start.state);
    let refused = world.relay.finish_connect(&answer).await;
    assert!(matches!(refused, Err(ConnectError::AnotherAccount)));
    let refused = world
        .relay
        .sync(&anna, Vendor::Whoop, Lane::Interactive)
        .await;
    assert!(refused.unwrap_err().needs_person());
    // Once the first has let go, it can.
    world
        .relay
        .disconnect(&world.account.id, Vendor::Whoop)
        .await
        .unwrap();
    let start = world
        .relay
        .connect_url(&anna.id, Vendor::Whoop, false)
        .await
        .unwrap();
    let answer = format!("?code=c&state={}", start.state);
    world.relay.finish_connect(&answer).await.unwrap();
    world.relay.welcome(&anna, Vendor::Whoop).await.unwrap();
    assert_eq!(status(&world).await.state, Freshness::NotConnected);
}

#[tokio::test]
async fn another_person_of_the_vendor_is_not_copied_into_an_account_that_has_one() {
    let world = World::connected().await;
    world.whoop.put(Night::of(date(2026, 5, 6)));
    let (relay, me) = (&world.relay, &world.account);
    let connect = async || {
        let start = relay
            .connect_url(&me.id, Vendor::Whoop, false)
            .await
            .unwrap();
        let answer = format!("?code=c&state={}", start.state);
        let connected = relay.finish_connect(&answer).await;
        relay.note_sign_in(&answer, &connected).await.unwrap();
        let end = relay.sign_in_end(&start.state).await.unwrap().unwrap();
        assert_eq!(end.is_ok(), connected.is_ok());
        connected
    };
    *world.whoop.person.lock().unwrap() = Some(7);
    let refused = connect().await;
    assert!(matches!(refused, Err(ConnectError::AnotherPerson)));
    // The grant that there was goes on, and is still the first person's.
    *world.whoop.person.lock().unwrap() = None;
    let synced = relay.sync(me, Vendor::Whoop, Lane::Interactive).await;
    assert!(synced.unwrap().faults.is_empty());
    // The same person again is welcome, and another one after the account was let go.
    connect().await.unwrap();
    relay.disconnect(&me.id, Vendor::Whoop).await.unwrap();
    *world.whoop.person.lock().unwrap() = Some(7);
    connect().await.unwrap();
}
