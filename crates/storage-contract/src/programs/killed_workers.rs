//! Of two programs that work at jobs, killed at any moment, no job is lost and none is done twice.

use std::{
    collections::BTreeSet,
    thread,
    time::{Duration, Instant},
};

use jiff::{SignedDuration, Timestamp};
use vitalog_storage::{ClaimedJob, DocumentWrite, Enqueued, NewJob, Owner, Storage};

use super::{
    child::{Program, delay, print, told},
    place::{Place, open, wait_for},
};

/// The test that is a child's part.
const WORKER: &str = "worker_works_until_it_is_killed";
/// Stands before the id of each job that the child was told it has completed.
const COMPLETED: &str = "completed ";
const READY: &str = "ready";
const QUEUE: &str = "queue";
const EFFECT: &str = "done";
const LEASE: SignedDuration = SignedDuration::from_secs(60);
/// In each both workers are killed.
const ROUNDS: u64 = 25;
const JOBS_A_ROUND: u64 = 20;
/// The shortest time within which a worker is killed, in milliseconds.
const LEAST: u64 = 12;

/// Works at what there is until it is killed; once if it is nobody's child.
pub fn work_until_killed<S: Storage + 'static>(
    place: impl AsyncFn() -> Place,
    open_at: impl AsyncFn(String) -> S,
) {
    wait_for(async {
        let Some((name, second)) = told() else {
            let place = place().await;
            let storage = open(&open_at, &place).await;
            add_jobs(&*storage, 1).await;
            let mut completed = 0;
            work(&*storage, at(1), |_| completed += 1).await;
            assert_eq!(completed, JOBS_A_ROUND);
            return;
        };
        let now = Timestamp::from_second(second.parse().unwrap()).unwrap();
        let storage = open_at(name).await;
        print(READY);
        loop {
            work(&storage, now, |id| print(&format!("{COMPLETED}{id}"))).await;
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    });
}

/// The time of a round: whatever a worker of an earlier one held is free.
fn at(round: u64) -> Timestamp {
    let start = Timestamp::from_second(1_790_000_000).unwrap();
    start + LEASE * i32::try_from(round).unwrap()
}

async fn add_jobs(storage: &dyn Storage, round: u64) {
    for number in 0..JOBS_A_ROUND {
        let job = NewJob {
            queue: QUEUE.to_owned(),
            id: format!("{round:02}-{number:02}"),
            run_at: at(round),
            body: String::new(),
        };
        assert_eq!(storage.enqueue(&job).await.unwrap(), Enqueued::Added);
    }
}

/// Does every job that is due, and tells of each that it completed.
async fn work(storage: &dyn Storage, now: Timestamp, mut tell: impl FnMut(String)) {
    loop {
        let claimed = storage.claim_jobs(QUEUE, now, now + LEASE, 3).await;
        let claimed = claimed.unwrap();
        if claimed.is_empty() {
            return;
        }
        for ClaimedJob { claim, .. } in claimed {
            let effect = DocumentWrite {
                kind: EFFECT,
                id: claim.id.clone(),
                body: claim.id.clone(),
                expires_at: None,
            };
            // It may be there, of a worker that was killed before it completed the job.
            let written = storage.put_document(&Owner::Deployment, None, &effect);
            written.await.unwrap();
            // Nobody can have taken the job over: no time passes in a round.
            assert!(storage.complete_job(&claim).await.unwrap());
            tell(claim.id);
        }
    }
}

/// Kills two workers again and again, and looks whether each job was completed once.
pub fn jobs_survive<S: Storage + 'static>(
    place: impl AsyncFn() -> Place,
    open_at: impl AsyncFn(String) -> S,
) {
    wait_for(async {
        let place = place().await;
        let storage = open(&open_at, &place).await;

        // Jobs take as long as the engine takes, and workers have to be killed in their midst.
        add_jobs(&*storage, 0).await;
        let began = Instant::now();
        let mut completed = Vec::new();
        work(&*storage, at(0), |id| completed.push(id)).await;
        let took = u64::try_from(began.elapsed().as_millis()).unwrap();
        let most = LEAST.max(took / 2);

        let mut left_behind = 0;
        for round in 1..=ROUNDS {
            add_jobs(&*storage, round).await;
            let now = at(round).as_second().to_string();
            let mut workers = [(); 2].map(|()| Program::start(WORKER, place.name(), &now));
            for worker in &mut workers {
                worker.wait_for(READY);
            }
            for (number, worker) in (0..).zip(&mut workers) {
                thread::sleep(delay(2 * round + number, most));
                worker.kill();
            }
            for worker in &mut workers {
                completed.extend(worker.printed(COMPLETED));
            }
            let jobs = storage.list_jobs(QUEUE, None, usize::MAX).await.unwrap();
            left_behind += jobs.iter().filter(|job| job.leased_until.is_some()).count();
        }
        // The workers were killed in the midst of work, or this test has shown nothing.
        assert!(left_behind > 0);

        work(&*storage, at(ROUNDS + 1), |id| completed.push(id)).await;
        let left = storage.list_jobs(QUEUE, None, usize::MAX).await;
        assert_eq!(left.unwrap(), []);
        let distinct: BTreeSet<&String> = completed.iter().collect();
        assert_eq!(
            distinct.len(),
            completed.len(),
            "no job was completed twice"
        );
        let total = usize::try_from((ROUNDS + 1) * JOBS_A_ROUND).unwrap();
        let done = storage.list_documents(&Owner::Deployment, EFFECT).await;
        assert_eq!(done.unwrap().len(), total, "each job was done");
        // A worker may have been killed after it completed a job and before it said so.
        let unsaid = usize::try_from(2 * ROUNDS).unwrap();
        assert!((total - unsaid..=total).contains(&completed.len()));
    });
}
