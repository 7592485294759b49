//! Accepted samples as the rows they are to be.

use std::collections::BTreeMap;

use jiff::{Timestamp, tz::TimeZone};
use vitalog_connectors::hae::{Push, Sample, SentWorkout};
use vitalog_core::{
    Fingerprint, Grain, Marks, Metric, Reading, Via, Workout, fingerprint::MAX_TWIN,
    metric::Identity,
};

use super::{
    day_finder::DayFinder,
    group::{Group, Groups},
    row::{Key, Row},
};
use crate::key::{SampleKeys, slot_fingerprint, workout_fingerprint};

/// The rows of a push, each list in key order and with each key once.
#[derive(Debug)]
pub(super) struct Rows {
    /// By metric.
    pub(super) readings: BTreeMap<Metric, Vec<Reading>>,
    pub(super) workouts: Vec<Workout>,
    /// When they are stored.
    pub(super) now: Timestamp,
}

impl Rows {
    /// Rows of samples as recorded, or, with a `bucket`, of samples that were summed up into
    /// buckets of that length. Only samples of the `wanted` groups become rows, and each metric of
    /// these groups has a list.
    pub(super) fn new(
        push: &Push<'_>,
        groups: &Groups,
        wanted: &[bool],
        bucket: Option<Grain>,
        now: Timestamp,
    ) -> Self {
        let is_wanted = |place: usize| wanted.get(place).copied().unwrap_or(true);
        let mut readings: BTreeMap<Metric, Vec<Reading>> = BTreeMap::new();
        for (place, ((metric, _), _)) in groups.digests.iter().enumerate() {
            if is_wanted(place) {
                readings.entry(*metric).or_default();
            }
        }
        let mut keys = SampleKeys::default();
        for (sample, group) in push.samples.iter().zip(&groups.of_sample) {
            if is_wanted(*group)
                && let Some(rows) = readings.get_mut(&sample.metric)
            {
                rows.push(reading(sample, bucket, now, &mut keys));
            }
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

impl Rows {
    /// How many readings there are of each metric and day.
    pub(super) fn count_by_group(&self, zone: &TimeZone) -> BTreeMap<Group, usize> {
        let mut finder = DayFinder::new(zone);
        let mut counts = BTreeMap::new();
        for (metric, rows) in &self.readings {
            let mut rows = rows.iter().map(|row| finder.day_of(row.at)).peekable();
            while let Some(day) = rows.next() {
                let mut count = 1;
                while rows.next_if_eq(&day).is_some() {
                    count += 1;
                }
                *counts.entry((*metric, day)).or_default() += count;
            }
        }
        counts
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

fn reading<'a>(
    sample: &'a Sample<'_>,
    bucket: Option<Grain>,
    now: Timestamp,
    keys: &mut SampleKeys<'a>,
) -> Reading {
    let fingerprint = match slot_grain(sample.metric, bucket) {
        Some(grain) => slot_fingerprint(&sample.source, grain),
        None => keys.fingerprint(&sample.source, sample.sent, &sample.unit),
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
        recorded_at: sample.time.text.as_ref().to_owned(),
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
