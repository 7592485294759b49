//! A fake WHOOP: sign-in, tokens that are good once, collections that change while they are listed,
//! limits of the whole app, and signed events that come late, twice, out of order or never.
//!
//! It is written from the vendor's description and from what users report. It keeps its own clock, which
//! is moved by hand. A test changes what it knows by [`FakeWhoop`], and counts what it was asked.
//!
//! ```
//! # use vitalog_test_support::vendors::whoop::{FakeWhoop, Life, SCOPES};
//! # async fn example() {
//! let whoop = FakeWhoop::start("2026-10-05T12:00:00Z").await;
//! whoop.add_person(1_000_001);
//! whoop.live(1_000_001, &Life::new(7, "2026-09-05", 30));
//! let tokens = whoop.grant(1_000_001, SCOPES);
//! # let _ = tokens;
//! # }
//! ```

mod deliver;
mod events;
mod handle;
mod life;
mod limits;
mod records;
mod tokens;
mod world;

use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;

pub use events::PendingEvent;
pub use handle::SCOPES;
pub use life::Life;
pub use tokens::{Consent, Pair};
pub use world::Request;

use super::{
    ask::{Answer, Ask},
    faults::Fault,
    server::{self, Fake, Said, Server},
};
use world::World;

/// A fake WHOOP on a free port of this machine, until it is dropped.
pub struct FakeWhoop {
    shared: Arc<Shared>,
    server: Server,
}

struct Shared {
    world: Mutex<World>,
    /// Where events lead, if not to where they say.
    router: Mutex<Option<Router>>,
}

impl Shared {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("nobody panicked with it")
    }
}

impl FakeWhoop {
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

    fn world(&self) -> MutexGuard<'_, World> {
        self.shared.world()
    }
}

impl Fake for Shared {
    async fn answer(&self, ask: Ask) -> Said {
        let fault = self.world().faults.take(&ask.path);
        if fault == Some(Fault::Hang) {
            std::future::pending::<()>().await;
        }
        let mut world = self.world();
        let instead = fault.as_ref().and_then(Fault::instead);
        let answer = instead.unwrap_or_else(|| world.answer(&ask));
        let answer = match fault {
            Some(Fault::AnswerLost) => Answer::empty(502),
            _ => answer,
        };
        world.log(&ask, answer.status);
        match fault {
            Some(Fault::NotJson) => Said::Broken,
            _ => Said::Answer(answer),
        }
    }
}

impl World {
    fn answer(&mut self, ask: &Ask) -> Answer {
        let path: Vec<&str> = ask.path.trim_matches('/').split('/').collect();
        match (ask.method.as_str(), path.as_slice()) {
            ("GET", ["oauth", "oauth2", "auth"]) => self.authorize(ask),
            ("POST", ["oauth", "oauth2", "token"]) => self.token(ask),
            (_, ["developer", "v2", ..]) => {
                let answer = if self.left().0 == 0 {
                    Answer::empty(429)
                } else if path[2..] == ["user", "access"] {
                    self.end_access(ask)
                } else {
                    self.read(ask, &path[2..])
                };
                self.tell_limits(answer)
            }
            _ => Answer::empty(404),
        }
    }

    fn log(&mut self, ask: &Ask, status: u16) {
        self.requests.push(Request {
            method: ask.method.to_string(),
            path: ask.path.clone(),
            query: ask.query.clone(),
            status,
            at: self.now,
        });
    }
}
