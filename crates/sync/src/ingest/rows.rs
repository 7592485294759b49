//! Accepted samples as the rows they are to be.

use std::collections::BTreeMap;

use jiff::Timestamp;
use vitalog_connectors::hae::{Push, Sample, SentWorkout};
use vitalog_core::{
    Fingerprint, Grain, Marks, Metric, Reading, Via, Workout, fingerprint::MAX_TWIN,
    metric::Identity,
};

use super::row::{Key, Row};
use crate::key::{sample_fingerprint, slot_fingerprint, workout_fingerprint};

/// The rows of a push, each list in key order and with each key once.
#[derive(Debug)]
pub(super) struct Rows {
    /// By metric; a metric without an accepted sample is absent.
    pub(super) readings: BTreeMap<Metric, Vec<Reading>>,
    pub(super) workouts: Vec<Workout>,
    /// When they are stored.
    pub(super) now: Timestamp,
}

impl Rows {
    /// Rows of samples as recorded, or, with a `bucket`, of samples that were summed up into
    /// buckets of that length.
    pub(super) fn new(push: &Push<'_>, bucket: Option<Grain>, now: Timestamp) -> Self {
        let mut readings: BTreeMap<Metric, Vec<Reading>> = BTreeMap::new();
        for sample in &push.samples {
            let row = reading(sample, bucket, now);
            readings.entry(sample.metric).or_default().push(row);
        }
        for (metric, rows) in &mut readings {
            if slot_grain(*metric, bucket).is_some() {
                keep_last_of_each_key(rows);
            } else {
                number_twins(rows);
            }
        }
        let sent = push.workouts.accepted.iter();
        let mut workouts: Vec<Workout> = sent.map(|sent| workout(sent, now)).collect();
        keep_last_of_each_key(&mut workouts);
        Self {
            readings,
            workouts,
            now,
        }
    }
}

/// The length of the slot that a sample fills; `None` for a fact. A sample as recorded of a slot
/// metric fills the second it is of.
fn slot_grain(metric: Metric, bucket: Option<Grain>) -> Option<Grain> {
    bucket.or(match metric.row().identity {
        Identity::Fact => None,
        Identity::Slot => Some(Grain::Second),
    })
}

fn reading(sample: &Sample<'_>, bucket: Option<Grain>, now: Timestamp) -> Reading {
    let fingerprint = match slot_grain(sample.metric, bucket) {
        Some(grain) => slot_fingerprint(&sample.source, grain),
        None => sample_fingerprint(&sample.source, sample.sent, &sample.unit),
    };
    Reading {
        metric: sample.metric,
        at: sample.time.at,
        fingerprint,
        quantity: sample.quantity,
        original: sample.sent,
        original_unit: sample.unit.clone().into_owned(),
        source: sample.source.clone().into_owned(),
        via: Via::Hae,
        recorded_at: sample.time.text.clone(),
        until: sample.until,
        grain: bucket,
        context: sample.context,
        note: None,
        ingested_at: now,
        marks: Marks::default(),
    }
}

fn workout(sent: &SentWorkout, now: Timestamp) -> Workout {
    let id = sent.id.as_deref();
    Workout {
        start: sent.start.at,
        fingerprint: workout_fingerprint(id, &sent.source, &sent.name, sent.end.at),
        end: sent.end.at,
        name: sent.name.clone(),
        duration_s: sent.duration_s,
        active_kcal: sent.active_kcal,
        avg_hr_bpm: sent.avg_hr_bpm,
        max_hr_bpm: sent.max_hr_bpm,
        source: sent.source.clone(),
        via: Via::Hae,
        source_id: sent.id.clone(),
        recorded_at: sent.start.text.clone(),
        recorded_end: sent.end.text.clone(),
        ingested_at: now,
        marks: Marks::default(),
    }
}

/// Sorts by key; of rows with one key the last sent stands.
fn keep_last_of_each_key<R: Row>(rows: &mut Vec<R>) {
    rows.reverse();
    rows.sort_by_key(Row::key);
    rows.dedup_by_key(|row| row.key());
}

/// Sorts by key and numbers exact repeats, so that each gets a row. Repeats that differ in what
/// is no part of the key (a meal time, the offset as sent) are numbered by that, so that the order
/// in which a push lists them does not matter.
fn number_twins(rows: &mut Vec<Reading>) {
    rows.sort_by(|a, b| {
        let rest = |row: &Reading| (row.until, row.context);
        a.key()
            .cmp(&b.key())
            .then_with(|| a.recorded_at.cmp(&b.recorded_at))
            .then_with(|| rest(a).cmp(&rest(b)))
    });
    let mut previous: Option<Key> = None;
    let mut twin: u16 = 0;
    for row in rows.iter_mut() {
        let key = row.key();
        twin = if previous == Some(key) {
            twin.saturating_add(1).min(MAX_TWIN)
        } else {
            0
        };
        previous = Some(key);
        row.fingerprint = Fingerprint::with_twin(row.fingerprint, twin);
    }
    rows.dedup_by_key(|row| row.key());
}
