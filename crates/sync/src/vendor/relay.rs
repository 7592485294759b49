//! The relay: everything that asks vendors, in one place.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use jiff::{Timestamp, civil::Date};
use vitalog_connectors::{Connector, Vendor, http::Http};
use vitalog_core::{Account, AccountId, Clock, Entropy, day::day_of};
use vitalog_storage::{Storage, StorageError};

use super::{
    apply::{Applied, Applier, ApplyError},
    budget::{Budget, Lane},
    caller::{CallError, Caller},
    connection::{self, Connection, ConnectionState},
    held::Held,
    keeper::{App, Keeper, TokenError},
    room::{Room, VendorSettings, limits},
    seal::Seal,
    status::StatusReader,
};
use crate::turns::Turns;

/// How long a request waits for its turn where somebody waits for the answer.
const INTERACTIVE_PATIENCE: Duration = Duration::from_secs(1);
/// The same in bulk work. What takes longer is put off, and taken up by whoever is there then.
const BULK_PATIENCE: Duration = Duration::from_secs(75);

/// Keeps the copy of what vendors know. One per process; cheap to clone.
#[derive(Clone)]
pub struct Relay {
    pub(super) inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) storage: Arc<dyn Storage>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) entropy: Arc<dyn Entropy>,
    pub(super) http: Arc<dyn Http>,
    pub(super) keeper: Keeper,
    pub(super) seal: Arc<Seal>,
    pub(super) rooms: BTreeMap<Vendor, Room>,
    pub(super) turns: Turns<AccountId>,
    pub(super) held: Held,
}

/// Nothing could be done, or no more.
#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    /// The settings do not name the vendor's app, or the account has nothing to ask it for.
    #[error("this vendor is not set up")]
    NotSetUp,
    /// The vendor could not be asked.
    #[error(transparent)]
    Call(#[from] CallError),
    /// What it said could not be stored.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// Storage failed.
    #[error("the store failed")]
    Storage(#[from] StorageError),
}

impl RelayError {
    /// Whether the person has to connect, or connect again.
    #[must_use]
    pub fn needs_person(&self) -> bool {
        matches!(self, Self::Call(error) if error.needs_person())
    }

    /// When the vendor takes requests again, where that is all that is wrong.
    #[must_use]
    pub fn budget_spent_until(&self) -> Option<Timestamp> {
        match self {
            Self::Call(CallError::BudgetSpent { again_at }) => Some(*again_at),
            Self::Call(_) | Self::NotSetUp | Self::Apply(_) | Self::Storage(_) => None,
        }
    }
}

impl Relay {
    /// A relay for the vendors that are set up, which keeps what it knows in `storage`.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        http: Arc<dyn Http>,
        seal: Arc<Seal>,
        vendors: Vec<VendorSettings>,
    ) -> Self {
        let apps = vendors.iter().filter_map(|settings| {
            let sign_in = settings.sign_in.as_ref()?;
            let app = App {
                client: sign_in.client.clone(),
                refresh_scope: sign_in.refresh_scope,
            };
            Some((settings.connector.vendor(), app))
        });
        let keeper = Keeper::new(
            storage.clone(),
            http.clone(),
            clock.clone(),
            entropy.clone(),
            seal.clone(),
            apps.collect(),
        );
        let rooms = vendors.into_iter().map(|settings| {
            let vendor = settings.connector.vendor();
            let budget = Budget::new(
                storage.clone(),
                clock.clone(),
                entropy.clone(),
                vendor.as_str(),
                &limits(settings.connector.capabilities()),
            );
            (vendor, Room { settings, budget })
        });
        let inner = Inner {
            rooms: rooms.collect(),
            storage,
            clock,
            entropy,
            http,
            keeper,
            seal,
            turns: Turns::default(),
            held: Held::default(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// The vendors that are set up.
    pub fn vendors(&self) -> impl Iterator<Item = Vendor> {
        self.inner.rooms.keys().copied()
    }

    /// Who tells how fresh the copy is. It uses no tokens and asks no vendor.
    #[must_use]
    pub fn status_reader(&self) -> StatusReader {
        let inner = &self.inner;
        let rooms = inner.rooms.iter().map(|(vendor, room)| {
            let capabilities = room.settings.connector.capabilities();
            let needs_sign_in = room.settings.sign_in.is_some();
            (*vendor, (capabilities, needs_sign_in, room.budget.clone()))
        });
        StatusReader::new(
            inner.storage.clone(),
            inner.clock.clone(),
            inner.seal.clone(),
            rooms.collect(),
        )
    }

    /// Works out anew what all documents of a vendor that are kept come to, without asking it.
    ///
    /// # Errors
    ///
    /// If storage fails, or the record stays busy.
    pub async fn remap(&self, account: &Account, vendor: Vendor) -> Result<Applied, RelayError> {
        let visit = self.visit(account, vendor)?;
        let apply = visit.applier();
        let days = super::apply::all_days(&apply).await?;
        let days: Vec<Date> = days.into_iter().collect();
        let mut applied = Applied::default();
        for days in days.chunks(DAYS_AT_ONCE) {
            let _turn = self.inner.turns.take(&account.id).await;
            applied.add(apply.remap(&days.iter().copied().collect()).await?);
        }
        Ok(applied)
    }

    /// Lets a vendor that refused to take more be asked once again, because a person wants to know.
    /// What was counted here still holds.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn ask_again(&self, vendor: Vendor) -> Result<(), StorageError> {
        match self.inner.rooms.get(&vendor) {
            Some(room) => room.budget.forget_refusals().await,
            None => Ok(()),
        }
    }

    /// Gives back the work that was cut off, and waits for the refreshes of tokens that are under way, before
    /// the program ends. Nothing is to be begun any more.
    pub async fn finish(&self) {
        self.give_back().await;
        self.inner.keeper.finish().await;
    }

    /// An account at a vendor.
    pub(super) fn visit<'a>(
        &'a self,
        account: &'a Account,
        vendor: Vendor,
    ) -> Result<Visit<'a>, RelayError> {
        let room = self.inner.rooms.get(&vendor).ok_or(RelayError::NotSetUp)?;
        let today = day_of(self.inner.clock.now(), &account.zone);
        let connector = room.settings.connector.of(account, today);
        Ok(Visit {
            inner: &self.inner,
            room,
            account,
            vendor,
            today,
            connector: connector.ok_or(RelayError::NotSetUp)?,
        })
    }
}

