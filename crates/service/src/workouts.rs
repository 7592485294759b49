//! Workouts of a range of days, and their daily totals.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{civil::Date, tz::TimeZone};
use vitalog_core::{Account, DayFinder, DayRange, Workout, named_day::workouts_of, unit::round_to};
use vitalog_storage::{Record, RecordQuery};

use crate::{
    RangeRequest, Service, ServiceError,
    absence::Absent,
    shown_time::{local_clock, zone_name},
    zone_note::zone_note,
};

/// Workouts that one answer lists at most; the daily totals cover all.
pub const MAX_WORKOUTS: usize = 1000;

/// Workouts and their daily totals.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkoutsAnswer {
    /// The days covered.
    pub range: DayRange,
    /// The name of the zone that cuts the days.
    pub timezone: String,
    /// The workouts in order of their start.
    pub workouts: Vec<ShownWorkout>,
    /// Totals of the days with a workout, ascending.
    pub days: Vec<WorkoutDay>,
    /// The days of the range without one.
    pub days_without_workouts: Vec<Date>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with a workout.
    pub data_through: Option<Date>,
}

/// A workout as answers show it.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownWorkout {
    /// The day it is of: the one that its source names, or else the one on which it began.
    pub date: Date,
    /// Local time it began, `HH:MM`.
    pub start: String,
    /// Local time it ended, `HH:MM`.
    pub end: String,
    /// The kind of exercise, as the source calls it (`type` on the wire).
    pub kind: String,
    /// Active minutes, one decimal.
    pub duration_min: f64,
    /// Active energy in whole kilocalories.
    pub active_kcal: Option<f64>,
    /// Mean heart rate.
    pub avg_hr_bpm: Option<u16>,
    /// Highest heart rate.
    pub max_hr_bpm: Option<u16>,
    /// The recording app, or `unknown`.
    pub source: String,
}

/// A day's totals.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkoutDay {
    /// The day.
    pub date: Date,
    /// How many workouts are of it.
    pub workouts: usize,
    /// Their active minutes, one decimal.
    pub duration_min: f64,
    /// Their active energy in whole kilocalories, if any recorded it.
    pub active_kcal: Option<f64>,
}

impl Service {
    /// Shows workouts.
    ///
    /// # Errors
    ///
    /// If the range is not one or too long, or the record cannot be read.
    pub async fn workouts(
        &self,
        account: &Account,
        range: RangeRequest,
    ) -> Result<WorkoutsAnswer, ServiceError> {
        let range = range.resolve(account, self.clock.now())?;
        let query = RecordQuery {
            readings: Vec::new(),
            workouts: vec![workouts_of(range, &account.zone)],
            ..RecordQuery::default()
        };
        let record = self.storage.read_record(&account.id, &query).await?;
        let absent = self
            .absent(account, range, &record, &BTreeSet::new(), true)
            .await?;
        Ok(workouts_answer(account, range, &record, &absent))
    }
}

/// The answer from a record that holds at least the workouts that may be of `range`.
pub(crate) fn workouts_answer(
    account: &Account,
    range: DayRange,
    record: &Record,
    absent: &Absent,
) -> WorkoutsAnswer {
    let mut days = DayFinder::new(&account.zone);
    let mut workouts: Vec<(Date, &Workout)> = record
        .workouts
        .iter()
        .filter(|workout| workout.marks.counts())
        .map(|workout| (workout.day_in(&mut days), workout))
        .filter(|(date, _)| range.contains(*date))
        .collect();
    workouts.sort_by_key(|(_, workout)| (workout.start, workout.fingerprint));

    let mut by_day: BTreeMap<Date, Vec<&Workout>> = BTreeMap::new();
    for (date, workout) in &workouts {
        by_day.entry(*date).or_default().push(workout);
    }
    let recorded = record.workouts.iter().map(|row| row.recorded_at.as_str());
    let notes = [
        full_note(workouts.len()),
        zone_note(account, recorded),
        absent.workouts_note(),
    ];

    WorkoutsAnswer {
        range,
        timezone: zone_name(&account.zone),
        workouts: workouts
            .iter()
            .take(MAX_WORKOUTS)
            .map(|(_, workout)| ShownWorkout::new(workout, &account.zone))
            .collect(),
        days_without_workouts: range
            .days()
            .filter(|date| !by_day.contains_key(date))
            .collect(),
        notes: notes.into_iter().flatten().collect(),
        data_through: by_day.keys().next_back().copied(),
        days: by_day
            .into_iter()
            .map(|(date, workouts)| total(date, &workouts))
            .collect(),
    }
}

impl ShownWorkout {
    pub(crate) fn new(workout: &Workout, zone: &TimeZone) -> Self {
        Self {
            date: workout.day_in(&mut DayFinder::new(zone)),
            start: local_clock(workout.start, zone),
            end: local_clock(workout.end, zone),
            kind: workout.name.clone(),
            duration_min: minutes(workout.duration_s),
            active_kcal: workout.active_kcal.map(|kcal| round_to(kcal, 0)),
            avg_hr_bpm: workout.avg_hr_bpm,
            max_hr_bpm: workout.max_hr_bpm,
            source: workout.source.clone(),
        }
    }
}

/// Seconds as minutes with one decimal.
pub(crate) fn minutes(seconds: f64) -> f64 {
    round_to(seconds / 60.0, 1)
}

/// Adds up a day before rounding, so that many short workouts lose nothing.
fn total(date: Date, workouts: &[&Workout]) -> WorkoutDay {
    let recorded: Vec<f64> = workouts.iter().filter_map(|row| row.active_kcal).collect();
    WorkoutDay {
        date,
        workouts: workouts.len(),
        duration_min: minutes(workouts.iter().map(|row| row.duration_s).sum()),
        active_kcal: (!recorded.is_empty()).then(|| round_to(recorded.iter().sum(), 0)),
    }
}

fn full_note(found: usize) -> Option<String> {
    (found > MAX_WORKOUTS).then(|| {
        format!(
            "Only the first {MAX_WORKOUTS} of {found} workouts are listed; ask for fewer days to \
             see the others. The daily totals cover all."
        )
    })
}
