//! The link of one person to a vendor, as anybody may know it: no token is in it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use vitalog_connectors::Vendor;
use vitalog_core::AccountId;
use vitalog_storage::{Document, DocumentStore, DocumentWrite, Owner, Put, StorageError};

/// The kind of the documents of connections; the id is the vendor.
pub const KIND: &str = "vendor-connection";
/// How often a change is tried again because another was faster.
const MAX_ATTEMPTS: u32 = 20;

/// What is stored of a connection, in JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Connection {
    /// Whether it works.
    pub state: ConnectionState,
    /// When it came to be in that state.
    #[serde(with = "crate::as_text")]
    pub since: Timestamp,
    /// When the person allowed it.
    #[serde(with = "crate::as_text")]
    pub connected_at: Timestamp,
    /// Which of the person's authorizations it is; each has another.
    pub grant: String,
    /// The vendor's identifier of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The scopes that were granted, as the vendor writes them; `None` if it did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<String>,
    /// The token endpoint that issued the grant, where it is renewed.
    pub token_url: String,
}

/// Whether a connection works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConnectionState {
    /// As far as is known it does.
    Connected,
    /// The vendor no longer accepts the grant. The person has to connect again.
    NeedsReconnect,
}

impl ConnectionState {
    /// The shown name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Connected => "connected",
            Self::NeedsReconnect => "needs_reconnect",
        }
    }
}

impl Connection {
    /// What a document says; `None` if it cannot be read.
    #[must_use]
    pub fn of(document: &Document) -> Option<Self> {
        serde_json::from_str(&document.body).ok()
    }
}

/// The connection of an account to a vendor, if there is or was one.
///
/// # Errors
///
/// If storage fails.
pub async fn read(
    storage: &dyn DocumentStore,
    account: &AccountId,
    vendor: Vendor,
) -> Result<Option<Connection>, StorageError> {
    let owner = Owner::Account(account.clone());
    let stored = storage.get_document(&owner, KIND, vendor.as_str()).await?;
    Ok(stored.as_ref().and_then(Connection::of))
}

/// What the person has to do when a connection no longer works, in one sentence: whoever says that it
/// does not ends with it.
#[must_use]
pub fn how_to_reconnect(account: &AccountId, vendor: Vendor) -> String {
    let (vendor, account) = (vendor.as_str(), account.as_flag());
    format!("To connect again, run `vitalog connect {vendor}{account}`.")
}

/// What every answer says of a connection that no longer works, and what the person has to do.
#[must_use]
pub fn no_longer_accepted(account: &AccountId, vendor: Vendor) -> String {
    format!(
        "{} no longer accepts the connection. {}",
        vendor.source(),
        how_to_reconnect(account, vendor)
    )
}

/// Changes the connection, where `change` makes another of it; `None` leaves it as it is.
pub(super) async fn change(
    storage: &dyn DocumentStore,
    account: &AccountId,
    vendor: Vendor,
    change: impl Fn(Option<Connection>) -> Option<Connection> + Send + Sync,
) -> Result<(), StorageError> {
    let owner = Owner::Account(account.clone());
    for _ in 0..MAX_ATTEMPTS {
        let stored = storage.get_document(&owner, KIND, vendor.as_str()).await?;
        let version = stored.as_ref().map(|document| document.version);
        let before = stored.as_ref().and_then(Connection::of);
        let Some(after) = change(before.clone()).filter(|after| before.as_ref() != Some(after))
        else {
            return Ok(());
        };
        let write = DocumentWrite {
            kind: KIND,
            id: vendor.as_str().to_owned(),
            body: serde_json::json!(after).to_string(),
            expires_at: None,
        };
        if storage.put_document(&owner, version, &write).await? != Put::Stale {
            return Ok(());
        }
    }
    Ok(())
}
