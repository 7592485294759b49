//! What the doors lead to.

use std::sync::Arc;

use tokio_util::task::TaskTracker;
use vitalog_config::Settings;
use vitalog_config::sections::{access::Access, server::Server};
use vitalog_mcp::{Mcp, Toolsets};
use vitalog_service::Service;
use vitalog_sync::Ingest;

/// The application behind the router. Cheap to clone.
#[derive(Clone)]
pub struct App {
    pub(crate) service: Service,
    pub(crate) ingest: Arc<Ingest>,
    pub(crate) mcp: Mcp,
    pub(crate) rules: Arc<Rules>,
    /// Work that must end in its own time, whatever becomes of the connection that asked for it.
    pub(crate) tasks: TaskTracker,
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
        }
    }
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").finish_non_exhaustive()
    }
}
