//! A claim holds its job until its lease is past and another takes it over.

use std::sync::Arc;

use vitalog_storage::{ClaimedJob, Storage};

use super::{LEASE, QUEUE, add, at, claim, claim_one, holds_nothing, job, jobs};

fn ids(claimed: &[ClaimedJob]) -> Vec<&str> {
    claimed.iter().map(|job| job.claim.id.as_str()).collect()
}

pub(crate) async fn jobs_are_claimed_in_the_order_they_were_to_run(storage: Arc<dyn Storage>) {
    // By id they come in another order, and two were to run at one instant.
    let given = [
        ("d", -30),
        ("a", -10),
        ("c", -20),
        ("b", -20),
        ("e", 0),
        ("f", 1),
    ];
    for (id, seconds) in given {
        storage.enqueue(&job(id, at(seconds))).await.unwrap();
    }
    for (limit, expected) in [
        (0, vec![]),
        (2, vec!["d", "b"]),
        (1, vec!["c"]),
        (9, vec!["a", "e"]),
        (9, vec![]),
    ] {
        let claimed = storage
            .claim_jobs(QUEUE, at(0), at(60), limit)
            .await
            .unwrap();
        assert_eq!(ids(&claimed), expected);
    }
}

pub(crate) async fn job_is_not_claimed_before_its_time(storage: Arc<dyn Storage>) {
    storage.enqueue(&job("a", at(0))).await.unwrap();
    let nearly = at(0) - jiff::SignedDuration::from_millis(1);
    assert_eq!(claim(&*storage, nearly).await, []);
    let claimed = claim_one(&*storage, at(0)).await;
    assert_eq!((claimed.attempts, claimed.run_at), (1, at(0)));
}

pub(crate) async fn leased_job_is_not_claimed_until_the_lease_is_past(storage: Arc<dyn Storage>) {
    add(&*storage, "a").await;
    let first = claim_one(&*storage, at(0)).await;
    assert_eq!(jobs(&*storage).await[0].leased_until, Some(at(LEASE)));
    let nearly = at(LEASE) - jiff::SignedDuration::from_millis(1);
    assert_eq!(claim(&*storage, nearly).await, []);
    let second = claim_one(&*storage, at(LEASE)).await;
    assert_ne!(second.claim.token, first.claim.token);
    assert_eq!(jobs(&*storage).await[0].leased_until, Some(at(2 * LEASE)));
}

pub(crate) async fn finer_instants_of_leases_are_cut(storage: Arc<dyn Storage>) {
    let fine = jiff::SignedDuration::from_nanos(999_999);
    add(&*storage, "a").await;
    let until = at(LEASE) + fine;
    let held = storage.claim_jobs(QUEUE, at(0), until, 1).await.unwrap();
    assert_eq!(jobs(&*storage).await[0].leased_until, Some(at(LEASE)));
    let claim = &held[0].claim;
    assert!(storage.extend_lease(claim, at(90) + fine).await.unwrap());
    assert_eq!(jobs(&*storage).await[0].leased_until, Some(at(90)));
    assert!(storage.retry_job(claim, at(100) + fine).await.unwrap());
    assert_eq!(jobs(&*storage).await[0].run_at, at(100));
}

pub(crate) async fn extended_lease_holds_longer(storage: Arc<dyn Storage>) {
    add(&*storage, "a").await;
    let held = claim_one(&*storage, at(0)).await;
    for until in [3 * LEASE, 2 * LEASE] {
        assert!(storage.extend_lease(&held.claim, at(until)).await.unwrap());
        assert_eq!(jobs(&*storage).await[0].leased_until, Some(at(until)));
    }
    assert_eq!(claim(&*storage, at(2 * LEASE - 1)).await, []);
    let taken_over = claim_one(&*storage, at(2 * LEASE)).await;
    assert_eq!(taken_over.attempts, 2);
    holds_nothing(&*storage, &held).await;
}

