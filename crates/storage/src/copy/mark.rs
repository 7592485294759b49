//! The mark of an unfinished copy.

use sha2::{Digest, Sha256};
use vitalog_core::AccountId;

use super::{BODIES, CopyError};
use crate::{DocumentWrite, Owner, Put, RecordQuery, Storage, StorageError};

/// The kind of the documents that a copy keeps in its target until it is finished.
pub(super) const KIND: &str = "copy";
/// The document of the deployment that says what is copied.
const SOURCE: &str = "source";
/// The document of an account that says how far its record was copied.
pub(super) const RECORD: &str = "record";

/// Tells a store as it is from every other, and from itself once its record or the deployment's
/// documents have changed.
#[derive(PartialEq, Eq)]
pub(super) struct Mark(String);

impl Mark {
    /// The mark of a copy of this store.
    pub(super) async fn of(from: &dyn Storage) -> Result<Self, CopyError> {
        if is_on(from).await.map_err(CopyError::From)? {
            return Err(CopyError::SourceUnfinished);
        }
        let digest = digest(from).await.map_err(CopyError::From)?;
        Ok(Self(format!("{:032x}", u128::from_be_bytes(digest))))
    }

    /// Marks an empty store as the target, unless this mark is there already.
    pub(super) async fn set(&self, to: &dyn Storage) -> Result<(), CopyError> {
        let there = to.get_document(&Owner::Deployment, KIND, SOURCE).await;
        match there.map_err(CopyError::To)? {
            Some(document) if document.body == self.0 => return Ok(()),
            Some(_) => return Err(CopyError::AnotherCopy),
            None => {}
        }
        if holds_anything(to).await.map_err(CopyError::To)? {
            return Err(CopyError::TargetNotEmpty);
        }
        let write = DocumentWrite {
            kind: KIND,
            id: SOURCE.to_owned(),
            body: self.0.clone(),
            expires_at: None,
        };
        let put = to.put_document(&Owner::Deployment, None, &write).await;
        match put.map_err(CopyError::To)? {
            Put::Done(_) => Ok(()),
            Put::Stale => Err(CopyError::TargetChanged),
        }
    }

    /// Removes every trace of the copy: the target is a store like any other from now on.
    pub(super) async fn remove(&self, to: &dyn Storage) -> Result<(), CopyError> {
        let owners = to.list_owners().await.map_err(CopyError::To)?;
        for owner in owners.iter().filter(|owner| **owner != Owner::Deployment) {
            let removed = to.delete_document(owner, KIND, RECORD).await;
            removed.map_err(CopyError::To)?;
        }
        let removed = to.delete_document(&Owner::Deployment, KIND, SOURCE).await;
        removed.map_err(CopyError::To)?;
        Ok(())
    }
}

/// Whether a store is the target of a copy that was not finished.
pub(super) async fn is_on(storage: &dyn Storage) -> Result<bool, StorageError> {
    let mark = storage.get_document(&Owner::Deployment, KIND, SOURCE).await;
    Ok(mark?.is_some())
}

async fn digest(from: &dyn Storage) -> Result<[u8; 16], StorageError> {
    let mut digest = Sha256::new();
    let mut add = |text: String| {
        digest.update((text.len() as u64).to_be_bytes());
        digest.update(text);
    };
    for owner in from.list_owners().await? {
        if let Owner::Account(account) = &owner {
            add(format!("{owner:?} {}", revision(from, account).await?));
        }
    }
    let mut after = None;
    loop {
        let page = from
            .list_all_documents(&Owner::Deployment, after.as_ref(), BODIES)
            .await?;
        let is_last = page.len() < BODIES;
        for (kind, document) in page {
            add(format!("{kind:?} {document:?}"));
            after = Some((kind, document.id));
        }
        if is_last {
            let digest: [u8; 32] = digest.finalize().into();
            return Ok(digest.first_chunk().copied().unwrap_or_default());
        }
    }
}

async fn revision(from: &dyn Storage, account: &AccountId) -> Result<u64, StorageError> {
    let record = from.read_record(account, &RecordQuery::default()).await?;
    Ok(record.revision.0)
}

/// Whether anything is stored for anyone. Names of owners and queues may outlive what they had.
pub(super) async fn holds_anything(to: &dyn Storage) -> Result<bool, StorageError> {
    for owner in to.list_owners().await? {
        if !to.list_all_documents(&owner, None, 1).await?.is_empty() {
            return Ok(true);
        }
        if let Owner::Account(account) = &owner
            && (revision(to, account).await? > 0
                || !to.list_runs(account).await?.is_empty()
                || !to
                    .list_access(account, jiff::Timestamp::MIN, None, 1)
                    .await?
                    .is_empty())
        {
            return Ok(true);
        }
    }
    for queue in to.list_queues().await? {
        if !to.list_jobs(&queue, None, 1).await?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}
