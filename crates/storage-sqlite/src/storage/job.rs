//! Jobs: handed to the thread that writes, or to one that reads where nothing changes.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_storage::{
    Claim, ClaimedJob, Claiming, Enqueued, JobState, JobStore, NewJob, StorageError,
};

use super::SqliteStorage;
use crate::job;

#[async_trait]
impl JobStore for SqliteStorage {
    async fn enqueue(&self, job: &NewJob) -> Result<Enqueued, StorageError> {
        let job = job.clone();
        self.writer
            .run("enqueue", move |db| {
                db.write(|transaction, names| job::enqueue(transaction, names, &job))
            })
            .await
    }

    async fn claim_jobs(
        &self,
        queue: &str,
        now: Timestamp,
        lease_until: Timestamp,
        limit: usize,
    ) -> Result<Vec<ClaimedJob>, StorageError> {
        let (queue, times) = (queue.to_owned(), (now, lease_until));
        self.writer
            .run("claim_jobs", move |db| {
                db.write(|transaction, names| job::claim(transaction, names, &queue, times, limit))
            })
            .await
    }

    async fn claim_job(
        &self,
        queue: &str,
        id: &str,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Claiming, StorageError> {
        let (queue, id, times) = (queue.to_owned(), id.to_owned(), (now, lease_until));
        self.writer
            .run("claim_job", move |db| {
                db.write(|transaction, names| {
                    job::claim_one(transaction, names, (&queue, &id), times)
                })
            })
            .await
    }

    async fn extend_lease(&self, claim: &Claim, until: Timestamp) -> Result<bool, StorageError> {
        let claim = claim.clone();
        self.writer
            .run("extend_lease", move |db| {
                db.write(|transaction, names| job::extend(transaction, names, &claim, until))
            })
            .await
    }

    async fn complete_job(&self, claim: &Claim) -> Result<bool, StorageError> {
        let claim = claim.clone();
        self.writer
            .run("complete_job", move |db| {
                db.write(|transaction, names| job::complete(transaction, names, &claim))
            })
            .await
    }

    async fn retry_job(&self, claim: &Claim, run_at: Timestamp) -> Result<bool, StorageError> {
        let claim = claim.clone();
        self.writer
            .run("retry_job", move |db| {
                db.write(|transaction, names| job::retry(transaction, names, &claim, run_at))
            })
            .await
    }

    async fn bury_job(&self, claim: &Claim, reason: &str) -> Result<bool, StorageError> {
        let (claim, reason) = (claim.clone(), reason.to_owned());
        self.writer
            .run("bury_job", move |db| {
                db.write(|transaction, names| job::bury(transaction, names, &claim, &reason))
            })
            .await
    }

    async fn list_jobs(
        &self,
        queue: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<JobState>, StorageError> {
        let (queue, after) = (queue.to_owned(), after.map(str::to_owned));
        self.readers
            .run("list_jobs", move |db| {
                db.read(|transaction, names| {
                    job::list(transaction, names, &queue, after.as_deref(), limit)
                })
            })
            .await
    }

    async fn revive_job(
        &self,
        queue: &str,
        id: &str,
        run_at: Timestamp,
    ) -> Result<bool, StorageError> {
        let (queue, id) = (queue.to_owned(), id.to_owned());
        self.writer
            .run("revive_job", move |db| {
                db.write(|transaction, names| job::revive(transaction, names, &queue, &id, run_at))
            })
            .await
    }

    async fn drop_job(&self, queue: &str, id: &str) -> Result<bool, StorageError> {
        let (queue, id) = (queue.to_owned(), id.to_owned());
        self.writer
            .run("drop_job", move |db| {
                db.write(|transaction, names| job::drop(transaction, names, &queue, &id))
            })
            .await
    }
}
