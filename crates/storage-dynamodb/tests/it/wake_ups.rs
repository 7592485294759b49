//! Workers that are woken by SQS: each job that is to run has a wake-up, whoever dies.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use tokio::task::JoinSet;
use vitalog_core::clock::ManualClock;
use vitalog_storage::{Enqueued, Inventory, JobStore, NewJob, Retry};
use vitalog_storage_contract::{Subject, job_tests};
use vitalog_storage_dynamodb::{
    DynamoStorage, SqsWakeUps,
    testing::{TestQueue, TestTable},
};

const QUEUE: &str = "nightly";
const LEASE: SignedDuration = SignedDuration::from_secs(60);
/// For how long a message is held back from others, in tests in which nobody dies.
const HELD: Duration = Duration::from_mins(5);

// Jobs keep every promise with wake-ups as they do without.
job_tests!(async || {
    let (table, queue) = (TestTable::new().await, TestQueue::new().await);
    let wake_ups = queue.wake_ups(clock());
    Subject::new(Arc::new(table.open().await.waking(Arc::new(wake_ups))))
});

fn start() -> Timestamp {
    Timestamp::from_second(1_790_000_000).unwrap()
}

fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(start()))
}

fn job(id: &str, run_at: Timestamp) -> NewJob {
    NewJob {
        queue: QUEUE.to_owned(),
        id: id.to_owned(),
        run_at,
        body: String::new(),
    }
}

/// A table, its queue, and the clock by which wake-ups are sent.
struct Woken {
    table: TestTable,
    storage: DynamoStorage,
    wake_ups: Arc<SqsWakeUps>,
    clock: Arc<ManualClock>,
    queue: TestQueue,
}

impl Woken {
    async fn new() -> Self {
        let (table, queue, clock) = (TestTable::new().await, TestQueue::new().await, clock());
        let wake_ups = Arc::new(queue.wake_ups(clock.clone()));
        Self {
            storage: table.open().await.waking(wake_ups.clone()),
            table,
            wake_ups,
            clock,
            queue,
        }
    }

    /// Adds a job that is due.
    async fn add(&self, id: &str) {
        let added = self.storage.enqueue(&job(id, start())).await;
        assert_eq!(added.unwrap(), Enqueued::Added);
    }

    /// The ids of the messages that can be received, which are gone then.
    async fn woken_for(&self) -> Vec<String> {
        let received = self.wake_ups.receive(HELD).await.unwrap();
        let mut ids = Vec::new();
        for received in received {
            assert_eq!(received.wake_up.queue, QUEUE);
            self.wake_ups.done(&received).await.unwrap();
            ids.push(received.wake_up.id);
        }
        ids
    }
}

#[tokio::test]
async fn whatever_lets_a_job_run_sends_a_wake_up() {
    let woken = Woken::new().await;
    let Woken { storage, clock, .. } = &woken;
    woken.add("a").await;
    assert_eq!(woken.woken_for().await, ["a"]);
    // Whoever adds it again may do so because the first wake-up could not be sent.
    let again = storage.enqueue(&job("a", start())).await.unwrap();
    assert_eq!(again, Enqueued::AlreadyThere);
    assert_eq!(woken.woken_for().await, ["a"]);

    let until = start() + LEASE;
    let held = storage.claim_jobs(QUEUE, start(), until, 1).await.unwrap();
    assert!(storage.retry_job(&held[0].claim, start()).await.unwrap());
    assert_eq!(woken.woken_for().await, ["a"]);
    let held = storage.claim_jobs(QUEUE, start(), until, 1).await.unwrap();
    assert!(storage.bury_job(&held[0].claim, "broken").await.unwrap());
    assert!(storage.revive_job(QUEUE, "a", start()).await.unwrap());
    assert_eq!(woken.woken_for().await, ["a"]);

    let mut copied = storage.list_jobs(QUEUE, None, 1).await.unwrap().remove(0);
    copied.id = "b".to_owned();
    storage.restore_job(&copied).await.unwrap();
    assert_eq!(woken.woken_for().await, ["b"]);
    clock.advance(LEASE);
    let held = storage.claim_jobs(QUEUE, until, until + LEASE, 9).await;
    assert_eq!(held.unwrap().len(), 2);
}