pub(crate) async fn job_lost_by_a_crash_is_claimed_again(storage: Arc<dyn Storage>) {
    add(&*storage, "a").await;
    let mut earlier = Vec::new();
    for attempt in 1..=3_u32 {
        let now = at(i64::from(attempt - 1) * LEASE);
        let claimed = claim_one(&*storage, now).await;
        assert_eq!((claimed.attempts, &*claimed.body), (attempt, "body of a"));
        assert_eq!(jobs(&*storage).await[0].attempts, attempt);
        // Nothing more is heard of it, and then too late.
        for late in &earlier {
            holds_nothing(&*storage, late).await;
        }
        earlier.push(claimed);
    }
    let last = earlier.pop().unwrap();
    assert!(storage.complete_job(&last.claim).await.unwrap());
    assert_eq!(jobs(&*storage).await, []);
    for late in earlier.iter().chain([&last]) {
        holds_nothing(&*storage, late).await;
    }
}

pub(crate) async fn lease_that_is_past_holds_until_another_claims(storage: Arc<dyn Storage>) {
    for id in ["a", "b", "c", "d"] {
        add(&*storage, id).await;
    }
    let held = claim(&*storage, at(0)).await;
    assert_eq!(ids(&held), ["a", "b", "c", "d"]);
    let claims: Vec<_> = held.iter().map(|job| &job.claim).collect();
    // No storage knows that the lease is past: nobody has told it a later time.
    assert!(storage.complete_job(claims[0]).await.unwrap());
    assert!(storage.retry_job(claims[1], at(500)).await.unwrap());
    assert!(storage.bury_job(claims[2], "broken").await.unwrap());
    assert!(storage.extend_lease(claims[3], at(500)).await.unwrap());
    assert_eq!(claim(&*storage, at(499)).await, []);
}

pub(crate) async fn retried_job_runs_at_its_new_time_and_keeps_its_attempts(
    storage: Arc<dyn Storage>,
) {
    add(&*storage, "a").await;
    let first = claim_one(&*storage, at(0)).await;
    assert!(storage.retry_job(&first.claim, at(10)).await.unwrap());
    let waiting = jobs(&*storage).await.remove(0);
    assert_eq!((waiting.run_at, waiting.attempts), (at(10), 1));
    assert_eq!((waiting.leased_until, waiting.dead), (None, None));
    holds_nothing(&*storage, &first).await;
    assert_eq!(claim(&*storage, at(9)).await, []);
    let second = claim_one(&*storage, at(10)).await;
    assert_eq!((second.attempts, second.run_at), (2, at(10)));
    holds_nothing(&*storage, &first).await;
}

pub(crate) async fn completed_job_is_gone_and_its_neighbours_stay(storage: Arc<dyn Storage>) {
    for id in ["a", "b", "c"] {
        add(&*storage, id).await;
    }
    let held = claim(&*storage, at(0)).await;
    assert!(storage.complete_job(&held[1].claim).await.unwrap());
    holds_nothing(&*storage, &held[1]).await;
    let left: Vec<String> = jobs(&*storage)
        .await
        .into_iter()
        .map(|job| job.id)
        .collect();
    assert_eq!(left, ["a", "c"]);
}

pub(crate) async fn claim_of_an_earlier_job_of_that_id_holds_nothing(storage: Arc<dyn Storage>) {
    add(&*storage, "a").await;
    let mut earlier = vec![claim_one(&*storage, at(0)).await];
    assert!(storage.drop_job(QUEUE, "a").await.unwrap());
    for _ in 0..3 {
        add(&*storage, "a").await;
        holds_nothing(&*storage, &earlier[0]).await;
        let current = claim_one(&*storage, at(0)).await;
        for late in &earlier {
            holds_nothing(&*storage, late).await;
        }
        assert!(storage.complete_job(&current.claim).await.unwrap());
        earlier.push(current);
    }
}
