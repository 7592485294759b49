//! The relay against the fake WHOOP: whatever happens to events, requests and processes, the copy
//! ends as what the vendor has.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use vitalog_connectors::{
    Vendor,
    oauth2::ClientApp,
    whoop::{Whoop, oauth},
};
use vitalog_core::{Account, AccountId, Metric};
use vitalog_storage::{Retry, StorageError};
use vitalog_storage_contract::{Hook, Hooked, Operation};
use vitalog_sync::vendor::{
    Accounts, ConnectorOf, Endpoints, Relay, SignIn, VendorSettings, budget::Lane,
};
use vitalog_test_support::vendors::{
    Fault,
    whoop::{FakeWhoop, Life},
};

use crate::relay::{Place, browse, url};

const ROBIN: i64 = 1_000_001;
const START: &str = "2026-10-05T12:00:00Z";

/// A person with a strap, and what copies it.
struct World {
    whoop: FakeWhoop,
    place: Place,
    relay: Relay,
}

impl World {
    /// Connected, with a life of so many days before now.
    async fn connected(seed: u64, first: &str, days: u32) -> Self {
        let whoop = FakeWhoop::start(START).await;
        whoop.add_person(ROBIN);
        whoop.live(ROBIN, &Life::new(seed, first, days));
        let place = Place::new(START);
        let relay = place.relay(settings(&whoop));
        let world = Self {
            whoop,
            place,
            relay,
        };
        world.connect().await;
        world
    }

    async fn connect(&self) {
        let (relay, account) = (&self.relay, &self.place.account);
        let start = relay.connect_url(&account.id, Vendor::Whoop, false).await;
        let back = browse(&start.unwrap().url).await;
        relay.finish_connect(&back).await.unwrap();
        relay.welcome(account, Vendor::Whoop).await.unwrap();
    }

    fn pass(&self, time: SignedDuration) {
        self.place.clock.advance(time);
        self.whoop.wait(time);
    }

    /// The values that count of a metric that names its days, by day.
    async fn values(&self, metric: Metric) -> BTreeMap<String, f64> {
        let rows = self.place.rows(metric).await;
        rows.iter()
            .map(|row| (row.day.unwrap().to_string(), row.quantity.first()))
            .collect()
    }

    /// What the vendor has, by the day of waking of each night: the score of a member of the records
    /// of a kind, worked out from its records alone.
    fn truth(&self, kind: &str, member: &str) -> BTreeMap<String, f64> {
        let sleeps = self.whoop.records(ROBIN, "sleep");
        let day_of = |cycle: &Value| {
            let night = sleeps
                .iter()
                .find(|sleep| sleep["cycle_id"] == *cycle && sleep["nap"] == false)?;
            let end: Timestamp = night["end"].as_str()?.parse().ok()?;
            let offset = night["timezone_offset"].as_str()?.replace('Z', "+00:00");
            let (sign, clock) = offset.split_at(1);
            let (hours, minutes) = clock.split_once(':')?;
            let minutes: i64 = hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?;
            let minutes = if sign == "-" { -minutes } else { minutes };
            let local = end + SignedDuration::from_mins(minutes);
            Some(local.to_string()[..10].to_owned())
        };
        let records = self.whoop.records(ROBIN, kind);
        records
            .iter()
            .filter(|record| record["score_state"] == "SCORED")
            .filter_map(|record| {
                let value = record["score"][member].as_f64()?;
                Some((day_of(&record["cycle_id"])?, value))
            })
            .collect()
    }

    async fn take_event(&self, relay: &Relay, event: usize) -> bool {
        let pending = self.whoop.pending_events();
        let event = &pending[event];
        let (headers, body) = event.letter(self.whoop.now());
        let taken = relay.receive_webhook(Vendor::Whoop, &headers, body.as_bytes());
        taken.await.is_ok()
    }
}

#[async_trait]
impl Accounts for World {
    async fn account(&self, id: &AccountId) -> Result<Option<Account>, StorageError> {
        Ok((*id == self.place.account.id).then(|| self.place.account.clone()))
    }

