//! Several pieces of work at once, and work that is cut off.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use jiff::SignedDuration;
use secrecy::{ExposeSecret, SecretString};
use tokio::time::{sleep, timeout};
use vitalog_connectors::{
    Vendor, VendorReply, VendorRequest,
    http::{Http, HttpError},
};
use vitalog_core::{Account, AccountId};
use vitalog_storage::{JobStore, StorageError};
use vitalog_sync::vendor::{Accounts, Relay, WORK_QUEUE};

use super::whoop_fake::{FakeWhoop, KEY, World, account, relay_on};

const MINUTE: Duration = Duration::from_mins(1);

/// A vendor that takes its time, and sees who asks at once.
struct Slow {
    whoop: Arc<FakeWhoop>,
    takes: Duration,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    asking: BTreeSet<String>,
    most: usize,
    /// Whether anybody asked two things at once.
    doubly: bool,
}

impl Slow {
    fn new(world: &World, takes: Duration) -> (Arc<Self>, Relay) {
        let slow = Arc::new(Self {
            whoop: world.whoop.clone(),
            takes,
            seen: Mutex::default(),
        });
        let relay = relay_on(world.memory.clone(), world.clock.clone(), slow.clone(), KEY);
        (slow, relay)
    }
}

#[async_trait]
impl Http for Slow {
    async fn send(
        &self,
        request: &VendorRequest,
        bearer: Option<&SecretString>,
    ) -> Result<VendorReply, HttpError> {
        if let Some(bearer) = bearer {
            let who = bearer.expose_secret().to_owned();
            {
                let mut seen = self.seen.lock().unwrap();
                seen.doubly |= !seen.asking.insert(who.clone());
                seen.most = seen.most.max(seen.asking.len());
            }
            sleep(self.takes).await;
            self.seen.lock().unwrap().asking.remove(&who);
        }
        self.whoop.send(request, bearer).await
    }
}

struct Several(Vec<Account>);

#[async_trait]
impl Accounts for Several {
    async fn account(&self, id: &AccountId) -> Result<Option<Account>, StorageError> {
        let mut accounts = self.0.iter();
        Ok(accounts.find(|account| account.id == *id).cloned())
    }

    async fn accounts(&self) -> Result<Vec<Account>, StorageError> {
        Ok(self.0.clone())
    }
}

#[tokio::test(start_paused = true)]
async fn four_pieces_are_worked_at_side_by_side_and_one_of_each_account() {
    let world = World::new();
    // All are one person to this vendor, so nobody may learn that.
    world.whoop.faults.lock().unwrap().push(("profile", 403));
    let (slow, relay) = Slow::new(&world, Duration::from_millis(10));
    let names = ["anna", "ben", "cleo", "dan", "eva", "finn"];
    let accounts = Several(names.map(account).into());
    for account in &accounts.0 {
        let start = relay.connect_url(&account.id, Vendor::Whoop, false).await;
        let answer = format!("?code={}&state={}", account.id, start.unwrap().state);
        relay.finish_connect(&answer).await.unwrap();
    }
    relay.plan_all(&accounts).await.unwrap();
    // The vendor's budget ends it: this clock does not move.
    let report = relay.run_due(&accounts, MINUTE).await.unwrap();
    assert!(report.done > 0, "{report:?}");
    let seen = slow.seen.lock().unwrap();
    assert_eq!((seen.most, seen.doubly), (4, false));
}

/// A run that was stopped in the midst of its work.
async fn cut_off(world: &World) -> Relay {
    let (_, relay) = Slow::new(world, Duration::from_hours(9));
    let run = timeout(Duration::from_secs(5), relay.run_due(world, MINUTE)).await;
    assert!(run.is_err(), "the vendor answered");
    relay
}

#[tokio::test(start_paused = true)]
async fn work_that_was_cut_off_is_given_back_when_the_program_ends() {
    let world = World::connected().await;
    let relay = cut_off(&world).await;
    relay.finish().await;
    let next = world.relay_on(world.memory.clone());
    assert_eq!(next.run_due(&world, MINUTE).await.unwrap().done, 3);
}

#[tokio::test(start_paused = true)]
async fn event_that_was_cut_off_is_given_back_when_the_program_ends() {
    let world = World::connected().await;
    world
        .send("sleep.updated", "4f9213d2-0c1d-4c6d-b680-202605060000")
        .await;
    cut_off(&world).await.finish().await;
    let drained = world.relay.drain_events(Vendor::Whoop, &world).await;
    assert_eq!(drained.unwrap().done, 1);
}

#[tokio::test(start_paused = true)]
async fn work_of_a_process_that_died_is_taken_up_after_a_minute() {
    let world = World::connected().await;
    cut_off(&world).await;
    world.clock.advance(SignedDuration::from_secs(59));
    assert_eq!(world.relay.run_due(&world, MINUTE).await.unwrap().done, 0);
    world.clock.advance(SignedDuration::from_secs(2));
    assert_eq!(world.relay.run_due(&world, MINUTE).await.unwrap().done, 3);
}

#[tokio::test(start_paused = true)]
async fn work_that_takes_long_stays_with_who_is_at_it() {
    let world = World::connected().await;
    let (_, relay) = Slow::new(&world, Duration::from_hours(9));
    let others_try = async {
        for _ in 0..100 {
            sleep(Duration::from_secs(10)).await;
            world.clock.advance(SignedDuration::from_secs(10));
            let others = world.relay.run_due(&world, MINUTE).await.unwrap();
            assert_eq!(others.done, 0);
        }
    };
    tokio::select! {
        run = relay.run_due(&world, MINUTE) => panic!("the vendor answered: {run:?}"),
        () = others_try => {}
    }
    let jobs = world.memory.list_jobs(WORK_QUEUE, None, 9).await.unwrap();
    assert_eq!(jobs.len(), 3);
}
