//! What the doors lead to.

use std::sync::Arc;

use secrecy::SecretString;
use tokio::sync::Notify;
use tokio_util::task::TaskTracker;
use vitalog_config::Settings;
use vitalog_config::sections::{access::Access, server::Server};
use vitalog_mcp::{Mcp, Toolsets};
use vitalog_service::Service;
use vitalog_sync::{Ingest, vendor::Relay};

use crate::{limits::Limits, relay::RelayDoors};

/// The application behind the router. Cheap to clone.
#[derive(Clone)]
pub struct App {
    pub(crate) service: Service,
    pub(crate) ingest: Arc<Ingest>,
    pub(crate) mcp: Mcp,
    pub(crate) rules: Arc<Rules>,
    /// Work that must end in its own time, whatever becomes of the connection that asked for it.
    pub(crate) tasks: TaskTracker,
    /// What was asked of late.
    pub(crate) limits: Arc<Limits>,
    /// The doors of vendors, if there are any.
    pub(crate) relay: Option<RelayDoors>,
}

/// The settings that doors go by.
pub(crate) struct Rules {
    pub(crate) server: Server,
    pub(crate) access: Access,
    pub(crate) max_push_bytes: usize,
    pub(crate) toolsets: Toolsets,
}

impl App {
    /// An application over its parts. `toolsets` are those of a connection whose URL names none.
    #[must_use]
    pub fn new(
        service: Service,
        ingest: Ingest,
        mcp: Mcp,
        settings: &Settings,
        toolsets: Toolsets,
    ) -> Self {
        Self {
            service,
            ingest: Arc::new(ingest),
            mcp,
            rules: Arc::new(Rules {
                server: settings.server.clone(),
                access: settings.access.clone(),
                max_push_bytes: settings.ingest.max_bytes,
                toolsets,
            }),
            tasks: TaskTracker::new(),
            limits: Arc::new(Limits::new(settings.limits)),
            relay: None,
        }
    }

    /// The same application, with the doors of vendors. `oura_token` is what Oura has to say before it
    /// may send events. What is given back is told when there is something to do.
    #[must_use]
    pub fn with_relay(
        mut self,
        relay: Relay,
        oura_token: Option<SecretString>,
    ) -> (Self, Arc<Notify>) {
        let news = Arc::new(Notify::new());
        self.relay = Some(RelayDoors {
            relay,
            oura_token,
            news: Arc::clone(&news),
        });
        (self, news)
    }
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").finish_non_exhaustive()
    }
}
