//! The secrets of an account, and the doors they open.

use secrecy::SecretString;
use vitalog_core::{Account, AccountId};

use crate::{Service, ServiceError};

/// Which secret of an account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SecretKind {
    /// The last part of the connector's path.
    Path,
    /// The last part of the ingest path.
    IngestPath,
    /// The value of the ingest key header.
    IngestKey,
}

impl SecretKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Path, Self::IngestPath, Self::IngestKey];

    /// The name in commands and in storage; never changed or reused.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::IngestPath => "ingest-path",
            Self::IngestKey => "ingest-key",
        }
    }

    /// Reads a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// The secrets of an account, each 64 hexadecimal characters.
#[derive(Clone, Debug)]
pub struct AccountSecrets {
    /// The last part of the connector's path.
    pub path: SecretString,
    /// The last part of the ingest path.
    pub ingest_path: SecretString,
    /// The value of the ingest key header.
    pub ingest_key: SecretString,
}

impl Service {
    /// The secrets of an account, for a command that exists to print them.
    ///
    /// # Errors
    ///
    /// If there is no such account, a stored secret is broken, or storage cannot be read.
    pub async fn secrets(&self, id: &AccountId) -> Result<AccountSecrets, ServiceError> {
        unimplemented!("{id}")
    }

    /// Replaces a secret. The old one is dead, and the new one works, when this returns.
    ///
    /// # Errors
    ///
    /// If there is no such account, or storage fails.
    pub async fn rotate_secret(
        &self,
        id: &AccountId,
        kind: SecretKind,
    ) -> Result<(), ServiceError> {
        unimplemented!("{id} {kind:?}")
    }

    /// The account whose door (`Path` or `IngestPath`) the presented secret opens; `None` for a
    /// secret that opens none. An ingest key is no door and opens none.
    ///
    /// # Errors
    ///
    /// If a stored secret is broken, or storage cannot be read.
    pub async fn open_door(
        &self,
        door: SecretKind,
        presented: &str,
    ) -> Result<Option<Account>, ServiceError> {
        unimplemented!("{door:?} {}", presented.len())
    }

    /// Whether the presented ingest key is the account's.
    ///
    /// # Errors
    ///
    /// If the stored key is broken or missing, or storage cannot be read.
    pub async fn ingest_key_fits(
        &self,
        account: &AccountId,
        presented: &str,
    ) -> Result<bool, ServiceError> {
        unimplemented!("{account} {}", presented.len())
    }
}
