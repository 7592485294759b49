//! Where the program runs: a process that may die between any two steps, and its connections.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering},
};

use async_trait::async_trait;
use axum::{Router, body::Body};
use http::{Method, Request, header};
use http_body_util::BodyExt;
use jiff::{SignedDuration, Timestamp};
use secrecy::{ExposeSecret, SecretString};
use tokio::{
    sync::Notify,
    time::{Duration, Instant, timeout},
};
use tower::ServiceExt;
use url::{Url, form_urlencoded};
use vitalog_connectors::{
    Auth, RequestBody, VendorReply, VendorRequest,
    http::{Http, HttpError},
    oauth2::ClientApp,
    oura::Oura,
    whoop::{self, Whoop},
};
use vitalog_core::{Clock, clock::CountingEntropy};
use vitalog_storage::{MemoryStorage, Retry, Storage, StorageError};
use vitalog_storage_contract::{Hook, Hooked, Operation};
use vitalog_sync::{
    Ingest,
    vendor::{ConnectorOf, Endpoints, Relay, SignIn, VendorSettings, seal::Seal},
};
use vitalog_test_support::vendors::{oura::FakeOura, whoop::FakeWhoop};

/// The time, and what the machine takes for it.
pub(super) struct SimClock {
    begin: Timestamp,
    began: Instant,
    /// How far the machine's clock is wrong, in seconds.
    wrong_by_s: AtomicI64,
}

impl SimClock {
    pub(super) fn new(begin: Timestamp) -> Self {
        Self {
            begin,
            began: Instant::now(),
            wrong_by_s: AtomicI64::new(0),
        }
    }

    /// The time everywhere else.
    pub(super) fn true_now(&self) -> Timestamp {
        self.begin + SignedDuration::try_from(self.began.elapsed()).unwrap()
    }

    pub(super) fn set_wrong_by(&self, seconds: i64) {
        self.wrong_by_s.store(seconds, Ordering::SeqCst);
    }
}

impl Clock for SimClock {
    fn now(&self) -> Timestamp {
        let wrong_by = self.wrong_by_s.load(Ordering::SeqCst);
        self.true_now() + SignedDuration::from_secs(wrong_by)
    }
}

/// The steps of a process: it dies at one of them, and never gets beyond it.
#[derive(Default)]
pub(super) struct Steps {
    /// So many more; 0 for no end.
    left: AtomicU32,
    /// The store fails at so many more; 0 for never.
    fails_in: AtomicU32,
    dead: AtomicBool,
    died: Notify,
}

impl Steps {
    /// Lets the process die at a step, counted from 1; at 0 it lives.
    pub(super) fn die_in(&self, steps: u32) {
        self.left.store(steps, Ordering::SeqCst);
    }

    /// Lets the store fail once, at a step counted from 1.
    pub(super) fn fail_in(&self, steps: u32) {
        self.fails_in.store(steps, Ordering::SeqCst);
    }

    async fn step(&self) {
        let end = |left: u32| (left > 0).then(|| left - 1);
        let before = self
            .left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, end);
        if before == Ok(1) {
            self.dead.store(true, Ordering::SeqCst);
            self.died.notify_one();
        }
        if self.dead.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
    }

    /// Waits for the death.
    pub(super) async fn died(&self) {
        self.died.notified().await;
    }
}

/// Every operation of the store is two steps: it is done between them.
struct AtSteps(Arc<Steps>);

#[async_trait]
impl Hook for AtSteps {
    async fn before(&self, operation: Operation) -> Result<(), StorageError> {
        self.0.step().await;
        let end = |left: u32| (left > 0).then(|| left - 1);
        let fails_in = &self.0.fails_in;
        let before = fails_in.fetch_update(Ordering::SeqCst, Ordering::SeqCst, end);
        if before == Ok(1) {
            return Err(StorageError {
                operation: operation.name,
                retry: Retry::Later,
                source: "out of order".into(),
            });
        }
        Ok(())
    }

    async fn after(&self, _operation: Operation) {
        self.0.step().await;
    }
}

/// The way to the vendors; a request is two steps as well.
pub(super) struct Wire {
    pub(super) clock: Arc<SimClock>,
    pub(super) oura: Arc<FakeOura>,
    pub(super) whoop: Arc<FakeWhoop>,
    oura_router: Router,
    whoop_router: Router,
}

const OURA: &str = "http://oura.example";
const WHOOP: &str = "http://whoop.example";
/// Longer no answer is waited for.
pub(super) const PATIENCE: Duration = Duration::from_secs(12);

impl Wire {
    pub(super) fn new(clock: Arc<SimClock>, oura: FakeOura, whoop: FakeWhoop) -> Self {
        Self {
            clock,
            oura_router: oura.router(),
            whoop_router: whoop.router(),
            oura: Arc::new(oura),
            whoop: Arc::new(whoop),
        }
    }

    /// The vendors have the right time.
    pub(super) fn tell_time(&self) {
        let now = self.clock.true_now();
        self.oura.set_now(now);
        self.whoop.set_now(now);
    }

