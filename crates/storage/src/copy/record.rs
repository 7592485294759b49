//! Copying a record, with a note of how far it got in the same change as the rows.

use jiff::{Timestamp, civil::Date};
use vitalog_core::{AccountId, DayRange, Fingerprint, Metric};

use super::{BODIES, Copier, CopyError, Part, Place, ROWS, mark};
use crate::{
    BodyDigest, DocumentWrite, MetricDays, Owner, RecordChange, RecordQuery, Revision, RowKey,
    VendorRecord, Written, precision::floor_second,
};

/// Every day there is.
const ALWAYS: DayRange = DayRange {
    start: Date::MIN,
    end: Date::MAX,
};
/// Stands for the workouts in a note.
const WORKOUTS: &str = "workouts";

/// How far the rows of a record were copied. Metrics come first, in the order of their list.
#[derive(Clone, Copy)]
enum Reached {
    Readings(Metric, RowKey),
    Workouts(RowKey),
}

impl Reached {
    fn to_note(self) -> String {
        let (of, (at, fingerprint)) = match self {
            Self::Readings(metric, key) => (metric.slug(), key),
            Self::Workouts(key) => (WORKOUTS, key),
        };
        format!("{of} {} {}", floor_second(at), fingerprint.to_i64())
    }

    /// Reads a note; one of another program is no note, and the record is copied from the start.
    fn from_note(note: &str) -> Option<Self> {
        let mut words = note.split(' ');
        let (of, second, fingerprint) = (words.next()?, words.next()?, words.next()?);
        let at = Timestamp::from_second(second.parse().ok()?).ok()?;
        let key = (at, Fingerprint::from_i64(fingerprint.parse().ok()?));
        if of == WORKOUTS {
            return Some(Self::Workouts(key));
        }
        Some(Self::Readings(Metric::from_slug(of)?, key))
    }
}

/// The record that is written to.
struct Target<'a> {
    account: &'a AccountId,
    revision: Revision,
}

