//! Meetings of a calendar file, as readings: a file replaces what files before it said of the days that
//! it covers.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use jiff::{Timestamp, ToSpan, civil::Date};
use vitalog_connectors::calendar::{Calendar, MeetingSample, NotACalendar, read_calendar};
use vitalog_core::{
    Account, Clock, DayRange, Fingerprint, Grain, Marks, Metric, Quantity, Reading, Superseded,
    SupersededBy, Via,
};
use vitalog_storage::{Record, RecordChange, RecordQuery, Storage, StorageError, Written};

use crate::{
    compute::compute,
    daily::{self, Completed},
    key::slot_fingerprint,
};

/// The source of these readings.
const SOURCE: &str = "calendar";
/// The metrics that a calendar tells of.
const METRICS: [Metric; 2] = [Metric::Meetings, Metric::MeetingMinutes];
/// How often a change is worked out anew because somebody else changed the record.
const MAX_ATTEMPTS: u32 = 30;
/// The pause in between.
const PAUSE: Duration = Duration::from_millis(20);

/// Takes in calendar files.
#[derive(Clone)]
pub struct CalendarImport {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
}

/// What a file came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CalendarReport {
    /// Events in the file.
    pub events: usize,
    /// Those that are no meetings, by reason.
    pub others: BTreeMap<&'static str, usize>,
    /// Those that count and are not understood in full, by what is not.
    pub doubts: BTreeMap<&'static str, usize>,
    /// The days that it tells of, both included.
    pub days: Option<DayRange>,
    /// What became of the values of each metric.
    pub metrics: BTreeMap<Metric, CalendarCounts>,
}

/// What became of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CalendarCounts {
    /// In the file.
    pub read: usize,
    /// Not known before.
    pub new: usize,
    /// Of a meeting that was known with another value, or that was taken away.
    pub changed: usize,
    /// Known before.
    pub unchanged: usize,
}

