//! What no row holds, kept as vendor records: sets of lines, which only ever grow, and documents.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use vitalog_connectors::apple_export::SentFile;
use vitalog_storage::{BodyDigest, Record, RecordChange, RecordQuery, VendorRecord, Written};

use super::{
    ImportError, MAX_ATTEMPTS, PAUSE,
    buffer::Lines,
    tally::Numbered,
    write::{REPEATED, Writer},
};
use crate::{
    compute::compute,
    daily::{self, Completed},
    row::Outcome,
};

/// Whose vendor records these are.
const VENDOR: &str = "apple-export";

/// Bytes of bodies that are written at once.
const BODIES: usize = 4 << 20;

impl Writer<'_> {
    /// Unites sets of lines with those that are stored.
    pub(super) async fn lines(self, sets: Vec<Lines>) -> Result<Numbered, ImportError> {
        let mut counts = Numbered::default();
        let mut waiting = Vec::new();
        let mut size = 0;
        for set in sets {
            let (set, repeated) = compute(|| Set::new(set));
            for element in repeated {
                counts.element(element).skip(REPEATED);
            }
            size += set.body.len();
            waiting.push(set);
            if size >= BODIES {
                self.unite(std::mem::take(&mut waiting), &mut counts)
                    .await?;
                size = 0;
            }
        }
        self.unite(waiting, &mut counts).await?;
        Ok(counts)
    }

    async fn unite(self, sets: Vec<Set>, counts: &mut Numbered) -> Result<(), ImportError> {
        let asked = sets.iter().map(|set| (set.kind.clone(), set.id.clone()));
        let query = query(asked);
        for _ in 0..MAX_ATTEMPTS {
            let record = self.storage.read_record(&self.account.id, &query).await?;
            let (mut change, of_these) = self.united(&sets, &record).await?;
            let storage = self.storage;
            let completed =
                daily::complete(storage, self.account, &query, &record, &mut change).await?;
            let written = match completed {
                Completed::Stale => Written::Stale,
                Completed::Done if change.is_empty() => Written::Done(record.revision),
                Completed::Done => {
                    let revision = record.revision;
                    storage
                        .write_record(&self.account.id, revision, change)
                        .await?
                }
            };
            if written != Written::Stale {
                counts.add(&of_these);
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(ImportError::Busy)
    }

    /// What to write so that the sets that a record has hold all these lines too.
    async fn united(
        self,
        sets: &[Set],
        record: &Record,
    ) -> Result<(RecordChange, Numbered), ImportError> {
        let mut counts = Numbered::default();
        let mut change = RecordChange::default();
        for set in sets {
            let key = (VENDOR.to_owned(), set.kind.clone(), set.id.clone());
            let stored = match record.vendor_records.get(&key) {
                None => String::new(),
                Some(digest) if *digest == BodyDigest::of(&set.body) => {
                    set.count(&mut counts, |_| Outcome::Unchanged);
                    continue;
                }
                Some(_) => {
                    let (account, storage) = (&self.account.id, self.storage);
                    let got = storage.get_vendor_record(account, VENDOR, &set.kind, &set.id);
                    got.await?.map(|record| record.body).unwrap_or_default()
                }
            };
            change.put_vendor_records.extend(compute(|| {
                set.united_with(&stored, &mut counts)
                    .map(|body| VendorRecord {
                        vendor: VENDOR.to_owned(),
                        kind: set.kind.clone(),
                        id: set.id.clone(),
                        at: start_of(set.day),
                        body,
                    })
            }));
        }
        Ok((change, counts))
    }

    /// Keeps documents that are new or changed.
    pub(super) async fn documents(
        self,
        documents: &[(SentFile, u8)],
    ) -> Result<Numbered, ImportError> {
        let asked = documents.iter().map(|(document, _)| {
            let SentFile { kind, id, .. } = document;
            ((*kind).to_owned(), id.clone())
        });
        let query = query(asked);
        self.write(&query, |record| {
            let mut counts = Numbered::default();
            let mut put = BTreeMap::new();
            for (document, element) in documents {
                let kept = VendorRecord {
                    vendor: VENDOR.to_owned(),
                    kind: document.kind.to_owned(),
                    id: document.id.clone(),
                    at: start_of(document.day),
                    body: document.body.clone(),
                };
                let counts = counts.element(*element);
                if put.contains_key(&kept.key()) {
                    counts.skip(REPEATED);
                    continue;
                }
                let outcome = match record.vendor_records.get(&kept.key()) {
                    None => Outcome::New,
                    Some(digest) if *digest == BodyDigest::of(&kept.body) => Outcome::Unchanged,
                    Some(_) => Outcome::Changed,
                };
                counts.add_outcome(outcome);
                if outcome != Outcome::Unchanged {
                    put.insert(kept.key(), kept);
                }
            }
            let change = RecordChange {
                put_vendor_records: put.into_values().collect(),
                ..RecordChange::default()
            };
            (change, counts)
        })
        .await
    }
}

fn query(asked: impl Iterator<Item = (String, String)>) -> RecordQuery {
    let mut ids: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (kind, id) in asked {
        ids.entry(kind).or_default().push(id);
    }
    let kinds = ids.into_iter();
    RecordQuery {
        vendor_records: kinds
            .map(|(kind, ids)| (VENDOR.to_owned(), kind, ids))
            .collect(),
        ..RecordQuery::default()
    }
}

/// Lines in order, each once.
struct Set {
    kind: String,
    id: String,
    day: Date,
    body: String,
    /// The lines to count, and the elements they came in.
    counted: Vec<(String, u8)>,
}

impl Set {
    /// The set, and the elements of those lines that were there before.
    fn new(lines: Lines) -> (Self, Vec<u8>) {
        let mut sorted = lines.texts;
        sorted.sort_unstable();
        let mut repeated = Vec::new();
        sorted.dedup_by(|later, first| {
            let is_same = later.0 == first.0;
            if is_same {
                // The one that is counted stays, of two such the second is a repeat.
                match (first.1, later.1) {
                    (Some(_), Some(element)) => repeated.push(element),
                    (None, later) => first.1 = later,
                    (Some(_), None) => {}
                }
            }
            is_same
        });
        let body = join(sorted.iter().map(|(line, _)| line));
        let counted = sorted.into_iter();
        let set = Self {
            kind: lines.kind,
            id: lines.id,
            day: lines.day,
            body,
            counted: counted
                .filter_map(|(line, element)| Some((line, element?)))
                .collect(),
        };
        (set, repeated)
    }

    /// The lines of both, if these are more than the stored ones.
    fn united_with(&self, stored: &str, counts: &mut Numbered) -> Option<String> {
        if stored.is_empty() {
            self.count(counts, |_| Outcome::New);
            return Some(self.body.clone());
        }
        let stored: BTreeSet<&str> = stored.lines().collect();
        self.count(counts, |line| {
            if stored.contains(line) {
                Outcome::Unchanged
            } else {
                Outcome::New
            }
        });
        let mut united = stored.clone();
        united.extend(self.body.lines());
        (united.len() > stored.len()).then(|| join(united.iter()))
    }

    fn count(&self, counts: &mut Numbered, outcome: impl Fn(&str) -> Outcome) {
        for (line, element) in &self.counted {
            counts.element(*element).add_outcome(outcome(line));
        }
    }
}

fn join<L: AsRef<str>>(lines: impl Iterator<Item = L>) -> String {
    let mut body = String::new();
    for line in lines {
        if !body.is_empty() {
            body.push('\n');
        }
        body.push_str(line.as_ref());
    }
    body
}

fn start_of(day: Date) -> Option<Timestamp> {
    TimeZone::UTC
        .to_timestamp(day.to_datetime(jiff::civil::Time::midnight()))
        .ok()
}
