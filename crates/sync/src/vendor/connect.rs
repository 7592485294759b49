//! Connecting a person to a vendor.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use url::{Url, form_urlencoded};
use vitalog_connectors::{
    Vendor,
    oauth2::{
        self, CallbackRefused, ClientApp, Pkce, TokenAnswer, TokenRefusal, authorize_url,
        new_state, read_callback,
    },
};
use vitalog_core::{Account, AccountId, DayRange, day::day_of};
use vitalog_storage::{DocumentWrite, Owner, StorageError};

use super::{
    apply::Arrived,
    budget::{Acquired, Lane},
    connection,
    keeper::{NewGrant, TokenError},
    listing,
    progress::Progress,
    relay::{Relay, Visit},
    room::{ConnectorOf, Endpoints, SignIn},
    stored::Place,
};

/// The kind of the documents of authorizations under way; the id is the digest of the state.
const PENDING_KIND: &str = "vendor-connecting";
/// The kind of the documents that say whose a vendor's person is.
pub(super) const PERSON_KIND: &str = "vendor-person";
/// How long a person has to come back.
pub(super) const PENDING_FOR: SignedDuration = SignedDuration::from_hours(1);
/// How long the request that asks who a person is waits for its turn.
const LEAVE_PATIENCE: Duration = Duration::from_secs(2);

/// Where a person is sent.
#[derive(Clone, Debug)]
pub struct ConnectStart {
    /// The address.
    pub url: Url,
    /// What comes back with the person; good once, for an hour.
    pub state: String,
}

/// A person has connected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connected {
    /// The account.
    pub account: AccountId,
    /// The vendor.
    pub vendor: Vendor,
    /// The scopes that were granted, as the vendor writes them, if it said so.
    pub scopes: Option<String>,
}

/// A person has not connected.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The settings do not name an app of that vendor, or not of that kind.
    #[error("no app of this vendor is set up")]
    NotSetUp,
    /// No authorization under way has that state. It was used, or it is too old.
    #[error("this sign-in was not begun here, is used up or too old; begin again")]
    NotBegun,
    /// The person or the vendor refused.
    #[error(transparent)]
    Refused(#[from] CallbackRefused),
    /// The vendor does not take the code.
    #[error("the vendor does not accept the code; begin again")]
    CodeRejected,
    /// The vendor could not answer. The code may be used up.
    #[error("the vendor could not answer; begin again")]
    Unavailable,
    /// What the person allowed has no end, but no way to go on after the first hour.
    #[error("the vendor gave no refresh token; allow offline access and begin again")]
    NoRefreshToken,
    /// The vendor's person is connected to another account.
    #[error("this person is connected to another account of this server")]
    AnotherAccount,
    /// The account was connected to another of the vendor's persons, whose days this would go on with.
    #[error(
        "this is another person at the vendor than the one whose days are in this account; connect \
         another account, or disconnect this one first if both are the same person"
    )]
    AnotherPerson,
    /// Storage failed.
    #[error("the store failed")]
    Storage(#[from] StorageError),
    /// The tokens could not be kept.
    #[error(transparent)]
    Token(TokenError),
}

/// An authorization under way, in JSON.
#[derive(Serialize, Deserialize)]
struct Pending {
    account: String,
    vendor: String,
    legacy: bool,
    /// What proves that the code comes back to who asked, sealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    verifier: Option<String>,
}

/// Whose a vendor's person is, in JSON.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Person {
    account: String,
}

impl Relay {
    /// Begins to connect an account: where the person is sent. `legacy` is for apps that were made
    /// on a vendor's old portal.
    ///
    /// # Errors
    ///
    /// If no such app is set up, or storage fails.
    pub async fn connect_url(
        &self,
        account: &AccountId,
        vendor: Vendor,
        legacy: bool,
    ) -> Result<ConnectStart, ConnectError> {
        let (sign_in, endpoints) = self.sign_in(vendor, legacy)?;
        let room = self
            .inner
            .rooms
            .get(&vendor)
            .ok_or(ConnectError::NotSetUp)?;
        let capabilities = room.settings.connector.capabilities();
        let entropy = self.inner.entropy.as_ref();
        let state = new_state(entropy);
        let pkce = capabilities.pkce.then(|| Pkce::new(entropy));
        let verifier = pkce.as_ref().map(|pkce| {
            self.inner
                .seal
                .seal(&pkce.verifier, &digest(&state), entropy)
        });
        let pending = Pending {
            account: account.as_str().to_owned(),
            vendor: vendor.as_str().to_owned(),
            legacy,
            verifier,
        };
        let now = self.inner.clock.now();
        let write = DocumentWrite {
            kind: PENDING_KIND,
            id: digest(&state),
            body: serde_json::json!(pending).to_string(),
            expires_at: Some(now.checked_add(PENDING_FOR).unwrap_or(Timestamp::MAX)),
        };
        let owner = Owner::Deployment;
        self.inner
            .storage
            .put_document(&owner, None, &write)
            .await?;
        let url = authorize_url(
            &endpoints.authorize_url,
            &sign_in.client,
            capabilities.scopes,
            &state,
            pkce.as_ref(),
        );
        Ok(ConnectStart { url, state })
    }

