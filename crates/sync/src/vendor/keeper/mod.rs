//! The keeper of vendors' tokens, and the only one who asks a token endpoint for new ones.
//!
//! A refresh token is good for one use, after which it and its access token are dead. So
//! of all tasks and processes one at a time may use it (whoever holds the lease in the document
//! of the tokens), and the new pair is stored before it is used. Whatever goes wrong, a pair that was received is never thrown away,
//! and one that is used up is never used again.

mod outcome;
mod refresh;
mod revoke;
mod save;
mod token_store;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use jiff::{SignedDuration, Timestamp};
use secrecy::{ExposeSecret, SecretString};
use tokio_util::task::TaskTracker;
use url::Url;
use vitalog_connectors::{
    Vendor,
    http::Http,
    oauth2::{ClientApp, TokenAnswer},
};
use vitalog_core::{AccountId, Clock, Entropy};
use vitalog_storage::{Put, Storage};

use self::{
    save::Unsaved,
    token_store::{Kept, Pair, TokenStore},
};
use super::{
    connection::{self, Connection, ConnectionState},
    seal::Seal,
};
use crate::turns::Turns;

pub use outcome::TokenError;
pub use revoke::Revoked;
pub(super) use token_store::is_closed;

/// A pair is renewed so long before its access token ends,
const EARLY: SignedDuration = SignedDuration::from_mins(5);
/// or, if it lasts for less than four times that, when this part of its life is left: else one that
/// lasts for five minutes would be renewed before each request.
const EARLY_PART: i32 = 4;
/// Random bytes in the name of a grant or of who holds a lease.
const NAME_BYTES: usize = 16;

/// Whose tokens, and for what.
pub(super) type Key = (AccountId, Vendor);

/// An app of the owner's at a vendor.
#[derive(Clone, Debug)]
pub struct App {
    /// What the vendor knows it by.
    pub client: ClientApp,
    /// The scope that a refresh has to name, where the vendor wants one.
    pub refresh_scope: Option<&'static str>,
}

/// A new grant, as it is to be kept.
#[derive(Clone, Debug)]
pub struct NewGrant {
    /// The endpoint that issued it.
    pub token_url: Url,
    /// Its first pair of tokens.
    pub answer: TokenAnswer,
    /// The scopes that were granted, where anybody said.
    pub scopes: Option<String>,
}

/// Keeps tokens. Cheap to clone; of one process all clones know what could not be stored yet.
#[derive(Clone)]
pub struct Keeper {
    inner: Arc<Inner>,
    /// Refreshes under way. They end even if nobody waits for them any more: a pair that was
    /// received and not stored would be lost.
    tasks: TaskTracker,
}

struct Inner {
    storage: Arc<dyn Storage>,
    tokens: TokenStore,
    http: Arc<dyn Http>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    apps: BTreeMap<Vendor, App>,
    turns: Turns<Key>,
    unsaved: Mutex<BTreeMap<Key, Unsaved>>,
}

impl Keeper {
    /// Keeps tokens in `storage`, sealed.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        http: Arc<dyn Http>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        seal: Arc<Seal>,
        apps: BTreeMap<Vendor, App>,
    ) -> Self {
        let tokens = TokenStore::new(storage.clone(), seal, entropy.clone());
        let inner = Inner {
            storage,
            tokens,
            http,
            clock,
            entropy,
            apps,
            turns: Turns::default(),
            unsaved: Mutex::default(),
        };
        Self {
            inner: Arc::new(inner),
            tasks: TaskTracker::new(),
        }
    }

    /// An access token that is good for at least some minutes, unless the vendor cannot be
    /// reached: then one that is good for a little. `rejected` is one that the vendor did not
    /// take.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub async fn access(
        &self,
        account: &AccountId,
        vendor: Vendor,
        rejected: Option<&SecretString>,
    ) -> Result<SecretString, TokenError> {
        let key = (account.clone(), vendor);
        if let Some(fresh) = self.inner.stored(&key, rejected).await? {
            return Ok(fresh);
        }
        let (inner, rejected) = (Arc::clone(&self.inner), rejected.cloned());
        let renewal = async move { inner.renew(&key, rejected.as_ref()).await };
        match self.tasks.spawn(renewal).await {
            Ok(renewed) => renewed,
            // It panicked, or the program ends.
            Err(_) => Err(TokenError::Temporary),
        }
    }

    /// Keeps a new grant, in place of any other of that account and vendor.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn adopt(
        &self,
        account: &AccountId,
        vendor: Vendor,
        grant: NewGrant,
    ) -> Result<(), TokenError> {
        let (inner, key) = (Arc::clone(&self.inner), (account.clone(), vendor));
        let adoption = async move { inner.adopt(&key, grant).await };
        match self.tasks.spawn(adoption).await {
            Ok(adopted) => adopted,
            Err(_) => Err(TokenError::Temporary),
        }
    }

    /// Whether a connection that needs the person works again by itself: its tokens open, as with
    /// the key that was lost and is there again, and the vendor never refused them.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn recover(&self, account: &AccountId, vendor: Vendor) -> Result<bool, TokenError> {
        let key = (account.clone(), vendor);
        let Some((kept, _)) = self.inner.tokens.read(&key).await? else {
            return Ok(false);
        };
        if kept.refused || self.inner.tokens.open(&key, &kept).is_err() {
            return Ok(false);
        }
        let state = ConnectionState::Connected;
        self.inner.show(&key, &kept.grant, state).await?;
        Ok(true)
    }

    /// Forgets a grant, if there is one.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn forget(&self, account: &AccountId, vendor: Vendor) -> Result<(), TokenError> {
        let key = (account.clone(), vendor);
        let _turn = self.inner.turns.take(&key).await;
        self.inner.unsaved().remove(&key);
        self.inner.tokens.delete(&key).await?;
        Ok(())
    }

    /// Waits for the refreshes that are under way, and stores what could not be stored until now,
    /// before the program ends.
    pub async fn finish(&self) {
        self.tasks.close();
        self.tasks.wait().await;
        let keys: Vec<Key> = self.inner.unsaved().keys().cloned().collect();
        for key in keys {
            let _turn = self.inner.turns.take(&key).await;
            self.inner.still_unsaved(&key).await;
        }
    }
}