/// A file was not taken in.
#[derive(Debug, thiserror::Error)]
pub enum CalendarError {
    /// It is no calendar.
    #[error(transparent)]
    NotACalendar(#[from] NotACalendar),
    /// Others kept changing the record.
    #[error("the record is busy")]
    Busy,
    /// Storage failed.
    #[error("the calendar could not be stored")]
    Storage(#[from] StorageError),
}

type Key = (Metric, Timestamp, Fingerprint);

impl CalendarImport {
    /// An import into `storage`, told the time by `clock`.
    #[must_use]
    pub fn new(storage: Arc<dyn Storage>, clock: Arc<dyn Clock>) -> Self {
        Self { storage, clock }
    }

    /// Takes in a file, whole. The same file again writes nothing.
    ///
    /// # Errors
    ///
    /// If it is no calendar, or cannot be stored.
    pub async fn import(
        &self,
        account: &Account,
        body: &[u8],
    ) -> Result<CalendarReport, CalendarError> {
        let now = whole_second(self.clock.now());
        let read = compute(|| read_calendar(body, &account.zone, now))?;
        let Some(days) = covered(&read) else {
            return Ok(report(&read, None, BTreeMap::new()));
        };
        let rows = compute(|| rows(&read, account, now));
        for _ in 0..MAX_ATTEMPTS {
            if let Some(counts) = self.write(account, &rows, days, now).await? {
                return Ok(report(&read, Some(days), counts));
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(CalendarError::Busy)
    }

    /// `None`: somebody else changed the record.
    async fn write(
        &self,
        account: &Account,
        rows: &BTreeMap<Key, Reading>,
        days: DayRange,
        now: Timestamp,
    ) -> Result<Option<BTreeMap<Metric, CalendarCounts>>, CalendarError> {
        // A day beside, because the zone may have been another when a row was stored.
        let around = DayRange {
            start: days.start.saturating_sub(1.day()),
            end: days.end.saturating_add(1.day()),
        };
        let instants = around.instants(&account.zone);
        let query = RecordQuery {
            readings: METRICS.map(|metric| (metric, instants.clone())).to_vec(),
            ..RecordQuery::default()
        };
        let record = self.storage.read_record(&account.id, &query).await?;
        let (put, counts) = compare(rows, &record, days, now);
        let mut change = RecordChange {
            put_readings: put,
            ..RecordChange::default()
        };
        let storage = self.storage.as_ref();
        let completed = daily::complete(storage, account, &query, &record, &mut change).await?;
        if completed == Completed::Stale {
            return Ok(None);
        }
        if change.is_empty() {
            return Ok(Some(counts));
        }
        let written = storage.write_record(&account.id, record.revision, change);
        Ok((written.await? != Written::Stale).then_some(counts))
    }
}

/// The days from the first to the last of which the file tells.
fn covered(read: &Calendar) -> Option<DayRange> {
    let (start, end) = (read.days.keys().next()?, read.days.keys().next_back()?);
    Some(DayRange {
        start: *start,
        end: *end,
    })
}

fn rows(read: &Calendar, account: &Account, now: Timestamp) -> BTreeMap<Key, Reading> {
    read.samples()
        .map(|sample| reading(&sample, account, now))
        .map(|row| ((row.metric, row.at, row.fingerprint), row))
        .collect()
}

fn reading(sample: &MeetingSample, account: &Account, now: Timestamp) -> Reading {
    let day = DayRange {
        start: sample.day,
        end: sample.day,
    };
    let at = whole_second(day.instants(&account.zone).start);
    let label = sample.kind.map(|kind| kind.as_str().to_owned());
    Reading {
        metric: sample.metric,
        at,
        fingerprint: slot_fingerprint(SOURCE, Some(Grain::Day), label.as_deref()),
        quantity: Quantity::Single(sample.value),
        original: Quantity::Single(sample.value),
        original_unit: sample.unit.to_owned(),
        source: SOURCE.to_owned(),
        via: Via::Calendar,
        recorded_at: sample.day.to_string(),
        day: Some(sample.day),
        until: None,
        grain: Some(Grain::Day),
        context: None,
        label,
        note: None,
        ingested_at: now,
        marks: Marks::default(),
    }
}

/// The rows to write so that the record says of `days` what the file says. Nothing is deleted.
fn compare(
    rows: &BTreeMap<Key, Reading>,
    record: &Record,
    days: DayRange,
    now: Timestamp,
) -> (Vec<Reading>, BTreeMap<Metric, CalendarCounts>) {
    let mut counts = BTreeMap::<Metric, CalendarCounts>::new();
    for (metric, ..) in rows.keys() {
        counts.entry(*metric).or_default().read += 1;
    }
    let mut left = rows.clone();
    let mut put = Vec::new();
    let stored = record.readings.values().flatten();
    for old in stored.filter(|row| row.via == Via::Calendar) {
        let count = counts.entry(old.metric).or_default();
        let by_person = old
            .marks
            .superseded
            .is_some_and(|mark| mark.by == SupersededBy::Chat);
        match left.remove(&(old.metric, old.at, old.fingerprint)) {
            // What a person took out stays out.
            Some(new) if old.same_content(&new) && (by_person || old.marks.counts()) => {
                count.unchanged += 1;
            }
            Some(mut new) => {
                if by_person {
                    new.marks = old.marks;
                }
                count.changed += 1;
                put.push(new);
            }
            None if old.marks.counts() && old.day.is_some_and(|day| is_in(day, days)) => {
                let mut gone = old.clone();
                gone.marks.superseded = Some(Superseded {
                    at: now,
                    by: SupersededBy::Vendor,
                });
                count.changed += 1;
                put.push(gone);
            }
            None => {}
        }
    }
    for row in left.into_values() {
        counts.entry(row.metric).or_default().new += 1;
        put.push(row);
    }
    (put, counts)
}

fn is_in(day: Date, days: DayRange) -> bool {
    (days.start..=days.end).contains(&day)
}

fn report(
    read: &Calendar,
    days: Option<DayRange>,
    metrics: BTreeMap<Metric, CalendarCounts>,
) -> CalendarReport {
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let of = |counts: bool| {
        let reasons = read.others.iter();
        let reasons = reasons.filter(|(reason, _)| reason.counts() == counts);
        reasons
            .map(|(reason, number)| (reason.as_str(), count(*number)))
            .collect()
    };
    CalendarReport {
        events: count(read.events),
        others: of(false),
        doubts: of(true),
        days,
        metrics,
    }
}

/// Rows have whole seconds, so that every engine gives back what it was given.
fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}
