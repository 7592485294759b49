//! The month, driven.

use std::{future::Future, sync::Arc, time::Duration};

use async_trait::async_trait;
use jiff::{Timestamp, ToSpan};
use serde_json::Value;
use tokio::time::{sleep, timeout};
use vitalog_connectors::{Vendor, oura::subscription};
use vitalog_core::{Account, AccountId, SourcePriority, UnitSystem, clock::CountingEntropy};
use vitalog_storage::{MemoryStorage, StorageError};
use vitalog_sync::vendor::{
    Accounts,
    budget::Lane,
    connection::{self, ConnectionState},
};
use vitalog_test_support::vendors::{oura::FakeOura, whoop::FakeWhoop};

use super::{
    chance::Chance,
    machine::{PATIENCE, Process, SimClock, Taker, Wire, oura_app, visit, written},
    mail::{Mail, OURA_CALLBACK, VERIFY},
    meddle::{self, RING, STRAP, fail, meddle},
    person::{DAYS, Happening, Month, happenings},
    truth::{self, PhoneSample},
};

/// Days of which there is history when the person connects.
const HISTORY_DAYS: i64 = 6;
/// Longer than anything may take, on the clock of the simulation.
const STUCK: Duration = Duration::from_hours(48);
const VENDORS: [Vendor; 2] = [Vendor::Oura, Vendor::Whoop];

/// Everything there is.
pub(super) struct World {
    pub(super) seed: u64,
    pub(super) chance: Chance,
    pub(super) month: Month,
    pub(super) coming: std::vec::IntoIter<(Timestamp, Happening)>,
    pub(super) next: Option<(Timestamp, Happening)>,
    pub(super) memory: Arc<MemoryStorage>,
    pub(super) entropy: Arc<CountingEntropy>,
    pub(super) wire: Arc<Wire>,
    pub(super) process: Arc<Process>,
    pub(super) taker: Taker,
    pub(super) mail: Mail,
    pub(super) me: Me,
    /// What the phone has, and from where on it was not sent yet.
    pub(super) phone: Vec<PhoneSample>,
    pub(super) sent: usize,
    pub(super) deaths: u32,
    pub(super) faults: u32,
}

/// The only account.
#[derive(Clone)]
pub(super) struct Me(pub(super) Account);

#[async_trait]
impl Accounts for Me {
    async fn account(&self, id: &AccountId) -> Result<Option<Account>, StorageError> {
        Ok((*id == self.0.id).then(|| self.0.clone()))
    }

    async fn accounts(&self) -> Result<Vec<Account>, StorageError> {
        Ok(vec![self.0.clone()])
    }
}

/// Lives the month of a seed, and compares.
pub(super) async fn converges(seed: u64) {
    let mut world = World::begin(seed).await;
    let last = world.month.first + i64::from(DAYS).days();
    let end = world.month.home.to_timestamp(last.at(12, 0, 0, 0)).unwrap();
    let mut number = 0;
    while world.wire.clock.true_now() < end {
        number += 1;
        world.storm(number).await;
    }
    world.calm_down().await;
    world.reconcile().await;
}

impl World {
    async fn begin(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let month = Month::of(&mut chance);
        let connects = month.first + HISTORY_DAYS.days();
        let begin = month.home.to_timestamp(connects.at(15, 0, 0, 0)).unwrap();
        let (oura, whoop) = (
            FakeOura::start(&begin.to_string()).await,
            FakeWhoop::start(&begin.to_string()).await,
        );
        oura.add_person(RING);
        whoop.add_person(STRAP);
        let mut coming = happenings(seed, &month, &oura, &mut chance).into_iter();
        let wire = Arc::new(Wire::new(Arc::new(SimClock::new(begin)), oura, whoop));
        let (memory, entropy) = (Arc::default(), Arc::default());
        let process = Arc::new(Process::start(&memory, &entropy, &wire));
        let taker = Taker::default();
        *taker.lock().unwrap() = Some(process.relay.clone());
        let me = Me(Account {
            id: AccountId::first(),
            zone: month.home.clone(),
            zone_is_set: true,
            units: UnitSystem::Us,
            sources: SourcePriority::default(),
            switchover: None,
            place: None,
        });
        let mut world = Self {
            seed,
            next: coming.next(),
            coming,
            mail: Mail::new(wire.clone(), &taker),
            chance,
            month,
            memory,
            entropy,
            wire,
            process,
            taker,
            me,
            phone: Vec::new(),
            sent: 0,
            deaths: 0,
            faults: 0,
        };
        world.subscribe().await;
        world.live();
        world
    }

