//! Queues of jobs.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_storage::{
    Claim, ClaimedJob, Claiming, Enqueued, JobState, JobStore, NewJob, StorageError,
};

use super::PostgresStorage;
use crate::job;

#[async_trait]
impl JobStore for PostgresStorage {
    async fn enqueue(&self, job: &NewJob) -> Result<Enqueued, StorageError> {
        self.run("enqueue", async |session: &_| {
            job::enqueue(session, &self.names, job).await
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
        self.run("claim_jobs", async |session: &_| {
            job::claim(session, &self.names, queue, (now, lease_until), limit).await
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
        self.run("claim_job", async |session: &_| {
            let times = (now, lease_until);
            job::claim_one(session, &self.names, (queue, id), times).await
        })
        .await
    }

    async fn extend_lease(&self, claim: &Claim, until: Timestamp) -> Result<bool, StorageError> {
        self.run("extend_lease", async |session: &_| {
            job::extend(session, &self.names, claim, until).await
        })
        .await
    }

    async fn complete_job(&self, claim: &Claim) -> Result<bool, StorageError> {
        self.run("complete_job", async |session: &_| {
            job::complete(session, &self.names, claim).await
        })
        .await
    }

    async fn retry_job(&self, claim: &Claim, run_at: Timestamp) -> Result<bool, StorageError> {
        self.run("retry_job", async |session: &_| {
            job::retry(session, &self.names, claim, run_at).await
        })
        .await
    }

    async fn bury_job(&self, claim: &Claim, reason: &str) -> Result<bool, StorageError> {
        self.run("bury_job", async |session: &_| {
            job::bury(session, &self.names, claim, reason).await
        })
        .await
    }

    async fn list_jobs(
        &self,
        queue: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<JobState>, StorageError> {
        self.run("list_jobs", async |session: &_| {
            job::list(session, &self.names, queue, after, limit).await
        })
        .await
    }

    async fn revive_job(
        &self,
        queue: &str,
        id: &str,
        run_at: Timestamp,
    ) -> Result<bool, StorageError> {
        self.run("revive_job", async |session: &_| {
            job::revive(session, &self.names, queue, id, run_at).await
        })
        .await
    }

    async fn drop_job(&self, queue: &str, id: &str) -> Result<bool, StorageError> {
        self.run("drop_job", async |session: &_| {
            job::drop(session, &self.names, queue, id).await
        })
        .await
    }
}