#[tokio::test]
async fn wake_up_comes_when_the_job_is_to_run() {
    let woken = Woken::new().await;
    let soon = start() + SignedDuration::from_millis(1_500);
    let later = start() + SignedDuration::from_hours(20);
    for (id, run_at) in [("soon", soon), ("later", later)] {
        woken.storage.enqueue(&job(id, run_at)).await.unwrap();
    }
    // It is held back for two seconds; to receive waits for longer than that.
    let began = std::time::Instant::now();
    assert_eq!(woken.woken_for().await, ["soon"]);
    assert!(began.elapsed() >= Duration::from_secs(1));
}

#[tokio::test]
async fn wake_up_for_a_job_that_is_not_free_is_sent_again_and_one_for_nothing_is_not() {
    let woken = Woken::new().await;
    let Woken {
        storage, wake_ups, ..
    } = &woken;
    woken.add("a").await;
    let received = wake_ups.receive(HELD).await.unwrap();
    let wake_up = &received[0].wake_up;
    let held = wake_ups.claim(storage, wake_up, LEASE).await.unwrap();
    let held = held.unwrap();

    // Somebody has it, until a moment that is soon by the clock of whoever was woken as well.
    let early = woken.queue.wake_ups(Arc::new(ManualClock::new(
        start() + LEASE - SignedDuration::from_millis(1),
    )));
    assert_eq!(early.claim(storage, wake_up, LEASE).await.unwrap(), None);
    assert_eq!(woken.woken_for().await, ["a"]);

    assert!(storage.complete_job(&held.claim).await.unwrap());
    assert_eq!(wake_ups.claim(storage, wake_up, LEASE).await.unwrap(), None);
    assert_eq!(woken.woken_for().await, [""; 0]);
}

#[tokio::test]
async fn job_whose_wake_up_could_not_be_sent_gets_one_when_it_is_added_again() {
    let woken = Woken::new().await;
    let unreachable = woken.queue.unreachable(woken.clock.clone());
    let alone = woken.table.open().await.waking(Arc::new(unreachable));
    let failed = alone.enqueue(&job("a", start())).await.unwrap_err();
    assert_eq!((failed.operation, failed.retry), ("wake", Retry::Later));
    let again = woken.storage.enqueue(&job("a", start())).await.unwrap();
    assert_eq!(again, Enqueued::AlreadyThere);
    assert_eq!(woken.woken_for().await, ["a"]);
}

/// Works at what it is woken for until there is nothing left, and dies with every third job: it
/// then says nothing to anybody, neither about the job nor about the message.
async fn work(
    storage: Arc<DynamoStorage>,
    wake_ups: Arc<SqsWakeUps>,
    clock: Arc<ManualClock>,
) -> Vec<String> {
    let mut completed = Vec::new();
    let mut claims = 0;
    while !storage.list_jobs(QUEUE, None, 1).await.unwrap().is_empty() {
        for received in wake_ups.receive(Duration::from_secs(1)).await.unwrap() {
            let claim = wake_ups.claim(&*storage, &received.wake_up, LEASE);
            if let Some(job) = claim.await.unwrap() {
                claims += 1;
                if claims % 3 == 1 && job.attempts == 1 {
                    // By the time that others get the message, the lease is past.
                    clock.advance(LEASE);
                    continue;
                }
                if storage.complete_job(&job.claim).await.unwrap() {
                    completed.push(job.claim.id);
                }
            }
            wake_ups.done(&received).await.unwrap();
        }
    }
    completed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn jobs_are_all_completed_once_by_workers_that_are_only_woken_and_die() {
    let woken = Woken::new().await;
    let ids: BTreeSet<String> = (10..40).map(|number| number.to_string()).collect();
    for id in &ids {
        woken.add(id).await;
    }
    let storage = Arc::new(woken.storage);
    let mut workers = JoinSet::new();
    for _ in 0..3 {
        let (storage, wake_ups) = (storage.clone(), woken.wake_ups.clone());
        workers.spawn(work(storage, wake_ups, woken.clock.clone()));
    }
    let mut completions: BTreeMap<String, u32> = BTreeMap::new();
    for id in workers.join_all().await.into_iter().flatten() {
        *completions.entry(id).or_default() += 1;
    }
    assert!(completions.values().all(|times| *times == 1));
    assert_eq!(completions.into_keys().collect::<BTreeSet<_>>(), ids);
}
