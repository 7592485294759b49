//! Documents that a vendor no longer lists: gone after two passes.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp, ToSpan, civil::Date};
use vitalog_connectors::Collection;
use vitalog_core::{AccountId, DayRange};
use vitalog_storage::{DocumentStore, Owner, StorageError};

use super::{apply::Arrived, stored::Place};

/// The kind of the documents that remember what was not listed; the id is the vendor.
const KIND: &str = "vendor-missing";
/// How long after the first pass another counts. A record that moved to another page while it was
/// listed is there again by then.
const APART: SignedDuration = SignedDuration::from_mins(15);
/// So few may be all that a collection had: the one workout of a week.
const FEW: usize = 2;

/// When which documents were first not listed, by collection and id.
type Missing = BTreeMap<String, String>;

/// A collection of which a run listed everything that it has in some days.
pub(super) struct Compared {
    pub(super) collection: &'static Collection,
    /// What is kept of these days, by id.
    pub(super) kept: BTreeMap<String, Date>,
    /// The ids that were listed.
    pub(super) listed: BTreeSet<String>,
}

impl Compared {
    fn lacking(&self) -> impl Iterator<Item = (&String, &Date)> {
        let kept = self.kept.iter();
        kept.filter(|(id, _)| !self.listed.contains(*id))
    }

    /// How many are missing, of how many that are kept or listed.
    fn share(&self) -> (usize, usize) {
        let lacking = self.lacking().count();
        (lacking, self.listed.len() + lacking)
    }
}

/// Which of the documents that are kept of some days are gone, now that a run listed these days
/// anew. A run that misses more than half says nothing, and neither does a list that does, unless
/// it misses few.
pub(super) async fn find_gone(
    storage: &dyn DocumentStore,
    account: &AccountId,
    vendor: &str,
    run: &[Compared],
    now: Timestamp,
) -> Result<Vec<Arrived>, StorageError> {
    let place = Place {
        owner: Owner::Account(account.clone()),
        kind: KIND,
        id: vendor.to_owned(),
    };
    let shares = run.iter().map(Compared::share);
    let (lacking, total) = shares.fold((0, 0), |sum, share| (sum.0 + share.0, sum.1 + share.1));
    let is_believed = |compared: &&Compared| {
        let (lacking, total) = compared.share();
        lacking <= FEW || !is_most(lacking, total)
    };
    let run_is_believed = !is_most(lacking, total);
    if lacking == 0 {
        let noted: Missing = place.read(storage).await?;
        let mut there = run.iter().flat_map(there);
        if !there.any(|name| noted.contains_key(&name)) {
            return Ok(Vec::new());
        }
    }
    let change = |missing: &mut Missing| {
        for name in run.iter().flat_map(there) {
            missing.remove(&name);
        }
        let mut gone = Vec::new();
        let believed = run.iter().filter(|_| run_is_believed);
        for compared in believed.filter(is_believed) {
            for (id, day) in compared.lacking() {
                let name = name(compared.collection, id);
                let first = missing.get(&name);
                let first: Option<Timestamp> = first.and_then(|first| first.parse().ok());
                // A clock that was ahead: what it noted would wait until then.
                let first = first.filter(|first| *first <= now);
                match first {
                    Some(first) if now.duration_since(first) >= APART => {
                        missing.remove(&name);
                        gone.push(Arrived::Gone {
                            kind: compared.collection.kind,
                            id: id.clone(),
                            day: Some(*day),
                        });
                    }
                    Some(_) => {}
                    None => {
                        missing.insert(name, now.to_string());
                    }
                }
            }
        }
        gone
    };
    place.change(storage, change).await
}

fn is_most(part: usize, total: usize) -> bool {
    part * 2 > total
}

/// The names of what is kept and was listed.
fn there(compared: &Compared) -> impl Iterator<Item = String> {
    let there = compared.kept.keys();
    let there = there.filter(|id| compared.listed.contains(*id));
    there.map(|id| name(compared.collection, id))
}

fn name(collection: &Collection, id: &str) -> String {
    format!("{} {id}", collection.kind)
}

/// The days of a window of which surely all was listed: at its ends vendors differ.
pub(super) fn surely_listed(window: DayRange) -> Option<DayRange> {
    let start = window.start.saturating_add(1.day());
    let end = window.end.saturating_sub(1.day());
    (start <= end).then_some(DayRange { start, end })
}
