//! Changes of the lists, and those who listen for them. Nothing really changes: a fixture says so.

use rmcp::service::SubscriptionContext;
use tokio::sync::broadcast::{self, error::RecvError};

/// Changes that a slow listener may fall behind.
const BACKLOG: usize = 16;

/// A list that is said to have changed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// That of the tools.
    Tools,
    /// That of the prompts.
    Prompts,
}

/// Tells every open subscription of changes.
#[derive(Clone)]
pub(super) struct Changes(broadcast::Sender<Change>);

impl Changes {
    /// Without changes or listeners.
    pub(super) fn new() -> Self {
        Self(broadcast::Sender::new(BACKLOG))
    }

    /// Says that a list has changed.
    pub(super) fn say(&self, change: Change) {
        // Nobody has to be listening.
        let _ = self.0.send(change);
    }

    /// Tells one subscription of changes until its client goes away.
    pub(super) async fn tell(&self, subscription: &SubscriptionContext) {
        let mut changes = self.0.subscribe();
        loop {
            let change = tokio::select! {
                () = subscription.cancelled() => return,
                change = changes.recv() => change,
            };
            let sink = subscription.sink();
            // The sink refuses what the subscription did not ask for.
            let _ = match change {
                Ok(Change::Tools) => sink.notify_tool_list_changed().await,
                Ok(Change::Prompts) => sink.notify_prompt_list_changed().await,
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => return,
            };
        }
    }
}
