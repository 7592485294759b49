//! What was noted and is not written yet.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::Notify;
use vitalog_core::AccountId;

use super::entry::{Access, Noted};

/// Entries that are written without waiting for more.
const MUCH: usize = 500;
/// Entries that are kept while the store fails; beyond that the oldest are dropped.
const MOST: usize = 20_000;
/// How seldom old entries are looked for.
const ONE_DAY: SignedDuration = SignedDuration::from_hours(24);
/// Random bytes of an entry's identifier.
const ID_BYTES: usize = 8;

/// The calls of this process that are not written yet.
#[derive(Default)]
pub(crate) struct Journal {
    noted: Mutex<Vec<Noted>>,
    /// When each token was last written down to be in use.
    stamped: Mutex<HashMap<String, Timestamp>>,
    /// When the old entries of each account were last taken away.
    purged: Mutex<HashMap<AccountId, Timestamp>>,
    something: Notify,
    much: Notify,
}

impl Journal {
    /// Notes a call; `fill` makes an identifier.
    pub(super) fn note(&self, access: Access, at: Timestamp, fill: impl FnOnce(&mut [u8])) {
        let mut noted = lock(&self.noted);
        if let Some(last) = noted.last_mut().filter(|last| last.is_like(&access)) {
            last.calls += 1;
            last.access.ms = last.access.ms.max(access.ms);
            return;
        }
        let mut id = [0; ID_BYTES];
        fill(&mut id);
        noted.push(Noted {
            access,
            at,
            id: hex::encode(id),
            calls: 1,
        });
        let count = noted.len();
        if count > MOST {
            noted.drain(..count - MOST);
        }
        drop(noted);
        self.something.notify_one();
        if count == MUCH {
            self.much.notify_one();
        }
    }

    /// Takes what was noted.
    pub(super) fn take(&self) -> Vec<Noted> {
        std::mem::take(&mut *lock(&self.noted))
    }

    /// Puts back what could not be written, before what was noted since.
    pub(super) fn put_back(&self, mut older: Vec<Noted>) {
        let mut noted = lock(&self.noted);
        older.append(&mut noted);
        let surplus = older.len().saturating_sub(MOST);
        older.drain(..surplus);
        *noted = older;
        drop(noted);
        self.something.notify_one();
    }

    /// The tokens among these of which it is due to write down that they were used, and when.
    pub(super) fn stamps(
        &self,
        noted: &[Noted],
        every: SignedDuration,
    ) -> Vec<(AccountId, String, Timestamp)> {
        let mut stamped = lock(&self.stamped);
        let mut due = Vec::new();
        for entry in noted {
            let Some(token) = &entry.access.token else {
                continue;
            };
            let last = stamped.get(token);
            if last.is_none_or(|last| last.duration_until(entry.at) >= every) {
                stamped.insert(token.clone(), entry.at);
                due.push((entry.access.account.clone(), token.clone(), entry.at));
            }
        }
        due
    }

    /// The accounts among these whose old entries are due to be taken away, once a day, and from before
    /// when.
    pub(super) fn purges(
        &self,
        noted: &[Noted],
        kept_for: SignedDuration,
    ) -> Vec<(AccountId, Timestamp)> {
        let mut purged = lock(&self.purged);
        let mut due = Vec::new();
        for entry in noted {
            let account = &entry.access.account;
            let last = purged.get(account);
            if last.is_none_or(|last| last.duration_until(entry.at) >= ONE_DAY)
                && let Ok(before) = entry.at.checked_sub(kept_for)
            {
                purged.insert(account.clone(), entry.at);
                due.push((account.clone(), before));
            }
        }
        due
    }

    /// Waits until something is noted.
    pub(super) async fn something(&self) {
        self.something.notified().await;
    }

    /// Waits until much is.
    pub(super) async fn much(&self) {
        self.much.notified().await;
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
