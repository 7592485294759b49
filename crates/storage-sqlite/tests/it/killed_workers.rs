//! Of two programs that work at jobs, killed at any moment, no job is lost and none is done twice.

use std::{
    collections::BTreeSet,
    env,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    thread,
};

use jiff::{SignedDuration, Timestamp};
use vitalog_storage::{
    ClaimedJob, DocumentStore, DocumentWrite, Enqueued, JobStore, NewJob, Owner,
};
use vitalog_storage_sqlite::SqliteStorage;

use crate::{
    fixture::open,
    kill::{delay, kill, print},
};

/// Tells the test binary, run as a child, where the jobs are.
const FOLDER_VARIABLE: &str = "VITALOG_TEST_KILLED_WORKER_FOLDER";
/// Tells it what time it is.
const NOW_VARIABLE: &str = "VITALOG_TEST_KILLED_WORKER_SECOND";
/// Stands before the id of each job that the child was told it has completed.
const COMPLETED: &str = "completed ";
const READY: &str = "ready";
const QUEUE: &str = "queue";
const LEASE: SignedDuration = SignedDuration::from_secs(60);
/// In each both workers are killed.
const ROUNDS: u64 = 25;
const JOBS_A_ROUND: u64 = 20;

/// The child's part: works at what there is until it is killed. Without a parent it shows that
/// such a worker works.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the parent test hands folder and time over"
)]
fn worker_works_until_it_is_killed() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let Some(folder) = env::var_os(FOLDER_VARIABLE) else {
        let folder = tempfile::tempdir().unwrap();
        let storage = open(folder.path());
        runtime.block_on(add_jobs(&storage, 1));
        let done = runtime.block_on(work(&storage, at(1)));
        assert_eq!(done, JOBS_A_ROUND);
        return;
    };
    let now = env::var(NOW_VARIABLE).unwrap().parse().unwrap();
    let storage = open(Path::new(&folder));
    print(format!("{READY}\n").as_bytes());
    runtime.block_on(async {
        loop {
            work(&storage, Timestamp::from_second(now).unwrap()).await;
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    });
}

/// The time of a round: whatever a worker of an earlier one held is free.
fn at(round: u64) -> Timestamp {
    let start = Timestamp::from_second(1_790_000_000).unwrap();
    start + LEASE * i32::try_from(round).unwrap()
}

async fn add_jobs(storage: &SqliteStorage, round: u64) {
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

/// Does every job that is due and says so; tells how many it completed.
async fn work(storage: &SqliteStorage, now: Timestamp) -> u64 {
    let mut completed = 0;
    loop {
        let claimed = storage
            .claim_jobs(QUEUE, now, now + LEASE, 3)
            .await
            .unwrap();
        if claimed.is_empty() {
            return completed;
        }
        for ClaimedJob { claim, .. } in claimed {
            let effect = DocumentWrite {
                kind: "done",
                id: claim.id.clone(),
                body: claim.id.clone(),
                expires_at: None,
            };
            // It may be there, of a worker that was killed before it completed the job.
            storage
                .put_document(&Owner::Deployment, None, &effect)
                .await
                .unwrap();
            // Nobody can have taken the job over: no time passes in a round.
            assert!(storage.complete_job(&claim).await.unwrap());
            print(format!("{COMPLETED}{}\n", claim.id).as_bytes());
            completed += 1;
        }
    }
}

fn start_worker(folder: &Path, round: u64) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(env::current_exe().unwrap())
        .args([
            "--exact",
            "killed_workers::worker_works_until_it_is_killed",
            "--nocapture",
        ])
        .env(FOLDER_VARIABLE, folder)
        .env(NOW_VARIABLE, at(round).as_second().to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    (child, output)
}

#[test]
fn no_job_is_lost_or_done_twice_when_workers_are_killed() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let storage = open(folder.path());
    let mut completed = Vec::new();
    let mut left_behind = 0;
    for round in 1..=ROUNDS {
        runtime.block_on(add_jobs(&storage, round));
        let mut workers = [round; 2].map(|round| start_worker(folder.path(), round));
        for (_, output) in &mut workers {
            let mut line = String::new();
            while line.trim_end() != READY {
                line.clear();
                assert!(output.read_line(&mut line).unwrap() > 0, "a worker ended");
            }
        }
        for (number, (child, _)) in workers.iter_mut().enumerate() {
            thread::sleep(delay(2 * round + number as u64, 12));
            kill(child);
        }
        for (_, output) in workers {
            let lines = output.lines().map_while(Result::ok);
            completed.extend(lines.filter_map(|line| {
                let id = line.strip_prefix(COMPLETED)?;
                Some(id.to_owned())
            }));
        }
        let jobs = storage.list_jobs(QUEUE, None, usize::MAX);
        let jobs = runtime.block_on(jobs).unwrap();
        left_behind += jobs.iter().filter(|job| job.leased_until.is_some()).count();
    }
    // The workers were killed in the midst of work, or this test has shown nothing.
    assert!(left_behind > 0);

    let claimed_again =
        runtime.block_on(storage.claim_jobs(QUEUE, at(ROUNDS + 1), at(ROUNDS + 2), usize::MAX));
    for job in claimed_again.unwrap() {
        let done = runtime.block_on(storage.complete_job(&job.claim));
        assert!(done.unwrap());
        completed.push(job.claim.id);
    }
    let listed = runtime.block_on(storage.list_jobs(QUEUE, None, usize::MAX));
    assert_eq!(listed.unwrap(), []);
    let distinct: BTreeSet<&String> = completed.iter().collect();
    assert_eq!(
        distinct.len(),
        completed.len(),
        "no job was completed twice"
    );
    // A worker may have been killed after it completed a job and before it said so.
    let total = usize::try_from(ROUNDS * JOBS_A_ROUND).unwrap();
    let unsaid = usize::try_from(2 * ROUNDS).unwrap();
    assert!((total - unsaid..=total).contains(&completed.len()));
}