    /// Ends what [`Self::connect_url`] began. `answer` is the address that the person came back to,
    /// or its query. The first history is on its way from then on.
    ///
    /// # Errors
    ///
    /// If the person, the vendor or the store says no.
    pub async fn finish_connect(&self, answer: &str) -> Result<Connected, ConnectError> {
        let query = query_of(answer);
        let state = state_of(query).ok_or(ConnectError::NotBegun)?;
        let (pending, account, vendor) = self.take_pending(&state).await?;
        let callback = read_callback(query, &state)?;
        let (sign_in, endpoints) = self.sign_in(vendor, pending.legacy)?;
        let pkce = match &pending.verifier {
            Some(sealed) => {
                let opened = self.inner.seal.open(sealed, &digest(&state));
                let verifier = opened.map_err(|_| ConnectError::NotBegun)?;
                Some(Pkce::of(verifier.expose_secret()))
            }
            None => None,
        };
        let (client, token_url) = (&sign_in.client, &endpoints.token_url);
        let code = &callback.code;
        let answer = self.trade(client, token_url, code, pkce.as_ref()).await?;
        if answer.refresh.is_none() {
            return Err(ConnectError::NoRefreshToken);
        }
        if let Some(person) = self.who_is(vendor, &answer.access).await {
            self.check_person(&account, vendor, &person).await?;
        }
        let scopes = answer.scope.clone().or(callback.scope);
        let grant = NewGrant {
            token_url: endpoints.token_url.clone(),
            answer,
            scopes: scopes.clone(),
        };
        let keeper = &self.inner.keeper;
        let adopted = keeper.adopt(&account, vendor, grant).await;
        adopted.map_err(ConnectError::Token)?;
        Ok(Connected {
            account,
            vendor,
            scopes,
        })
    }

    /// After [`Self::finish_connect`]: learns who the person is to the vendor, and has the history
    /// brought in. What fails here is made up for by the next sync.
    ///
    /// # Errors
    ///
    /// If the person is connected to another account, whose copy this would be, or this account was to
    /// another person; then this connection is given up.
    pub async fn welcome(&self, account: &Account, vendor: Vendor) -> Result<(), ConnectError> {
        if let Ok(visit) = self.visit(account, vendor) {
            let person = visit.connector.capabilities().person;
            let collection = person.and_then(|kind| visit.connector.collection(kind));
            if let Some(collection) = collection {
                let window = DayRange {
                    start: visit.today,
                    end: visit.today,
                };
                let caller = visit.caller(Lane::Interactive);
                let api = &visit.room.settings.api_url;
                if let Ok(listed) = listing::list(&caller, api, collection, window).await {
                    for document in &listed.documents {
                        let checked = self.check_person(&account.id, vendor, &document.id).await;
                        if checked.is_err() {
                            // Its grant is the person's, which another account may go on with.
                            self.forget(&account.id, vendor).await?;
                            return checked;
                        }
                    }
                    let arrived: Vec<_> = listed.documents.into_iter().map(Arrived::Sent).collect();
                    self.learn_person(&visit, &arrived).await?;
                }
            }
        }
        // What was refused before may be granted now.
        let anew = |progress: &mut Progress| {
            progress.backfill = None;
            progress
                .entities
                .values_mut()
                .for_each(|entity| entity.fault = None);
        };
        let place = Progress::place(&account.id, vendor);
        place.change(self.inner.storage.as_ref(), anew).await?;
        self.begin_backfill(account, vendor, None).await?;
        self.plan_anew(&account.id, vendor).await?;
        Ok(())
    }

    /// Who a person is to the vendor, as an access token tells that nobody keeps yet; `None` if it
    /// does not.
    async fn who_is(&self, vendor: Vendor, access: &SecretString) -> Option<String> {
        let room = self.inner.rooms.get(&vendor)?;
        let ConnectorOf::All(connector) = &room.settings.connector else {
            return None;
        };
        let collection = connector.collection(connector.capabilities().person?)?;
        let leave = room.budget.wait(Lane::Interactive, LEAVE_PATIENCE).await;
        if !matches!(leave, Ok(Acquired::Granted)) {
            return None;
        }
        let today = day_of(self.inner.clock.now(), &TimeZone::UTC);
        let window = DayRange {
            start: today,
            end: today,
        };
        let request = connector.list(&room.settings.api_url, collection, window, None);
        let reply = self.inner.http.send(&request, Some(access)).await.ok()?;
        if reply.status != 200 {
            return None;
        }
        let page = connector.read_page(collection, window, &reply.body).ok()?;
        page.documents
            .into_iter()
            .next()
            .map(|document| document.id)
    }

    /// Refuses a person of the vendor who belongs to another account, and one who is another than whom
    /// this account was connected to.
    async fn check_person(
        &self,
        account: &AccountId,
        vendor: Vendor,
        person: &str,
    ) -> Result<(), ConnectError> {
        let storage = self.inner.storage.as_ref();
        let is_of = |known: Option<connection::Connection>| known.and_then(|known| known.person);
        if let Some(other) = self.account_of(vendor, person).await?
            && other != *account
        {
            let theirs = connection::read(storage, &other, vendor).await?;
            if is_of(theirs).as_deref() == Some(person) {
                return Err(ConnectError::AnotherAccount);
            }
        }
        let mine = is_of(connection::read(storage, account, vendor).await?);
        if mine.is_some_and(|known| known != person) {
            return Err(ConnectError::AnotherPerson);
        }
        Ok(())
    }

