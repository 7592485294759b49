//! What is noted of an import: how far it has come, and what it came to.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use vitalog_core::AccountId;
use vitalog_storage::{DocumentWrite, Owner, Put, Storage, StorageError};

use super::tally::Tally;

/// The kind of the documents that remember imports, by the digest of what was imported.
const KIND: &str = "apple-import";
/// Counts up with every version that takes something else of an export. What an earlier one took in
/// is then read again.
const VERSION: u32 = 1;

/// What is noted of one export.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Note {
    version: u32,
    /// Elements that are taken in, from the first on.
    pub(super) items: u64,
    /// Whether that is all of them.
    pub(super) is_done: bool,
    /// Whether the export ends in the middle.
    #[serde(default)]
    pub(super) is_partial: bool,
    /// When the export was made, in seconds.
    #[serde(default)]
    pub(super) made_at: Option<i64>,
    /// What they came to.
    pub(super) tally: Tally,
}

impl Note {
    /// What is known of an export; nothing if a program took it in that took something else of it.
    pub(super) async fn read(
        storage: &dyn Storage,
        account: &AccountId,
        digest: &str,
    ) -> Result<Self, StorageError> {
        let owner = Owner::Account(account.clone());
        let stored = storage.get_document(&owner, KIND, digest).await?;
        let note = stored.and_then(|stored| serde_json::from_str(&stored.body).ok());
        let note: Self = note.unwrap_or_default();
        Ok(if note.version == VERSION {
            note
        } else {
            Self {
                version: VERSION,
                ..Self::default()
            }
        })
    }

    /// Notes it. It follows what it tells of, never goes before it.
    pub(super) async fn write(
        &self,
        storage: &dyn Storage,
        account: &AccountId,
        digest: &str,
    ) -> Result<(), StorageError> {
        let owner = Owner::Account(account.clone());
        let write = DocumentWrite {
            kind: KIND,
            id: digest.to_owned(),
            body: serde_json::to_string(self).unwrap_or_default(),
            expires_at: None,
        };
        loop {
            let stored = storage.get_document(&owner, KIND, digest).await?;
            let expected = stored.map(|stored| stored.version);
            if let Put::Done(_) = storage.put_document(&owner, expected, &write).await? {
                return Ok(());
            }
        }
    }

    pub(super) fn made_at(&self) -> Option<Timestamp> {
        Timestamp::from_second(self.made_at?).ok()
    }
}
