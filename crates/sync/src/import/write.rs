//! Writing a slice of rows: read, work out, write, until nobody was faster.

use std::{collections::BTreeMap, ops::Range};

use jiff::{SignedDuration, Timestamp};
use vitalog_connectors::hae::SentWorkout;
use vitalog_core::{
    Account, Marks, Metric, Reading, Via, Workout, daily::metrics_touched, time_set::TimeSet,
};
use vitalog_storage::{Record, RecordChange, RecordQuery, Storage, Written};

use super::{
    ImportError, MAX_ATTEMPTS, PAUSE,
    slim::{Name, Slim},
    tally::Numbered,
};
use crate::{
    compute::compute,
    daily::{self, Completed},
    key::workout_fingerprint,
    row::{Outcome, Row, Stored, adopt, outcome},
};

/// How far around samples stored rows are read: the longest night or sum that has a part in a day,
/// with a day to spare. What else is needed is read when it shows.
const AROUND: SignedDuration = SignedDuration::from_hours(51);

/// What every slice of an import is written with.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    pub(super) storage: &'a dyn Storage,
    pub(super) account: &'a Account,
    pub(super) now: Timestamp,
    /// When the export was made.
    pub(super) made_at: Option<Timestamp>,
}

impl Writer<'_> {
    /// Writes a slice of sorted samples.
    pub(super) async fn samples(
        self,
        slice: &[Slim],
        names: &[Name],
    ) -> Result<Numbered, ImportError> {
        let query = compute(|| query(slice));
        self.write(&query, |record| {
            let mut counts = Numbered::default();
            let mut change = RecordChange::default();
            for (metric, (rows, elements)) in self.rows(slice, names) {
                let stored = record.readings.get(&metric);
                let stored = stored.map_or(&[][..], Vec::as_slice);
                self.compare(rows, &elements, stored, &mut change.put_readings, |e, o| {
                    counts.add_outcome(metric, e, o);
                });
            }
            (change, counts)
        })
        .await
    }

    /// Writes workouts.
    pub(super) async fn workouts(
        self,
        sent: &[(SentWorkout, u8)],
    ) -> Result<Numbered, ImportError> {
        let second = SignedDuration::from_secs(1);
        let starts: TimeSet = sent
            .iter()
            .map(|(workout, _)| workout.start.at..plus(workout.start.at, second))
            .collect();
        let query = RecordQuery {
            workouts: starts.ranges().to_vec(),
            ..RecordQuery::default()
        };
        self.write(&query, |record| {
            let mut counts = Numbered::default();
            let mut change = RecordChange::default();
            let mut rows: Vec<(Workout, u8)> = sent
                .iter()
                .map(|(workout, element)| (self.workout(workout), *element))
                .collect();
            // The sort keeps the order of equals: the last told comes first and stays.
            rows.reverse();
            rows.sort_by_key(|(row, _)| row.key());
            let mut last = None;
            rows.retain(|(row, element)| {
                let is_first = last != Some(row.key());
                if !is_first {
                    counts.element(*element).skip(REPEATED);
                }
                last = Some(row.key());
                is_first
            });
            let (rows, elements): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
            let put = &mut change.put_workouts;
            self.compare(
                rows,
                &elements,
                &record.workouts,
                put,
                |element, outcome| {
                    counts.element(element).add_outcome(outcome);
                },
            );
            (change, counts)
        })
        .await
    }

    /// Works a change out from one reading of the record and writes it, until nobody was faster.
    pub(super) async fn write<T>(
        self,
        query: &RecordQuery,
        work_out: impl Fn(&Record) -> (RecordChange, T),
    ) -> Result<T, ImportError> {
        for _ in 0..MAX_ATTEMPTS {
            let record = self.storage.read_record(&self.account.id, query).await?;
            let (mut change, done) = compute(|| work_out(&record));
            if change.is_empty() {
                return Ok(done);
            }
            let storage = self.storage;
            let completed = daily::complete(storage, self.account, query, &record, &mut change);
            if completed.await? == Completed::Done {
                let revision = record.revision;
                drop(record);
                let written = storage.write_record(&self.account.id, revision, change);
                if written.await? != Written::Stale {
                    return Ok(done);
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(ImportError::Busy)
    }

    /// The rows of a slice by metric, in key order, each with the number of its element.
    fn rows(self, slice: &[Slim], names: &[Name]) -> BTreeMap<Metric, (Vec<Reading>, Vec<u8>)> {
        let mut rows: BTreeMap<Metric, (Vec<Reading>, Vec<u8>)> = BTreeMap::new();
        for of_metric in slice.chunk_by(|a, b| a.metric == b.metric) {
            let Some(first) = of_metric.first() else {
                continue;
            };
            let (readings, elements) = rows.entry(first.metric).or_default();
            for sample in of_metric {
                if let Some(reading) = sample.reading(names, self.now) {
                    readings.push(reading);
                    elements.push(sample.element);
                }
            }
        }
        rows
    }

    /// Adds to `put` what is to be written of rows in key order.
    fn compare<R: Row>(
        self,
        mut rows: Vec<R>,
        elements: &[u8],
        stored: &[R],
        put: &mut Vec<R>,
        mut on_outcome: impl FnMut(u8, Outcome),
    ) {
        let adopted = adopt(&mut rows, stored, Via::is_from_apple_health);
        let mut rows: Vec<(R, u8)> = rows.into_iter().zip(elements.iter().copied()).collect();
        if adopted {
            rows.sort_by_key(|(row, _)| row.key());
        }
        let mut stored = Stored::new(stored);
        for (mut row, element) in rows {
            let old = stored.find(row.key());
            let said = if old.is_some_and(|old| self.is_later(old, &row)) {
                Outcome::Unchanged
            } else {
                outcome(&mut row, old, |marks| self.lifts(marks))
            };
            on_outcome(element, said);
            if said != Outcome::Unchanged {
                put.push(row);
            }
        }
    }

    /// Whether the export was made after marks were set, so that it knows better.
    fn lifts(self, marks: Marks) -> bool {
        let superseded = marks.superseded.map(|superseded| superseded.at);
        let set = superseded.max(marks.missing_since);
        set.zip(self.made_at).is_some_and(|(set, made)| set <= made)
    }

    /// Whether a stored row is the later word than a row of the export that says something else.
    fn is_later<R: Row>(self, old: &R, row: &R) -> bool {
        let is_push = old.via() == Via::Hae;
        let made = self.made_at;
        is_push && made.is_some_and(|made| old.ingested_at() > made) && !row.says_no_other(old)
    }

    fn workout(self, sent: &SentWorkout) -> Workout {
        Workout {
            start: sent.start.at,
            fingerprint: workout_fingerprint(
                sent.id.as_deref(),
                &sent.source,
                &sent.name,
                sent.end.at,
            ),
            end: sent.end.at,
            name: sent.name.clone(),
            duration_s: sent.duration_s,
            active_kcal: sent.active_kcal,
            avg_hr_bpm: sent.avg_hr_bpm,
            max_hr_bpm: sent.max_hr_bpm,
            source: sent.source.clone(),
            via: Via::AppleExport,
            source_id: sent.id.clone(),
            recorded_at: sent.start.text.clone(),
            recorded_end: sent.end.text.clone(),
            day: None,
            ingested_at: self.now,
            marks: Marks::default(),
        }
    }
}

/// Why an element that the export holds more than once is skipped.
pub(super) const REPEATED: &str = "repeated";

/// The rows around samples, and those of the metrics that are worked out with theirs.
fn query(slice: &[Slim]) -> RecordQuery {
    let mut readings = Vec::new();
    for run in slice.chunk_by(|a, b| a.lead() == b.lead()) {
        let Some(first) = run.first() else { continue };
        // In order of time, so that neighbours are put together here already.
        let mut around: Vec<Range<Timestamp>> = Vec::new();
        for sample in run {
            let start = plus(sample.at(), -AROUND);
            let end = plus(sample.at(), AROUND);
            match around.last_mut() {
                Some(last) if start <= last.end => last.end = last.end.max(end),
                _ => around.push(start..end),
            }
        }
        for metric in metrics_touched(first.metric) {
            readings.extend(around.iter().map(|instants| (*metric, instants.clone())));
        }
    }
    RecordQuery {
        readings,
        ..RecordQuery::default()
    }
}

fn plus(at: Timestamp, time: SignedDuration) -> Timestamp {
    let limit = if time.is_negative() {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    };
    at.checked_add(time).unwrap_or(limit)
}
