//! The stored tokens: one document a connection, sealed. Nobody else reads or writes it.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use vitalog_core::Entropy;
use vitalog_storage::{Document, DocumentWrite, Owner, Put, Storage, StorageError};

use super::{Key, TokenError};
use crate::vendor::seal::{OpenError, Seal};

/// The kind of the documents; the id is the vendor.
const KIND: &str = "vendor-tokens";
/// How long a refresh may take. Whoever has not ended then has died.
pub(super) const LEASE: SignedDuration = SignedDuration::from_secs(30);

/// What is stored, in JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    /// Which authorization it is of.
    pub(super) grant: String,
    /// The endpoint that issued it.
    pub(super) token_url: String,
    /// The pair.
    pub(super) sealed: String,
    /// When the access token ends.
    #[serde(with = "crate::as_text")]
    pub(super) expires_at: Timestamp,
    /// For how many seconds it was good when it was issued, which earlier versions did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) lasts_s: Option<u32>,
    /// Who is getting the next pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) lease: Option<Lease>,
    /// Whether the vendor does not take the refresh token.
    #[serde(default)]
    pub(super) refused: bool,
}

/// Who may use the refresh token, and until when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Lease {
    pub(super) by: String,
    #[serde(with = "crate::as_text")]
    pub(super) until: Timestamp,
}

impl Kept {
    /// Whether somebody is getting the next pair. A lease that is longer than any was given by a
    /// clock that was wrong.
    pub(super) fn is_leased(&self, now: Timestamp) -> bool {
        self.lease
            .as_ref()
            .is_some_and(|lease| now < lease.until && now.duration_until(lease.until) <= LEASE)
    }
}

/// A pair of tokens.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) access: SecretString,
    /// Some grants have none, and end with their first access token.
    pub(super) refresh: Option<SecretString>,
}

/// A pair as it is sealed, in JSON.
#[derive(Serialize, Deserialize)]
struct Sealed {
    access: String,
    refresh: Option<String>,
}

pub(super) struct TokenStore {
    storage: Arc<dyn Storage>,
    seal: Arc<Seal>,
    entropy: Arc<dyn Entropy>,
}

impl TokenStore {
    pub(super) fn new(
        storage: Arc<dyn Storage>,
        seal: Arc<Seal>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self {
            storage,
            seal,
            entropy,
        }
    }

    /// The stored tokens and their version.
    pub(super) async fn read(&self, key: &Key) -> Result<Option<(Kept, u64)>, TokenError> {
        let Some(stored) = self.document(key).await? else {
            return Ok(None);
        };
        let kept = serde_json::from_str(&stored.body).map_err(|_| OpenError::Damaged)?;
        Ok(Some((kept, stored.version)))
    }

    /// The version alone, of whatever is stored.
    pub(super) async fn version(&self, key: &Key) -> Result<Option<u64>, StorageError> {
        Ok(self.document(key).await?.map(|stored| stored.version))
    }

    pub(super) async fn put(
        &self,
        key: &Key,
        expected: Option<u64>,
        kept: &Kept,
    ) -> Result<Put, StorageError> {
        let write = DocumentWrite {
            kind: KIND,
            id: key.1.as_str().to_owned(),
            body: serde_json::json!(kept).to_string(),
            expires_at: None,
        };
        let owner = Owner::Account(key.0.clone());
        self.storage.put_document(&owner, expected, &write).await
    }

    pub(super) async fn delete(&self, key: &Key) -> Result<bool, StorageError> {
        let owner = Owner::Account(key.0.clone());
        let deleted = self.storage.delete_document(&owner, KIND, key.1.as_str());
        deleted.await
    }

    pub(super) fn seal(&self, key: &Key, grant: &str, pair: &Pair) -> String {
        let sealed = Sealed {
            access: pair.access.expose_secret().to_owned(),
            refresh: pair
                .refresh
                .as_ref()
                .map(|token| token.expose_secret().to_owned()),
        };
        let text = serde_json::json!(sealed).to_string().into();
        self.seal
            .seal(&text, &place(key, grant), self.entropy.as_ref())
    }

    pub(super) fn open(&self, key: &Key, kept: &Kept) -> Result<Pair, OpenError> {
        open(&self.seal, key, kept)
    }

    async fn document(&self, key: &Key) -> Result<Option<Document>, StorageError> {
        document(self.storage.as_ref(), key).await
    }
}

/// Whether a pair is stored that does not open with this seal.
pub(in crate::vendor) async fn is_closed(
    storage: &dyn Storage,
    seal: &Seal,
    key: &Key,
) -> Result<bool, StorageError> {
    let stored = document(storage, key).await?;
    Ok(stored.is_some_and(|stored| {
        let kept: Option<Kept> = serde_json::from_str(&stored.body).ok();
        kept.is_none_or(|kept| open(seal, key, &kept).is_err())
    }))
}

fn open(seal: &Seal, key: &Key, kept: &Kept) -> Result<Pair, OpenError> {
    let text = seal.open(&kept.sealed, &place(key, &kept.grant))?;
    let sealed: Sealed =
        serde_json::from_str(text.expose_secret()).map_err(|_| OpenError::Damaged)?;
    Ok(Pair {
        access: sealed.access.into(),
        refresh: sealed.refresh.map(Into::into),
    })
}

async fn document(storage: &dyn Storage, key: &Key) -> Result<Option<Document>, StorageError> {
    let owner = Owner::Account(key.0.clone());
    storage.get_document(&owner, KIND, key.1.as_str()).await
}

/// What a sealed pair is bound to.
fn place((account, vendor): &Key, grant: &str) -> String {
    format!("tokens of {account} at {}, {grant}", vendor.as_str())
}
