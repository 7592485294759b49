//! How fresh the copy of each source is.

use jiff::civil::Date;
use vitalog_core::{Account, AccountId};
use vitalog_sync::vendor::{Freshness, SourceStatus, connection::no_longer_accepted};

use crate::{Service, ServiceError};

/// How fresh the copy of each source is.
#[derive(Clone, Debug)]
pub struct SyncStatus {
    /// The sources that are set up. One that needs a place or a sign-in and has none is among them.
    pub sources: Vec<SourceStatus>,
    /// What to know about the answer.
    pub notes: Vec<String>,
    /// The last day of any document.
    pub data_through: Option<Date>,
}

impl Service {
    /// How fresh the copy of each source is. Asks no vendor.
    ///
    /// # Errors
    ///
    /// If storage cannot be read.
    pub async fn sync_status(&self, account: &Account) -> Result<SyncStatus, ServiceError> {
        let sources = match &self.sources {
            Some(sources) => sources.status.sources(&account.id).await?,
            None => Vec::new(),
        };
        let mut notes = notes(&account.id, &sources);
        if sources.is_empty() {
            notes.push("This server asks no source by itself.".to_owned());
        }
        Ok(SyncStatus {
            data_through: sources
                .iter()
                .filter_map(|source| source.data_through)
                .max(),
            sources,
            notes,
        })
    }
}

/// What the person has to do, and what waits for it.
pub(super) fn notes(account: &AccountId, sources: &[SourceStatus]) -> Vec<String> {
    let mut notes = Vec::new();
    for source in sources {
        let name = source.vendor.source();
        if source.state == Freshness::NeedsReconnect {
            notes.push(no_longer_accepted(account, source.vendor));
        }
        let of = |state: Freshness| -> Vec<&str> {
            let entities = source.entities.iter();
            let entities = entities.filter(|entity| entity.state == state);
            entities.map(|entity| entity.kind).collect()
        };
        let (not_granted, not_offered) = (of(Freshness::NotGranted), of(Freshness::NotOffered));
        if !not_granted.is_empty() {
            notes.push(format!(
                "{name} does not give out {}: it was not granted, or needs a membership.",
                not_granted.join(", ")
            ));
        }
        if !not_offered.is_empty() {
            notes.push(format!(
                "{name} knows of no {} where this app may look.",
                not_offered.join(" and no ")
            ));
        }
        if source.dead > 0 {
            notes.push(format!(
                "{} events of {name} were given up; `vitalog queue list` shows them.",
                source.dead
            ));
        }
    }
    notes
}
