//! Things to do once, or once an hour, however many pushes and processes there are.

use vitalog_core::AccountId;
use vitalog_storage::{DocumentWrite, Owner, Put, Storage, StorageError};

/// The kind of the documents that remember what was done.
pub(super) const KIND: &str = "once";

/// Claims the right to do `id` for `occasion`, which the one who gets it has for good. Of any
/// number of claims for the same occasion one succeeds.
pub(super) async fn claim(
    storage: &dyn Storage,
    account: &AccountId,
    id: &str,
    occasion: Occasion<'_>,
) -> Result<bool, StorageError> {
    let owner = Owner::Account(account.clone());
    let done = storage.get_document(&owner, KIND, id).await?;
    let is_done = match (&done, occasion) {
        (None, _) => false,
        (Some(_), Occasion::Ever { .. }) => true,
        (Some(done), Occasion::Each(occasion)) => done.body == occasion,
    };
    if is_done {
        return Ok(false);
    }
    let (Occasion::Ever { note } | Occasion::Each(note)) = occasion;
    let write = DocumentWrite {
        kind: KIND,
        id: id.to_owned(),
        body: note.to_owned(),
        expires_at: None,
    };
    let expected = done.map(|document| document.version);
    let put = storage.put_document(&owner, expected, &write).await?;
    Ok(matches!(put, Put::Done(_)))
}

/// How often a thing is done.
#[derive(Clone, Copy, Debug)]
pub(super) enum Occasion<'a> {
    /// Once, until it is forgotten.
    Ever {
        /// What is kept of it.
        note: &'a str,
    },
    /// Once for each such text in a row.
    Each(&'a str),
}
