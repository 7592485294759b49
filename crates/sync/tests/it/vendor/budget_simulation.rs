//! Ten backfills and a person who asks, in several programs, against a vendor that counts strictly:
//! time is simulated, the budget is the real one.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, VecDeque},
    sync::Arc,
};

use jiff::{SignedDuration, Timestamp};
use vitalog_core::clock::{CountingEntropy, ManualClock};
use vitalog_storage::{MemoryStorage, Storage};
use vitalog_sync::vendor::budget::{Acquired, Budget, Lane, Told};

use super::budget::WHOOP;

/// The vendor: so many requests in any minute, and in any day, whatever way they fall.
#[derive(Default)]
struct Vendor {
    sent: VecDeque<i64>,
    refused: usize,
}

impl Vendor {
    /// Takes a request at a millisecond, and says what its headers would.
    fn take(&mut self, now: i64) -> Told {
        while self.sent.front().is_some_and(|at| at + 86_400_000 <= now) {
            self.sent.pop_front();
        }
        let of_minute = self.sent.iter().rev().take_while(|at| **at + 60_000 > now);
        let of_minute = of_minute.count();
        if of_minute >= 100 || self.sent.len() >= 10_000 {
            self.refused += 1;
            return Told {
                refused: true,
                reset: Some(SignedDuration::from_secs(60)),
                ..Told::default()
            };
        }
        self.sent.push_back(now);
        Told {
            remaining: u32::try_from(99 - of_minute).ok(),
            reset: Some(SignedDuration::from_secs(60)),
            refused: false,
        }
    }
}

/// Who wants to send a request; a person since when.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Wish {
    Backfill(usize),
    Person(i64),
    /// Another program of the owner's that uses the same app and knows no budget.
    Stranger,
}

struct Simulation {
    clock: Arc<ManualClock>,
    programs: Vec<Budget>,
    vendor: Vendor,
    /// When which wish comes up, in milliseconds.
    wishes: BinaryHeap<Reverse<(i64, Wish)>>,
    random: u64,
    longest_wait: i64,
    person_served: usize,
    pages: [usize; 10],
}

impl Simulation {
    fn new(seed: u64) -> Self {
        let clock = Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH));
        let storage: Arc<dyn Storage> = Arc::new(MemoryStorage::default());
        let program = || {
            let entropy = Arc::new(CountingEntropy::new());
            Budget::new(storage.clone(), clock.clone(), entropy, "whoop", WHOOP)
        };
        Self {
            programs: (0..3).map(|_| program()).collect(),
            clock,
            vendor: Vendor::default(),
            wishes: BinaryHeap::new(),
            random: seed,
            longest_wait: 0,
            person_served: 0,
            pages: [0; 10],
        }
    }

    fn between(&mut self, least: i64, most: i64) -> i64 {
        // Knuth's generator; the upper bits are the good ones.
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        least + i64::try_from(self.random >> 33).unwrap() % (most - least + 1)
    }

    fn wish(&mut self, at: i64, wish: Wish) {
        self.wishes.push(Reverse((at, wish)));
    }

    async fn run(&mut self, until: i64) {
        while let Some(Reverse((now, wish))) = self.wishes.pop() {
            if now >= until {
                return;
            }
            self.clock.set(Timestamp::from_millisecond(now).unwrap());
            let program = usize::try_from(self.between(0, 2)).unwrap();
            let program = self.programs[program].clone();
            let asked = match wish {
                Wish::Backfill(number) => program.acquire(Lane::Bulk, &number.to_string()).await,
                Wish::Person(_) => program.acquire(Lane::Interactive, "person").await,
                Wish::Stranger => Ok(Acquired::Granted),
            };
            if let Acquired::Later(again) = asked.unwrap() {
                let again = again.as_millisecond() + self.between(1, 20);
                self.wish(again, wish);
                continue;
            }
            let told = self.vendor.take(now);
            match wish {
                Wish::Backfill(number) => {
                    program.hear(told).await.unwrap();
                    self.pages[number] += 1;
                    let answered = now + self.between(100, 600);
                    self.wish(answered, wish);
                }
                Wish::Person(since) => {
                    program.hear(told).await.unwrap();
                    self.longest_wait = self.longest_wait.max(now - since);
                    self.person_served += 1;
                }
                Wish::Stranger => {
                    let next = now + self.between(2_000, 4_000);
                    self.wish(next, wish);
                }
            }
        }
    }
}

async fn check(seed: u64, with_stranger: bool) {
    let mut simulation = Simulation::new(seed);
    for backfill in 0..10 {
        simulation.wish(0, Wish::Backfill(backfill));
    }
    if with_stranger {
        simulation.wish(500, Wish::Stranger);
    }
    // A person syncs every half minute or so: a page of each collection, one after the other.
    let (mut at, mut wished) = (1_000, 0);
    while at < 1_800_000 {
        for _ in 0..simulation.between(4, 8) {
            simulation.wish(at, Wish::Person(at));
            at += simulation.between(100, 600);
            wished += 1;
        }
        at += simulation.between(20_000, 60_000);
    }
    simulation.run(1_900_000).await;

    let case = format!("seed {seed}, stranger: {with_stranger}");
    assert_eq!(simulation.vendor.refused, 0, "{case}");
    assert_eq!(simulation.person_served, wished, "{case}");
    assert!(
        simulation.longest_wait <= 1_000,
        "{case}: {} ms",
        simulation.longest_wait
    );
    let (least, most) = (simulation.pages.iter().min(), simulation.pages.iter().max());
    let (least, most) = (*least.unwrap(), *most.unwrap());
    // They share what there is, fairly, and waste little of it: without a stranger there are 90 a
    // minute, of which 30 stay for the person.
    assert!(most - least <= most / 3, "{case}: {:?}", simulation.pages);
    let pages: usize = simulation.pages.iter().sum();
    let expected = if with_stranger { 500 } else { 1_500 };
    assert!(pages >= expected, "{case}: {pages} pages");
}

#[tokio::test]
async fn interactive_call_waits_at_most_a_second_while_ten_backfills_run() {
    for seed in 0..4 {
        check(seed, false).await;
    }
}

#[tokio::test]
async fn so_it_does_while_a_stranger_uses_the_same_app() {
    for seed in 0..4 {
        check(seed, true).await;
    }
}
