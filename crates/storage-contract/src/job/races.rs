//! Of any number of callers at once one adds, claims, completes or drops a job.

use std::{collections::BTreeMap, sync::Arc};

use vitalog_storage::{Claim, Enqueued, NewJob, Storage};

use super::{LEASE, QUEUE, add, at, claim, claim_one, job, jobs};
use crate::race::{RACERS, race};

const ROUNDS: usize = 5;

pub(crate) async fn one_of_many_enqueuers_adds_the_job(storage: Arc<dyn Storage>) {
    for round in 0..ROUNDS {
        let ended = race({
            let storage = storage.clone();
            move |number| {
                let storage = storage.clone();
                let job = NewJob {
                    body: number.to_string(),
                    ..job(&round.to_string(), at(0))
                };
                async move { storage.enqueue(&job).await.unwrap() }
            }
        })
        .await;
        let added = ended.iter().filter(|(_, end)| *end == Enqueued::Added);
        let added: Vec<String> = added.map(|(number, _)| number.to_string()).collect();
        assert_eq!(added, [jobs(&*storage).await[round].body.clone()]);
    }
}

pub(crate) async fn no_two_claimers_get_one_job(storage: Arc<dyn Storage>) {
    let how_many = 3 * RACERS;
    for number in 0..how_many {
        add(&*storage, &format!("{number:03}")).await;
    }
    // Each claims a few at a time until there is nothing left.
    let ended = race({
        let storage = storage.clone();
        move |_| {
            let storage = storage.clone();
            async move {
                let mut mine: Vec<Claim> = Vec::new();
                loop {
                    let some = storage
                        .claim_jobs(QUEUE, at(0), at(LEASE), 2)
                        .await
                        .unwrap();
                    if some.is_empty() {
                        return mine;
                    }
                    assert!(some.len() <= 2 && some.iter().all(|job| job.attempts == 1));
                    mine.extend(some.into_iter().map(|job| job.claim));
                }
            }
        }
    })
    .await;
    let mut holders: BTreeMap<String, usize> = BTreeMap::new();
    for claim in ended.iter().flat_map(|(_, mine)| mine) {
        *holders.entry(claim.id.clone()).or_default() += 1;
    }
    // Whoever lost each of its races found nothing to claim, but somebody else has it then.
    assert_eq!(holders.len(), how_many);
    assert!(holders.values().all(|holders| *holders == 1));
    for (_, mine) in ended {
        for claim in mine {
            assert!(storage.complete_job(&claim).await.unwrap());
        }
    }
    assert_eq!(jobs(&*storage).await, []);
}

pub(crate) async fn job_is_completed_once_by_many_with_one_claim(storage: Arc<dyn Storage>) {
    for _ in 0..ROUNDS {
        add(&*storage, "a").await;
        let held = claim_one(&*storage, at(0)).await;
        let ended = race({
            let storage = storage.clone();
            move |_| {
                let (storage, claim) = (storage.clone(), held.claim.clone());
                async move { storage.complete_job(&claim).await.unwrap() }
            }
        })
        .await;
        assert_eq!(ended.iter().filter(|(_, completed)| *completed).count(), 1);
    }
}

/// Has the holder of a lease that is past, and others who want to take the job over, act at once.
/// Checks that one of them has it then, and tells whether that was the holder.
async fn race_for_a_lease<F: Future<Output = bool> + Send + 'static>(
    storage: &Arc<dyn Storage>,
    act: impl Fn(Arc<dyn Storage>, Claim) -> F + Copy + Send + 'static,
) -> bool {
    add(&**storage, "a").await;
    let held = claim_one(&**storage, at(0)).await;
    let ended = race({
        let storage = storage.clone();
        move |number| {
            let (storage, held) = (storage.clone(), held.claim.clone());
            async move {
                if number == 0 {
                    return act(storage, held).await;
                }
                let taken_over = claim(&*storage, at(LEASE)).await;
                assert!(taken_over.iter().all(|job| job.attempts == 2));
                !taken_over.is_empty()
            }
        }
    })
    .await;
    let winners: Vec<usize> = ended
        .iter()
        .filter_map(|(number, has_it)| has_it.then_some(*number))
        .collect();
    assert_eq!(winners.len(), 1, "{winners:?}");
    winners == [0]
}

pub(crate) async fn lease_is_extended_or_taken_over_and_never_both(storage: Arc<dyn Storage>) {
    for _ in 0..4 * ROUNDS {
        let extended = race_for_a_lease(&storage, async |storage, held| {
            storage.extend_lease(&held, at(3 * LEASE)).await.unwrap()
        })
        .await;
        let leased_until = jobs(&*storage).await[0].leased_until;
        let expected = if extended {
            at(3 * LEASE)
        } else {
            at(2 * LEASE)
        };
        assert_eq!(leased_until, Some(expected));
        assert!(storage.drop_job(QUEUE, "a").await.unwrap());
    }
}

pub(crate) async fn job_is_completed_or_taken_over_and_never_both(storage: Arc<dyn Storage>) {
    for _ in 0..4 * ROUNDS {
        let completed = race_for_a_lease(&storage, async |storage, held| {
            storage.complete_job(&held).await.unwrap()
        })
        .await;
        assert_eq!(jobs(&*storage).await.is_empty(), completed);
        assert_eq!(storage.drop_job(QUEUE, "a").await.unwrap(), !completed);
    }
}

pub(crate) async fn one_of_many_is_told_that_it_dropped_the_job(storage: Arc<dyn Storage>) {
    for _ in 0..ROUNDS {
        add(&*storage, "a").await;
        let ended = race({
            let storage = storage.clone();
            move |_| {
                let storage = storage.clone();
                async move { storage.drop_job(QUEUE, "a").await.unwrap() }
            }
        })
        .await;
        assert_eq!(ended.iter().filter(|(_, dropped)| *dropped).count(), 1);
    }
}