    async fn accounts(&self) -> Result<Vec<Account>, StorageError> {
        Ok(vec![self.place.account.clone()])
    }
}

fn settings(whoop: &FakeWhoop) -> VendorSettings {
    VendorSettings {
        connector: ConnectorOf::All(Arc::new(Whoop)),
        api_url: url(&whoop.url()),
        sign_in: Some(SignIn {
            client: ClientApp {
                id: whoop.client_id().to_owned(),
                secret: whoop.client_secret().into(),
                redirect_uri: "https://vitalog.example/connect/whoop/callback".to_owned(),
            },
            endpoints: Endpoints {
                authorize_url: url(&whoop.authorize_url()),
                token_url: url(&whoop.token_url()),
            },
            legacy: None,
            refresh_scope: Some(oauth::REFRESH_SCOPE),
        }),
    }
}

/// Numbers that look like chance and are the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        // The upper bits of Knuth's generator.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Storage that fails from some operation on, as if the process were killed.
struct Dies(AtomicI64);

#[async_trait]
impl Hook for Dies {
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
async fn history_is_the_vendors_and_copying_it_again_writes_nothing() {
    let world = World::connected(7, "2026-07-01", 96).await;
    let done = world
        .relay
        .backfill(&world.place.account, Vendor::Whoop, |_| true)
        .await;
    assert!(done.unwrap().unwrap().put_off.is_none());
    let recovery = world.truth("recovery", "recovery_score");
    assert!(recovery.len() > 80);
    assert_eq!(world.values(Metric::WhoopRecoveryScore).await, recovery);
    let before = world.place.revision().await;
    world.pass(SignedDuration::from_mins(20));
    for _ in 0..2 {
        world
            .relay
            .sync_widely(&world.place.account, Vendor::Whoop)
            .await
            .unwrap();
        world.pass(SignedDuration::from_mins(20));
    }
    assert_eq!(world.place.revision().await, before);
    assert_eq!(world.whoop.reused_refresh_tokens(), 0);
}

#[tokio::test]
async fn access_that_ends_in_the_middle_of_history_is_renewed_once() {
    let world = World::connected(3, "2026-09-01", 34).await;
    let mut windows = 0;
    let expire = |_: &_| {
        windows += 1;
        world.whoop.expire_access(ROBIN);
        true
    };
    world
        .relay
        .backfill(&world.place.account, Vendor::Whoop, expire)
        .await
        .unwrap();
    assert!(world.whoop.refreshed() >= 2);
    assert_eq!(world.whoop.reused_refresh_tokens(), 0);
    let truth = world.truth("recovery", "recovery_score");
    assert_eq!(world.values(Metric::WhoopRecoveryScore).await, truth);
}

#[tokio::test]
async fn record_that_slips_between_two_pages_while_they_are_listed_is_not_lost() {
    let world = World::connected(4, "2026-08-20", 46).await;
    let account = &world.place.account;
    world
        .relay
        .backfill(account, Vendor::Whoop, |_| true)
        .await
        .unwrap();
    let before = world.values(Metric::WhoopRecoveryScore).await;
    // Of nights on the first page one goes, so that the first of the second page moves up and is on
    // neither.
    for _ in 0..3 {
        let sleeps = world.whoop.records(ROBIN, "sleep");
        let mut ids: Vec<_> = sleeps
            .iter()
            .map(|sleep| (&sleep["start"], &sleep["id"]))
            .collect();
        ids.sort_by_key(|(start, _)| start.as_str().unwrap());
        let latest = ids[ids.len() - 1].1.as_str().unwrap().to_owned();
        world.whoop.delete_after_pages(1, ROBIN, "sleep", &latest);
        world.pass(SignedDuration::from_mins(30));
        world
            .relay
            .sync_widely(account, Vendor::Whoop)
            .await
            .unwrap();
    }
    for _ in 0..2 {
        world.pass(SignedDuration::from_mins(30));
        world
            .relay
            .sync_widely(account, Vendor::Whoop)
            .await
            .unwrap();
    }
    let truth = world.truth("recovery", "recovery_score");
    assert!(truth.len() < before.len());
    assert_eq!(world.values(Metric::WhoopRecoveryScore).await, truth);
}

#[tokio::test]
async fn copy_ends_as_what_the_vendor_has_whatever_happens_on_the_way() {
    // Side by side: what takes time are the pauses before something is tried again.
    tokio::join!(month(0), month(1), month(2), month(3), month(4), month(5));
}

/// A month in which everything happens: nights come, are edited and deleted, events get lost, come
/// twice and in any order, tokens end, requests fail, processes die.
async fn month(seed: u64) {
    let world = World::connected(seed, "2026-09-05", 30).await;
    let (mut chance, mut deaths) = (Chance(seed), 0);
    for _ in 0..40 {
        let sleeps = world.whoop.records(ROBIN, "sleep");
        let some = sleeps[chance.below(sleeps.len())]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        match chance.below(10) {
            0 | 1 => world.whoop.edit(ROBIN, "sleep", &some, |sleep| {
                let end: Timestamp = sleep["end"].as_str().unwrap().parse().unwrap();
                let end = end + SignedDuration::from_mins(1);
                sleep["end"] = end.strftime("%Y-%m-%dT%H:%M:%S.000Z").to_string().into();
            }),
            2 if sleeps.len() > 20 => world.whoop.delete(ROBIN, "sleep", &some),
            3 => {
                let lost = u8::try_from(chance.below(3)).unwrap();
                let is_lost = |trace: &str| trace.bytes().last().unwrap_or(0) % 3 == lost;
                world.whoop.lose_events(|event| is_lost(&event.trace_id));
            }
            4 => world.whoop.expire_access(ROBIN),
            5 => world.whoop.fail("/developer/v2", Fault::Status(500), 1),
            6 => {
                deaths += 1;
                let dies = Dies(AtomicI64::new(i64::try_from(chance.below(120)).unwrap()));
                let storage = Arc::new(Hooked::over(world.place.memory.clone(), dies));
                let dying = world.place.relay_on(storage, settings(&world.whoop));
                let _ = dying
                    .sync(&world.place.account, Vendor::Whoop, Lane::Interactive)
                    .await;
                // What it held is free again after this.
                world.pass(SignedDuration::from_mins(1));
            }
            7 => {
                let _ = world
                    .relay
                    .sync(&world.place.account, Vendor::Whoop, Lane::Interactive)
                    .await;
            }
            _ => {
                let waiting = world.whoop.pending_events().len();
                for _ in 0..waiting.min(4) {
                    world.take_event(&world.relay, chance.below(waiting)).await;
                }
                world
                    .relay
                    .drain_events(Vendor::Whoop, &world)
                    .await
                    .unwrap();
            }
        }
        let minutes = i64::try_from(chance.below(240)).unwrap();
        world.pass(SignedDuration::from_mins(minutes));
    }
    world.whoop.heal();
    // A process that died with a new pair of tokens in its hands costs the person a sign-in.
    let burned = world.whoop.reused_refresh_tokens();
    assert!(burned <= deaths, "seed {seed}: {burned} of {deaths}");
    world.connect().await;
    // What was left lying is taken up, and a reconciliation later nothing is missing.
    for _ in 0..2 {
        world.pass(SignedDuration::from_hours(1));
        let minute = Duration::from_mins(1);
        world.relay.run_due(&world, minute).await.unwrap();
        // A new minute, for which there is a new budget.
        world.pass(SignedDuration::from_mins(2));
        let wide = world.relay.sync_widely(&world.place.account, Vendor::Whoop);
        wide.await.unwrap();
    }
    assert_eq!(world.whoop.reused_refresh_tokens(), burned, "seed {seed}");
    assert_eq!(
        world.values(Metric::WhoopRecoveryScore).await,
        world.truth("recovery", "recovery_score"),
        "seed {seed}"
    );
    let disturbances = world.values(Metric::SleepDisturbances).await;
    let nights = world.truth("sleep", "disturbance_count").len();
    assert!(disturbances.len() >= nights, "seed {seed}");
}
