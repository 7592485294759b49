//! What the documents of some days come to, as rows.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use vitalog_connectors::{Mapped, MappedSample, MappedWorkout, Vendor};
use vitalog_core::{
    Account, DayRange, Fingerprint, Grain, Marks, Metric, Reading, Via, Workout, day::day_of,
    metric::Identity, unit::to_fine_canonical,
};

use crate::key::{sample_fingerprint, slot_fingerprint, workout_fingerprint};

/// The key of a reading within an account.
pub(super) type ReadingKey = (Metric, Timestamp, Fingerprint);
/// The key of a workout within an account.
pub(super) type WorkoutKey = (Timestamp, Fingerprint);

/// Rows by key.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) readings: BTreeMap<ReadingKey, Reading>,
    pub(super) workouts: BTreeMap<WorkoutKey, Workout>,
    /// Values that their metric cannot have.
    pub(super) unfit: usize,
}

/// The route of a vendor's rows.
pub(super) fn via(vendor: Vendor) -> Via {
    match vendor {
        Vendor::Oura => Via::Oura,
        Vendor::Whoop => Via::Whoop,
        Vendor::Weather => Via::Weather,
    }
}

/// The day that a row is dealt with by: its own, or that of its instant in no zone in particular.
/// This is not the day that it counts on; it only has to be the same each time.
pub(super) fn day_of_row(named: Option<Date>, at: Timestamp) -> Date {
    named.unwrap_or_else(|| day_of(at, &TimeZone::UTC))
}

impl Rows {
    /// The rows of those days.
    pub(super) fn new(
        mapped: &Mapped,
        vendor: Vendor,
        account: &Account,
        days: &BTreeSet<Date>,
        now: Timestamp,
    ) -> Self {
        let mut rows = Self::default();
        for sample in &mapped.samples {
            let Some(row) = reading(sample, vendor, account, now) else {
                rows.unfit += 1;
                continue;
            };
            if days.contains(&day_of_row(row.day, row.at)) {
                rows.readings
                    .insert((row.metric, row.at, row.fingerprint), row);
            }
        }
        for sent in &mapped.workouts {
            let row = workout(sent, vendor, now);
            if days.contains(&day_of_row(row.day, row.start)) {
                rows.workouts.insert((row.start, row.fingerprint), row);
            }
        }
        rows
    }
}

fn reading(
    sample: &MappedSample,
    vendor: Vendor,
    account: &Account,
    now: Timestamp,
) -> Option<Reading> {
    let metric = sample.metric;
    let quantity = to_fine_canonical(metric, sample.quantity, sample.unit)?;
    let (day, at, until, grain) = match sample.day {
        Some(day) if !metric.names_its_day() => {
            // A day's sum of what others record by the minute: it begins with the person's day.
            let day = DayRange {
                start: day,
                end: day,
            };
            (
                None,
                day.instants(&account.zone).start,
                None,
                Some(Grain::Day),
            )
        }
        day => (day, sample.start, sample.until, sample.grain),
    };
    let is_slot = grain.is_some() || metric.row().identity == Identity::Slot;
    let source = vendor.source();
    let fingerprint = if is_slot {
        slot_fingerprint(source, grain, None)
    } else {
        sample_fingerprint(source, sample.quantity, sample.unit, None)
    };
    Some(Reading {
        metric,
        at: whole_second(at),
        fingerprint,
        quantity,
        original: sample.quantity,
        original_unit: sample.unit.to_owned(),
        source: source.to_owned(),
        via: via(vendor),
        recorded_at: sample.recorded_at.clone(),
        day,
        until: until.map(whole_second),
        grain,
        context: None,
        label: None,
        note: None,
        ingested_at: now,
        marks: Marks::default(),
    })
}

fn workout(sent: &MappedWorkout, vendor: Vendor, now: Timestamp) -> Workout {
    let (source, end) = (vendor.source(), whole_second(sent.end));
    Workout {
        start: whole_second(sent.start),
        fingerprint: workout_fingerprint(Some(&sent.source_id), source, &sent.name, end),
        end,
        name: sent.name.clone(),
        duration_s: sent.duration_s,
        active_kcal: sent.active_kcal,
        avg_hr_bpm: sent.avg_hr_bpm,
        max_hr_bpm: sent.max_hr_bpm,
        source: source.to_owned(),
        via: via(vendor),
        source_id: Some(sent.source_id.clone()),
        recorded_at: sent.recorded_at.clone(),
        recorded_end: sent.recorded_end.clone(),
        day: sent.day,
        ingested_at: now,
        marks: Marks::default(),
    }
}

/// Rows have whole seconds, so that every engine gives back what it was given.
fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}
