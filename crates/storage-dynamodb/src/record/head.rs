//! The head of a record: the one item whose change makes a change of the record count.

use std::collections::BTreeSet;

use vitalog_core::AccountId;
use vitalog_storage::Revision;

use crate::{
    condition::{Condition, JOURNAL, JOURNAL_CHUNKS},
    error::Failure,
    item::{Item, REVISION},
    keys,
    nonce::{Nonce, Writes},
    table::{Outcome, Table},
};

const METRICS: &str = "metrics";
const WORKOUTS: &str = "workouts";
const COMMITS: &str = "commits";

/// The head of a record. A record that was never written has none, which is as good as this one by
/// default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Head {
    pub(crate) revision: Revision,
    /// Slugs of the metrics that have rows or daily values, so that nobody looks for the others.
    pub(crate) metrics: BTreeSet<String>,
    pub(crate) workouts: bool,
    /// The writes that led to the latest revisions.
    pub(crate) commits: Writes,
    pub(crate) journal: Journal,
}

/// Where the change that led to the head's revision is written down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Journal {
    /// Nowhere any more: all of it is in its place.
    #[default]
    Done,
    /// In the head.
    Inline(Vec<u8>),
    /// In so many items beside it.
    Chunks(usize),
}

/// Whether a head took the place of the one it follows.
pub(crate) enum Commit {
    Won,
    Lost,
}

impl Head {
    pub(crate) async fn read(table: &Table, account: &AccountId) -> Result<Self, Failure> {
        let item = table.one(&keys::head(account)).await?;
        item.map_or(Ok(Self::default()), |item| Self::decode(&item))
    }

    /// The write that led to the head's revision.
    pub(crate) fn latest(&self) -> Option<Nonce> {
        self.commits.latest()
    }

    pub(crate) fn is_at_rest(&self) -> bool {
        self.journal == Journal::Done
    }

    /// The head that a write makes of this one.
    pub(crate) fn next(&self, nonce: Nonce) -> Result<Self, Failure> {
        Ok(Self {
            revision: Revision(self.revision.0.checked_add(1).ok_or(Failure::TooLarge)?),
            commits: self.commits.then(nonce),
            ..self.clone()
        })
    }

    /// Puts this head in the place of `before`, which must be at rest and still stand.
    pub(crate) async fn commit(
        &self,
        table: &Table,
        account: &AccountId,
        before: &Self,
    ) -> Result<Commit, Failure> {
        let condition = if before.revision == Revision(0) {
            Condition::absent()
        } else {
            Condition::head_at_rest(before.revision)
        };
        match table.put(self.encode(account), condition).await? {
            Outcome::Done(_) => Ok(Commit::Won),
            Outcome::Refused(standing) => {
                let standing = standing.as_ref().map(Self::decode).transpose()?;
                let commits = standing.map(|head| head.commits);
                let was_done = self.commits.were_done(commits.as_ref())?;
                Ok(if was_done { Commit::Won } else { Commit::Lost })
            }
        }
    }

    /// Takes the journal out of a head whose change is in its place, unless somebody did it.
    pub(crate) async fn put_to_rest(
        &self,
        table: &Table,
        account: &AccountId,
    ) -> Result<(), Failure> {
        let rest = Self {
            journal: Journal::Done,
            ..self.clone()
        };
        let condition = Condition::head_at(self.revision);
        table.put(rest.encode(account), condition).await?;
        Ok(())
    }

    fn encode(&self, account: &AccountId) -> Item {
        let mut item = Item::at(&keys::head(account));
        item.set_revision(self.revision);
        let metrics: Vec<&str> = self.metrics.iter().map(String::as_str).collect();
        item.set_text(METRICS, &metrics.join(" "));
        if self.workouts {
            item.set_flag(WORKOUTS);
        }
        item.set_bytes(COMMITS, self.commits.to_bytes());
        match &self.journal {
            Journal::Done => {}
            Journal::Inline(bytes) => item.set_bytes(JOURNAL, bytes.clone()),
            Journal::Chunks(chunks) => {
                item.set_integer(JOURNAL_CHUNKS, u64::try_from(*chunks).unwrap_or(u64::MAX));
            }
        }
        item
    }

    fn decode(item: &Item) -> Result<Self, Failure> {
        let metrics = item.text(METRICS)?.split(' ');
        let journal = if item.has(JOURNAL) {
            Journal::Inline(item.bytes(JOURNAL)?.to_owned())
        } else if item.has(JOURNAL_CHUNKS) {
            Journal::Chunks(item.integer(JOURNAL_CHUNKS)?)
        } else {
            Journal::Done
        };
        Ok(Self {
            revision: Revision(item.integer(REVISION)?),
            metrics: metrics
                .filter(|slug| !slug.is_empty())
                .map(str::to_owned)
                .collect(),
            workouts: item.has(WORKOUTS),
            commits: Writes::from_bytes(item.bytes(COMMITS)?),
            journal,
        })
    }
}

#[cfg(test)]
mod tests {
    use vitalog_core::clock::CountingEntropy;

    use super::*;

    #[test]
    fn heads_are_read_back() {
        let entropy = CountingEntropy::default();
        let journals = [
            Journal::Done,
            Journal::Inline(vec![1, 2, 3]),
            Journal::Chunks(12),
        ];
        let mut head = Head::default();
        for journal in journals {
            head = head.next(Nonce::new(&entropy)).unwrap();
            head.journal = journal;
            head.metrics.insert(format!("metric_{}", head.revision.0));
            head.workouts = head.revision.0 > 1;
            let read = Head::decode(&head.encode(&AccountId::first())).unwrap();
            assert_eq!(read, head);
        }
        assert_eq!(head.revision, Revision(3));
    }
}
