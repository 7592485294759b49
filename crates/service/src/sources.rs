//! The sources that are asked: how fresh the copy of each is, and bringing it up to date.

mod status;
mod sync_now;

use std::sync::Arc;

use vitalog_sync::vendor::{StatusReader, SyncNow};

use crate::Service;

pub use status::SyncStatus;
pub use sync_now::{IfBusy, SourceSync, SyncAnswer, SyncOutcome};
pub use vitalog_sync::vendor::{
    EntityStatus, Fault as SourceFault, Freshness, SourceStatus, Vendor,
};

/// What a service may know of the relay, and ask of it. It has no tokens.
#[derive(Clone)]
pub(crate) struct Sources {
    status: StatusReader,
    relay: Arc<dyn SyncNow>,
}

impl Service {
    /// The same service, with sources.
    #[must_use]
    pub fn with_relay(mut self, status: StatusReader, relay: Arc<dyn SyncNow>) -> Self {
        self.sources = Some(Sources { status, relay });
        self
    }
}
