//! How fresh the copy is. Read from the store alone; of the tokens only whether they open.

use std::{collections::BTreeMap, sync::Arc};

use jiff::{Timestamp, civil::Date};
use vitalog_connectors::{Capabilities, Vendor};
use vitalog_core::{AccountId, Clock};
use vitalog_storage::{JobStore, Storage, StorageError};

use super::{
    backfill::wanted,
    budget::{Budget, Left},
    cadence::Cadence,
    connection::{self, Connection, ConnectionState},
    events::queue,
    keeper::is_closed,
    progress::{Entity, Fault, Progress},
    seal::Seal,
};

/// More jobs than this are not counted.
const MOST_JOBS: usize = 1_000;

/// Tells how fresh the copy is.
#[derive(Clone)]
pub struct StatusReader {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    /// To see whether tokens still open.
    seal: Arc<Seal>,
    rooms: Arc<BTreeMap<Vendor, RoomFacts>>,
}

type RoomFacts = (&'static Capabilities, bool, Budget);

/// A source, or one collection of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freshness {
    /// Nobody connected it.
    NotConnected,
    /// It is as new as it should be.
    Fresh,
    /// It was not brought up to date for longer than it should be.
    Stale,
    /// The person has to connect again.
    NeedsReconnect,
    /// History is on its way in.
    Backfilling,
    /// The person did not grant it, or has no membership.
    NotGranted,
    /// The vendor does not offer it to this app.
    NotOffered,
}

impl Freshness {
    /// The shown name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotConnected => "not_connected",
            Self::Fresh => "fresh",
            Self::Stale => "stale",
            Self::NeedsReconnect => "needs_reconnect",
            Self::Backfilling => "backfilling",
            Self::NotGranted => "not_granted",
            Self::NotOffered => "not_offered",
        }
    }
}

/// One source.
#[derive(Clone, Debug)]
pub struct SourceStatus {
    /// The vendor.
    pub vendor: Vendor,
    /// Its state.
    pub state: Freshness,
    /// The connection, if there is one.
    pub connection: Option<Connection>,
    /// While history is on its way in: the share that is there, from 0 to 1.
    pub backfill_share: Option<f64>,
    /// The oldest of what is known of its collections that are listed at all.
    pub last_ok_at: Option<Timestamp>,
    /// The last day of any document.
    pub data_through: Option<Date>,
    /// Its collections.
    pub entities: Vec<EntityStatus>,
    /// Events that wait.
    pub waiting: usize,
    /// Events that were given up.
    pub dead: usize,
    /// What is left of the vendor's rate budget.
    pub budget: Left,
}

/// One collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntityStatus {
    /// Its name.
    pub kind: &'static str,
    /// Its state.
    pub state: Freshness,
    /// When it was last listed without a fault, or an event of it dealt with.
    pub last_ok_at: Option<Timestamp>,
    /// The last day that there is a document of.
    pub data_through: Option<Date>,
}

impl StatusReader {
    pub(super) fn new(
        storage: Arc<dyn Storage>,
        clock: Arc<dyn Clock>,
        seal: Arc<Seal>,
        rooms: BTreeMap<Vendor, RoomFacts>,
    ) -> Self {
        Self {
            storage,
            clock,
            seal,
            rooms: Arc::new(rooms),
        }
    }

    /// The time that freshness is measured by.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The sources that are set up, as they stand for an account.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn sources(&self, account: &AccountId) -> Result<Vec<SourceStatus>, StorageError> {
        let mut sources = Vec::new();
        for (vendor, facts) in self.rooms.iter() {
            sources.push(self.source(account, *vendor, facts).await?);
        }
        Ok(sources)
    }

    async fn source(
        &self,
        account: &AccountId,
        vendor: Vendor,
        (capabilities, needs_sign_in, budget): &RoomFacts,
    ) -> Result<SourceStatus, StorageError> {
        let storage = self.storage.as_ref();
        let mut connection = connection::read(storage, account, vendor).await?;
        if let Some(connection) = &mut connection
            && is_closed(storage, &self.seal, &(account.clone(), vendor)).await?
        {
            connection.state = ConnectionState::NeedsReconnect;
        }
        let progress: Progress = Progress::place(account, vendor).read(storage).await?;
        let now = self.clock.now();
        let wanted = wanted(capabilities.collections);
        let base = match &connection {
            None if *needs_sign_in => Some(Freshness::NotConnected),
            // What needs no sign-in was never asked for: the account has no place, for instance.
            None if progress == Progress::default() => Some(Freshness::NotConnected),
            Some(connection) if connection.state == ConnectionState::NeedsReconnect => {
                Some(Freshness::NeedsReconnect)
            }
            Some(_) | None => None,
        };
        let entities: Vec<EntityStatus> = wanted
            .iter()
            .map(|collection| {
                let known = progress.entities.get(collection.kind);
                entity(collection.kind, known, base, vendor, now)
            })
            .collect();
        let backfill = progress
            .backfill
            .as_ref()
            .filter(|backfill| !backfill.is_done);
        let backfill_share = backfill.map(|backfill| backfill.share(&wanted));
        let listed = entities.iter();
        let is_listed = |state| !matches!(state, Freshness::NotGranted | Freshness::NotOffered);
        let listed = listed.filter(|entity| is_listed(entity.state));
        let last_ok_at = listed.clone().filter_map(|entity| entity.last_ok_at).min();
        let is_stale = listed
            .clone()
            .any(|entity| entity.state == Freshness::Stale);
        let state = base.unwrap_or(match backfill_share {
            Some(_) => Freshness::Backfilling,
            None if is_stale => Freshness::Stale,
            None => Freshness::Fresh,
        });
        let (waiting, dead) = count(storage, queue(vendor)).await?;
        Ok(SourceStatus {
            vendor,
            state,
            connection,
            backfill_share,
            last_ok_at,
            data_through: entities
                .iter()
                .filter_map(|entity| entity.data_through)
                .max(),
            entities,
            waiting,
            dead,
            budget: budget.left().await?,
        })
    }
}

fn entity(
    kind: &'static str,
    known: Option<&Entity>,
    base: Option<Freshness>,
    vendor: Vendor,
    now: Timestamp,
) -> EntityStatus {
    let last_ok_at = known.and_then(|known| known.last_ok_at.as_ref()?.parse().ok());
    let is_fresh = last_ok_at
        .is_some_and(|at: Timestamp| now.duration_since(at) <= Cadence::of(vendor).stale_after());
    let state = match known.and_then(|known| known.fault) {
        Some(Fault::NotGranted) => Freshness::NotGranted,
        Some(Fault::NotOffered) => Freshness::NotOffered,
        // The next pass, soon, may reach the vendor.
        Some(Fault::Unavailable) | None if is_fresh => Freshness::Fresh,
        // Of what did not come to its end nobody knows what it would have said.
        Some(Fault::Unreadable | Fault::Unavailable) | None => Freshness::Stale,
    };
    EntityStatus {
        kind,
        state: base.unwrap_or(state),
        last_ok_at,
        data_through: known.and_then(|known| known.data_through.as_ref()?.parse().ok()),
    }
}

/// How many jobs of a queue wait, and how many are dead.
async fn count(
    storage: &(impl JobStore + ?Sized),
    queue: &str,
) -> Result<(usize, usize), StorageError> {
    let jobs = storage.list_jobs(queue, None, MOST_JOBS).await?;
    let dead = jobs.iter().filter(|job| job.dead.is_some()).count();
    Ok((jobs.len() - dead, dead))
}
