//! Documents that a vendor no longer lists: gone after two passes.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp, ToSpan, civil::Date};
use vitalog_connectors::Collection;
use vitalog_core::{AccountId, DayRange};
use vitalog_storage::{DocumentStore, Owner, StorageError};

use super::{apply::Arrived, listing::Listed, stored::Place};

/// The kind of the documents that remember what was not listed; the id is the vendor.
const KIND: &str = "vendor-missing";
/// How long after the first pass another counts. A record that moved to another page while it was
/// listed is there again by then.
const APART: SignedDuration = SignedDuration::from_mins(15);

/// When which documents were first not listed, by collection and id.
type Missing = BTreeMap<String, String>;

/// Which of the documents that are kept of some days are gone, now that these days were listed anew.
pub(super) async fn find_gone(
    storage: &dyn DocumentStore,
    account: &AccountId,
    vendor: &str,
    collection: &'static Collection,
    kept: BTreeMap<String, Date>,
    listed: &Listed,
    now: Timestamp,
) -> Result<Vec<Arrived>, StorageError> {
    let place = Place {
        owner: Owner::Account(account.clone()),
        kind: KIND,
        id: vendor.to_owned(),
    };
    let is_listed = |id: &str| listed.documents.iter().any(|document| document.id == id);
    let (there, lacking): (Vec<_>, Vec<_>) = kept.into_iter().partition(|(id, _)| is_listed(id));
    if lacking.is_empty() {
        let noted: Missing = place.read(storage).await?;
        let is_noted = |id: &String| noted.contains_key(&name(collection, id));
        if !there.iter().any(|(id, _)| is_noted(id)) {
            return Ok(Vec::new());
        }
    }
    let change = |missing: &mut Missing| {
        for (id, _) in &there {
            missing.remove(&name(collection, id));
        }
        let mut gone = Vec::new();
        for (id, day) in &lacking {
            let name = name(collection, id);
            let first = missing.get(&name);
            let first: Option<Timestamp> = first.and_then(|first| first.parse().ok());
            // A clock that was ahead: what it noted would wait until then.
            let first = first.filter(|first| *first <= now);
            match first {
                Some(first) if now.duration_since(first) >= APART => {
                    missing.remove(&name);
                    gone.push(Arrived::Gone {
                        kind: collection.kind,
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
        gone
    };
    place.change(storage, change).await
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
