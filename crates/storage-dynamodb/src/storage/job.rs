//! Jobs.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_storage::{Claim, ClaimedJob, Enqueued, JobState, JobStore, NewJob, StorageError};

use super::{DynamoStorage, ended};
use crate::job;

#[async_trait]
impl JobStore for DynamoStorage {
    async fn enqueue(&self, job: &NewJob) -> Result<Enqueued, StorageError> {
        let named = self.catalogue.name_queue(&self.table, &job.queue).await;
        ended("enqueue", named)?;
        ended("enqueue", job::enqueue(&self.table, job).await)
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

    async fn extend_lease(&self, claim: &Claim, until: Timestamp) -> Result<bool, StorageError> {
        ended("extend_lease", job::extend(&self.table, claim, until).await)
    }

    async fn complete_job(&self, claim: &Claim) -> Result<bool, StorageError> {
        ended("complete_job", job::complete(&self.table, claim).await)
    }

    async fn retry_job(&self, claim: &Claim, run_at: Timestamp) -> Result<bool, StorageError> {
        ended("retry_job", job::retry(&self.table, claim, run_at).await)
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
        ended("revive_job", revived)
    }

    async fn drop_job(&self, queue: &str, id: &str) -> Result<bool, StorageError> {
        ended("drop_job", job::remove(&self.table, queue, id).await)
    }
}
