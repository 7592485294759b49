//! Who asked what, when: noted as it happens, written in batches.
//!
//! What is noted is when, by which door and client, which tool, of which metrics and days, how many rows
//! came back and how it ended. Never a value, and no word of the person's own.
//!
//! Calls that are alike and follow one another within a batch are one entry, with their number.

mod entry;
mod journal;

use std::{collections::VecDeque, pin::pin, time::Duration};

use jiff::{SignedDuration, Timestamp};
use tokio::time::sleep;
use vitalog_core::AccountId;
use vitalog_storage::{DocumentWrite, Owner};

pub use entry::{Access, AccessOutcome, AccessRow};
pub(crate) use journal::Journal;

use crate::{Service, ServiceError};

/// How long what was noted waits for more before it is written.
const BATCH_FOR: Duration = Duration::from_secs(1);
/// How long entries are kept: two summers can be compared.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(400 * 24);
/// Entries of one page read from the store.
const PAGE: usize = 500;
/// How seldom it is written down anew that a token was used. Each time, answers that are kept in memory
/// are forgotten.
const STAMP_EVERY: SignedDuration = SignedDuration::from_secs(60);
/// The kind of the documents that say when a token was last used; their id is the token's.
pub(crate) const TOKEN_USE_KIND: &str = "token-use";

impl Service {
    /// Notes a call. It is written with the next batch.
    pub fn note_access(&self, access: Access) {
        let now = self.clock.now();
        self.journal.note(access, now, |id| self.entropy.fill(id));
    }

    /// Writes what was noted. What cannot be written waits for the next time.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn write_access(&self) -> Result<(), ServiceError> {
        let noted = self.journal.take();
        if noted.is_empty() {
            return Ok(());
        }
        let stamps = self.journal.stamps(&noted, STAMP_EVERY);
        let entries = noted.iter().map(entry::Noted::to_entry).collect();
        if let Err(error) = self.storage.append_access(entries).await {
            self.journal.put_back(noted);
            return Err(error.into());
        }
        for (account, token, at) in stamps {
            self.stamp(&account, token, at).await?;
        }
        for (account, before) in self.journal.purges(&noted, KEPT_FOR) {
            self.storage.purge_access(&account, before).await?;
        }
        Ok(())
    }

    /// Writes what is noted, a second after it was or when there is much, until `stop`; then what is left.
    pub async fn keep_access(&self, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop);
        let mut stopped = false;
        while !stopped {
            tokio::select! {
                () = self.journal.something() => {}
                () = &mut stop => break,
            }
            tokio::select! {
                () = sleep(BATCH_FOR) => {}
                () = self.journal.much() => {}
                () = &mut stop => stopped = true,
            }
            self.write_access_or_say_so().await;
        }
        self.write_access_or_say_so().await;
    }

    async fn write_access_or_say_so(&self) {
        if let Err(error) = self.write_access().await {
            tracing::warn!(error.code = error.code, "the access log waits: {error}");
        }
    }

    /// What was asked of an account from an instant on, oldest first, at most `most` entries: the newest
    /// of them.
    ///
    /// # Errors
    ///
    /// If storage cannot be read, or what it holds is broken.
    pub async fn access_log(
        &self,
        account: &AccountId,
        since: Timestamp,
        most: usize,
    ) -> Result<Vec<AccessRow>, ServiceError> {
        let mut rows = VecDeque::new();
        let mut after = None;
        loop {
            let page = self
                .storage
                .list_access(account, since, after, PAGE)
                .await?;
            after = page.last().map(|last| (last.at, last.id.clone()));
            let is_last = page.len() < PAGE;
            for entry in page {
                rows.push_back(AccessRow::from_entry(&entry)?);
                if rows.len() > most {
                    rows.pop_front();
                }
            }
            if is_last {
                return Ok(rows.into());
            }
        }
    }

    async fn stamp(
        &self,
        account: &AccountId,
        token: String,
        at: Timestamp,
    ) -> Result<(), ServiceError> {
        let owner = Owner::Account(account.clone());
        let stored = self
            .storage
            .get_document(&owner, TOKEN_USE_KIND, &token)
            .await?;
        let write = DocumentWrite {
            kind: TOKEN_USE_KIND,
            id: token,
            body: at.to_string(),
            expires_at: None,
        };
        // Whoever is faster has stamped it as well.
        let expected = stored.map(|stored| stored.version);
        self.storage.put_document(&owner, expected, &write).await?;
        Ok(())
    }
}
