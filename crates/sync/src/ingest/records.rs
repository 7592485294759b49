//! Elements that are kept as they were sent.

use std::collections::BTreeMap;

use vitalog_connectors::hae::{Push, SentRecord};
use vitalog_storage::{BodyDigest, Record, VendorRecord};

/// Whose they are.
const VENDOR: &str = "hae";

/// How many elements of each kind are written, and how many were stored the same.
pub(super) type RecordCounts = BTreeMap<String, (usize, usize)>;

/// What to ask storage about the elements of a push.
pub(super) fn query(push: &Push<'_>) -> Vec<(String, String, Vec<String>)> {
    let mut ids: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for record in latest(push) {
        ids.entry(&record.kind).or_default().push(record.id.clone());
    }
    let kinds = ids.into_iter();
    kinds
        .map(|(kind, ids)| (VENDOR.to_owned(), kind.to_owned(), ids))
        .collect()
}

/// The elements that are new or changed.
pub(super) fn work_out(push: &Push<'_>, record: &Record) -> (RecordCounts, Vec<VendorRecord>) {
    let mut counts = RecordCounts::new();
    let mut put = Vec::new();
    for sent in latest(push) {
        let (stored, unchanged) = counts.entry(sent.kind.clone().into_owned()).or_default();
        let key = (
            VENDOR.to_owned(),
            sent.kind.clone().into_owned(),
            sent.id.clone(),
        );
        if record.vendor_records.get(&key) == Some(&BodyDigest::of(&sent.body)) {
            *unchanged += 1;
            continue;
        }
        *stored += 1;
        let (vendor, kind, id) = key;
        put.push(VendorRecord {
            vendor,
            kind,
            id,
            at: sent.at,
            body: sent.body.clone().into_owned(),
        });
    }
    (counts, put)
}

/// Of elements with one name the last sent, by kind and name.
fn latest<'p>(push: &'p Push<'_>) -> impl Iterator<Item = &'p SentRecord<'p>> {
    let named = push.records.iter().map(|record| {
        let key: (&str, &str) = (&record.kind, &record.id);
        (key, record)
    });
    named.collect::<BTreeMap<_, _>>().into_values()
}