impl Inner {
    /// The access token as it is stored, if it is good for a while.
    async fn stored(
        &self,
        key: &Key,
        rejected: Option<&SecretString>,
    ) -> Result<Option<SecretString>, TokenError> {
        if self.unsaved().contains_key(key) {
            return Ok(None);
        }
        let (kept, _) = self
            .tokens
            .read(key)
            .await?
            .ok_or(TokenError::NotConnected)?;
        let pair = self.open(key, &kept).await?;
        let is_good = is_fresh(&kept, self.clock.now()) && !is(&pair, rejected);
        Ok(is_good.then_some(pair.access))
    }

    /// The stored pair. One that does not open is of no use any more, which the connection then says.
    async fn open(&self, key: &Key, kept: &Kept) -> Result<Pair, TokenError> {
        match self.tokens.open(key, kept) {
            Ok(pair) => Ok(pair),
            Err(error) => {
                self.show_refused(key, &kept.grant).await?;
                Err(error.into())
            }
        }
    }

    async fn adopt(&self, key: &Key, grant: NewGrant) -> Result<(), TokenError> {
        let _turn = self.turns.take(key).await;
        let (name, now) = (self.name(), self.clock.now());
        let pair = Pair {
            access: grant.answer.access,
            refresh: grant.answer.refresh,
        };
        let token_url = grant.token_url.to_string();
        let mut kept = Kept {
            grant: name.clone(),
            token_url: token_url.clone(),
            sealed: String::new(),
            expires_at: end(now, grant.answer.expires_in_s),
            lasts_s: Some(grant.answer.expires_in_s),
            lease: None,
            refused: false,
        };
        kept.sealed = self.tokens.seal(key, &kept.grant, &pair);
        loop {
            let stored = self.tokens.version(key).await?;
            if self.tokens.put(key, stored, &kept).await? != Put::Stale {
                break;
            }
        }
        self.unsaved().remove(key);
        let connection = Connection {
            state: ConnectionState::Connected,
            since: now,
            connected_at: now,
            grant: name,
            person: None,
            scopes: grant.scopes.or(grant.answer.scope),
            token_url,
        };
        let (account, vendor) = key;
        let storage = self.storage.as_ref();
        connection::change(storage, account, *vendor, |before| {
            // Who it was stays known until the vendor says who it is.
            let person = before.and_then(|before| before.person);
            Some(Connection {
                person,
                ..connection.clone()
            })
        })
        .await?;
        tracing::info!(
            account = %account,
            vendor.name = vendor.as_str(),
            "{account} is connected to {}",
            vendor.as_str()
        );
        Ok(())
    }

    fn unsaved(&self) -> std::sync::MutexGuard<'_, BTreeMap<Key, Unsaved>> {
        self.unsaved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn name(&self) -> String {
        let mut bytes = [0; NAME_BYTES];
        self.entropy.fill(&mut bytes);
        hex::encode(bytes)
    }
}

/// Whether the access token lasts for a while.
fn is_fresh(kept: &Kept, now: Timestamp) -> bool {
    let lasts = kept.lasts_s.map(i64::from).map(SignedDuration::from_secs);
    let early = lasts.map_or(EARLY, |lasts| EARLY.min(lasts / EARLY_PART));
    now.duration_until(kept.expires_at) > early
}

/// Whether a pair's access token is that one.
fn is(pair: &Pair, rejected: Option<&SecretString>) -> bool {
    rejected.is_some_and(|rejected| rejected.expose_secret() == pair.access.expose_secret())
}

/// The instant so many seconds after `now`.
fn end(now: Timestamp, seconds: u32) -> Timestamp {
    now.checked_add(SignedDuration::from_secs(i64::from(seconds)))
        .unwrap_or(Timestamp::MAX)
}
