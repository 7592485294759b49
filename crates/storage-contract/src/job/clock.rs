//! A clock that is set loses no job and lets no two claims complete one.

use std::sync::Arc;

use vitalog_storage::{ClaimedJob, Storage};

use super::{LEASE, add, at, claim, claim_one, holds_nothing, job, jobs};

/// A step of the clock, in seconds: far more than any lease.
const STEP: i64 = 100_000;

/// Of these claims of one job exactly one completes it; which, says the caller.
async fn completes_once(storage: &dyn Storage, late: &[ClaimedJob], last: &ClaimedJob) {
    for claimed in late {
        holds_nothing(storage, claimed).await;
    }
    assert!(storage.complete_job(&last.claim).await.unwrap());
    holds_nothing(storage, last).await;
    assert_eq!(jobs(storage).await, []);
}

pub(crate) async fn clock_set_back_neither_loses_nor_doubles_a_job(storage: Arc<dyn Storage>) {
    add(&*storage, "a").await;
    let held = claim_one(&*storage, at(0)).await;
    // By the clock that was set back the lease ends later, and nobody takes the job over.
    assert_eq!(claim(&*storage, at(-STEP)).await, []);
    assert_eq!(claim(&*storage, at(LEASE - 1)).await, []);
    completes_once(&*storage, &[], &held).await;

    // A job added and claimed by a clock that is fast, and lost: it waits until its lease is past
    // by the clock that is right, and is there all the while.
    storage.enqueue(&job("a", at(STEP))).await.unwrap();
    let lost = claim_one(&*storage, at(STEP)).await;
    for now in [0, LEASE, STEP, STEP + LEASE - 1] {
        assert_eq!(claim(&*storage, at(now)).await, []);
        assert_eq!(jobs(&*storage).await.len(), 1);
    }
    let again = claim_one(&*storage, at(STEP + LEASE)).await;
    assert_eq!(again.attempts, 2);
    completes_once(&*storage, &[lost], &again).await;
}

pub(crate) async fn clock_set_forward_neither_loses_nor_doubles_a_job(storage: Arc<dyn Storage>) {
    add(&*storage, "a").await;
    let first = claim_one(&*storage, at(0)).await;
    // The lease is past too early: another claims the job while the first is still at work.
    let second = claim_one(&*storage, at(STEP)).await;
    assert_eq!(claim(&*storage, at(STEP)).await, []);
    // The clock is put right again, and the job belongs to the second all the same.
    assert_eq!(claim(&*storage, at(1)).await, []);
    assert_eq!(claim(&*storage, at(LEASE)).await, []);
    completes_once(&*storage, &[first], &second).await;
}

pub(crate) async fn lease_that_ends_before_it_begins_is_past(storage: Arc<dyn Storage>) {
    add(&*storage, "a").await;
    let mut claims = Vec::new();
    for _ in 0..3 {
        let claimed = storage
            .claim_jobs("queue", at(STEP), at(0), 9)
            .await
            .unwrap();
        assert_eq!(claimed.len(), 1);
        claims.extend(claimed);
    }
    let last = claims.pop().unwrap();
    assert_eq!(last.attempts, 3);
    completes_once(&*storage, &claims, &last).await;
}
