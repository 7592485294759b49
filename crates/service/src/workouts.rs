//! Workouts of a range of days, and their daily totals.

use jiff::civil::Date;
use vitalog_core::{Account, DayRange};

use crate::{RangeRequest, Service, ServiceError};

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
    /// The day it began.
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
    /// How many workouts began on it.
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
        unimplemented!("{range:?}")
    }
}
