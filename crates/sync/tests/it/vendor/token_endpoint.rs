//! A token endpoint that takes each refresh token once, and keepers of its tokens.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
};

use async_trait::async_trait;
use http::HeaderMap;
use jiff::SignedDuration;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Semaphore;
use url::Url;
use vitalog_connectors::{
    RequestBody, Vendor, VendorReply, VendorRequest,
    http::{Http, HttpError},
    oauth2::{ClientApp, TokenAnswer},
};
use vitalog_core::{
    AccountId, Entropy,
    clock::{CountingEntropy, ManualClock},
};
use vitalog_storage::{MemoryStorage, Retry, Storage, StorageError};
use vitalog_storage_contract::{Hook, Hooked, Operation};
use vitalog_sync::vendor::{
    connection::{self, ConnectionState},
    keeper::{App, Keeper, NewGrant, TokenError},
    seal::Seal,
};

/// How the endpoint behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mood {
    Fine,
    /// Answers so, and changes nothing.
    Status(u16),
    Unreachable,
    /// Never answers, and changes nothing.
    Silent,
}

/// What a vendor knows of one grant.
pub(super) struct Endpoint {
    pub(super) mood: Mutex<Mood>,
    /// The number of the pair that is good: `access-3` and `refresh-3`.
    pub(super) good: AtomicU32,
    pub(super) asked: AtomicU32,
    /// How often a used-up refresh token was sent.
    pub(super) burned: AtomicU32,
    pub(super) urls: Mutex<Vec<String>>,
    /// Answers wait for a permit, if they are to.
    pub(super) answers: Option<Semaphore>,
}

impl Default for Endpoint {
    fn default() -> Self {
        Self {
            mood: Mutex::new(Mood::Fine),
            good: AtomicU32::new(1),
            asked: AtomicU32::new(0),
            burned: AtomicU32::new(0),
            urls: Mutex::default(),
            answers: None,
        }
    }
}

impl Endpoint {
    pub(super) fn set(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    pub(super) fn counts(&self) -> (u32, u32) {
        let count = |counter: &AtomicU32| counter.load(Ordering::SeqCst);
        (count(&self.asked), count(&self.burned))
    }

    /// Answers a refresh token: the status and the body.
    pub(super) fn answer(&self, refresh: &str) -> (u16, String) {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let good = self.good.load(Ordering::SeqCst);
        let taken = refresh == format!("refresh-{good}")
            && self
                .good
                .compare_exchange(good, good + 1, Ordering::SeqCst, Ordering::SeqCst)
                .is_ok();
        if !taken {
            self.burned.fetch_add(1, Ordering::SeqCst);
            return (400, "{\"error\": \"invalid_grant\"}".to_owned());
        }
        let next = good + 1;
        let body = format!(
            "{{\"access_token\": \"access-{next}\", \"refresh_token\": \"refresh-{next}\", \
             \"expires_in\": 3600}}"
        );
        (200, body)
    }
}

#[async_trait]
impl Http for Endpoint {
    async fn send(
        &self,
        request: &VendorRequest,
        bearer: Option<&SecretString>,
    ) -> Result<VendorReply, HttpError> {
        assert!(bearer.is_none(), "a refresh carries no access token");
        self.urls.lock().unwrap().push(request.url.to_string());
        let RequestBody::Form(fields) = &request.body else {
            return Err(HttpError::BadRequest);
        };
        let field = |name: &str| {
            let found = fields.iter().find(|(field, _)| *field == name);
            found.map_or("", |(_, value)| value.expose_secret())
        };
        assert_eq!(field("grant_type"), "refresh_token");
        let mood = *self.mood.lock().unwrap();
        let (status, body) = match mood {
            Mood::Fine => self.answer(field("refresh_token")),
            Mood::Status(status) => (status, "<html>".to_owned()),
            Mood::Unreachable => return Err(HttpError::Unreachable),
            Mood::Silent => std::future::pending().await,
        };
        if let Some(answers) = &self.answers {
            answers.acquire().await.unwrap().forget();
        }
        Ok(VendorReply {
            status,
            headers: HeaderMap::new(),
            body: body.into_bytes(),
        })
    }
}

/// Storage whose next writes of documents fail, or wait for ever.
#[derive(Default)]
pub(super) struct Faults {
    /// Writes that still succeed.
    pub(super) fine: Mutex<Option<u32>>,
    /// How many fail then; all, if there is none.
    pub(super) failing: Mutex<Option<u32>>,
}

impl Faults {
    /// After so many writes so many fail.
    pub(super) fn fail_after(&self, fine: u32, failing: Option<u32>) {
        *self.fine.lock().unwrap() = Some(fine);
        *self.failing.lock().unwrap() = failing;
    }