/// Days that are worked out at once.
const DAYS_AT_ONCE: usize = 31;

/// An account at a vendor.
pub(super) struct Visit<'a> {
    pub(super) inner: &'a Inner,
    pub(super) room: &'a Room,
    pub(super) account: &'a Account,
    pub(super) vendor: Vendor,
    /// The person's.
    pub(super) today: Date,
    pub(super) connector: Arc<dyn Connector>,
}

impl Visit<'_> {
    pub(super) fn applier(&self) -> Applier<'_> {
        Applier {
            storage: self.inner.storage.as_ref(),
            clock: self.inner.clock.as_ref(),
            account: self.account,
            connector: self.connector.as_ref(),
        }
    }

    pub(super) fn caller(&self, lane: Lane) -> Caller<'_> {
        Caller {
            http: self.inner.http.as_ref(),
            keeper: &self.inner.keeper,
            budget: &self.room.budget,
            connector: self.connector.as_ref(),
            account: &self.account.id,
            lane,
            patience: match lane {
                Lane::Interactive => INTERACTIVE_PATIENCE,
                Lane::Bulk => BULK_PATIENCE,
            },
            has_renewed: AtomicBool::new(false),
        }
    }

    /// The connection, where the vendor needs one; it must work.
    pub(super) async fn connection(&self) -> Result<Option<Connection>, RelayError> {
        if self.room.settings.sign_in.is_none() {
            return Ok(None);
        }
        let storage = self.inner.storage.as_ref();
        let connection = connection::read(storage, &self.account.id, self.vendor).await?;
        match connection {
            Some(connection) if connection.state == ConnectionState::Connected => {
                Ok(Some(connection))
            }
            Some(connection) => {
                let recovered = self.inner.keeper.recover(&self.account.id, self.vendor);
                if recovered.await.map_err(CallError::from)? {
                    return Ok(Some(connection));
                }
                Err(CallError::from(TokenError::NeedsReconnect).into())
            }
            None => Err(CallError::from(TokenError::NotConnected).into()),
        }
    }
}
