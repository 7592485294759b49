//! The budget of one vendor in the store, for any number of processes.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use tokio::time::{Instant, sleep};
use vitalog_core::{Clock, Entropy};
use vitalog_storage::{DocumentWrite, Owner, Put, Storage, StorageError};

use super::{
    ledger::{Acquired, Lane, Ledger, Told},
    limit::Limit,
};

/// The kind of the documents that hold budgets, one a vendor.
const KIND: &str = "vendor-budget";
/// How often a change is tried again at once because another process was faster.
const MAX_ATTEMPTS: u32 = 50;
/// The longest pause between two of these.
const MAX_PAUSE_MS: u64 = 20;
/// A sleep ends no later than this, to look whether the store knows better meanwhile.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);

/// The budget of one vendor's app.
#[derive(Clone)]
pub struct Budget {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    vendor: &'static str,
    limits: Arc<[Limit]>,
}

/// What is left of a budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left {
    /// Requests that someone who waits may still cause.
    pub interactive: u32,
    /// Requests that bulk work may still send.
    pub bulk: u32,
    /// If there is none for who waits: when there will be one.
    pub again_at: Option<Timestamp>,
}

impl Budget {
    /// The budget of the app at `vendor`, which has these limits.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        vendor: &'static str,
        limits: &[Limit],
    ) -> Self {
        Self {
            storage,
            clock,
            entropy,
            vendor,
            limits: limits.into(),
        }
    }

    /// Asks for one request, once.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn acquire(&self, lane: Lane, who: &str) -> Result<Acquired, StorageError> {
        let acquired = self
            .change(|ledger, now| {
                let acquired = ledger.acquire(&self.limits, lane, who, now);
                // Who does not wait in line leaves nothing behind when it is refused.
                let is_news = acquired == Acquired::Granted || lane == Lane::Bulk;
                (acquired, is_news)
            })
            .await?;
        Ok(acquired.unwrap_or_else(|| Acquired::Later(self.clock.now())))
    }

    /// Waits for one request, at most for `patience`. What is returned is granted, or told when to
    /// come again.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn wait(&self, lane: Lane, patience: Duration) -> Result<Acquired, StorageError> {
        let end = Instant::now() + patience;
        let who = self.name();
        loop {
            let Acquired::Later(again) = self.acquire(lane, &who).await? else {
                return Ok(Acquired::Granted);
            };
            let wait = again.duration_since(self.clock.now());
            let wait = Duration::try_from(wait).unwrap_or_default();
            if Instant::now() + wait > end {
                return Ok(Acquired::Later(again));
            }
            // A little more each, so that those who wait for the same instant do not collide.
            sleep(wait.min(LONGEST_SLEEP) + self.some_milliseconds()).await;
        }
    }

    /// Takes in what the vendor said with an answer.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn hear(&self, told: Told) -> Result<(), StorageError> {
        self.change(|ledger, now| ((), ledger.hear(&self.limits, told, now)))
            .await?;
        Ok(())
    }

    /// Forgets that the vendor refused to take more, so that it is asked once again.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn forget_refusals(&self) -> Result<(), StorageError> {
        self.change(|ledger, _| ((), ledger.forget_refusals()))
            .await?;
        Ok(())
    }

    /// What is left.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn left(&self) -> Result<Left, StorageError> {
        let (ledger, _) = self.read().await?;
        let now = self.clock.now();
        let (interactive, again_at) = ledger.left(&self.limits, Lane::Interactive, now);
        let (bulk, _) = ledger.left(&self.limits, Lane::Bulk, now);
        Ok(Left {
            interactive,
            bulk,
            again_at,
        })
    }

    /// Changes the ledger, where the change says that it did. `None`: others were faster too often.
    async fn change<T>(
        &self,
        mut change: impl FnMut(&mut Ledger, Timestamp) -> (T, bool),
    ) -> Result<Option<T>, StorageError> {
        for _ in 0..MAX_ATTEMPTS {
            let (mut ledger, version) = self.read().await?;
            let (outcome, is_news) = change(&mut ledger, self.clock.now());
            if !is_news {
                return Ok(Some(outcome));
            }
            let write = DocumentWrite {
                kind: KIND,
                id: self.vendor.to_owned(),
                body: serde_json::json!(ledger).to_string(),
                expires_at: None,
            };
            let owner = Owner::Deployment;
            let put = self.storage.put_document(&owner, version, &write).await?;
            if put != Put::Stale {
                return Ok(Some(outcome));
            }
            sleep(self.some_milliseconds()).await;
        }
        Ok(None)
    }

    /// What cannot be read is a budget that nobody has used: the vendor will tell.
    async fn read(&self) -> Result<(Ledger, Option<u64>), StorageError> {
        let owner = Owner::Deployment;
        let stored = self.storage.get_document(&owner, KIND, self.vendor).await?;
        let version = stored.as_ref().map(|document| document.version);
        let ledger = stored.and_then(|document| serde_json::from_str(&document.body).ok());
        Ok((ledger.unwrap_or_default(), version))
    }

    fn name(&self) -> String {
        let mut bytes = [0; 8];
        self.entropy.fill(&mut bytes);
        format!("{:016x}", u64::from_be_bytes(bytes))
    }

    fn some_milliseconds(&self) -> Duration {
        let mut bytes = [0; 8];
        self.entropy.fill(&mut bytes);
        Duration::from_millis(1 + u64::from_be_bytes(bytes) % MAX_PAUSE_MS)
    }
}
