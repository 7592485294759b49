//! Why there is no token.

use vitalog_storage::StorageError;

use crate::vendor::seal::OpenError;

/// There is no access token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The account was never connected to the vendor.
    #[error("the account is not connected")]
    NotConnected,
    /// The vendor does not accept the grant any more.
    #[error("the vendor no longer accepts the connection; the person has to connect again")]
    NeedsReconnect,
    /// The vendor, or the store, could not answer. Nothing is lost; try again later.
    #[error("the vendor gave no new token for now; nothing is lost")]
    Temporary,
    /// The settings do not name the app that the grant is for.
    #[error("no app of this vendor is set up")]
    NoApp,
    /// The tokens do not open, and unless the key that they were sealed with comes back the person
    /// has to connect again.
    #[error("the stored tokens cannot be opened: {0}")]
    Sealed(#[from] OpenError),
    /// Storage failed.
    #[error("the tokens could not be read or stored")]
    Storage(#[from] StorageError),
}

impl TokenError {
    /// Whether only the person can help, by connecting, or connecting again.
    pub(in crate::vendor) fn needs_person(&self) -> bool {
        match self {
            Self::NotConnected | Self::NeedsReconnect | Self::Sealed(_) => true,
            Self::Temporary | Self::NoApp | Self::Storage(_) => false,
        }
    }
}
