//! The rules by which tokens are kept and renewed.

use std::{sync::Arc, time::Duration};

use tokio::{sync::Semaphore, task::JoinSet};
use vitalog_connectors::Vendor;
use vitalog_core::AccountId;
use vitalog_storage::Inventory;
use vitalog_storage::Owner;
use vitalog_sync::vendor::{connection::ConnectionState, keeper::Keeper, seal::Seal};

use super::token_endpoint::{Endpoint, VENDOR, World, access, apps, grant, me};

#[tokio::test]
async fn pair_is_renewed_when_five_minutes_are_left() {
    let world = World::new().await;
    let keeper = world.keeper();
    world.pass_minutes(54);
    assert_eq!(access(&keeper, None).await, "access-1");
    assert_eq!(world.endpoint.counts(), (0, 0));
    world.pass_minutes(1);
    assert_eq!(access(&keeper, None).await, "access-2");
    assert_eq!(access(&keeper, None).await, "access-2");
    assert_eq!(world.endpoint.counts(), (1, 0));
}

#[tokio::test]
async fn token_that_lasts_for_minutes_is_used_for_most_of_them() {
    let world = World::new().await;
    let keeper = world.keeper();
    let mut short = grant("https://vendor.example/token");
    short.answer.expires_in_s = 240;
    keeper.adopt(&me(), VENDOR, short).await.unwrap();
    for minutes in 0..3 {
        assert_eq!(access(&keeper, None).await, "access-1", "{minutes} min");
        assert_eq!(world.endpoint.counts(), (0, 0), "{minutes} min");
        world.pass_minutes(1);
    }
    assert_eq!(access(&keeper, None).await, "access-2");
    assert_eq!(world.endpoint.counts(), (1, 0));
}

#[tokio::test]
async fn token_that_the_vendor_rejected_is_renewed_at_once() {
    let world = World::new().await;
    let keeper = world.keeper();
    assert_eq!(access(&keeper, Some("access-1")).await, "access-2");
    assert_eq!(access(&keeper, None).await, "access-2");
    assert_eq!(world.endpoint.counts(), (1, 0));
}

#[tokio::test]
async fn what_another_process_renewed_is_used_and_not_renewed_again() {
    let world = World::new().await;
    let (one, other) = (world.keeper(), world.keeper());
    assert_eq!(access(&one, Some("access-1")).await, "access-2");
    assert_eq!(access(&other, Some("access-1")).await, "access-2");
    assert_eq!(world.endpoint.counts(), (1, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_fifty_tasks_in_five_processes_one_renews() {
    let world = World::new().await;
    world.pass_minutes(58);
    let mut tasks = JoinSet::new();
    for _ in 0..5 {
        let keeper = world.keeper();
        for _ in 0..10 {
            let keeper = keeper.clone();
            tasks.spawn(async move { access(&keeper, None).await });
        }
    }
    let tokens = tasks.join_all().await;
    assert_eq!(tokens, vec!["access-2"; 50]);
    assert_eq!(world.endpoint.counts(), (1, 0));
}

#[tokio::test]
async fn new_pair_is_stored_before_it_is_used() {
    let world = World::new().await;
    assert_eq!(access(&world.keeper(), Some("access-1")).await, "access-2");
    // A process that starts now has it: nothing was only in memory.
    assert_eq!(access(&world.keeper(), None).await, "access-2");
    assert_eq!(access(&world.keeper(), Some("access-2")).await, "access-3");
    assert_eq!(world.endpoint.counts(), (2, 0));
}

#[tokio::test]
async fn endpoint_that_issued_the_grant_renews_it() {
    let world = World::new().await;
    let keeper = world.keeper();
    let old = "https://old.example/oauth/token";
    keeper.adopt(&me(), VENDOR, grant(old)).await.unwrap();
    access(&keeper, Some("access-1")).await;
    access(&keeper, Some("access-2")).await;
    assert_eq!(*world.endpoint.urls.lock().unwrap(), [old, old]);
}

#[tokio::test]
async fn pair_is_stored_even_if_nobody_waits_for_it_any_more() {
    let world = World::with(Endpoint {
        answers: Some(Semaphore::new(0)),
        ..Endpoint::default()
    })
    .await;
    let keeper = world.keeper();
    let given_up =
        tokio::time::timeout(Duration::from_millis(50), access(&keeper, Some("access-1")));
    assert!(given_up.await.is_err());
    let answers = world.endpoint.answers.as_ref().unwrap();
    answers.add_permits(1);
    keeper.finish().await;
    assert_eq!(access(&world.keeper(), None).await, "access-2");
    assert_eq!(world.endpoint.counts(), (1, 0));
}

#[tokio::test]
async fn connections_of_other_accounts_and_vendors_are_others() {
    let world = World::new().await;
    let keeper = world.keeper();
    let anna = AccountId::new("anna").unwrap();
    for (account, vendor) in [(&anna, VENDOR), (&me(), Vendor::Whoop)] {
        let found = keeper.access(account, vendor, None).await;
        assert_eq!(
            found.unwrap_err().to_string(),
            "the account is not connected"
        );
    }
    keeper.forget(&me(), VENDOR).await.unwrap();
    assert_eq!(access(&keeper, None).await, "not connected");
}

#[tokio::test]
async fn connecting_again_ends_the_old_grant() {
    let world = World::new().await;
    let keeper = world.keeper();
    keeper
        .adopt(&me(), VENDOR, grant("https://vendor.example/token"))
        .await
        .unwrap();
    assert_eq!(world.state().await, ConnectionState::Connected);
    assert_eq!(access(&keeper, None).await, "access-1");
}

#[tokio::test]
async fn no_token_is_stored_in_clear() {
    let world = World::new().await;
    access(&world.keeper(), Some("access-1")).await;
    let owner = Owner::Account(me());
    let documents = world.memory.list_all_documents(&owner, None, 100).await;
    let documents = documents.unwrap();
    assert_eq!(documents.len(), 2);
    for (kind, document) in documents {
        for secret in ["access-", "refresh-", "app-secret"] {
            assert!(!document.body.contains(secret), "{kind}");
        }
    }
}

#[tokio::test]
async fn tokens_sealed_with_another_key_are_left_alone_and_need_the_person_until_it_is_back() {
    let world = World::new().await;
    let another = Arc::new(Seal::new(&"99".repeat(32).into()).unwrap());
    let keeper = Keeper::new(
        world.memory.clone(),
        world.endpoint.clone(),
        world.clock.clone(),
        world.entropy.clone(),
        another,
        apps(),
    );
    world.pass_minutes(70);
    assert_eq!(
        access(&keeper, None).await,
        "it was sealed with another key"
    );
    assert_eq!(world.endpoint.counts(), (0, 0));
    assert_eq!(world.state().await, ConnectionState::NeedsReconnect);
    let (account, vendor) = (me(), VENDOR);
    assert!(!keeper.recover(&account, vendor).await.unwrap());
    assert_eq!(world.state().await, ConnectionState::NeedsReconnect);
    assert!(world.keeper().recover(&account, vendor).await.unwrap());
    assert_eq!(world.state().await, ConnectionState::Connected);
    assert_eq!(access(&world.keeper(), None).await, "access-2");
}
