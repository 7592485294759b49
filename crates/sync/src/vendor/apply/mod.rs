//! From documents to rows.
//!
//! What a vendor sent is kept as it was sent, and whatever it comes to is worked out from what is kept:
//! from all documents of the days that a new, changed or vanished document has a say in. The
//! rows of these days are made to be what the documents say, in one write with the documents
//! themselves. So it does not matter in which order documents come, nor how often, and a changed mapping is
//! a matter of working all days out anew.

mod compare;
mod filed;
mod kept;
mod news;
mod rows;
mod told;

use std::{collections::BTreeSet, time::Duration};

use jiff::{Timestamp, ToSpan, civil::Date};
use vitalog_connectors::{Connector, SentDocument, UNDATED};
use vitalog_core::{Account, Clock, DayRange};
use vitalog_storage::{RecordChange, RecordQuery, Revision, Storage, StorageError, Written};

use self::{
    news::{AllNews, News, Shelf},
    rows::Rows,
};
use crate::{
    compute::compute,
    daily::{self, Completed},
};

pub use compare::RowCounts;
pub(super) use kept::{all_days, names_of_days};
pub use told::told_days;

/// How often a change is worked out anew because somebody else changed the record.
const MAX_ATTEMPTS: u32 = 30;
/// The pauses in between grow from this …
const FIRST_PAUSE: Duration = Duration::from_millis(2);
/// … to this.
const MAX_PAUSE: Duration = Duration::from_millis(100);
/// How far the instant of a row may lie from the day that it names.
const ROW_BESIDE_DAYS: i64 = 2;

/// What is known of a document now.
#[derive(Clone, Debug)]
pub enum Arrived {
    /// The vendor sent it.
    Sent(SentDocument),
    /// The vendor does not have it any more.
    Gone {
        /// Its collection.
        kind: &'static str,
        /// Its id.
        id: String,
        /// The day it lies on, where its id does not tell.
        day: Option<Date>,
    },
}

impl Arrived {
    fn name(&self) -> news::Name {
        match self {
            Self::Sent(document) => (document.kind, document.id.clone()),
            Self::Gone { kind, id, .. } => (kind, id.clone()),
        }
    }
}

/// What applying documents came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Applied {
    /// Documents that are new, changed, moved or gone.
    pub news: usize,
    /// Documents that were kept already.
    pub known: usize,
    /// What became of their rows.
    pub rows: RowCounts,
    /// Documents and values that cannot be read.
    pub unreadable: usize,
}

impl Applied {
    /// Adds what others came to.
    pub fn add(&mut self, other: Self) {
        self.news += other.news;
        self.known += other.known;
        self.unreadable += other.unreadable;
        self.rows.written += other.rows.written;
        self.rows.unchanged += other.rows.unchanged;
        self.rows.superseded += other.rows.superseded;
        self.rows.restored += other.rows.restored;
    }
}

/// Nothing was applied.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// Others kept changing the record.
    #[error("the record is busy")]
    Busy,
    /// Storage failed.
    #[error("the vendor's documents could not be stored")]
    Storage(#[from] StorageError),
}

/// Where documents are applied.
pub(super) struct Applier<'a> {
    pub(super) storage: &'a dyn Storage,
    pub(super) clock: &'a dyn Clock,
    pub(super) account: &'a Account,
    pub(super) connector: &'a dyn Connector,
}

