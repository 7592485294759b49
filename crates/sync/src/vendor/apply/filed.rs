//! How a vendor's documents lie in storage.
//!
//! A document is a vendor record whose id is its day and its own id, `2026-05-06 7f3c…`, so that the
//! documents of a stretch of days lie side by side. A second, small record, of the kind with
//! `.day` at its end, says under its own id on which day it lies. What is gone keeps its record, with a
//! body that says so around the last one that was sent.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use vitalog_connectors::{Collection, Connector, SentDocument, Shape};
use vitalog_storage::VendorRecord;

/// Ends the kind of the records that say where documents lie.
const DAY_KIND: &str = ".day";

/// The body of a document that is gone, in JSON. No vendor has a member of that name.
#[derive(Serialize, Deserialize)]
struct Tombstone {
    vitalog_gone: Gone,
}

#[derive(Serialize, Deserialize)]
struct Gone {
    /// What was sent last.
    last: String,
    /// On which day it is now, if it only moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moved_to: Option<String>,
}

/// A document as it lies in storage.
#[derive(Clone, Debug)]
pub(super) struct Filed {
    pub(super) document: SentDocument,
    /// Whether it is gone, and only remembered.
    pub(super) is_gone: bool,
}

/// The kind of the records that say where the documents of a collection lie.
pub(super) fn day_kind(kind: &str) -> String {
    format!("{kind}{DAY_KIND}")
}

/// Whether it has to be said where a document lies: not where its id is its day, or it has none.
pub(super) fn has_day_record(collection: &Collection) -> bool {
    collection.shape == Shape::Dated
}

/// The id of the record of a document.
pub(super) fn record_id(day: Date, id: &str) -> String {
    format!("{day} {id}")
}

/// The day and the document's id in the id of a record.
pub(super) fn split_id(record_id: &str) -> Option<(Date, &str)> {
    let (day, id) = record_id.split_once(' ')?;
    Some((day.parse().ok()?, id))
}

/// The record of a document that is there.
pub(super) fn record(vendor: &str, document: &SentDocument) -> VendorRecord {
    VendorRecord {
        vendor: vendor.to_owned(),
        kind: document.kind.to_owned(),
        id: record_id(document.day, &document.id),
        at: Some(document.at),
        body: document.body.clone(),
    }
}

/// The record that says where a document lies.
pub(super) fn day_record(vendor: &str, document: &SentDocument) -> VendorRecord {
    VendorRecord {
        vendor: vendor.to_owned(),
        kind: day_kind(document.kind),
        id: document.id.clone(),
        at: None,
        body: document.day.to_string(),
    }
}

/// The record of a document that is no longer there, or no longer on that day.
pub(super) fn tombstone(vendor: &str, last: &SentDocument, moved_to: Option<Date>) -> VendorRecord {
    let gone = Gone {
        last: last.body.clone(),
        moved_to: moved_to.map(|day| day.to_string()),
    };
    VendorRecord {
        body: serde_json::json!(Tombstone { vitalog_gone: gone }).to_string(),
        ..record(vendor, last)
    }
}

/// Reads a record; `None` for one that the connector cannot read any more, or that moved away.
pub(super) fn read(
    connector: &dyn Connector,
    collection: &'static Collection,
    record: &VendorRecord,
) -> Option<Filed> {
    let (day, id) = split_id(&record.id)?;
    let tombstone: Option<Tombstone> = record
        .body
        .contains("vitalog_gone")
        .then(|| serde_json::from_str(&record.body).ok())
        .flatten();
    let (body, is_gone) = match &tombstone {
        Some(stone) if stone.vitalog_gone.moved_to.is_some() => return None,
        Some(stone) => (&stone.vitalog_gone.last, true),
        None => (&record.body, false),
    };
    let mut document = connector.read_kept(collection, body).ok()?;
    id.clone_into(&mut document.id);
    if document.day != day {
        // It follows the day of another, which it cannot tell by itself.
        (document.day, document.first_day, document.last_day) = (day, day, day);
    }
    Some(Filed { document, is_gone })
}

/// When a record is about that is only found by what follows it.
pub(super) fn before(day: Date) -> String {
    // The space of the ids of that day comes after the end of this text.
    day.to_string()
}

/// Of two versions of a document: whether the new one is no news, since it is not younger.
pub(super) fn is_older(new: &SentDocument, old: &SentDocument) -> bool {
    let both: Option<(Timestamp, Timestamp)> = new.updated_at.zip(old.updated_at);
    both.is_some_and(|(new, old)| new < old)
}
