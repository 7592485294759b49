//! Accepted samples as the rows they are to be.

use std::{cmp::Ordering, collections::BTreeMap};

use jiff::{Timestamp, tz::TimeZone};
use vitalog_connectors::hae::{Push, Sample, SentWorkout};
use vitalog_core::{
    DayFinder, Fingerprint, Grain, Marks, Metric, Reading, Via, Workout, fingerprint::MAX_TWIN,
};

use super::{
    bucket,
    group::{Group, Groups},
};
use crate::{
    key::{SampleKeys, record_fingerprint, slot_fingerprint, workout_fingerprint},
    row::{Key, Row, is_slot},
};

/// The rows of a push, each list in key order and with each key once.
#[derive(Debug)]
pub(super) struct Rows {
    /// Metric after metric.
    pub(super) readings: Vec<Reading>,
    pub(super) workouts: Vec<Workout>,
    /// Samples that are repeats of one beyond the number that gets a row each.
    pub(super) surplus: usize,
}

impl Rows {
    /// Rows of samples as recorded, or, with a `bucket`, of samples that were summed up into
    /// buckets of that length. Only samples of the `wanted` groups become rows.
    pub(super) fn new(
        push: &Push<'_>,
        groups: &Groups,
        wanted: &[bool],
        bucket: Option<Grain>,
        now: Timestamp,
    ) -> Self {
        let mut keys = SampleKeys::default();
        let wanted = push
            .samples
            .iter()
            .zip(&groups.of_sample)
            .filter(|(_, group)| wanted.get(**group).copied().unwrap_or(true));
        // What is sorted is small; the rows themselves are made where they stay.
        let mut keyed: Vec<Keyed<'_>> = wanted
            .map(|(sample, _)| Keyed::new(sample, bucket, &mut keys))
            .collect();
        bucket::retain_last(&mut keyed, bucket, |keyed| keyed.sample);
        let surplus = sort_and_number(&mut keyed, bucket);
        let sent = push.workouts.accepted.iter();
        let mut workouts: Vec<Workout> = sent.map(|sent| workout(sent, now)).collect();
        workouts.reverse();
        workouts.sort_by_key(Row::key);
        workouts.dedup_by_key(|row| row.key());
        Self {
            readings: keyed
                .iter()
                .map(|keyed| keyed.reading(bucket, now))
                .collect(),
            workouts,
            surplus,
        }
    }

    /// How many readings there are of each metric and day.
    pub(super) fn count_by_group(&self, zone: &TimeZone) -> BTreeMap<Group, usize> {
        let mut finder = DayFinder::new(zone);
        let mut groups = self
            .readings
            .iter()
            .map(|row| (row.metric, finder.day_of(row.at)))
            .peekable();
        let mut counts = BTreeMap::new();
        while let Some(group) = groups.next() {
            let mut count = 1;
            while groups.next_if_eq(&group).is_some() {
                count += 1;
            }
            *counts.entry(group).or_default() += count;
        }
        counts
    }
}

/// A sample with the key of its row.
struct Keyed<'a> {
    at: Timestamp,
    fingerprint: Fingerprint,
    sample: &'a Sample<'a>,
}

impl<'a> Keyed<'a> {
    fn new(sample: &'a Sample<'a>, bucket: Option<Grain>, keys: &mut SampleKeys<'a>) -> Self {
        let label = sample.label.as_deref();
        let grain = sample.bucket.grain(bucket);
        let fingerprint = if let Some(record) = &sample.record {
            record_fingerprint(record)
        } else if is_slot(sample.metric, grain) {
            slot_fingerprint(&sample.source, grain, label)
        } else {
            keys.fingerprint(&sample.source, sample.sent, &sample.unit, label)
        };
        Self {
            at: sample.time.at,
            fingerprint,
            sample,
        }
    }

    fn key(&self) -> (Metric, Key) {
        (self.sample.metric, (self.at, self.fingerprint))
    }

    fn reading(&self, bucket: Option<Grain>, now: Timestamp) -> Reading {
        let sample = self.sample;
        Reading {
            metric: sample.metric,
            at: self.at,
            fingerprint: self.fingerprint,
            quantity: sample.quantity,
            original: sample.sent,
            original_unit: sample.unit.as_ref().to_owned(),
            source: sample.source.as_ref().to_owned(),
            via: Via::Hae,
            recorded_at: sample.time.text.as_ref().to_owned(),
            day: None,
            until: sample.until,
            grain: sample.bucket.grain(bucket),
            context: sample.context,
            label: sample.label.clone(),
            note: None,
            ingested_at: now,
            marks: Marks::default(),
        }
    }
}

/// Sorts by key. Of the samples of one slot the last sent stands. Exact repeats of a fact are
/// numbered, so that each gets a row; repeats that differ in what is no part of the key (a meal
/// time, the offset as sent) are numbered by that, so that the order in which a push lists them
/// does not matter. Repeats beyond all numbers are left out, and their number is told.
fn sort_and_number(keyed: &mut Vec<Keyed<'_>>, bucket: Option<Grain>) -> usize {
    let is_slot = |keyed: &Keyed<'_>| {
        let sample = keyed.sample;
        sample.record.is_some() || is_slot(sample.metric, sample.bucket.grain(bucket))
    };
    if keyed.iter().any(is_slot) {
        // The sort keeps the order of equals, so that the last sent of a slot comes first.
        keyed.reverse();
    }
    keyed.sort_by(|a, b| {
        a.key().cmp(&b.key()).then_with(|| {
            if is_slot(a) {
                return Ordering::Equal;
            }
            let rest = |sample: &Sample<'_>| (sample.until, sample.context);
            let by_text = a.sample.time.text.cmp(&b.sample.time.text);
            by_text.then_with(|| rest(a.sample).cmp(&rest(b.sample)))
        })
    });
    let mut previous = None;
    let mut twin: u16 = 0;
    let mut surplus = 0;
    for keyed in keyed.iter_mut().filter(|keyed| !is_slot(keyed)) {
        let key = keyed.key();
        if previous != Some(key) {
            twin = 0;
        } else if twin < MAX_TWIN {
            twin += 1;
        } else {
            surplus += 1;
        }
        previous = Some(key);
        keyed.fingerprint = keyed.fingerprint.with_twin(twin);
    }
    keyed.dedup_by_key(|keyed| keyed.key());
    surplus
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
        day: None,
        ingested_at: now,
        marks: Marks::default(),
    }
}