impl Applier<'_> {
    /// Keeps what came, and makes the rows of the days that it has a say in what they should be.
    pub(super) async fn apply(&self, arrived: Vec<Arrived>) -> Result<Applied, ApplyError> {
        let mut pause = FIRST_PAUSE;
        let arrived = latest(arrived);
        for _ in 0..MAX_ATTEMPTS {
            if let Some(applied) = self.try_apply(&arrived).await? {
                return Ok(applied);
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(MAX_PAUSE);
        }
        Err(ApplyError::Busy)
    }

    /// Works the rows of some days out anew from what is kept.
    pub(super) async fn remap(&self, days: &BTreeSet<Date>) -> Result<Applied, ApplyError> {
        let mut pause = FIRST_PAUSE;
        for _ in 0..MAX_ATTEMPTS {
            let query = RecordQuery::default();
            let record = self.storage.read_record(&self.account.id, &query).await?;
            let written = self.write(AllNews::default(), days, record.revision);
            if let Some(applied) = written.await? {
                return Ok(applied);
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(MAX_PAUSE);
        }
        Err(ApplyError::Busy)
    }

    /// `None`: somebody else changed the record.
    async fn try_apply(&self, arrived: &[Arrived]) -> Result<Option<Applied>, ApplyError> {
        let (storage, account) = (self.storage, &self.account.id);
        let arrived = self.with_days_of_others(arrived).await?;
        let query = RecordQuery {
            vendor_records: news::digests_to_ask(self.connector, &arrived),
            ..RecordQuery::default()
        };
        let record = storage.read_record(account, &query).await?;
        let all = news::find(storage, account, self.connector, &arrived, &record).await?;
        if all.news.is_empty() {
            return Ok(Some(Applied {
                known: all.known,
                ..Applied::default()
            }));
        }
        self.write(all, &BTreeSet::new(), record.revision).await
    }

    /// Documents that are of the day of another get it, as far as that one is known.
    async fn with_days_of_others(&self, arrived: &[Arrived]) -> Result<Vec<Arrived>, StorageError> {
        let mut with_days = arrived.to_vec();
        for sent in &mut with_days {
            let Arrived::Sent(document) = sent else {
                continue;
            };
            let Some((kind, id)) = self.connector.follows(document) else {
                continue;
            };
            let came_too = arrived.iter().find_map(|other| match other {
                Arrived::Sent(other) if other.kind == kind && other.id == id => Some(other.day),
                Arrived::Sent(_) | Arrived::Gone { .. } => None,
            });
            let day = match came_too {
                Some(day) => Some(day),
                None => self.shelf().day(kind, &id).await?,
            };
            if let Some(day) = day {
                set_day(document, day);
            }
        }
        Ok(with_days)
    }

    /// Works out and writes what news, and `days` beside, come to.
    async fn write(
        &self,
        mut all: AllNews,
        days: &BTreeSet<Date>,
        read_at: Revision,
    ) -> Result<Option<Applied>, ApplyError> {
        let now = whole_second(self.clock.now());
        let (touched, documents) = loop {
            let mut touched = all.touched();
            touched.extend(days);
            // What has no day has no rows.
            touched.remove(&UNDATED);
            let kept = kept::around(self, &touched).await?;
            if !self.add_followers(&mut all, &kept) {
                break (touched, kept::laid_over(kept, &all));
            }
        };
        let (rows, unreadable) = compute(|| {
            let mapped = self.connector.map(&documents);
            let vendor = self.connector.vendor();
            let rows = Rows::new(&mapped, vendor, self.account, &touched, now);
            let unreadable = rows.unfit + usize::try_from(mapped.unreadable).unwrap_or_default();
            (rows, unreadable)
        });
        let query = self.rows_of(&touched);
        let record = self.storage.read_record(&self.account.id, &query).await?;
        if record.revision != read_at {
            return Ok(None);
        }
        let mut change = RecordChange {
            put_vendor_records: all.records(self.connector),
            ..RecordChange::default()
        };
        let vendor = self.connector.vendor();
        let counts = compare::compare(rows, &record, vendor, &touched, now, &mut change);
        let completed =
            daily::complete(self.storage, self.account, &query, &record, &mut change).await?;
        let applied = Applied {
            news: all.news.len(),
            known: all.known,
            rows: counts,
            unreadable,
        };
        if completed == Completed::Stale {
            return Ok(None);
        }
        if change.is_empty() {
            return Ok(Some(applied));
        }
        let written = self.storage.write_record(&self.account.id, read_at, change);
        Ok((written.await? != Written::Stale).then_some(applied))
    }

    /// A document whose day is that of another moves with it. Says whether any does.
    fn add_followers(&self, all: &mut AllNews, kept: &[SentDocument]) -> bool {
        let mut moved = Vec::new();
        for document in kept {
            let name = (document.kind, document.id.clone());
            let Some(followed) = self.connector.follows(document) else {
                continue;
            };
            let day = all.news.get(&followed).and_then(|news| news.new.as_ref());
            if let Some(day) = day.map(|followed| followed.day)
                && day != document.day
                && !all.news.contains_key(&name)
            {
                let mut new = document.clone();
                set_day(&mut new, day);
                let news = News {
                    old: Some(document.clone()),
                    new: Some(new),
                };
                moved.push((name, news));
            }
        }
        let any = !moved.is_empty();
        all.news.extend(moved);
        any
    }

    /// All rows that documents of these days can have made.
    fn rows_of(&self, days: &BTreeSet<Date>) -> RecordQuery {
        let runs = DayRange::runs(days).into_iter().map(|run| {
            let run = DayRange {
                start: run.start.saturating_sub(ROW_BESIDE_DAYS.days()),
                end: run.end.saturating_add(ROW_BESIDE_DAYS.days()),
            };
            run.instants(&jiff::tz::TimeZone::UTC)
        });
        let runs: Vec<_> = runs.collect();
        let metrics = self.connector.covers().iter();
        RecordQuery {
            readings: metrics
                .flat_map(|metric| runs.iter().map(|run| (*metric, run.clone())))
                .collect(),
            workouts: runs.clone(),
            ..RecordQuery::default()
        }
    }

    fn shelf(&self) -> Shelf<'_> {
        Shelf {
            storage: self.storage,
            account: &self.account.id,
            connector: self.connector,
        }
    }
}

/// A document that is kept, wherever it lies, unless it is gone.
pub(super) async fn stored_document(
    applier: &Applier<'_>,
    kind: &str,
    id: &str,
) -> Result<Option<SentDocument>, StorageError> {
    let found = applier.shelf().find(kind, id).await?;
    Ok(found
        .filter(|found| !found.is_gone)
        .map(|found| found.document))
}

fn set_day(document: &mut SentDocument, day: Date) {
    (document.day, document.first_day, document.last_day) = (day, day, day);
}

/// Of several words on one document the latest version, or the last.
fn latest(arrived: Vec<Arrived>) -> Vec<Arrived> {
    let mut latest: std::collections::BTreeMap<news::Name, Arrived> =
        std::collections::BTreeMap::new();
    for arrived in arrived {
        let name = arrived.name();
        let is_older = match (&arrived, latest.get(&name)) {
            (Arrived::Sent(new), Some(Arrived::Sent(old))) => filed::is_older(new, old),
            _ => false,
        };
        if !is_older {
            latest.insert(name, arrived);
        }
    }
    latest.into_values().collect()
}

fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}
