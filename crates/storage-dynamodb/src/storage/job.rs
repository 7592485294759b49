//! Jobs, and a wake-up for each that is to run.
//!
//! It is sent after the job is stored. Where that fails, so does the operation, and doing it again
//! sends the wake-up though nothing is left to store.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_storage::{
    Claim, ClaimedJob, Claiming, Enqueued, JobState, JobStore, NewJob, StorageError,
};

use super::{DynamoStorage, ended};
use crate::job;

#[async_trait]
impl JobStore for DynamoStorage {
    async fn enqueue(&self, job: &NewJob) -> Result<Enqueued, StorageError> {
        let named = self.catalogue.name_queue(&self.table, &job.queue).await;
        ended("enqueue", named)?;
        let enqueued = ended("enqueue", job::enqueue(&self.table, job).await)?;
        self.wake(&job.queue, &job.id, job.run_at).await?;
        Ok(enqueued)
    }

    async fn claim_jobs(
        &self,
        queue: &str,
        now: Timestamp,
        lease_until: Timestamp,
        limit: usize,
    ) -> Result<Vec<ClaimedJob>, StorageError> {
        let claimed = job::claim(&self.table, queue, now, lease_until, limit).await;
        ended("claim_jobs", claimed)
    }

    async fn claim_job(
        &self,
        queue: &str,
        id: &str,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Claiming, StorageError> {
        let claimed = job::claim_one(&self.table, (queue, id), now, lease_until).await;
        ended("claim_job", claimed)
    }

    async fn extend_lease(&self, claim: &Claim, until: Timestamp) -> Result<bool, StorageError> {
        ended("extend_lease", job::extend(&self.table, claim, until).await)
    }

    async fn complete_job(&self, claim: &Claim) -> Result<bool, StorageError> {
        ended("complete_job", job::complete(&self.table, claim).await)
    }

    async fn retry_job(&self, claim: &Claim, run_at: Timestamp) -> Result<bool, StorageError> {
        let held = ended("retry_job", job::retry(&self.table, claim, run_at).await)?;
        if held {
            self.wake(&claim.queue, &claim.id, run_at).await?;
        }
        Ok(held)
    }

    async fn bury_job(&self, claim: &Claim, reason: &str) -> Result<bool, StorageError> {
        ended("bury_job", job::bury(&self.table, claim, reason).await)
    }

    async fn list_jobs(
        &self,
        queue: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<JobState>, StorageError> {
        let listed = job::list(&self.table, queue, after, limit).await;
        ended("list_jobs", listed)
    }

    async fn revive_job(
        &self,
        queue: &str,
        id: &str,
        run_at: Timestamp,
    ) -> Result<bool, StorageError> {
        let revived = job::revive(&self.table, queue, id, run_at).await;
        let revived = ended("revive_job", revived)?;
        self.wake(queue, id, run_at).await?;
        Ok(revived)
    }

    async fn drop_job(&self, queue: &str, id: &str) -> Result<bool, StorageError> {
        ended("drop_job", job::remove(&self.table, queue, id).await)
    }
}
