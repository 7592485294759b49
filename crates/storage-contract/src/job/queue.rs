//! A job waits in its queue under its id, once.

use std::sync::Arc;

use jiff::SignedDuration;
use vitalog_storage::{
    Enqueued, JobState, NewJob, Retry, Storage,
    limits::{MOST_BODY_BYTES, MOST_NAME_BYTES},
};

use super::{QUEUE, add, at, claim, claim_one, job, jobs};
use crate::sample::{IDS, noise};

pub(crate) async fn queue_never_used_has_no_jobs(storage: Arc<dyn Storage>) {
    assert_eq!(jobs(&*storage).await, []);
    assert_eq!(claim(&*storage, at(0)).await, []);
    assert!(!storage.drop_job(QUEUE, "a").await.unwrap());
    assert!(!storage.revive_job(QUEUE, "a", at(0)).await.unwrap());
}

pub(crate) async fn job_comes_back_as_it_was_added(storage: Arc<dyn Storage>) {
    let fine = SignedDuration::from_nanos(123_456_789);
    let given = [
        ("1", at(0), ""),
        ("2", at(0) + fine, "{\"kind\":\"sleep\"}"),
        (
            "3",
            at(-2_000_000_000) + fine,
            "ü 体重 ⚖️ 'quoted' \"twice\" \\ \n",
        ),
    ];
    for (id, run_at, body) in given {
        let job = NewJob {
            body: body.to_owned(),
            ..job(id, run_at)
        };
        assert_eq!(storage.enqueue(&job).await.unwrap(), Enqueued::Added);
    }
    let milliseconds = SignedDuration::from_millis(123);
    let kept = [
        at(0),
        at(0) + milliseconds,
        at(-2_000_000_000) + milliseconds,
    ];
    let expected = [0, 1, 2].map(|place: usize| JobState {
        queue: QUEUE.to_owned(),
        id: given[place].0.to_owned(),
        run_at: kept[place],
        attempts: 0,
        body: given[place].2.to_owned(),
        leased_until: None,
        dead: None,
    });
    assert_eq!(jobs(&*storage).await, expected);
    for claimed in claim(&*storage, at(1)).await {
        let state = expected.iter().find(|job| job.id == claimed.claim.id);
        let state = state.unwrap();
        assert_eq!(claimed.claim.queue, QUEUE);
        assert_eq!((claimed.run_at, &claimed.body), (state.run_at, &state.body));
    }
}

pub(crate) async fn queues_are_kept_apart(storage: Arc<dyn Storage>) {
    let queues = ["", "q", "queue", "queue2", "Queue", "queue/a"];
    for queue in queues {
        let job = NewJob {
            queue: queue.to_owned(),
            body: queue.to_owned(),
            ..job("same", at(0))
        };
        assert_eq!(storage.enqueue(&job).await.unwrap(), Enqueued::Added);
    }
    for queue in queues {
        let listed = storage.list_jobs(queue, None, 9).await.unwrap();
        assert_eq!(listed.len(), 1);
        assert_eq!((&*listed[0].queue, &*listed[0].body), (queue, queue));
    }
    let claimed = storage.claim_jobs("q", at(0), at(60), 9).await.unwrap();
    assert_eq!(claimed.len(), 1);
    assert_eq!((&*claimed[0].claim.queue, &*claimed[0].body), ("q", "q"));
    assert!(storage.drop_job("queue", "same").await.unwrap());
    for (queue, left) in [("queue", 0), ("q", 1), ("queue2", 1), ("queue/a", 1)] {
        assert_eq!(storage.list_jobs(queue, None, 9).await.unwrap().len(), left);
    }
}

pub(crate) async fn job_is_not_added_again_while_it_is_there(storage: Arc<dyn Storage>) {
    let again = NewJob {
        body: "another body".to_owned(),
        ..job("a", at(-100))
    };
    let refused = async |state: &str| {
        let before = jobs(&*storage).await;
        let enqueued = storage.enqueue(&again).await.unwrap();
        assert_eq!(enqueued, Enqueued::AlreadyThere, "{state}");
        assert_eq!(jobs(&*storage).await, before, "{state}");
    };
    add(&*storage, "a").await;
    refused("waiting").await;
    let first = claim_one(&*storage, at(0)).await;
    refused("leased").await;
    storage.retry_job(&first.claim, at(5)).await.unwrap();
    refused("to be tried again").await;
    let second = claim_one(&*storage, at(5)).await;
    storage.bury_job(&second.claim, "broken").await.unwrap();
    refused("dead").await;
}

