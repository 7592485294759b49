//! What a vendor sent, cut into documents that can be kept one by one.

use std::collections::{BTreeMap, btree_map::Entry};

use jiff::{Timestamp, civil::Date};

/// The day under which a document is kept that belongs to none, such as a profile.
pub const UNDATED: Date = Date::constant(1970, 1, 1);

/// One document of a vendor, as sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentDocument {
    /// The collection it is of: [`Collection::kind`](crate::Collection::kind).
    pub kind: &'static str,
    /// Tells the documents of a collection apart: the vendor's own identifier, or the day where
    /// the vendor gives none.
    pub id: String,
    /// The day it is kept under: the vendor's own day, or [`UNDATED`].
    pub day: Date,
    /// The first day whose rows it may have a say in.
    pub first_day: Date,
    /// The last such day.
    pub last_day: Date,
    /// When what it tells of happened, or began.
    pub at: Timestamp,
    /// When the vendor last changed it, where the vendor says so. Of two versions the later stands.
    pub updated_at: Option<Timestamp>,
    /// Whether the vendor says that what it tells of is deleted. It yields nothing then.
    pub gone: bool,
    /// The document as the vendor wrote it; of a series, the [joined](crate::Connector::join)
    /// points of one day.
    pub body: String,
}

/// One answer to a list request, read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// Its documents, those outside of the window left out.
    pub documents: Vec<SentDocument>,
    /// What to send to be given the next page; `None` on the last.
    pub next: Option<String>,
    /// Elements that are no documents of this collection. They fail neither the page nor each other.
    pub unreadable: u32,
}

/// One document of each collection and identifier, in order of both: the version that the vendor
/// changed last, or else the one that comes last.
pub(crate) fn latest_versions(documents: Vec<SentDocument>) -> Vec<SentDocument> {
    let mut latest: BTreeMap<(&str, String), SentDocument> = BTreeMap::new();
    for document in documents {
        match latest.entry((document.kind, document.id.clone())) {
            Entry::Vacant(entry) => {
                entry.insert(document);
            }
            Entry::Occupied(mut entry) if entry.get().updated_at <= document.updated_at => {
                entry.insert(document);
            }
            Entry::Occupied(_) => {}
        }
    }
    latest.into_values().collect()
}

/// An answer is not of the form that the vendor describes. What it holds is left out, since it may
/// be a health value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the vendor's answer is not {expected}")]
pub struct Unreadable {
    /// What was expected.
    pub expected: &'static str,
}