    /// Whose a vendor's person is.
    pub(super) async fn account_of(
        &self,
        vendor: Vendor,
        person: &str,
    ) -> Result<Option<AccountId>, StorageError> {
        let known: Person = person_place(vendor, person)
            .read(self.inner.storage.as_ref())
            .await?;
        Ok(AccountId::new(&known.account))
    }

    /// Learns from documents who the person is to the vendor, so that events find the account. False:
    /// another account has the person.
    pub(super) async fn learn_person(
        &self,
        visit: &Visit<'_>,
        arrived: &[Arrived],
    ) -> Result<bool, StorageError> {
        let Some(kind) = visit.connector.capabilities().person else {
            return Ok(true);
        };
        let person = arrived.iter().find_map(|arrived| match arrived {
            Arrived::Sent(document) if document.kind == kind => Some(document.id.clone()),
            Arrived::Sent(_) | Arrived::Gone { .. } => None,
        });
        let Some(person) = person else {
            return Ok(true);
        };
        let (storage, account) = (self.inner.storage.as_ref(), &visit.account.id);
        if let Some(other) = self.account_of(visit.vendor, &person).await?
            && other != *account
        {
            let theirs = connection::read(storage, &other, visit.vendor).await?;
            if theirs.is_some_and(|theirs| theirs.person.as_ref() == Some(&person)) {
                return Ok(false);
            }
        }
        let mine = |known: &mut Person| account.as_str().clone_into(&mut known.account);
        person_place(visit.vendor, &person)
            .change(storage, mine)
            .await?;
        connection::change(storage, account, visit.vendor, |known| {
            let known = known?;
            (known.person.as_ref() != Some(&person)).then(|| connection::Connection {
                person: Some(person.clone()),
                ..known
            })
        })
        .await?;
        Ok(true)
    }

    fn sign_in(&self, vendor: Vendor, legacy: bool) -> Result<(&SignIn, &Endpoints), ConnectError> {
        let room = self.inner.rooms.get(&vendor);
        let sign_in = room.and_then(|room| room.settings.sign_in.as_ref());
        let sign_in = sign_in.ok_or(ConnectError::NotSetUp)?;
        let endpoints = if legacy {
            sign_in.legacy.as_ref().ok_or(ConnectError::NotSetUp)?
        } else {
            &sign_in.endpoints
        };
        Ok((sign_in, endpoints))
    }

    /// Of any number who come back with one state, one goes on.
    async fn take_pending(
        &self,
        state: &str,
    ) -> Result<(Pending, AccountId, Vendor), ConnectError> {
        let owner = Owner::Deployment;
        let taken = self
            .inner
            .storage
            .take_document(&owner, PENDING_KIND, &digest(state))
            .await?;
        let now = self.inner.clock.now();
        let pending = taken
            .filter(|document| document.is_live(now))
            .and_then(|document| serde_json::from_str::<Pending>(&document.body).ok())
            .ok_or(ConnectError::NotBegun)?;
        let account = AccountId::new(&pending.account).ok_or(ConnectError::NotBegun)?;
        let vendor = Vendor::parse(&pending.vendor).ok_or(ConnectError::NotBegun)?;
        Ok((pending, account, vendor))
    }

    async fn trade(
        &self,
        client: &ClientApp,
        token_url: &Url,
        code: &SecretString,
        pkce: Option<&Pkce>,
    ) -> Result<TokenAnswer, ConnectError> {
        let request = oauth2::exchange(token_url, client, code, pkce);
        let sent = self.inner.http.send(&request, None).await;
        let reply = sent.map_err(|_| ConnectError::Unavailable)?;
        oauth2::read_token(&reply).map_err(|refusal| match refusal {
            TokenRefusal::Rejected => ConnectError::CodeRejected,
            TokenRefusal::Temporary { .. } => ConnectError::Unavailable,
        })
    }
}

fn person_place(vendor: Vendor, person: &str) -> Place {
    Place {
        owner: Owner::Deployment,
        kind: PERSON_KIND,
        id: person_id(vendor, person),
    }
}

pub(super) fn person_id(vendor: Vendor, person: &str) -> String {
    format!("{} {person}", vendor.as_str())
}

/// The query of an address, or of what is one already.
pub(super) fn query_of(answer: &str) -> &str {
    let query = answer.split_once('?').map_or(answer, |(_, query)| query);
    query.split('#').next().unwrap_or_default().trim()
}

pub(super) fn state_of(query: &str) -> Option<String> {
    form_urlencoded::parse(query.as_bytes())
        .find(|(name, _)| name == "state")
        .map(|(_, state)| state.into_owned())
}

pub(super) fn digest(state: &str) -> String {
    hex::encode(Sha256::digest(state))
}