    /// What a vendor answers, and where it sends to.
    pub(super) async fn ask(&self, request: Request<Body>) -> (VendorReply, Option<String>) {
        self.tell_time();
        let host = request.uri().host().unwrap();
        let router = if OURA.ends_with(host) {
            &self.oura_router
        } else {
            &self.whoop_router
        };
        let answer = router.clone().oneshot(request).await.unwrap();
        let (head, body) = answer.into_parts();
        let location = head.headers.get(header::LOCATION);
        let location = location.map(|location| location.to_str().unwrap().to_owned());
        let reply = VendorReply {
            status: head.status.as_u16(),
            headers: head.headers,
            body: body.collect().await.unwrap().to_bytes().to_vec(),
        };
        (reply, location)
    }
}

/// The wire of one process.
struct OfProcess(Arc<Steps>, Arc<Wire>);

#[async_trait]
impl Http for OfProcess {
    async fn send(
        &self,
        request: &VendorRequest,
        bearer: Option<&SecretString>,
    ) -> Result<VendorReply, HttpError> {
        self.0.step().await;
        let asked = timeout(PATIENCE, self.1.ask(written(request, bearer))).await;
        self.0.step().await;
        asked
            .map(|(reply, _)| reply)
            .map_err(|_| HttpError::TimedOut)
    }
}

pub(super) fn written(request: &VendorRequest, bearer: Option<&SecretString>) -> Request<Body> {
    let mut builder = Request::builder()
        .method(request.method.clone())
        .uri(request.url.as_str());
    for (name, value) in &request.headers {
        builder = builder.header(name, value.expose_secret());
    }
    if let (Auth::Bearer, Some(token)) = (request.auth, bearer) {
        let value = format!("Bearer {}", token.expose_secret());
        builder = builder.header(header::AUTHORIZATION, value);
    }
    let body = match &request.body {
        RequestBody::None => Body::empty(),
        RequestBody::Json(json) => Body::from(json.expose_secret().to_owned()),
        RequestBody::Form(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| (*name, value.expose_secret()));
            let mut form = form_urlencoded::Serializer::new(String::new());
            Body::from(form.extend_pairs(fields).finish())
        }
    };
    builder.body(body).unwrap()
}

/// A process.
pub(super) struct Process {
    pub(super) steps: Arc<Steps>,
    pub(super) relay: Relay,
    pub(super) ingest: Ingest,
}

impl Process {
    pub(super) fn start(
        memory: &Arc<MemoryStorage>,
        entropy: &Arc<CountingEntropy>,
        wire: &Arc<Wire>,
    ) -> Self {
        let steps = Arc::new(Steps::default());
        let storage: Arc<dyn Storage> =
            Arc::new(Hooked::over(memory.clone(), AtSteps(steps.clone())));
        let seal = Arc::new(Seal::new(&"5e".repeat(32).into()).unwrap());
        let relay = Relay::new(
            storage.clone(),
            wire.clock.clone(),
            entropy.clone(),
            Arc::new(OfProcess(steps.clone(), wire.clone())),
            seal,
            vec![oura(&wire.oura), whoop(&wire.whoop)],
        );
        let ingest = Ingest::new(storage, wire.clock.clone());
        Self {
            steps,
            relay,
            ingest,
        }
    }
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

pub(super) fn oura_app(fake: &FakeOura) -> (Url, ClientApp) {
    let client = ClientApp {
        id: fake.client_id().to_owned(),
        secret: fake.client_secret().into(),
        redirect_uri: "https://vitalog.example/connect/oura/callback".to_owned(),
    };
    (url(OURA), client)
}

fn oura(fake: &FakeOura) -> VendorSettings {
    let (api_url, client) = oura_app(fake);
    let endpoint = |path: &str| url(&format!("{OURA}/oauth/v2/ext/{path}"));
    VendorSettings {
        connector: ConnectorOf::All(Arc::new(Oura)),
        api_url,
        sign_in: Some(SignIn {
            client,
            endpoints: Endpoints {
                authorize_url: endpoint("oauth-authorize"),
                token_url: endpoint("oauth-token"),
            },
            legacy: None,
            refresh_scope: None,
        }),
    }
}

fn whoop(fake: &FakeWhoop) -> VendorSettings {
    let endpoint = |path: &str| url(&format!("{WHOOP}{path}"));
    VendorSettings {
        connector: ConnectorOf::All(Arc::new(Whoop)),
        api_url: endpoint("/developer"),
        sign_in: Some(SignIn {
            client: ClientApp {
                id: fake.client_id().to_owned(),
                secret: fake.client_secret().into(),
                redirect_uri: "https://vitalog.example/connect/whoop/callback".to_owned(),
            },
            endpoints: Endpoints {
                authorize_url: endpoint("/oauth/oauth2/auth"),
                token_url: endpoint("/oauth/oauth2/token"),
            },
            legacy: None,
            refresh_scope: Some(whoop::oauth::REFRESH_SCOPE),
        }),
    }
}

/// A request without a body, as a browser makes it.
pub(super) fn visit(url: &Url) -> Request<Body> {
    Request::builder()
        .method(Method::GET)
        .uri(url.as_str())
        .body(Body::empty())
        .unwrap()
}

/// Who takes deliveries at the moment.
pub(super) type Taker = Arc<Mutex<Option<Relay>>>;
