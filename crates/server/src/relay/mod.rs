//! The doors of vendors: events that they send, and people who come back from them.

mod callback;
mod page;
mod webhook;

use std::sync::Arc;

use secrecy::SecretString;
use tokio::sync::Notify;
use vitalog_sync::vendor::Relay;

pub(crate) use callback::handle as callback;
pub(crate) use webhook::handle as webhook;

/// What these doors lead to.
#[derive(Clone)]
pub(crate) struct RelayDoors {
    pub(crate) relay: Relay,
    /// What Oura has to say before it may send events.
    pub(crate) oura_token: Option<SecretString>,
    /// Told when there is something to do.
    pub(crate) news: Arc<Notify>,
}
