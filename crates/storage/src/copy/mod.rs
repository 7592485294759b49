//! Copies everything from one store to another, of whichever engines, and proves that it is there.
//!
//! A copy marks the target with what it copies, and a record with how far it got, so that a copy
//! that was broken off is continued by making it again. What is copied twice lands on itself.
//! Nobody may write to either store meanwhile; if somebody does, the copy says so and ends without
//! success, and the mark stays.

mod error;
mod mark;
mod part;
mod record;
mod rest;
mod tally;

use jiff::Timestamp;

pub use error::{CopyError, Difference};
pub use part::{Part, Place, Total};

use crate::{Owner, Storage, StorageError};
use mark::Mark;
use tally::Tally;

/// Told of how far a copy got: the place it is at, and the rows written so far.
pub type Progress<'a> = &'a (dyn Fn(&Place, u64) + Send + Sync);

/// Copies everything in `from` to `to`, which must be empty or hold an unfinished copy of `from`
/// as it is now, and tells what is there then: what was counted, summed up and compared row by row
/// in both. Documents that have expired by `now` are left out, and so are the leases of jobs.
///
/// # Errors
///
/// If a store fails, `to` holds something else, somebody writes to either, or what was read back
/// differs. To try again is safe, and continues.
pub async fn copy(
    from: &dyn Storage,
    to: &dyn Storage,
    now: Timestamp,
    progress: Progress<'_>,
) -> Result<Vec<Total>, CopyError> {
    let mark = Mark::of(from).await?;
    mark.set(to).await?;
    let mut copier = Copier {
        from,
        to,
        now,
        progress,
        rows: 0,
    };
    for owner in from.list_owners().await.map_err(CopyError::From)? {
        if let Owner::Account(account) = &owner {
            copier.copy_record(account).await?;
            copier.copy_findings(account).await?;
            copier.copy_access_log(account).await?;
        }
        copier.copy_documents(&owner).await?;
    }
    copier.copy_jobs().await?;

    let source = Tally::of(from, now).await.map_err(CopyError::From)?;
    let target = Tally::of(to, now).await.map_err(CopyError::To)?;
    if Mark::of(from).await? != mark {
        return Err(CopyError::SourceChanged);
    }
    let differences = source.differences(&target);
    if !differences.is_empty() {
        return Err(CopyError::Differs(differences));
    }
    mark.remove(to).await?;
    Ok(source.into_totals())
}

/// Whether a store holds a copy that was not finished, and so not all of what it should.
///
/// # Errors
///
/// If the store fails.
pub async fn is_unfinished(storage: &dyn Storage) -> Result<bool, StorageError> {
    mark::is_on(storage).await
}

/// What is stored for an owner, counted and summed up; documents that have expired by `now` are
/// left out. Jobs are nobody's, and no part of it.
///
/// # Errors
///
/// If the store fails.
pub async fn totals_of(
    storage: &dyn Storage,
    owner: &Owner,
    now: Timestamp,
) -> Result<Vec<Total>, StorageError> {
    Ok(Tally::of_owner(storage, owner, now).await?.into_totals())
}

/// Everything that is stored, counted and summed up, as [`copy`] tells of it.
///
/// # Errors
///
/// If the store fails.
pub async fn totals(storage: &dyn Storage, now: Timestamp) -> Result<Vec<Total>, StorageError> {
    Ok(Tally::of(storage, now).await?.into_totals())
}

/// Whether nothing is stored for anyone.
///
/// # Errors
///
/// If the store fails.
pub async fn is_empty(storage: &dyn Storage) -> Result<bool, StorageError> {
    Ok(!mark::holds_anything(storage).await?)
}

/// A copy that is being made.
struct Copier<'a> {
    from: &'a dyn Storage,
    to: &'a dyn Storage,
    now: Timestamp,
    progress: Progress<'a>,
    /// Rows written so far.
    rows: u64,
}

impl Copier<'_> {
    fn wrote(&mut self, place: &Place, rows: usize) {
        self.rows += rows as u64;
        (self.progress)(place, self.rows);
    }
}

// Sizes of pages. The tests of this module have small ones, so that there are many.

/// Rows without a body.
const ROWS: usize = if cfg!(test) { 20 } else { 5_000 };
/// Rows with a body of some hundred bytes mostly.
const ENTRIES: usize = if cfg!(test) { 10 } else { 500 };
/// Rows with a body of up to some megabytes.
const BODIES: usize = if cfg!(test) { 4 } else { 8 };

#[cfg(test)]
mod tests;
