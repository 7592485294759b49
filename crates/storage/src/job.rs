//! Jobs: work to do at a time, by whichever process gets to it, and again if that one dies.
//!
//! A job waits in its queue until a worker claims it, which leases it for a while. The worker
//! completes it (it is gone), asks for another try, or gives it up (it is dead and stays for a
//! person to look at). A worker that dies does none of these; when its lease is past the job is
//! claimed again. Instants are whole milliseconds; what is finer is cut off.
//!
//! Work may be done twice (by a worker that lost its lease and does not know it yet), so it must be
//! of a kind that may; but only one claim of a job ever completes it.

use async_trait::async_trait;
use jiff::Timestamp;

use crate::StorageError;

/// A job to be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewJob {
    /// The queue it waits in.
    pub queue: String,
    /// Its name within the queue. As long as a job of that name is there, waiting, leased or dead,
    /// another is not added.
    pub id: String,
    /// When it may be claimed at the earliest.
    pub run_at: Timestamp,
    /// What there is to do, of a form that its worker knows.
    pub body: String,
}

/// What became of a job to be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enqueued {
    /// It waits in its queue, durably.
    Added,
    /// There was one of that id, which was left as it was.
    AlreadyThere,
}

/// One worker's hold on a job, until another claims it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Claim {
    /// The queue of the job.
    pub queue: String,
    /// The job.
    pub id: String,
    /// Tells this claim from every other, of this job and of any that had its id before.
    pub token: String,
}

/// A job to work at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedJob {
    /// The hold on it.
    pub claim: Claim,
    /// When it was to run.
    pub run_at: Timestamp,
    /// How often it has been claimed since it was added or revived, this time included.
    pub attempts: u32,
    /// What there is to do.
    pub body: String,
}

/// What became of the claim of one job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claiming {
    /// The caller has it.
    Claimed(ClaimedJob),
    /// It waits for its time, or another holds it: it can be had from then on at the earliest.
    NotBefore(Timestamp),
    /// It is not there, or dead.
    Nothing,
}

/// A job as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobState {
    /// The queue it is in.
    pub queue: String,
    /// Its name within the queue.
    pub id: String,
    /// When it is to run.
    pub run_at: Timestamp,
    /// How often it has been claimed since it was added or revived.
    pub attempts: u32,
    /// What there is to do.
    pub body: String,
    /// When the lease of the latest claim ends, or ended without an answer.
    pub leased_until: Option<Timestamp>,
    /// Why it was given up, if it was.
    pub dead: Option<String>,
}

impl JobState {
    /// From when on it can be claimed, unless it is dead.
    #[must_use]
    pub fn free_at(&self) -> Option<Timestamp> {
        if self.dead.is_some() {
            return None;
        }
        Some(self.leased_until.unwrap_or(self.run_at).max(self.run_at))
    }
}

/// Queues of jobs.
///
/// On DynamoDB a job is one item with the token of its latest write, and each promise is kept by
/// one `PutItem` or `DeleteItem` on the condition that the token is still the one that was read
/// (the token and the end of the lease, for a claim). What a write has to repeat (the body) is read
/// by a Query before it.
#[async_trait]
pub trait JobStore: Send + Sync {
    /// Adds a job, unless there is one of its id. Of any number of racing calls one adds it.
    /// (DynamoDB: `PutItem` on the condition that there is none.)
    ///
    /// A job that is worked at counts as there. Where something new must not be swallowed by work
    /// that began before it, its job needs an id of its own.
    async fn enqueue(&self, job: &NewJob) -> Result<Enqueued, StorageError>;

    /// Claims up to `limit` jobs of a queue, those that were to run first, first (of one instant,
    /// by the bytes of the id): jobs that are due at `now`, are not dead, and have no lease that
    /// ends after `now`. Each gets a lease until `lease_until`, a new token, and one attempt more.
    /// Of any number of racing callers one gets a job; the others may then get fewer than are due.
    ///
    /// `now` is all that the engine knows of time. A clock that is set back makes jobs wait, and
    /// one that is set forward makes leases end early; neither loses a job, nor lets two claims
    /// complete it.
    ///
    /// (DynamoDB: Query, then per job `PutItem` on the condition that token and lease are those
    /// that were read.)
    async fn claim_jobs(
        &self,
        queue: &str,
        now: Timestamp,
        lease_until: Timestamp,
        limit: usize,
    ) -> Result<Vec<ClaimedJob>, StorageError>;

    /// Claims one job, as [`claim_jobs`](Self::claim_jobs) would. For a worker that was told of
    /// it, by a [`WakeUps`](crate::WakeUps), and so need not look through the queue. (DynamoDB:
    /// Query of one item, `PutItem` on the condition that token and lease are those that were
    /// read.)
    async fn claim_job(
        &self,
        queue: &str,
        id: &str,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Claiming, StorageError>;

    /// Moves the end of a lease. False if the claim no longer holds the job, as after each of the
    /// methods below; a lease that is past but was not taken over still holds it. (DynamoDB: Query,
    /// `PutItem` on the condition of the token.)
    async fn extend_lease(&self, claim: &Claim, until: Timestamp) -> Result<bool, StorageError>;

    /// Removes a job that is done. False if the claim no longer holds it. (DynamoDB: `DeleteItem`
    /// on the condition of the token.)
    async fn complete_job(&self, claim: &Claim) -> Result<bool, StorageError>;

    /// Gives a job back, to run at `run_at`; its attempts are kept. False if the claim no longer
    /// holds it. (DynamoDB: Query, `PutItem` on the condition of the token.)
    async fn retry_job(&self, claim: &Claim, run_at: Timestamp) -> Result<bool, StorageError>;

    /// Gives a job up for a `reason`, of which [`MOST_REASON_BYTES`](crate::limits) are kept. It
    /// stays, dead, and is not claimed. False if the claim no longer holds it. (DynamoDB: Query,
    /// `PutItem` on the condition of the token.)
    async fn bury_job(&self, claim: &Claim, reason: &str) -> Result<bool, StorageError>;

    /// The first `limit` jobs of a queue, ordered by id (by its bytes), whose ids come after
    /// `after`. The last id of a page that is full is where the next one starts. (DynamoDB:
    /// Query.)
    async fn list_jobs(
        &self,
        queue: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<JobState>, StorageError>;

    /// Has a dead job run at `run_at`, with no attempt counted. False if there is none, or it is
    /// not dead. (DynamoDB: Query, `PutItem` on the condition of the token.)
    async fn revive_job(
        &self,
        queue: &str,
        id: &str,
        run_at: Timestamp,
    ) -> Result<bool, StorageError>;

    /// Removes a job, whatever its state; says whether it was there. A claim on it no longer holds
    /// it. (DynamoDB: `DeleteItem`, which returns what it deleted.)
    async fn drop_job(&self, queue: &str, id: &str) -> Result<bool, StorageError>;
}
