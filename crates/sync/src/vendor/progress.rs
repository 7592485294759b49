//! What is known of how far the copy of a vendor's data goes.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use vitalog_connectors::Vendor;
use vitalog_core::AccountId;
use vitalog_storage::Owner;

use super::stored::Place;

/// The kind of the documents; the id is the vendor.
const KIND: &str = "vendor-progress";

/// What is stored of it, in JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Progress {
    /// By collection.
    #[serde(default)]
    pub(super) entities: BTreeMap<String, Entity>,
    /// The history that is being brought in, or was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) backfill: Option<Backfill>,
}

/// One collection.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Entity {
    /// When it was last listed without a fault, or an event of it dealt with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) last_ok_at: Option<String>,
    /// The last day that there is a document of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) data_through: Option<String>,
    /// Why it could not be listed last time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<Fault>,
}

/// Why a collection could not be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The person did not grant its scope, or has no membership.
    NotGranted,
    /// The vendor knows of no such list, and never had one: the app is of a kind that lacks it.
    NotOffered,
    /// The vendor refuses to list it, or not to its end, or cannot be understood.
    Unreadable,
    /// The vendor could not be reached.
    Unavailable,
}

impl Fault {
    /// Whether it lasts until somebody changes what the app may see, so that the wide pass finds out
    /// early enough that it has ended.
    pub(super) fn is_lasting(self) -> bool {
        match self {
            Self::NotGranted | Self::NotOffered => true,
            Self::Unreadable | Self::Unavailable => false,
        }
    }
}

/// History on its way in, from the latest day to the earliest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Backfill {
    /// The first day that is wanted.
    pub(super) start: String,
    /// The last day.
    pub(super) end: String,
    /// Down to which day each collection has come; those that have not begun are not here.
    #[serde(default)]
    pub(super) done_to: BTreeMap<String, String>,
    /// Whether all is there.
    #[serde(default)]
    pub(super) is_done: bool,
}

impl Progress {
    /// Where it is stored.
    pub(super) fn place(account: &AccountId, vendor: Vendor) -> Place {
        Place {
            owner: Owner::Account(account.clone()),
            kind: KIND,
            id: vendor.as_str().to_owned(),
        }
    }

    /// Whether a collection was ever listed.
    pub(super) fn was_listed(&self, kind: &str) -> bool {
        let entity = self.entities.get(kind);
        entity.is_some_and(|entity| entity.last_ok_at.is_some())
    }

    /// Notes that a collection was listed.
    pub(super) fn listed(&mut self, kind: &str, through: Option<String>, now: Timestamp) {
        let entity = self.entities.entry(kind.to_owned()).or_default();
        entity.last_ok_at = Some(now.to_string());
        entity.fault = None;
        // Dates as text are in the order of time.
        if through > entity.data_through {
            entity.data_through = through;
        }
    }

    /// Notes that it could not be.
    pub(super) fn failed(&mut self, kind: &str, fault: Fault) {
        self.entities.entry(kind.to_owned()).or_default().fault = Some(fault);
    }
}
