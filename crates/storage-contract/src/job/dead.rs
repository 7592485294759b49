//! A job that was given up stays, for a person to revive or drop.

use std::sync::Arc;

use jiff::Timestamp;
use vitalog_storage::{JobState, Storage, limits::MOST_REASON_BYTES};

use super::{QUEUE, add, at, claim, claim_one, holds_nothing, jobs};

/// Adds a job, claims it twice and gives it up.
async fn bury(storage: &dyn Storage, id: &str, reason: &str) {
    add(storage, id).await;
    let first = claim_one(storage, at(0)).await;
    assert!(storage.retry_job(&first.claim, at(1)).await.unwrap());
    let second = claim_one(storage, at(1)).await;
    assert!(storage.bury_job(&second.claim, reason).await.unwrap());
    holds_nothing(storage, &second).await;
}

pub(crate) async fn dead_job_is_kept_and_not_claimed(storage: Arc<dyn Storage>) {
    bury(&*storage, "a", "the vendor refused: 403 ⚖️").await;
    let expected = JobState {
        queue: QUEUE.to_owned(),
        id: "a".to_owned(),
        run_at: at(1),
        attempts: 2,
        body: "body of a".to_owned(),
        leased_until: None,
        dead: Some("the vendor refused: 403 ⚖️".to_owned()),
    };
    for now in [at(0), at(1), at(1_000_000), Timestamp::MAX] {
        let lease_until = Timestamp::MAX;
        let claimed = storage.claim_jobs(QUEUE, now, lease_until, 9).await;
        assert_eq!(claimed.unwrap(), []);
    }
    assert_eq!(jobs(&*storage).await, [expected]);
}

pub(crate) async fn long_reason_is_cut(storage: Arc<dyn Storage>) {
    bury(&*storage, "a", &"ä".repeat(MOST_REASON_BYTES)).await;
    let kept = jobs(&*storage).await.remove(0).dead;
    assert_eq!(kept, Some("ä".repeat(MOST_REASON_BYTES / 2)));
}

pub(crate) async fn revived_job_starts_over(storage: Arc<dyn Storage>) {
    bury(&*storage, "a", "broken").await;
    bury(&*storage, "b", "").await;
    for id in ["a", "b"] {
        assert!(storage.revive_job(QUEUE, id, at(100)).await.unwrap());
        assert!(!storage.revive_job(QUEUE, id, at(200)).await.unwrap());
    }
    for job in jobs(&*storage).await {
        assert_eq!((job.run_at, job.attempts, job.dead), (at(100), 0, None));
    }
    assert_eq!(claim(&*storage, at(99)).await, []);
    let claimed = claim(&*storage, at(100)).await;
    assert_eq!(claimed.len(), 2);
    assert!(claimed.iter().all(|job| job.attempts == 1));
    assert!(storage.complete_job(&claimed[0].claim).await.unwrap());
}

pub(crate) async fn only_a_dead_job_is_revived(storage: Arc<dyn Storage>) {
    let refused = async |state: &str| {
        let before = jobs(&*storage).await;
        assert!(
            !storage.revive_job(QUEUE, "a", at(-5)).await.unwrap(),
            "{state}"
        );
        assert_eq!(jobs(&*storage).await, before, "{state}");
    };
    refused("not there").await;
    add(&*storage, "a").await;
    refused("waiting").await;
    let held = claim_one(&*storage, at(0)).await;
    refused("leased").await;
    assert!(storage.complete_job(&held.claim).await.unwrap());
    refused("gone").await;
}

pub(crate) async fn job_is_dropped_whatever_its_state(storage: Arc<dyn Storage>) {
    add(&*storage, "leased").await;
    let held = claim_one(&*storage, at(0)).await;
    bury(&*storage, "dead", "broken").await;
    add(&*storage, "waiting").await;
    add(&*storage, "stays").await;
    for id in ["leased", "dead", "waiting"] {
        assert!(storage.drop_job(QUEUE, id).await.unwrap(), "{id}");
        assert!(!storage.drop_job(QUEUE, id).await.unwrap(), "{id}");
    }
    holds_nothing(&*storage, &held).await;
    let left: Vec<String> = jobs(&*storage)
        .await
        .into_iter()
        .map(|job| job.id)
        .collect();
    assert_eq!(left, ["stays"]);
}
