//! Doors: which account a presented secret opens.
//!
//! A door is found by the SHA-256 of its secret, so that a look-up compares no secret byte by
//! byte. The index only points at an account; whether the secret is in force is decided by the
//! one that the account stores. While nothing stored has changed, a door that was found open is
//! known to be; of presented secrets only digests are kept.

use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use vitalog_core::{Account, AccountId};
use vitalog_storage::{DocumentWrite, Owner, Version};

use crate::{SecretKind, Service, ServiceError};

/// The kind of the index documents. Their id is the secret's kind and its digest, their body the
/// account's name.
const DOOR_KIND: &str = "door";

/// What a door opened to.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The account.
    pub account: Account,
    /// What the store looked like before the account was read.
    pub version: Option<Version>,
}

impl Service {
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
    ) -> Result<Option<Opened>, ServiceError> {
        let Some(index) = door_index(door, presented) else {
            return Ok(None);
        };
        let version = self.version()?;
        if let Some(account) = self.opened.get(version, &index) {
            return Ok(Some(Opened { account, version }));
        }
        let found = self
            .storage
            .get_document(&Owner::Deployment, DOOR_KIND, &index)
            .await?;
        let Some(id) = found.and_then(|found| AccountId::new(&found.body)) else {
            return Ok(None);
        };
        let in_force = self.secret(&id, door).await?;
        if !same_secret(&in_force, presented) {
            return Ok(None);
        }
        let account = self.account(&id).await?;
        if let Some(account) = &account {
            self.opened.put(version, index, account.clone(), 1);
        }
        Ok(account.map(|account| Opened { account, version }))
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
        let in_force = self.secret(account, SecretKind::IngestKey).await?;
        Ok(same_secret(&in_force, presented))
    }

    /// Makes a door point at an account.
    pub(crate) async fn index_door(
        &self,
        id: &AccountId,
        door: SecretKind,
        secret: &SecretString,
    ) -> Result<(), ServiceError> {
        let Some(index) = door_index(door, secret.expose_secret()) else {
            return Ok(());
        };
        let write = DocumentWrite {
            kind: DOOR_KIND,
            id: index,
            body: id.as_str().to_owned(),
            expires_at: None,
        };
        // One that is there already points at the same account: no two share a random secret.
        self.storage
            .put_document(&Owner::Deployment, None, &write)
            .await?;
        Ok(())
    }

    /// Takes a door away.
    pub(crate) async fn forget_door(
        &self,
        door: SecretKind,
        secret: &SecretString,
    ) -> Result<(), ServiceError> {
        if let Some(index) = door_index(door, secret.expose_secret()) {
            self.storage
                .delete_document(&Owner::Deployment, DOOR_KIND, &index)
                .await?;
        }
        Ok(())
    }
}

/// The id of a door's index document; `None` for what is no door.
fn door_index(door: SecretKind, secret: &str) -> Option<String> {
    match door {
        SecretKind::Path | SecretKind::IngestPath => {
            let digest = hex::encode(Sha256::digest(secret));
            Some(format!("{}:{digest}", door.as_str()))
        }
        SecretKind::IngestKey => None,
    }
}

/// Compares digests in constant time, so that neither content nor length shows in the time taken.
fn same_secret(in_force: &SecretString, presented: &str) -> bool {
    let in_force = Sha256::digest(in_force.expose_secret());
    let presented = Sha256::digest(presented);
    in_force[..].ct_eq(&presented[..]).into()
}
