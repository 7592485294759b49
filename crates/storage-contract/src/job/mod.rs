//! Promises of [`vitalog_storage::JobStore`].

use jiff::Timestamp;
use vitalog_storage::{ClaimedJob, Enqueued, JobState, NewJob, Storage};

use crate::sample::{NOON, second};

pub(crate) mod claims;
pub(crate) mod clock;
pub(crate) mod dead;
pub(crate) mod queue;
pub(crate) mod races;
pub(crate) mod single;

/// The queue that most promises are tried on.
const QUEUE: &str = "queue";
/// How long a lease is, in seconds.
const LEASE: i64 = 60;

/// An instant so many seconds after [`NOON`].
fn at(seconds: i64) -> Timestamp {
    second(NOON + seconds)
}

fn job(id: &str, run_at: Timestamp) -> NewJob {
    NewJob {
        queue: QUEUE.to_owned(),
        id: id.to_owned(),
        run_at,
        body: format!("body of {id}"),
    }
}

/// Adds a job to run at [`NOON`].
async fn add(storage: &dyn Storage, id: &str) {
    let enqueued = storage.enqueue(&job(id, at(0))).await.unwrap();
    assert_eq!(enqueued, Enqueued::Added, "{id}");
}

/// Claims whatever is due, for [`LEASE`].
async fn claim(storage: &dyn Storage, now: Timestamp) -> Vec<ClaimedJob> {
    let lease_until = now + jiff::SignedDuration::from_secs(LEASE);
    storage
        .claim_jobs(QUEUE, now, lease_until, usize::MAX)
        .await
        .unwrap()
}

/// Claims the one job that is due.
async fn claim_one(storage: &dyn Storage, now: Timestamp) -> ClaimedJob {
    let mut claimed = claim(storage, now).await;
    assert_eq!(claimed.len(), 1, "at {now}");
    claimed.remove(0)
}

/// Every job of the queue.
async fn jobs(storage: &dyn Storage) -> Vec<JobState> {
    storage.list_jobs(QUEUE, None, usize::MAX).await.unwrap()
}

/// What a claim that does not hold its job is told by each method.
async fn holds_nothing(storage: &dyn Storage, claimed: &ClaimedJob) {
    let claim = &claimed.claim;
    let before = jobs(storage).await;
    assert!(!storage.extend_lease(claim, at(3600)).await.unwrap());
    assert!(!storage.retry_job(claim, at(3600)).await.unwrap());
    assert!(!storage.bury_job(claim, "late").await.unwrap());
    assert!(!storage.complete_job(claim).await.unwrap());
    assert_eq!(jobs(storage).await, before);
}
