//! A job is claimed by its id, by whoever was told of it.

use std::sync::Arc;

use vitalog_storage::{ClaimedJob, Claiming, Storage};

use super::{LEASE, QUEUE, add, at, claim_one, holds_nothing, job, jobs};
use crate::race::race;

/// Claims a job at an instant, for [`LEASE`].
async fn claim_it(storage: &dyn Storage, id: &str, seconds: i64) -> Claiming {
    let (now, until) = (at(seconds), at(seconds + LEASE));
    storage.claim_job(QUEUE, id, now, until).await.unwrap()
}

/// Claims a job that is free.
async fn get(storage: &dyn Storage, id: &str, seconds: i64) -> ClaimedJob {
    let claiming = claim_it(storage, id, seconds).await;
    let Claiming::Claimed(job) = claiming else {
        unreachable!("{id} at {seconds}: {claiming:?}");
    };
    job
}

pub(crate) async fn job_is_claimed_by_its_id_before_others(storage: Arc<dyn Storage>) {
    add(&*storage, "a").await;
    storage.enqueue(&job("b", at(5))).await.unwrap();
    let held = get(&*storage, "b", 5).await;
    assert_eq!((&*held.claim.queue, &*held.claim.id), (QUEUE, "b"));
    assert_eq!((held.run_at, held.attempts), (at(5), 1));
    assert_eq!(held.body, "body of b");
    let states = jobs(&*storage).await;
    assert_eq!(states[0].leased_until, None);
    assert_eq!(states[1].leased_until, Some(at(5 + LEASE)));
    assert_eq!(claim_one(&*storage, at(5)).await.claim.id, "a");
    assert!(storage.complete_job(&held.claim).await.unwrap());
}

pub(crate) async fn job_that_is_not_free_tells_from_when_on_it_is(storage: Arc<dyn Storage>) {
    storage.enqueue(&job("a", at(10))).await.unwrap();
    assert_eq!(
        claim_it(&*storage, "a", 9).await,
        Claiming::NotBefore(at(10))
    );
    let lost = get(&*storage, "a", 10).await;
    let leased = Claiming::NotBefore(at(10 + LEASE));
    assert_eq!(claim_it(&*storage, "a", 10).await, leased);
    assert_eq!(claim_it(&*storage, "a", 9 + LEASE).await, leased);
    let held = get(&*storage, "a", 10 + LEASE).await;
    assert_eq!(held.attempts, 2);
    holds_nothing(&*storage, &lost).await;
    assert!(storage.retry_job(&held.claim, at(500)).await.unwrap());
    assert_eq!(
        claim_it(&*storage, "a", 499).await,
        Claiming::NotBefore(at(500))
    );
}

pub(crate) async fn job_that_is_gone_or_dead_is_nothing_to_claim(storage: Arc<dyn Storage>) {
    assert_eq!(claim_it(&*storage, "a", 0).await, Claiming::Nothing);
    add(&*storage, "a").await;
    assert_eq!(claim_it(&*storage, "b", 0).await, Claiming::Nothing);
    let other = storage.claim_job("other", "a", at(0), at(1)).await;
    assert_eq!(other.unwrap(), Claiming::Nothing);
    let held = get(&*storage, "a", 0).await;
    assert!(storage.bury_job(&held.claim, "broken").await.unwrap());
    assert_eq!(claim_it(&*storage, "a", 100).await, Claiming::Nothing);
    assert!(storage.revive_job(QUEUE, "a", at(200)).await.unwrap());
    let held = get(&*storage, "a", 200).await;
    assert!(storage.complete_job(&held.claim).await.unwrap());
    assert_eq!(claim_it(&*storage, "a", 300).await, Claiming::Nothing);
}

pub(crate) async fn one_of_many_claimers_of_a_job_gets_it(storage: Arc<dyn Storage>) {
    for round in 0..5_i64 {
        let id = round.to_string();
        add(&*storage, &id).await;
        let ended = race({
            let (storage, id) = (storage.clone(), id.clone());
            move |_| {
                let (storage, id) = (storage.clone(), id.clone());
                async move { claim_it(&*storage, &id, 0).await }
            }
        })
        .await;
        let (won, lost): (Vec<_>, Vec<_>) = ended
            .into_iter()
            .map(|(_, claiming)| claiming)
            .partition(|claiming| matches!(claiming, Claiming::Claimed(_)));
        assert_eq!(won.len(), 1);
        assert!(
            lost.iter()
                .all(|lost| *lost == Claiming::NotBefore(at(LEASE)))
        );
    }
}
