//! What vendors tell by webhook: checked, stored, answered; and dealt with afterwards.

use http::HeaderMap;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use vitalog_connectors::{Connector, EventAction, EventRefused, SentDocument, Vendor, VendorEvent};
use vitalog_core::{Account, AccountId};
use vitalog_storage::{
    ClaimedJob, DocumentWrite, Enqueued, NewJob, Owner, StorageError, limits::MOST_NAME_BYTES,
};

use super::{
    apply::{Arrived, stored_document},
    budget::Lane,
    caller::CallError,
    held::lease_end,
    progress::Progress,
    relay::{Relay, RelayError, Visit},
};

/// The kind of the documents that remember which events came; the id is vendor and trace.
const SEEN_KIND: &str = "vendor-event";
/// How long they do. Vendors repeat an event for about an hour.
const SEEN_FOR: SignedDuration = SignedDuration::from_hours(24);
/// Events that are worked at between two looks at the clock.
const BATCH: usize = 10;
/// The pause after the first failure; each later one is twice as long.
const FIRST_PAUSE: SignedDuration = SignedDuration::from_secs(30);
/// An event that failed so often is given up, and stays for a person to look at.
const MOST_ATTEMPTS: u32 = 5;

/// What became of a delivery. All of these are a success to the vendor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received {
    /// It is stored, and will be dealt with.
    Stored,
    /// It came before.
    Known,
    /// It is about nobody here, or about something that is not kept.
    Dropped,
}

/// A delivery was not taken.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// No app of this vendor is set up.
    #[error("no app of this vendor is set up")]
    NotSetUp,
    /// It is not from the vendor, too old, or no event.
    #[error(transparent)]
    Refused(#[from] EventRefused),
    /// It could not be stored; the vendor should send it again.
    #[error("the event could not be stored")]
    Storage(#[from] StorageError),
}

/// An event as it waits, in JSON.
#[derive(Serialize, Deserialize)]
struct Waiting {
    account: String,
    kind: String,
    object: String,
    deleted: bool,
}

/// What draining a queue came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Drained {
    /// Events that were dealt with.
    pub done: usize,
    /// Events that failed and will be tried again.
    pub again: usize,
    /// Events that were given up.
    pub dead: usize,
}

impl Drained {
    /// Counts what another queue came to.
    pub(super) fn add(&mut self, other: Self) {
        self.done += other.done;
        self.again += other.again;
        self.dead += other.dead;
    }
}

/// The queue of a vendor's events.
#[must_use]
pub fn queue(vendor: Vendor) -> &'static str {
    match vendor {
        Vendor::Oura => "oura-events",
        Vendor::Whoop => "whoop-events",
        Vendor::Weather => "weather-events",
    }
}

