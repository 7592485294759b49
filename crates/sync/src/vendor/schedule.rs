//! What is due: passes, history and events, for all accounts, by whichever process gets to it.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use vitalog_connectors::Vendor;
use vitalog_core::AccountId;
use vitalog_storage::{ClaimedJob, NewJob, StorageError};

use super::{
    budget::Lane,
    cadence::Cadence,
    caller::CallError,
    connection,
    events::Accounts,
    progress::Progress,
    relay::{Relay, RelayError},
};

/// The queue of planned work. Its jobs are never done: each is given back, to run again.
pub const WORK_QUEUE: &str = "vendor-work";
/// After a failure that may pass.
const AFTER_FAILURE: SignedDuration = SignedDuration::from_mins(5);
/// While only the person can help.
const WITHOUT_GRANT: SignedDuration = SignedDuration::from_hours(6);

/// A kind of planned work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Task {
    Recent,
    Wide,
    Backfill,
}

impl Task {
    const ALL: &'static [Self] = &[Self::Recent, Self::Wide, Self::Backfill];

    fn as_str(self) -> &'static str {
        match self {
            Self::Recent => "recent",
            Self::Wide => "wide",
            Self::Backfill => "backfill",
        }
    }
}

/// Planned work, in JSON.
#[derive(Serialize, Deserialize)]
pub(super) struct Work {
    pub(super) account: String,
    pub(super) vendor: String,
    task: Task,
}

impl Relay {
    /// Plans the work of all accounts that are connected, where it is not planned yet. Once, when a process
    /// starts, and now and then is enough: who connects plans its own.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn plan_all(&self, accounts: &(dyn Accounts + '_)) -> Result<(), StorageError> {
        let storage = self.inner.storage.as_ref();
        for account in accounts.accounts().await? {
            for vendor in self.vendors() {
                let Ok(visit) = self.visit(&account, vendor) else {
                    continue;
                };
                let is_connected = visit.room.settings.sign_in.is_none()
                    || connection::read(storage, &account.id, vendor)
                        .await?
                        .is_some();
                if !is_connected {
                    continue;
                }
                let place = Progress::place(&account.id, vendor);
                let progress: Progress = place.read(storage).await?;
                if progress.backfill.is_none() {
                    self.begin_backfill(&account, vendor, None).await?;
                }
                self.plan_work(&account.id, vendor).await?;
            }
        }
        Ok(())
    }

    /// Has all work of one account at one vendor done now.
    pub(super) async fn plan_anew(
        &self,
        account: &AccountId,
        vendor: Vendor,
    ) -> Result<(), StorageError> {
        self.drop_work(account, vendor).await?;
        self.plan_work(account, vendor).await
    }

    /// Has no work of one account at one vendor done any more. Whoever is at it goes on, and others may
    /// begin again: nothing is harmed by that.
    pub(super) async fn drop_work(
        &self,
        account: &AccountId,
        vendor: Vendor,
    ) -> Result<(), StorageError> {
        for task in Task::ALL {
            let id = job_id(account, vendor, *task);
            self.inner.storage.drop_job(WORK_QUEUE, &id).await?;
        }
        Ok(())
    }

    /// Has the recent days of one account at one vendor listed at that time, and not before.
    pub(super) async fn plan_recent(
        &self,
        account: &AccountId,
        vendor: Vendor,
        at: Timestamp,
    ) -> Result<(), StorageError> {
        let job = job(account, vendor, Task::Recent, at);
        let storage = self.inner.storage.as_ref();
        storage.drop_job(&job.queue, &job.id).await?;
        storage.enqueue(&job).await?;
        Ok(())
    }

    /// Plans the work of one account at one vendor from now on, where it is not planned yet.
    pub(super) async fn plan_work(
        &self,
        account: &AccountId,
        vendor: Vendor,
    ) -> Result<(), StorageError> {
        let now = self.inner.clock.now();
        for task in Task::ALL {
            let job = job(account, vendor, *task, now);
            self.inner.storage.enqueue(&job).await?;
        }
        Ok(())
    }

    /// Does a piece of work; says whether it succeeded.
    pub(super) async fn work(
        &self,
        accounts: &(dyn Accounts + '_),
        job: &ClaimedJob,
        end: Instant,
    ) -> Result<bool, StorageError> {
        let (storage, held) = (self.inner.storage.as_ref(), &self.inner.held);
        let Ok(work) = serde_json::from_str::<Work>(&job.body) else {
            held.bury(storage, &job.claim, "it is no work that is known")
                .await?;
            return Ok(false);
        };
        let known = AccountId::new(&work.account).zip(Vendor::parse(&work.vendor));
        let account = match &known {
            Some((account, _)) => accounts.account(account).await?,
            None => None,
        };
        let Some((account, (_, vendor))) = account.zip(known) else {
            held.complete(storage, &job.claim).await?;
            return Ok(true);
        };
        let cadence = Cadence::of(vendor);
        let outcome = match work.task {
            Task::Recent => {
                let synced = self.sync(&account, vendor, Lane::Bulk).await;
                synced.map(|report| (report.put_off, cadence.recent_every))
            }
            Task::Wide => {
                let synced = self.sync_widely(&account, vendor).await;
                synced.map(|report| (report.put_off, cadence.wide_every))
            }
            Task::Backfill => {
                let mut is_held = true;
                let go_on = |_: &_| {
                    is_held = Instant::now() < end;
                    is_held
                };
                let came = self.backfill(&account, vendor, go_on).await;
                came.map(|report| {
                    let put_off = report.and_then(|report| report.put_off);
                    let every = if is_held {
                        cadence.wide_every
                    } else {
                        SignedDuration::ZERO
                    };
                    (put_off, every)
                })
            }
        };
        let now = self.inner.clock.now();
        let later = |pause: SignedDuration| now.checked_add(pause).unwrap_or(Timestamp::MAX);
        let (run_at, succeeded) = match outcome {
            Ok((None, every)) => (later(every), true),
            Ok((Some(again_at), _)) => (again_at.max(now), false),
            Err(RelayError::NotSetUp) => {
                held.complete(storage, &job.claim).await?;
                return Ok(true);
            }
            Err(RelayError::Call(CallError::BudgetSpent { again_at })) => {
                (again_at.max(now), false)
            }
            Err(error) => {
                tracing::warn!(
                    account = %account.id,
                    vendor.name = vendor.as_str(),
                    "{} of {} failed: {error}",
                    work.task.as_str(),
                    vendor.as_str()
                );
                let pause = if error.needs_person() {
                    WITHOUT_GRANT
                } else {
                    AFTER_FAILURE
                };
                (later(pause), false)
            }
        };
        held.retry(storage, &job.claim, run_at).await?;
        Ok(succeeded)
    }
}

fn job(account: &AccountId, vendor: Vendor, task: Task, run_at: Timestamp) -> NewJob {
    let work = Work {
        account: account.as_str().to_owned(),
        vendor: vendor.as_str().to_owned(),
        task,
    };
    NewJob {
        queue: WORK_QUEUE.to_owned(),
        id: job_id(account, vendor, task),
        run_at,
        body: serde_json::json!(work).to_string(),
    }
}

fn job_id(account: &AccountId, vendor: Vendor, task: Task) -> String {
    format!("{account} {} {}", vendor.as_str(), task.as_str())
}