    pub(super) fn mend(&self) {
        *self.fine.lock().unwrap() = None;
    }
}

#[async_trait]
impl Hook for Faults {
    async fn before(&self, operation: Operation) -> Result<(), StorageError> {
        let mut fine = self.fine.lock().unwrap();
        if operation.name != "put_document" || fine.is_none() {
            return Ok(());
        }
        if let Some(left) = fine.filter(|left| *left > 0) {
            *fine = Some(left - 1);
            return Ok(());
        }
        let mut failing = self.failing.lock().unwrap();
        match &mut *failing {
            Some(0) => return Ok(()),
            Some(left) => *left -= 1,
            None => {}
        }
        Err(StorageError {
            operation: "put_document",
            retry: Retry::Later,
            source: "the disk is full".into(),
        })
    }
}

/// One person's grant, and the processes that use it.
pub(super) struct World {
    pub(super) memory: Arc<MemoryStorage>,
    pub(super) clock: Arc<ManualClock>,
    pub(super) endpoint: Arc<Endpoint>,
    pub(super) entropy: Arc<CountingEntropy>,
}

pub(super) const VENDOR: Vendor = Vendor::Oura;

pub(super) fn me() -> AccountId {
    AccountId::first()
}

pub(super) fn seal() -> Arc<Seal> {
    Arc::new(Seal::new(&"5e".repeat(32).into()).unwrap())
}

pub(super) fn apps() -> BTreeMap<Vendor, App> {
    let client = ClientApp {
        id: "app".to_owned(),
        secret: "app-secret".into(),
        redirect_uri: "http://localhost:8787/callback".to_owned(),
    };
    let app = App {
        client,
        refresh_scope: None,
    };
    BTreeMap::from([(VENDOR, app)])
}

/// The first pair, which lasts an hour.
pub(super) fn grant(url: &str) -> NewGrant {
    NewGrant {
        token_url: Url::parse(url).unwrap(),
        answer: TokenAnswer {
            access: "access-1".into(),
            refresh: Some("refresh-1".into()),
            expires_in_s: 3600,
            scope: Some("daily".to_owned()),
        },
        scopes: None,
    }
}

impl World {
    /// A person who has just connected.
    pub(super) async fn new() -> Self {
        Self::with(Endpoint::default()).await
    }

    pub(super) async fn with(endpoint: Endpoint) -> Self {
        let world = Self {
            memory: Arc::default(),
            clock: Arc::new(ManualClock::new("2026-10-10T12:00:00Z".parse().unwrap())),
            endpoint: Arc::new(endpoint),
            entropy: Arc::default(),
        };
        let url = "https://vendor.example/token";
        let keeper = world.keeper();
        keeper.adopt(&me(), VENDOR, grant(url)).await.unwrap();
        world
    }

    /// The keeper of another process.
    pub(super) fn keeper(&self) -> Keeper {
        self.keeper_on(self.memory.clone())
    }

    pub(super) fn keeper_on(&self, storage: Arc<dyn Storage>) -> Keeper {
        let entropy: Arc<dyn Entropy> = self.entropy.clone();
        let (http, clock) = (self.endpoint.clone(), self.clock.clone());
        Keeper::new(storage, http, clock, entropy, seal(), apps())
    }

    /// The keeper of a process whose writes may fail.
    pub(super) fn faulty(&self) -> (Keeper, Arc<Hooked<Faults>>) {
        let storage = Arc::new(Hooked::over(self.memory.clone(), Faults::default()));
        (self.keeper_on(storage.clone()), storage)
    }

    pub(super) fn pass_minutes(&self, minutes: i64) {
        self.clock.advance(SignedDuration::from_mins(minutes));
    }

    pub(super) async fn state(&self) -> ConnectionState {
        let connection = connection::read(self.memory.as_ref(), &me(), VENDOR).await;
        connection.unwrap().unwrap().state
    }
}

/// The token, or the name of the error.
pub(super) async fn access(keeper: &Keeper, rejected: Option<&str>) -> String {
    let rejected = rejected.map(SecretString::from);
    match keeper.access(&me(), VENDOR, rejected.as_ref()).await {
        Ok(token) => token.expose_secret().to_owned(),
        Err(error) => match error {
            TokenError::NotConnected => "not connected".to_owned(),
            TokenError::NeedsReconnect => "needs reconnect".to_owned(),
            TokenError::Temporary => "temporary".to_owned(),
            TokenError::NoApp => "no app".to_owned(),
            TokenError::Sealed(error) => error.to_string(),
            TokenError::Storage(_) => "storage".to_owned(),
        },
    }
}
