//! A push, from its bytes to the reply.

mod bucket;
mod change;
mod first_payload;
mod follow;
mod group;
mod judge;
mod known;
mod log;
mod once;
mod records;
mod reply;
mod rows;
mod run;
mod skip_log;
mod store;
mod time_zone;
mod verdict;
mod window;

use std::{sync::Arc, time::Instant};

use jiff::Timestamp;
use vitalog_connectors::hae::{self, Refused};
use vitalog_core::{Account, AccountId, Clock};
use vitalog_storage::{Storage, StorageError};

use self::known::KnownRecords;
use crate::{PushHeaders, PushReply, compute::compute, turns::Turns};

/// Takes pushes of Health Auto Export. One per process; cheap to share behind an [`Arc`].
pub struct Ingest {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    turns: Turns<AccountId>,
    known: KnownRecords,
}

/// A push was not stored.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    /// The body is not JSON.
    #[error("the body is not JSON")]
    NotJson,
    /// The body is JSON but no export.
    #[error("{what}")]
    WrongShape {
        /// What is wrong with it.
        what: &'static str,
    },
    /// The body holds more elements than the app ever writes in so many bytes.
    #[error("the body holds more than {most} samples")]
    TooMany {
        /// How many it may hold.
        most: usize,
    },
    /// Others kept changing the record; nothing was stored, and sending again may help.
    #[error("the record is busy; send the push again")]
    Busy,
    /// Storage failed; nothing was stored.
    #[error("the push could not be stored")]
    Storage(#[from] StorageError),
}

impl From<Refused> for IngestError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::NotJson => Self::NotJson,
            Refused::WrongShape(what) => Self::WrongShape { what },
            Refused::TooMany { most } => Self::TooMany { most },
        }
    }
}

impl Ingest {
    /// Takes pushes into `storage`, at the times that `clock` tells.
    #[must_use]
    pub fn new(storage: Arc<dyn Storage>, clock: Arc<dyn Clock>) -> Self {
        Self {
            storage,
            clock,
            turns: Turns::default(),
            known: KnownRecords::default(),
        }
    }

    /// Stores what a push holds and, where it holds the whole of its days, marks what it lacks.
    /// When this returns, it is durable.
    ///
    /// # Errors
    ///
    /// If the body as a whole is no export, or nothing could be stored. A push is stored whole or
    /// not at all.
    pub async fn ingest(
        &self,
        account: &Account,
        headers: &PushHeaders,
        body: &[u8],
    ) -> Result<PushReply, IngestError> {
        let started = Instant::now();
        // Read within the turn, so that a person's pushes take the memory of one at a time.
        let turn = self.turns.take(&account.id).await;
        let mut push = compute(|| hae::parse(body, &account.zone))?;
        let now = whole_second(self.clock.now());
        let verdict = self.verdict(account, headers, &push, now).await?;
        bucket::place(&mut push, verdict::bucket(headers), &account.zone);
        let outcome = self.store(account, headers, &push, verdict, now).await?;
        drop(turn);

        self.log_first_payloads(&account.id, &push, body, now).await;
        self.log_skipped_groups(&account.id, &outcome, now).await;
        let reply = reply::reply(account, &push, verdict, outcome);
        log::log_push(
            &account.id,
            headers,
            &push,
            &reply,
            body.len(),
            started.elapsed(),
        );
        Ok(reply)
    }

    /// Makes the next Health Metrics payload and the next Workouts payload be logged again.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn rearm_first_payload(&self, account: &AccountId) -> Result<(), StorageError> {
        first_payload::rearm(self.storage.as_ref(), account).await
    }
}

/// Rows are stamped with whole seconds, so that every engine gives back what it was given.
fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}