pub(crate) async fn job_that_is_gone_may_be_added_again(storage: Arc<dyn Storage>) {
    add(&*storage, "a").await;
    let first = claim_one(&*storage, at(0)).await;
    assert!(storage.complete_job(&first.claim).await.unwrap());
    add(&*storage, "a").await;
    assert!(storage.drop_job(QUEUE, "a").await.unwrap());
    add(&*storage, "a").await;
    // Nothing is left of those before it.
    let third = claim_one(&*storage, at(0)).await;
    assert_eq!(third.attempts, 1);
    assert_ne!(third.claim, first.claim);
}

pub(crate) async fn jobs_are_listed_by_id_page_after_page(storage: Arc<dyn Storage>) {
    let stride = 5;
    for place in 0..IDS.len() {
        // To run in another order than the one of their ids.
        let id = IDS[(place * stride + 2) % IDS.len()];
        let run_at = at(i64::try_from(place).unwrap());
        storage.enqueue(&job(id, run_at)).await.unwrap();
    }
    let page = async |after: Option<&str>, limit: usize| -> Vec<String> {
        let jobs = storage.list_jobs(QUEUE, after, limit).await.unwrap();
        jobs.into_iter().map(|job| job.id).collect()
    };
    for limit in [1, 2, 5, IDS.len(), usize::MAX] {
        let mut found: Vec<String> = Vec::new();
        loop {
            let next = page(found.last().map(String::as_str), limit).await;
            assert!(next.len() <= limit);
            if next.is_empty() {
                break;
            }
            found.extend(next);
        }
        assert_eq!(found, IDS, "pages of {limit}");
    }
    assert_eq!(page(None, 0).await, [""; 0]);
    assert_eq!(page(Some("a0"), 2).await, ["aa", "b"]);
}

pub(crate) async fn jobs_of_several_megabytes_are_listed_and_claimed_whole(
    storage: Arc<dyn Storage>,
) {
    let ids: Vec<String> = (10..22).map(|number| number.to_string()).collect();
    let body = |id: &str| noise(id.parse().unwrap(), MOST_BODY_BYTES);
    for (id, place) in ids.iter().zip(0..) {
        let job = NewJob {
            body: body(id),
            ..job(id, at(-place))
        };
        storage.enqueue(&job).await.unwrap();
    }
    let listed = jobs(&*storage).await;
    assert_eq!(
        listed.iter().map(|job| &job.id).collect::<Vec<_>>(),
        ids.iter().collect::<Vec<_>>()
    );
    assert!(listed.iter().all(|job| job.body == body(&job.id)));
    let second_page = storage.list_jobs(QUEUE, Some("15"), 5).await.unwrap();
    assert!(second_page == listed[6..11]);

    // The last one was to run first, so it is first although it lies at the end of any page.
    let first = storage.claim_jobs(QUEUE, at(0), at(60), 1).await.unwrap();
    assert!(first.len() == 1 && first[0].body == body("21"));
    let rest = claim(&*storage, at(0)).await;
    assert_eq!(rest.len(), ids.len() - 1);
    assert!(rest.iter().all(|job| job.body == body(&job.claim.id)));
}

pub(crate) async fn job_that_is_too_long_is_refused(storage: Arc<dyn Storage>) {
    let longest = NewJob {
        queue: "q".repeat(MOST_NAME_BYTES),
        id: "ü".repeat(MOST_NAME_BYTES / 2),
        run_at: at(0),
        body: noise(1, MOST_BODY_BYTES),
    };
    let mut too_long = [longest.clone(), longest.clone(), longest.clone()];
    too_long[0].queue.push('q');
    too_long[1].id.push('i');
    too_long[2].body.push('b');
    for job in &too_long {
        let refused = storage.enqueue(job).await;
        assert_eq!(refused.unwrap_err().retry, Retry::Never);
        assert_eq!(storage.list_jobs(&job.queue, None, 9).await.unwrap(), []);
    }
    assert_eq!(storage.enqueue(&longest).await.unwrap(), Enqueued::Added);
    let kept = storage.list_jobs(&longest.queue, None, 9).await.unwrap();
    assert!(kept.len() == 1 && kept[0].id == longest.id && kept[0].body == longest.body);
}