impl Relay {
    /// Takes a delivery: checks that it is the vendor's, and stores it. Nothing is fetched, so that
    /// the answer is quick.
    ///
    /// # Errors
    ///
    /// If it is not the vendor's, or cannot be stored.
    pub async fn receive_webhook(
        &self,
        vendor: Vendor,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<Received, ReceiveError> {
        let room = self
            .inner
            .rooms
            .get(&vendor)
            .ok_or(ReceiveError::NotSetUp)?;
        let settings = &room.settings;
        let sign_in = settings.sign_in.as_ref().ok_or(ReceiveError::NotSetUp)?;
        let super::room::ConnectorOf::All(connector) = &settings.connector else {
            return Err(ReceiveError::NotSetUp);
        };
        let now = self.inner.clock.now();
        let event = connector.read_event(headers, body, &sign_in.client.secret, now)?;
        let received = self.keep_event(vendor, &event, now).await?;
        tracing::info!(
            vendor.name = vendor.as_str(),
            event.kind = event.kind.unwrap_or("other"),
            event.deleted = event.action == EventAction::Deleted,
            event.received = ?received,
            "event of {} received",
            vendor.as_str()
        );
        Ok(received)
    }

    async fn keep_event(
        &self,
        vendor: Vendor,
        event: &VendorEvent,
        now: Timestamp,
    ) -> Result<Received, StorageError> {
        let storage = self.inner.storage.as_ref();
        let account = self.account_of(vendor, &event.person).await?;
        let Some((account, kind)) = account.zip(event.kind) else {
            return Ok(Received::Dropped);
        };
        let trace = short(&event.trace_id);
        let seen = DocumentWrite {
            kind: SEEN_KIND,
            id: format!("{} {trace}", vendor.as_str()),
            body: String::new(),
            expires_at: Some(now.checked_add(SEEN_FOR).unwrap_or(Timestamp::MAX)),
        };
        let owner = Owner::Deployment;
        let before = storage.get_document(&owner, SEEN_KIND, &seen.id).await?;
        if before.as_ref().is_some_and(|before| before.is_live(now)) {
            return Ok(Received::Known);
        }
        let waiting = Waiting {
            account: account.as_str().to_owned(),
            kind: kind.to_owned(),
            object: event.object.clone(),
            deleted: event.action == EventAction::Deleted,
        };
        let job = NewJob {
            queue: queue(vendor).to_owned(),
            id: trace,
            run_at: now,
            body: serde_json::json!(waiting).to_string(),
        };
        let enqueued = storage.enqueue(&job).await?;
        // Only then: an event that is remembered was stored.
        let version = before.map(|before| before.version);
        storage.put_document(&owner, version, &seen).await?;
        Ok(match enqueued {
            Enqueued::Added => Received::Stored,
            Enqueued::AlreadyThere => Received::Known,
        })
    }

    /// Deals with the events of a vendor that are due, until none is. `account` finds the settings of
    /// an account.
    ///
    /// # Errors
    ///
    /// If storage fails. An event that fails holds up no other.
    pub async fn drain_events(
        &self,
        vendor: Vendor,
        accounts: &(dyn Accounts + '_),
    ) -> Result<Drained, StorageError> {
        self.alive(self.drain(vendor, accounts)).await
    }

    /// As [`Self::drain_events`], within [`Self::alive`].
    pub(super) async fn drain(
        &self,
        vendor: Vendor,
        accounts: &(dyn Accounts + '_),
    ) -> Result<Drained, StorageError> {
        let storage = self.inner.storage.as_ref();
        let mut drained = Drained::default();
        loop {
            let now = self.inner.clock.now();
            let until = lease_end(now);
            let jobs = storage.claim_jobs(queue(vendor), now, until, BATCH).await?;
            if jobs.is_empty() {
                return Ok(drained);
            }
            self.inner.held.note(&jobs);
            for job in jobs {
                self.deal_with(vendor, accounts, job, &mut drained).await?;
            }
        }
    }

    async fn deal_with(
        &self,
        vendor: Vendor,
        accounts: &(dyn Accounts + '_),
        job: ClaimedJob,
        drained: &mut Drained,
    ) -> Result<(), StorageError> {
        let (storage, held) = (self.inner.storage.as_ref(), &self.inner.held);
        let Err(failure) = self.try_event(vendor, accounts, &job.body).await else {
            held.complete(storage, &job.claim).await?;
            drained.done += 1;
            return Ok(());
        };
        let now = self.inner.clock.now();
        let spent_until = match &failure {
            EventFailure::Relay(RelayError::Call(CallError::BudgetSpent { again_at })) => {
                Some(*again_at)
            }
            EventFailure::Relay(_) | EventFailure::NoEvent => None,
        };
        let is_hopeless = matches!(failure, EventFailure::NoEvent);
        if is_hopeless || (job.attempts > MOST_ATTEMPTS && spent_until.is_none()) {
            let reason = failure.to_string();
            tracing::error!(
                vendor.name = vendor.as_str(),
                "an event of {} was given up: {reason}",
                vendor.as_str()
            );
            held.bury(storage, &job.claim, &reason).await?;
            drained.dead += 1;
            return Ok(());
        }
        let doubled = 1_i32 << job.attempts.saturating_sub(1).min(10);
        let pause = FIRST_PAUSE.saturating_mul(doubled);
        let later = now.checked_add(pause).unwrap_or(Timestamp::MAX);
        held.retry(storage, &job.claim, spent_until.unwrap_or(later))
            .await?;
        drained.again += 1;
        Ok(())
    }

    async fn try_event(
        &self,
        vendor: Vendor,
        accounts: &(dyn Accounts + '_),
        body: &str,
    ) -> Result<(), EventFailure> {
        let event: Waiting = serde_json::from_str(body).map_err(|_| EventFailure::NoEvent)?;
        let id = AccountId::new(&event.account).ok_or(EventFailure::NoEvent)?;
        let account = accounts.account(&id).await.map_err(RelayError::from)?;
        let Some(account) = account else {
            return Ok(());
        };
        let visit = self.visit(&account, vendor)?;
        visit.connection().await?;
        self.follow(&visit, &event).await?;
        Ok(())
    }

    /// Fetches what an event is about, and what may have changed along with it.
    async fn follow(&self, visit: &Visit<'_>, event: &Waiting) -> Result<(), RelayError> {
        let connector = visit.connector.as_ref();
        let Some(collection) = connector.collection(&event.kind) else {
            return Ok(());
        };
        let kept = stored_document(&visit.applier(), collection.kind, &event.object).await?;
        let changed = if event.deleted {
            Some(Arrived::Gone {
                kind: collection.kind,
                id: event.object.clone(),
                day: None,
            })
        } else {
            self.fetch(visit, collection.kind, &event.object).await?
        };
        let Some(changed) = changed else {
            // There is no asking for one; the recent ones have it.
            self.sync(visit.account, visit.vendor, Lane::Bulk).await?;
            return Ok(());
        };
        let about = match &changed {
            Arrived::Sent(document) => Some(document.clone()),
            Arrived::Gone { .. } => kept,
        };
        let mut arrived = vec![changed];
        for (kind, id) in about.iter().flat_map(|about| along(connector, about)) {
            arrived.extend(self.fetch(visit, kind, &id).await?);
        }
        let through = about.map(|about| about.day.to_string());
        {
            let _turn = self.inner.turns.take(&visit.account.id).await;
            visit.applier().apply(arrived).await?;
        }
        let now = self.inner.clock.now();
        let place = Progress::place(&visit.account.id, visit.vendor);
        let note = |progress: &mut Progress| {
            progress.listed(collection.kind, through.clone(), now);
        };
        place.change(self.inner.storage.as_ref(), note).await?;
        Ok(())
    }

    /// One document; `None` if the vendor does not offer single ones.
    async fn fetch(
        &self,
        visit: &Visit<'_>,
        kind: &'static str,
        id: &str,
    ) -> Result<Option<Arrived>, RelayError> {
        let connector = visit.connector.as_ref();
        let Some(collection) = connector.collection(kind) else {
            return Ok(None);
        };
        let api = &visit.room.settings.api_url;
        let Some(request) = connector.get(api, collection, id) else {
            return Ok(None);
        };
        let reply = visit.caller(Lane::Bulk).call(&request).await?;
        if reply.status == 404 {
            return Ok(Some(Arrived::Gone {
                kind,
                id: id.to_owned(),
                day: None,
            }));
        }
        let document = connector.read_one(collection, &reply.body);
        let document = document.map_err(|_| CallError::Unreadable)?;
        Ok(Some(Arrived::Sent(document)))
    }
}

/// Why an event could not be dealt with.
#[derive(Debug, thiserror::Error)]
enum EventFailure {
    #[error("it is no event")]
    NoEvent,
    #[error(transparent)]
    Relay(#[from] RelayError),
}

/// Finds the settings of accounts.
#[async_trait::async_trait]
pub trait Accounts: Send + Sync {
    /// An account, if there is one of that name.
    async fn account(&self, id: &AccountId) -> Result<Option<Account>, StorageError>;

    /// All accounts.
    async fn accounts(&self) -> Result<Vec<Account>, StorageError>;
}

fn along(connector: &dyn Connector, document: &SentDocument) -> Vec<(&'static str, String)> {
    connector.along_with(document)
}

/// A trace, short enough for a name.
fn short(trace: &str) -> String {
    const PREFIX: usize = 16;
    if trace.len() + PREFIX <= MOST_NAME_BYTES {
        return trace.to_owned();
    }
    hex::encode(Sha256::digest(trace))
}
