//! The key of every item: partition and sort key.
//!
//! The attributes have the names of the record's first table, `metric` and `ts`. A partition begins
//! with the account (nothing, for the deployment) and the kind of item. Accounts hold no `/`, and
//! in other names it is written `%2F`, so no two partitions are ever mistaken for one another.

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use vitalog_core::{AccountId, Fingerprint, Metric};
use vitalog_storage::{Owner, Revision};

use crate::{
    nonce::Nonce,
    time::{millisecond_text, second_text},
};

/// The attribute of the partition key.
pub(crate) const PARTITION: &str = "metric";
/// The attribute of the sort key.
pub(crate) const SORT: &str = "ts";

/// Sorts after whatever follows a second in a sort key, and before the next second.
pub(crate) const AFTER_FINGERPRINTS: &str = "~";

/// The partitions that name all owners and all queues.
pub(crate) const OWNERS: &str = "/owner";
pub(crate) const QUEUES: &str = "/queue";

/// The longest name that is written out, in bytes. Two of them, an id and what separates them are
/// within DynamoDB's 1,024 for a sort key.
const LONGEST_NAME: usize = 150;

/// Where an item is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Key {
    pub(crate) partition: String,
    pub(crate) sort: String,
}

/// The head of an account's record.
pub(crate) fn head(account: &AccountId) -> Key {
    Key {
        partition: format!("{account}/record"),
        sort: "head".to_owned(),
    }
}

/// Pieces of changes that are too long for the head.
pub(crate) fn journal(account: &AccountId) -> String {
    format!("{account}/journal")
}

/// A piece of the change that leads to `revision`.
pub(crate) fn journal_chunk(
    account: &AccountId,
    revision: Revision,
    nonce: Nonce,
    chunk: usize,
) -> Key {
    Key {
        partition: journal(account),
        sort: format!("{}{nonce}/{chunk:04}", journal_of(revision)),
    }
}

/// What the sort keys of all pieces for `revision` begin with; sorts as the revisions do.
pub(crate) fn journal_of(revision: Revision) -> String {
    format!("{:020}/", revision.0)
}

pub(crate) fn readings(account: &AccountId, metric: Metric) -> String {
    format!("{account}/reading/{}", metric.slug())
}

pub(crate) fn daily(account: &AccountId, metric: Metric) -> String {
    format!("{account}/daily/{}", metric.slug())
}

pub(crate) fn extents(account: &AccountId) -> String {
    format!("{account}/extent")
}

pub(crate) fn extent(account: &AccountId, metric: Metric) -> Key {
    Key {
        partition: extents(account),
        sort: metric.slug().to_owned(),
    }
}

pub(crate) fn workouts(account: &AccountId) -> String {
    format!("{account}/workout")
}

/// The sort key of a reading or a workout.
pub(crate) fn row(second: i64, fingerprint: Fingerprint) -> String {
    format!("{}{fingerprint}", second_text(second))
}

/// All vendor records of an account, on a shelf for each vendor and kind.
pub(crate) fn vendor_records(account: &AccountId) -> String {
    format!("{account}/vendor")
}

/// All documents of an owner, on a shelf for each kind.
pub(crate) fn documents(owner: &Owner) -> String {
    format!("{}/document", prefix(owner))
}

/// Parts of an item that is too long for one.
pub(crate) fn parts(owner: &str, name: &str) -> String {
    format!("{owner}/part/{name}")
}

pub(crate) fn jobs(queue: &str) -> String {
    format!("/job/{}", escape(queue))
}

/// What tells the runs of an account.
pub(crate) fn runs(account: &AccountId) -> Key {
    Key {
        partition: format!("{account}/runs"),
        sort: "runs".to_owned(),
    }
}

/// The rows of a run, on a shelf for each section.
pub(crate) fn findings(account: &AccountId, run: &str) -> String {
    format!("{account}/finding/{}", escape(run))
}

pub(crate) fn access(account: &AccountId) -> String {
    format!("{account}/access")
}

/// The sort key of a call.
pub(crate) fn call(at: Timestamp, id: &str) -> String {
    format!("{}/{id}", millisecond_text(at))
}

/// Whose item it is, from its partition.
pub(crate) fn owner_of(partition: &str) -> &str {
    partition.split_once('/').map_or("", |(owner, _)| owner)
}

fn prefix(owner: &Owner) -> &str {
    match owner {
        Owner::Deployment => "",
        Owner::Account(account) => account.as_str(),
    }
}

/// A name without `/`. A very long one is named by its SHA-256.
pub(crate) fn escape(name: &str) -> String {
    let escaped = name.replace('%', "%25").replace('/', "%2F");
    if escaped.len() > LONGEST_NAME {
        return format!("%h{}", hex::encode(Sha256::digest(name)));
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_the_keys_of_the_first_table() {
        let fingerprint = Fingerprint::new([0x0a, 0xc0, 0xa6, 0xff, 0x82, 0x50], 0);
        let cases = [
            (Fingerprint::BARE, "2026-09-27T14:30:00Z"),
            (fingerprint, "2026-09-27T14:30:00Z#0ac0a6ff8250"),
            (
                fingerprint.with_twin(1),
                "2026-09-27T14:30:00Z#0ac0a6ff8250~1",
            ),
        ];
        for (fingerprint, key) in cases {
            assert_eq!(row(1_790_519_400, fingerprint), key);
            assert!(*key < *format!("2026-09-27T14:30:00Z{AFTER_FINGERPRINTS}"));
        }
        assert_eq!(
            readings(&AccountId::first(), Metric::Weight),
            "me/reading/weight"
        );
    }

    #[test]
    fn names_are_written_without_slashes() {
        let cases = [
            ("", ""),
            ("a", "a"),
            ("a/b", "a%2Fb"),
            ("a%2Fb", "a%252Fb"),
            ("體/", "體%2F"),
        ];
        for (name, escaped) in cases {
            assert_eq!(escape(name), escaped);
        }
    }

    #[test]
    fn long_names_are_hashed_and_kept_apart() {
        let [one, other] = [1_000, 1_001].map(|length| escape(&"体".repeat(length)));
        assert_ne!(one, other);
        assert!(one.len() <= LONGEST_NAME && one.starts_with("%h"));
    }

    #[test]
    fn journal_sorts_by_revision() {
        let keys = [1, 9, 10, u64::MAX].map(|revision| journal_of(Revision(revision)));
        assert!(keys.is_sorted());
    }
}
