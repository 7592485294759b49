//! A fake Oura: sign-in at two portals, tokens that are good once, collections with the vendor's
//! odd ends of ranges, subscriptions, and signed events that come late, twice and out of order.
//!
//! It is written from the vendor's description and from what users report. It keeps its own clock, which
//! is moved by hand. A test changes what it knows by [`FakeOura`], and counts what it was asked.
//!
//! ```
//! # use vitalog_test_support::vendors::oura::{FakeOura, Life, Portal, SCOPES};
//! # async fn example() {
//! let oura = FakeOura::start("2026-10-05T12:00:00Z").await;
//! oura.add_person("person-1");
//! oura.live("person-1", &Life::new(7, "Europe/Berlin", "2026-09-05", 30));
//! let tokens = oura.grant(Portal::Current, "person-1", SCOPES);
//! # let _ = tokens;
//! # }
//! ```

mod documents;
mod events;
mod handle;
mod refusals;
mod seed;
mod subscriptions;
mod tokens;
mod world;

use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use http::{HeaderMap, Method};

pub use events::{PendingEvent, Wording};
pub use handle::{NOT_WANTED, SCOPES};
pub use seed::Life;
pub use tokens::{Consent, Pair, Portal};
pub use world::Request;

use super::{
    Fault,
    ask::{Answer, Ask},
    call_back::call_back,
    server::{self, Fake, Said, Server},
};
use subscriptions::{Managed, Wanted};
use world::World;

/// A fake Oura on a free port of this machine, until it is dropped.
pub struct FakeOura {
    shared: Arc<Shared>,
    server: Server,
}

struct Shared {
    world: Mutex<World>,
    /// Where callbacks lead, if not to where they say.
    router: Mutex<Option<Router>>,
}

impl Shared {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("nobody panicked with it")
    }

    fn router(&self) -> Option<Router> {
        self.router.lock().expect("nobody panicked with it").clone()
    }
}

impl FakeOura {
    /// Starts one, whose clock stands at `now`.
    pub async fn start(now: &str) -> Self {
        let now = now.parse().expect("a time with its offset");
        let shared = Arc::new(Shared {
            world: Mutex::new(World::new(now)),
            router: Mutex::new(None),
        });
        let server = Server::start(shared.clone()).await;
        Self { shared, server }
    }

    /// What answers, without the port: for requests from this process, whatever host they name.
    pub fn router(&self) -> Router {
        server::router(Arc::clone(&self.shared))
    }
}

impl Fake for Shared {
    async fn answer(&self, ask: Ask) -> Said {
        let fault = self.world().faults.take(&ask.path);
        if fault == Some(Fault::Hang) {
            std::future::pending::<()>().await;
        }
        let (answer, person) = match fault.as_ref().and_then(Fault::instead) {
            Some(instead) => (instead, None),
            None => answer(self, &ask).await,
        };
        let answer = match fault {
            Some(Fault::AnswerLost) => Answer::error(502, "example"),
            _ => answer,
        };
        self.world().log(&ask, person, answer.status);
        match fault {
            Some(Fault::NotJson) => Said::Broken,
            _ => Said::Answer(answer),
        }
    }
}

async fn answer(shared: &Shared, ask: &Ask) -> (Answer, Option<String>) {
    let path: Vec<String> = ask.path.trim_matches('/').split('/').map(decoded).collect();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let managed = {
        let mut world = shared.world();
        match (ask.method.as_str(), path.as_slice()) {
            ("GET", ["oauth", "v2", "ext", "oauth-authorize"]) => {
                return (world.authorize(ask, Portal::Current), None);
            }
            ("GET", ["oauth", "authorize"]) => return (world.authorize(ask, Portal::Legacy), None),
            ("POST", ["oauth", "v2", "ext", "oauth-token"]) => {
                return (world.token(ask, Portal::Current), None);
            }
            ("POST", ["oauth", "token"]) => return (world.token(ask, Portal::Legacy), None),
            ("GET" | "POST", ["oauth", "revoke"]) => return (world.revoke(ask), None),
            (_, ["v2", "webhook", "subscription", rest @ ..]) => world.manage(ask, rest),
            (_, ["v2", ..]) if world.is_over_the_limit() => {
                return (Answer::error(429, "Rate limit exceeded"), None);
            }
            ("GET", ["v2", "usercollection", rest @ ..]) => return world.read(ask, rest),
            _ => return (Answer::error(404, "Not found"), None),
        }
    };
    match managed {
        Managed::Answered(answer) => (answer, None),
        Managed::Challenge(wanted) => (challenge(shared, wanted).await, None),
    }
}

/// Asks a callback whether it knows the token, and subscribes it if so.
async fn challenge(shared: &Shared, wanted: Wanted) -> Answer {
    let challenge = shared.world().unique("challenge");
    let mut url = url::Url::parse(&wanted.callback_url).expect("an address");
    url.query_pairs_mut()
        .append_pair("verification_token", &wanted.verification_token)
        .append_pair("challenge", &challenge);
    let router = shared.router();
    let no_headers = HeaderMap::new();
    let (status, body) =
        call_back(router.as_ref(), Method::GET, url.as_str(), &no_headers, "").await;
    let body: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
    if status != 200 || body["challenge"] != challenge.as_str() {
        return Answer::invalid("body", "callback_url", "the challenge was not answered");
    }
    shared.world().subscribe(wanted)
}

fn decoded(segment: &str) -> String {
    // A segment is read like a value of a query, in which only the plus sign means something else.
    let text = format!("s={}", segment.replace('+', "%2B"));
    let decoded = url::form_urlencoded::parse(text.as_bytes()).next();
    decoded
        .map(|(_, value)| value.into_owned())
        .unwrap_or_default()
}