impl Copier<'_> {
    pub(super) async fn copy_record(&mut self, account: &AccountId) -> Result<(), CopyError> {
        let nothing = RecordQuery::default();
        let source = self.from.read_record(account, &nothing).await;
        if source.map_err(CopyError::From)?.revision == Revision::default() {
            return Ok(());
        }
        let (owner, nothing) = (Owner::Account(account.clone()), RecordQuery::default());
        let note = self.to.get_document(&owner, mark::KIND, mark::RECORD).await;
        let reached = note.map_err(CopyError::To)?;
        let reached = reached.and_then(|note| Reached::from_note(&note.body));
        let there = self.to.read_record(account, &nothing).await;
        let mut target = Target {
            account,
            revision: there.map_err(CopyError::To)?.revision,
        };
        let workouts_after = if let Some(Reached::Workouts(key)) = reached {
            Some(key)
        } else {
            self.copy_readings(&mut target, reached).await?;
            None
        };
        self.copy_workouts(&mut target, workouts_after).await?;
        self.copy_daily(&mut target).await?;
        self.copy_vendor_records(&mut target).await
    }

    async fn copy_readings(
        &mut self,
        target: &mut Target<'_>,
        reached: Option<Reached>,
    ) -> Result<(), CopyError> {
        for metric in Metric::ALL {
            let mut after = match reached {
                Some(Reached::Readings(last, _)) if *metric < last => continue,
                Some(Reached::Readings(last, key)) if *metric == last => Some(key),
                _ => None,
            };
            loop {
                let page = self
                    .from
                    .list_readings(target.account, *metric, after, ROWS)
                    .await
                    .map_err(CopyError::From)?;
                let rows = page.len();
                if let Some(last) = page.last() {
                    let key = (last.at, last.fingerprint);
                    after = Some(key);
                    let change = RecordChange {
                        put_readings: page,
                        put_documents: vec![note(Reached::Readings(*metric, key))],
                        ..RecordChange::default()
                    };
                    self.write(target, change).await?;
                    self.wrote(&place(target, Part::Readings(*metric)), rows);
                }
                if rows < ROWS {
                    break;
                }
            }
        }
        Ok(())
    }

    async fn copy_workouts(
        &mut self,
        target: &mut Target<'_>,
        mut after: Option<RowKey>,
    ) -> Result<(), CopyError> {
        loop {
            let page = self
                .from
                .list_workouts(target.account, after, ROWS)
                .await
                .map_err(CopyError::From)?;
            let rows = page.len();
            if let Some(last) = page.last() {
                let key = (last.start, last.fingerprint);
                after = Some(key);
                let change = RecordChange {
                    put_workouts: page,
                    put_documents: vec![note(Reached::Workouts(key))],
                    ..RecordChange::default()
                };
                self.write(target, change).await?;
                self.wrote(&place(target, Part::Workouts), rows);
            }
            if rows < ROWS {
                return Ok(());
            }
        }
    }

    /// Copies the daily values of a metric at a time: a few thousand of each, and all are replaced.
    async fn copy_daily(&mut self, target: &mut Target<'_>) -> Result<(), CopyError> {
        for metric in Metric::ALL {
            let query = RecordQuery {
                daily: vec![(*metric, ALWAYS)],
                daily_by_source: vec![(*metric, ALWAYS)],
                ..RecordQuery::default()
            };
            let stored = self.from.read_record(target.account, &query).await;
            let stored = stored.map_err(CopyError::From)?;
            let values = stored
                .daily
                .into_values()
                .chain(stored.daily_by_source.into_values());
            let values: Vec<_> = values.flatten().collect();
            if values.is_empty() {
                continue;
            }
            let rows = values.len();
            let change = RecordChange {
                put_daily: vec![MetricDays {
                    metric: *metric,
                    days: ALWAYS,
                    values,
                }],
                ..RecordChange::default()
            };
            self.write(target, change).await?;
            self.wrote(&place(target, Part::DailyValues), rows);
        }
        Ok(())
    }

    /// Copies the vendor records that the target does not have yet.
    async fn copy_vendor_records(&mut self, target: &mut Target<'_>) -> Result<(), CopyError> {
        let mut after = None;
        loop {
            let mut page = self
                .from
                .list_all_vendor_records(target.account, after.as_ref(), BODIES)
                .await
                .map_err(CopyError::From)?;
            let rows = page.len();
            after = page.last().map(VendorRecord::key);
            let one = |record: &VendorRecord| {
                let (vendor, kind, id) = record.key();
                (vendor, kind, vec![id])
            };
            let query = RecordQuery {
                vendor_records: page.iter().map(one).collect(),
                ..RecordQuery::default()
            };
            let there = self.to.read_record(target.account, &query).await;
            let there = there.map_err(CopyError::To)?.vendor_records;
            let is_there = |record: &VendorRecord| {
                there.get(&record.key()) == Some(&BodyDigest::of(&record.body))
            };
            page.retain(|record| !is_there(record));
            let change = RecordChange {
                put_vendor_records: page,
                ..RecordChange::default()
            };
            self.write(target, change).await?;
            self.wrote(&place(target, Part::VendorRecords), rows);
            if rows < BODIES {
                return Ok(());
            }
        }
    }

    async fn write(&self, target: &mut Target<'_>, change: RecordChange) -> Result<(), CopyError> {
        let written = self
            .to
            .write_record(target.account, target.revision, change);
        match written.await.map_err(CopyError::To)? {
            Written::Done(revision) => {
                target.revision = revision;
                Ok(())
            }
            Written::Stale => Err(CopyError::TargetChanged),
        }
    }
}

fn place(target: &Target, part: Part) -> Place {
    Place {
        owner: Owner::Account(target.account.clone()),
        part,
    }
}

fn note(reached: Reached) -> DocumentWrite {
    DocumentWrite {
        kind: mark::KIND,
        id: mark::RECORD.to_owned(),
        body: reached.to_note(),
        expires_at: None,
    }
}