    /// Wants to be told what happens at Oura. WHOOP tells without being asked.
    async fn subscribe(&self) {
        let (api, app) = oura_app(&self.wire.oura);
        for step in subscription::plan(&[], OURA_CALLBACK, self.wire.clock.true_now()) {
            let subscription::Step::Create {
                event_type,
                data_type,
            } = step
            else {
                unreachable!("there is none yet");
            };
            let (callback, verify) = (OURA_CALLBACK, VERIFY.into());
            let request =
                subscription::create(&api, &app, callback, &verify, event_type, data_type);
            self.wire.ask(written(&request, None)).await;
        }
        assert!(!self.wire.oura.subscriptions().is_empty());
    }

    /// Lets happen what happens until now.
    fn live(&mut self) {
        self.wire.tell_time();
        let now = self.wire.clock.true_now();
        while let Some((_, happening)) = self.next.take_if(|(at, _)| *at <= now) {
            self.happen(happening);
            self.next = self.coming.next();
        }
    }

    fn happen(&mut self, happening: Happening) {
        let (oura, whoop) = (&self.wire.oura, &self.wire.whoop);
        let is_there = |kind: &str, id: &Value| {
            let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
            whoop.record(STRAP, kind, &id).is_some()
        };
        match happening {
            Happening::Whoop("recovery", record) | Happening::WhoopPending("recovery", record)
                if !is_there("sleep", &record["sleep_id"]) => {}
            Happening::Whoop("cycle", record)
                if record.get("end").is_none() && is_there("cycle", &record["id"]) => {}
            Happening::Whoop(kind, record) => whoop.put(STRAP, kind, record),
            Happening::WhoopPending(kind, record) => whoop.put_pending(STRAP, kind, record),
            Happening::WhoopScored(kind, id) => {
                if whoop
                    .record(STRAP, kind, &id)
                    .is_some_and(|record| record["score_state"] == "PENDING_SCORE")
                {
                    whoop.score(STRAP, kind, &id);
                }
            }
            Happening::Oura(kind, document) => oura.put(RING, kind, document),
            Happening::OuraPoint(point) => oura.add_point(RING, "heartrate", point),
            Happening::Phone(sample) => self.phone.push(sample),
        }
    }

    /// Some hours, and whatever goes wrong in them.
    async fn storm(&mut self, number: u32) {
        sleep(Duration::from_mins(
            self.chance.between(60, 2400).unsigned_abs(),
        ))
        .await;
        self.live();
        let wrong_by = match self.chance.between(0, 9) {
            0 => self.chance.between(-1200, 1200),
            1 => self.chance.between(-30, 30) * 3600,
            _ => 0,
        };
        self.wire.clock.set_wrong_by(wrong_by);
        if self.chance.happens(60) {
            meddle(&self.wire, &mut self.chance, number);
        }
        if self.chance.happens(40) {
            self.faults += fail(&self.wire, &mut self.chance);
        }
        if self.chance.happens(10) {
            self.wire.oura.expire_access(RING);
            self.wire.whoop.expire_access(STRAP);
        }
        self.mail.collect(&mut self.chance);
        if self.chance.happens(60) {
            self.arm();
        }
        self.connect().await;
        if self.chance.happens(70) {
            let round = self.mail.take_some(&mut self.chance);
            self.work("events", round.deliver()).await;
        }
        self.push_some().await;
        if self.chance.happens(30) {
            self.arm();
        }
        let (process, me) = (self.process.clone(), self.me.clone());
        match self.chance.between(0, 5) {
            0 => {
                let sync = async move {
                    for vendor in VENDORS {
                        let _ = process.relay.sync(&me.0, vendor, Lane::Interactive).await;
                    }
                };
                self.work("sync", sync).await;
            }
            1 => {
                let remap = async move {
                    for vendor in VENDORS {
                        let _ = process.relay.remap(&me.0, vendor).await;
                    }
                };
                self.work("remap", remap).await;
            }
            _ => {
                let work = async move {
                    let _ = process.relay.run_due(&me, Duration::from_mins(9)).await;
                };
                self.work("what is due", work).await;
            }
        }
    }

    /// The process dies soon, or the store fails once.
    fn arm(&mut self) {
        let steps = u32::try_from(self.chance.between(1, 260)).unwrap();
        if self.chance.happens(75) {
            self.process.steps.die_in(steps);
        } else {
            self.process.steps.fail_in(steps / 2 + 1);
        }
    }

