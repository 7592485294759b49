//! The jobs that this process holds.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use tokio::time::sleep;
use vitalog_core::Clock;
use vitalog_storage::{Claim, ClaimedJob, Storage, StorageError};

/// How long others leave a job alone whose worker gives no sign of life.
const LEASE: SignedDuration = SignedDuration::from_secs(60);
/// How often one does. Three signs may be lost.
const SIGN_EVERY: Duration = Duration::from_secs(15);

/// The end of a lease that begins now.
pub(super) fn lease_end(now: Timestamp) -> Timestamp {
    now.checked_add(LEASE).unwrap_or(Timestamp::MAX)
}

/// Claims that have neither been completed nor given back. When the program ends they are given back,
/// so that nobody has to wait for the ends of their leases.
#[derive(Debug, Default)]
pub(super) struct Held(Mutex<BTreeMap<Claim, Timestamp>>);

impl Held {
    /// Notes jobs that were claimed just now.
    pub(super) fn note(&self, jobs: &[ClaimedJob]) {
        let claims = jobs.iter().map(|job| (job.claim.clone(), job.run_at));
        self.claims().extend(claims);
    }

    /// Works, and renews the leases of all that is held meanwhile.
    pub(super) async fn while_alive<T>(
        &self,
        storage: &dyn Storage,
        clock: &dyn Clock,
        work: impl Future<Output = T>,
    ) -> T {
        let signs = async {
            loop {
                sleep(SIGN_EVERY).await;
                let claims: Vec<Claim> = self.claims().keys().cloned().collect();
                for claim in claims {
                    // A lease that is lost is no harm: the work is of a kind that may be done twice.
                    let _ = storage.extend_lease(&claim, lease_end(clock.now())).await;
                }
            }
        };
        tokio::select! {
            done = work => done,
            never = signs => never,
        }
    }

    /// Removes a job that is done.
    pub(super) async fn complete(
        &self,
        storage: &dyn Storage,
        claim: &Claim,
    ) -> Result<(), StorageError> {
        storage.complete_job(claim).await?;
        self.claims().remove(claim);
        Ok(())
    }

    /// Has a job run again.
    pub(super) async fn retry(
        &self,
        storage: &dyn Storage,
        claim: &Claim,
        run_at: Timestamp,
    ) -> Result<(), StorageError> {
        storage.retry_job(claim, run_at).await?;
        self.claims().remove(claim);
        Ok(())
    }

    /// Gives a job up.
    pub(super) async fn bury(
        &self,
        storage: &dyn Storage,
        claim: &Claim,
        reason: &str,
    ) -> Result<(), StorageError> {
        storage.bury_job(claim, reason).await?;
        self.claims().remove(claim);
        Ok(())
    }

    /// Gives back what is held, to run when it was to run. Where that fails its lease ends by itself.
    pub(super) async fn give_back(&self, storage: &dyn Storage) {
        let held = std::mem::take(&mut *self.claims());
        for (claim, run_at) in held {
            if let Err(error) = storage.retry_job(&claim, run_at).await {
                tracing::warn!(
                    queue = claim.queue,
                    "a job could not be given back: {error}"
                );
            }
        }
    }

    fn claims(&self) -> std::sync::MutexGuard<'_, BTreeMap<Claim, Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
