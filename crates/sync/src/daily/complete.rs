//! A change of rows, completed with what it makes of their days.

use std::{collections::BTreeMap, ops::Range};

use jiff::Timestamp;
use vitalog_core::{Account, DayFinder, Fingerprint, Metric, Reading, time_set::TimeSet};
use vitalog_storage::{MetricDays, Record, RecordChange, RecordQuery, Storage, StorageError};

use super::{after::After, state::DailyState, touched::Touched};
use crate::compute::compute;

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completed {
    /// The change holds all that it changes, and may be written.
    Done,
    /// The record has changed since it was read: work the change out anew.
    Stale,
}

/// Adds to a change, worked out from what `query` read, the daily values that change with it. What
/// else has to be read for that is read here.
///
/// Where the stored daily values are not those of the account as this writer knows it, they are
/// said to be nobody's: its settings may have changed since this writer read them, and what others
/// then use would not follow these rows. A rebuild makes them anew.
///
/// # Errors
///
/// If storage fails.
pub async fn complete(
    storage: &dyn Storage,
    account: &Account,
    query: &RecordQuery,
    record: &Record,
    change: &mut RecordChange,
) -> Result<Completed, StorageError> {
    if change.is_empty() {
        return Ok(Completed::Done);
    }
    let is_new = record.revision.0 == 0;
    if !is_new && change.put_readings.is_empty() && change.delete_readings.is_empty() {
        return Ok(Completed::Done);
    }
    let mut known = KnownRows::new(query, record);
    let mut state = is_new.then(|| DailyState::complete(account));
    loop {
        let touched = compute(|| known.touched_by(change, account));
        let lacking = known.lacking(&touched, account);
        if let Some(state) = &state
            && (lacking.is_empty() || is_new)
        {
            change.put_daily = compute(|| known.days(&touched, change, account));
            if is_new {
                change.put_documents.push(state.to_write());
            }
            return Ok(Completed::Done);
        }
        let query = RecordQuery {
            readings: lacking,
            documents: vec![DailyState::document()],
            ..RecordQuery::default()
        };
        let more = storage.read_record(&account.id, &query).await?;
        if more.revision != record.revision {
            return Ok(Completed::Stale);
        }
        state = DailyState::of(&more, account);
        if state.is_none() {
            change.put_documents.extend(DailyState::disowned(&more));
            return Ok(Completed::Done);
        }
        // A row, as it was stored, may have had a say in yet other days.
        known.add(&query, more);
    }
}

/// Stored rows, and which part of all they are.
struct KnownRows<'r> {
    instants: BTreeMap<Metric, TimeSet>,
    before: &'r BTreeMap<Metric, Vec<Reading>>,
    /// Read here, in key order.
    more: BTreeMap<Metric, Vec<Reading>>,
}

impl<'r> KnownRows<'r> {
    fn new(query: &RecordQuery, record: &'r Record) -> Self {
        let mut known = Self {
            instants: BTreeMap::new(),
            before: &record.readings,
            more: BTreeMap::new(),
        };
        known.note(query);
        known
    }

    fn note(&mut self, query: &RecordQuery) {
        for (metric, instants) in &query.readings {
            let known = self.instants.entry(*metric).or_default();
            known.extend([instants.clone()]);
        }
    }

    fn add(&mut self, query: &RecordQuery, record: Record) {
        self.note(query);
        for (metric, rows) in record.readings {
            let more = self.more.entry(metric).or_default();
            more.extend(rows);
            more.sort_by_key(|row| (row.at, row.fingerprint));
        }
    }

    /// What of all rows that some days are made of is not known.
    fn lacking(&self, touched: &Touched, account: &Account) -> Vec<(Metric, Range<Timestamp>)> {
        let nothing = TimeSet::default();
        let needed = touched.rows(&account.zone).into_iter();
        needed
            .flat_map(|(metric, needed)| {
                let known = self.instants.get(&metric).unwrap_or(&nothing);
                let lacking = needed.without(known).ranges().to_vec();
                lacking.into_iter().map(move |instants| (metric, instants))
            })
            .collect()
    }

    /// The days of the rows that change, as they are to be and as they were.
    fn touched_by(&self, change: &RecordChange, account: &Account) -> Touched {
        let mut touched = Touched::default();
        let mut days = DayFinder::new(&account.zone);
        for row in &change.put_readings {
            touched.add(row, &mut days);
            if let Some(old) = self.find(row.metric, (row.at, row.fingerprint)) {
                touched.add(old, &mut days);
            }
        }
        for (metric, at, fingerprint) in &change.delete_readings {
            if let Some(old) = self.find(*metric, (*at, *fingerprint)) {
                touched.add(old, &mut days);
            }
        }
        touched
    }

    fn find(&self, metric: Metric, key: (Timestamp, Fingerprint)) -> Option<&Reading> {
        [self.before, &self.more].into_iter().find_map(|rows| {
            let rows = rows.get(&metric)?;
            let place = rows.binary_search_by_key(&key, |row| (row.at, row.fingerprint));
            rows.get(place.ok()?)
        })
    }

    fn days(&self, touched: &Touched, change: &RecordChange, account: &Account) -> Vec<MetricDays> {
        let stored = self.before.values().chain(self.more.values()).flatten();
        let after = After::new(stored, change);
        let runs = touched.runs();
        runs.flat_map(|(metrics, days)| after.days(metrics, days, account))
            .collect()
    }
}
