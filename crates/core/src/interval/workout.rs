//! A workout: an interval of exercise.

use jiff::{Timestamp, civil::Date};

use crate::{Fingerprint, Marks, reading::Via};

/// The longest that a workout can be active, in seconds: 31 days.
pub const LONGEST_S: f64 = 31.0 * 86_400.0;
/// The most energy that a workout can take, in kilocalories: more than 30,000 a day for the
/// longest. With both, the sum of any number of workouts is finite.
pub const MOST_KCAL: f64 = 1e6;

/// One stored workout. Its key within an account is (`start`, `fingerprint`).
#[derive(Clone, PartialEq, Debug)]
pub struct Workout {
    /// When it began, in whole UTC seconds.
    pub start: Timestamp,
    /// Tells workouts of one second apart.
    pub fingerprint: Fingerprint,
    /// When it ended, in whole UTC seconds.
    pub end: Timestamp,
    /// The kind of exercise, as the source calls it.
    pub name: String,
    /// Active time in seconds; pauses are left out where the source does so.
    pub duration_s: f64,
    /// Active energy in kilocalories, one decimal.
    pub active_kcal: Option<f64>,
    /// Mean heart rate in beats per minute.
    pub avg_hr_bpm: Option<u16>,
    /// Highest heart rate in beats per minute.
    pub max_hr_bpm: Option<u16>,
    /// The recording app, or `unknown`.
    pub source: String,
    /// The route it came by.
    pub via: Via,
    /// The identifier the source gave it.
    pub source_id: Option<String>,
    /// The start as sent, with its offset.
    pub recorded_at: String,
    /// The end as sent, with its offset.
    pub recorded_end: String,
    /// The day that its source says it is of. It wins over the day on which it began in the
    /// account's zone.
    pub day: Option<Date>,
    /// When it was stored or last changed.
    pub ingested_at: Timestamp,
    /// Whether it still counts.
    pub marks: Marks,
}

impl Workout {
    /// Whether the two rows say the same, whenever they were stored and whatever their marks.
    #[must_use]
    pub fn same_content(&self, other: &Self) -> bool {
        let at_rest = |workout: &Self| {
            let mut copy = workout.clone();
            copy.ingested_at = Timestamp::UNIX_EPOCH;
            copy.marks = Marks::default();
            copy
        };
        at_rest(self) == at_rest(other)
    }
}