    /// Does something until it is done or the process dies; then there is another process.
    pub(super) async fn work<T>(&mut self, what: &str, work: impl Future<Output = T>) -> Option<T> {
        let steps = self.process.steps.clone();
        let done = timeout(STUCK, async {
            tokio::select! {
                biased;
                done = work => Some(done),
                () = steps.died() => None,
            }
        });
        let done = done.await;
        assert!(done.is_ok(), "seed {}: {what} is stuck", self.seed);
        let done = done.unwrap();
        if done.is_none() {
            self.deaths += 1;
            self.restart();
        }
        done
    }

    fn restart(&mut self) {
        let process = Process::start(&self.memory, &self.entropy, &self.wire);
        *self.taker.lock().unwrap() = Some(process.relay.clone());
        self.process = Arc::new(process);
    }

    /// Connects to each vendor that does not take the grant any more, or never had one.
    async fn connect(&mut self) {
        for vendor in VENDORS {
            let known = connection::read(self.memory.as_ref(), &self.me.0.id, vendor).await;
            let known = known.unwrap();
            if known.is_some_and(|known| known.state == ConnectionState::Connected) {
                continue;
            }
            let (process, me, wire) = (self.process.clone(), self.me.0.clone(), self.wire.clone());
            let connect = async move {
                let relay = &process.relay;
                let Ok(start) = relay.connect_url(&me.id, vendor, false).await else {
                    return;
                };
                // A person has no more patience than a program.
                let page = timeout(PATIENCE, wire.ask(visit(&start.url))).await;
                let Ok((_, Some(location))) = page else {
                    return;
                };
                if relay.finish_connect(&location).await.is_ok() {
                    let _ = relay.welcome(&me, vendor).await;
                }
            };
            self.work("connecting", connect).await;
        }
    }

    /// Nothing goes wrong any more. What events are on their way is lost.
    async fn calm_down(&mut self) {
        self.wire.oura.heal();
        self.wire.whoop.heal();
        self.wire.clock.set_wrong_by(0);
        self.restart();
        // What the dead had leased is free again, and what vendors refused for a while is not refused.
        sleep(Duration::from_hours(2)).await;
        self.live();
        self.connect().await;
        // Who holds a token that is used up finds out when it is used.
        for vendor in VENDORS {
            if self
                .process
                .relay
                .sync(&self.me.0, vendor, Lane::Bulk)
                .await
                .is_err()
            {
                self.connect().await;
            }
        }
        // Changes that wait for a list to be asked for.
        while meddle::is_to_come(&self.wire) {
            let synced = self
                .process
                .relay
                .sync(&self.me.0, Vendor::Whoop, Lane::Bulk)
                .await;
            assert!(synced.is_ok(), "seed {}: {synced:?}", self.seed);
        }
        self.sent = 0;
    }

    /// One reconciliation: all is listed, and once more a while later, which confirms what is gone.
    async fn reconcile(&mut self) {
        let truth = truth::tell(&self.says());
        self.list_all().await;
        sleep(Duration::from_mins(20)).await;
        self.list_all().await;
        let found = self.found().await;
        self.agree("lacks", &truth.lacking_in(&found));
        self.agree("says too", &found.lacking_in(&truth));
        // And then all is there.
        let revision = self.revision().await;
        sleep(Duration::from_mins(20)).await;
        self.list_all().await;
        assert_eq!(
            self.revision().await,
            revision,
            "seed {}: a second sync wrote something",
            self.seed
        );
        // Only who never got to know the next token comes with a used one.
        let reused = [
            self.wire.oura.reused_refresh_tokens(),
            self.wire.whoop.reused_refresh_tokens(),
        ];
        let lost = self.deaths + self.faults;
        assert!(
            reused.iter().sum::<u32>() <= lost,
            "seed {}: {reused:?}",
            self.seed
        );
    }

    async fn list_all(&mut self) {
        for vendor in VENDORS {
            let listed = self.process.relay.sync_widely(&self.me.0, vendor).await;
            assert!(listed.is_ok(), "seed {}: {listed:?}", self.seed);
            let listed = listed.unwrap();
            assert!(listed.put_off.is_none(), "seed {}: {listed:?}", self.seed);
            assert!(listed.faults.is_empty(), "seed {}: {listed:?}", self.seed);
        }
        let new = self.phone.clone();
        assert!(self.push(None, new).await && self.push_days().await);
    }

    fn agree(&self, verb: &str, differences: &[String]) {
        assert!(
            differences.is_empty(),
            "seed {} ({} deaths): the record {verb} {differences:#?}",
            self.seed,
            self.deaths
        );
    }
}
