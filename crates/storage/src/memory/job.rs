//! Queues of jobs.

use std::collections::{BTreeMap, btree_map::Entry};

use async_trait::async_trait;
use jiff::Timestamp;

use super::{MemoryStorage, must_fit};
use crate::{
    Claim, ClaimedJob, Claiming, Enqueued, JobState, JobStore, NewJob, StorageError,
    limits::stored_reason, precision::cut_to_millisecond,
};

/// Every job, by queue and id.
#[derive(Clone, Debug, Default)]
pub(super) struct Jobs {
    by_key: BTreeMap<(String, String), Job>,
    claims_so_far: u64,
}

#[derive(Clone, Debug)]
struct Job {
    state: JobState,
    /// The token of the claim that holds it.
    held_by: Option<String>,
}

impl Jobs {
    fn get_mut(&mut self, queue: &str, id: &str) -> Option<&mut Job> {
        self.by_key.get_mut(&(queue.to_owned(), id.to_owned()))
    }

    /// The queues of all jobs, each as often as it has jobs.
    pub(super) fn queues(&self) -> impl Iterator<Item = &str> {
        self.by_key.keys().map(|(queue, _)| queue.as_str())
    }

    /// Puts a job that nobody holds in the place of whatever is there.
    pub(super) fn restore(&mut self, state: JobState) {
        let key = (state.queue.clone(), state.id.clone());
        let held_by = None;
        self.by_key.insert(key, Job { state, held_by });
    }

    /// The job that a claim holds.
    fn held(&mut self, claim: &Claim) -> Option<&mut Job> {
        let job = self.get_mut(&claim.queue, &claim.id)?;
        (job.held_by.as_ref() == Some(&claim.token)).then_some(job)
    }
}

impl Job {
    fn is_free(&self, now: Timestamp) -> bool {
        self.state.free_at().is_some_and(|at| at <= now)
    }

    /// Leases it to the claim of that number.
    fn claim(&mut self, number: u64, lease_until: Timestamp) -> ClaimedJob {
        let token = number.to_string();
        let Self { state, held_by } = self;
        *held_by = Some(token.clone());
        state.attempts += 1;
        state.leased_until = Some(cut_to_millisecond(lease_until));
        ClaimedJob {
            claim: Claim {
                queue: state.queue.clone(),
                id: state.id.clone(),
                token,
            },
            run_at: state.run_at,
            attempts: state.attempts,
            body: state.body.clone(),
        }
    }

    /// Ends the claim that holds it.
    fn release(&mut self) {
        self.held_by = None;
        self.state.leased_until = None;
    }
}

#[async_trait]
impl JobStore for MemoryStorage {
    async fn enqueue(&self, job: &NewJob) -> Result<Enqueued, StorageError> {
        let mut state = self.begin_change("enqueue")?;
        must_fit("enqueue", &[&job.queue, &job.id], &job.body)?;
        let key = (job.queue.clone(), job.id.clone());
        let Entry::Vacant(place) = state.jobs.by_key.entry(key) else {
            return Ok(Enqueued::AlreadyThere);
        };
        place.insert(Job {
            state: JobState {
                queue: job.queue.clone(),
                id: job.id.clone(),
                run_at: cut_to_millisecond(job.run_at),
                attempts: 0,
                body: job.body.clone(),
                leased_until: None,
                dead: None,
            },
            held_by: None,
        });
        Ok(Enqueued::Added)
    }

    async fn claim_jobs(
        &self,
        queue: &str,
        now: Timestamp,
        lease_until: Timestamp,
        limit: usize,
    ) -> Result<Vec<ClaimedJob>, StorageError> {
        let mut state = self.begin_change("claim_jobs")?;
        let jobs = &mut state.jobs;
        let mut due: Vec<&mut Job> = jobs
            .by_key
            .values_mut()
            .filter(|job| job.state.queue == queue && job.is_free(now))
            .collect();
        // They come by id, and the sort keeps the order of what is equal.
        due.sort_by_key(|job| job.state.run_at);
        let mut claimed = Vec::new();
        for job in due.into_iter().take(limit) {
            jobs.claims_so_far += 1;
            claimed.push(job.claim(jobs.claims_so_far, lease_until));
        }
        Ok(claimed)
    }

    async fn claim_job(
        &self,
        queue: &str,
        id: &str,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Claiming, StorageError> {
        let mut state = self.begin_change("claim_job")?;
        let number = state.jobs.claims_so_far + 1;
        let Some(job) = state.jobs.get_mut(queue, id) else {
            return Ok(Claiming::Nothing);
        };
        if job.is_free(now) {
            let claimed = job.claim(number, lease_until);
            state.jobs.claims_so_far = number;
            return Ok(Claiming::Claimed(claimed));
        }
        Ok(job
            .state
            .free_at()
            .map_or(Claiming::Nothing, Claiming::NotBefore))
    }

    async fn extend_lease(&self, claim: &Claim, until: Timestamp) -> Result<bool, StorageError> {
        let mut state = self.begin_change("extend_lease")?;
        let Some(job) = state.jobs.held(claim) else {
            return Ok(false);
        };
        job.state.leased_until = Some(cut_to_millisecond(until));
        Ok(true)
    }

    async fn complete_job(&self, claim: &Claim) -> Result<bool, StorageError> {
        let mut state = self.begin_change("complete_job")?;
        if state.jobs.held(claim).is_none() {
            return Ok(false);
        }
        let key = (claim.queue.clone(), claim.id.clone());
        Ok(state.jobs.by_key.remove(&key).is_some())
    }

    async fn retry_job(&self, claim: &Claim, run_at: Timestamp) -> Result<bool, StorageError> {
        let mut state = self.begin_change("retry_job")?;
        let Some(job) = state.jobs.held(claim) else {
            return Ok(false);
        };
        job.release();
        job.state.run_at = cut_to_millisecond(run_at);
        Ok(true)
    }

    async fn bury_job(&self, claim: &Claim, reason: &str) -> Result<bool, StorageError> {
        let mut state = self.begin_change("bury_job")?;
        let Some(job) = state.jobs.held(claim) else {
            return Ok(false);
        };
        job.release();
        job.state.dead = Some(stored_reason(reason).to_owned());
        Ok(true)
    }

    async fn list_jobs(
        &self,
        queue: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<JobState>, StorageError> {
        let state = self.begin("list_jobs")?;
        let jobs = state.jobs.by_key.values().map(|job| &job.state);
        let page = jobs
            .filter(|job| job.queue == queue && after.is_none_or(|after| job.id.as_str() > after));
        Ok(page.take(limit).cloned().collect())
    }

    async fn revive_job(
        &self,
        queue: &str,
        id: &str,
        run_at: Timestamp,
    ) -> Result<bool, StorageError> {
        let mut state = self.begin_change("revive_job")?;
        let dead = state.jobs.get_mut(queue, id);
        let Some(job) = dead.filter(|job| job.state.dead.is_some()) else {
            return Ok(false);
        };
        job.state.dead = None;
        job.state.attempts = 0;
        job.state.run_at = cut_to_millisecond(run_at);
        Ok(true)
    }

    async fn drop_job(&self, queue: &str, id: &str) -> Result<bool, StorageError> {
        let mut state = self.begin_change("drop_job")?;
        let key = (queue.to_owned(), id.to_owned());
        Ok(state.jobs.by_key.remove(&key).is_some())
    }
}
