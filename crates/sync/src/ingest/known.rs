//! Groups of which this process knows that storage has them as they were sent last.
//!
//! Pushes come every few minutes and mostly repeat themselves. A group whose samples are those of
//! the last push need not be read again, as long as nobody else changed the record since: its
//! revision tells. What this process writes itself it knows, so that today's new samples leave
//! what is known of yesterday.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use jiff::tz::TimeZone;
use vitalog_core::AccountId;
use vitalog_storage::Revision;

use super::group::{Group, GroupDigest};

/// Accounts that are remembered; then the memory starts anew.
const MOST_ACCOUNTS: usize = 1_000;
/// Groups of one account that are remembered: every metric for a month and more. A push of more is
/// a person's history, which is not sent every few minutes.
const MOST_GROUPS: usize = 5_000;

/// What is known of each account's record.
#[derive(Debug, Default)]
pub(super) struct KnownRecords(Mutex<BTreeMap<AccountId, Known>>);

impl KnownRecords {
    /// Takes what is known of a record whose days are cut in `zone`. Nobody else has it until it
    /// is put back; if it is not, it is forgotten.
    pub(super) fn take(&self, account: &AccountId, zone: &TimeZone) -> Known {
        let known = self.lock().remove(account);
        known
            .filter(|known| known.zone == *zone)
            .unwrap_or_else(|| Known::nothing(zone))
    }

    pub(super) fn put(&self, account: &AccountId, known: Known) {
        let mut records = self.lock();
        if records.len() >= MOST_ACCOUNTS {
            records.clear();
        }
        records.insert(account.clone(), known);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<AccountId, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is known of a record at a revision.
#[derive(Debug)]
pub(super) struct Known {
    zone: TimeZone,
    revision: Revision,
    groups: BTreeMap<Group, KnownGroup>,
}

/// A group as it was sent and stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownGroup {
    pub(super) group: Group,
    /// What was sent. Storage has all of it, without a mark.
    pub(super) digest: GroupDigest,
    /// The rows it is stored as.
    pub(super) rows: usize,
    /// Whether storage has nothing else that a full re-send could lack: no row waits for its
    /// confirmation, and none was left alone.
    pub(super) is_whole: bool,
}

impl Known {
    fn nothing(zone: &TimeZone) -> Self {
        Self {
            zone: zone.clone(),
            revision: Revision::default(),
            groups: BTreeMap::new(),
        }
    }

    /// The rows that a group is stored as, if all that a push says about it is known to be so.
    pub(super) fn rows_of(
        &self,
        group: Group,
        digest: &GroupDigest,
        is_judged: bool,
    ) -> Option<usize> {
        let known = self.groups.get(&group)?;
        let says_nothing_new = known.digest == *digest && (known.is_whole || !is_judged);
        says_nothing_new.then_some(known.rows)
    }

    /// Forgets everything unless the record still has the revision that is known. Says whether
    /// it has.
    pub(super) fn holds_at(&mut self, revision: Revision) -> bool {
        let holds = self.revision == revision;
        if !holds {
            self.groups.clear();
            self.revision = revision;
        }
        holds
    }

    /// Forgets a group, of which something was changed that is no sample sent now.
    pub(super) fn forget(&mut self, group: Group) {
        self.groups.remove(&group);
    }

    /// Remembers groups that were looked at, and the revision that the record has since.
    pub(super) fn remember(
        &mut self,
        revision: Revision,
        stored: impl Iterator<Item = KnownGroup>,
    ) {
        self.revision = revision;
        self.groups.extend(stored.map(|known| (known.group, known)));
        if self.groups.len() > MOST_GROUPS {
            self.groups.clear();
        }
    }
}
