//! The secrets of an account: made, shown to their owner, replaced.

use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use vitalog_core::AccountId;
use vitalog_storage::{DocumentWrite, Owner, Put};

use crate::{Service, ServiceError, accounts::no_account, code};

/// The kind of the documents that hold an account's secrets; their id is the secret's name. They
/// are kept as they are, because commands print the URLs made of them.
const SECRET_KIND: &str = "secret";
/// Random bytes of a secret.
const SECRET_BYTES: usize = 32;
/// A stored secret shorter than this is refused: it was not made here and may be guessed.
const LEAST_CHARS: usize = 32;
/// How often a rotation is tried again when another was faster.
const ATTEMPTS: usize = 20;

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
        self.read_account(id).await?.ok_or_else(|| no_account(id))?;
        Ok(AccountSecrets {
            path: self.secret(id, SecretKind::Path).await?,
            ingest_path: self.secret(id, SecretKind::IngestPath).await?,
            ingest_key: self.secret(id, SecretKind::IngestKey).await?,
        })
    }

    /// A key that only this server's processes have, for what an account's clients keep for it and
    /// must not change. It becomes another one with the account's path secret.
    ///
    /// # Errors
    ///
    /// If there is no such account, its secret is broken, or storage cannot be read.
    pub async fn state_key(&self, id: &AccountId) -> Result<[u8; 32], ServiceError> {
        let path = self.secret(id, SecretKind::Path).await?;
        let digest = Sha256::new()
            .chain_update("the key of states that clients keep: ")
            .chain_update(path.expose_secret());
        Ok(digest.finalize().into())
    }

    /// Replaces a secret. The old one is dead, and the new one works, when this returns.
    ///
    /// The index of the new door is written first and the secret swapped then, which is the
    /// moment when the old one dies and the new one lives: a door opens to the stored secret
    /// alone. So a crash in between leaves exactly one of the two alive.
    ///
    /// # Errors
    ///
    /// If there is no such account, or storage fails.
    pub async fn rotate_secret(
        &self,
        id: &AccountId,
        kind: SecretKind,
    ) -> Result<(), ServiceError> {
        self.read_account(id).await?.ok_or_else(|| no_account(id))?;
        for _ in 0..ATTEMPTS {
            let stored = self.read_secret(id, kind).await?;
            let version = stored.as_ref().map(|(_, version)| *version);
            let fresh = self.make_secret();
            self.index_door(id, kind, &fresh).await?;
            let swapped = self.put_secret(id, kind, version, &fresh).await?;
            let dead = if swapped {
                stored.map(|(secret, _)| secret)
            } else {
                Some(fresh)
            };
            if let Some(dead) = dead {
                self.forget_door(kind, &dead).await?;
            }
            if swapped {
                return Ok(());
            }
        }
        Err(ServiceError::new(
            code::STORAGE_UNAVAILABLE,
            "Other rotations of the secret kept coming first.",
        ))
    }

    /// Makes the secrets that an account lacks, and their doors.
    pub(crate) async fn ensure_secrets(&self, id: &AccountId) -> Result<(), ServiceError> {
        for kind in SecretKind::ALL {
            if self.read_secret(id, kind).await?.is_none() {
                // A writer who is faster has made one that is as good.
                self.put_secret(id, kind, None, &self.make_secret()).await?;
            }
            let secret = self.secret(id, kind).await?;
            self.index_door(id, kind, &secret).await?;
        }
        Ok(())
    }

    /// The secret in force.
    pub(crate) async fn secret(
        &self,
        id: &AccountId,
        kind: SecretKind,
    ) -> Result<SecretString, ServiceError> {
        let broken = |what: &str| {
            let name = kind.as_str();
            ServiceError::server_fault(format!("The {name} secret of account {id} {what}.")).advise(
                format!(
                    "Make a new one with `vitalog secret rotate {name}{}`.",
                    id.as_flag()
                ),
            )
        };
        let stored = self.read_secret(id, kind).await?;
        let (secret, _) = stored.ok_or_else(|| broken("is missing"))?;
        if secret.expose_secret().chars().count() < LEAST_CHARS {
            return Err(broken("is too short to be safe"));
        }
        Ok(secret)
    }

    fn make_secret(&self) -> SecretString {
        let mut bytes = [0; SECRET_BYTES];
        self.entropy.fill(&mut bytes);
        hex::encode(bytes).into()
    }

    async fn read_secret(
        &self,
        id: &AccountId,
        kind: SecretKind,
    ) -> Result<Option<(SecretString, u64)>, ServiceError> {
        let owner = Owner::Account(id.clone());
        let stored = self
            .storage
            .get_document(&owner, SECRET_KIND, kind.as_str())
            .await?;
        Ok(stored.map(|stored| (stored.body.into(), stored.version)))
    }

    /// Stores a secret if the stored one has the expected version; says whether it did.
    async fn put_secret(
        &self,
        id: &AccountId,
        kind: SecretKind,
        expected: Option<u64>,
        secret: &SecretString,
    ) -> Result<bool, ServiceError> {
        let write = DocumentWrite {
            kind: SECRET_KIND,
            id: kind.as_str().to_owned(),
            body: secret.expose_secret().to_owned(),
            expires_at: None,
        };
        let owner = Owner::Account(id.clone());
        let put = self.storage.put_document(&owner, expected, &write).await?;
        Ok(put != Put::Stale)
    }
}
