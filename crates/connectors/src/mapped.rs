//! What a vendor's documents come to, in our words.

use jiff::{Timestamp, civil::Date};
use vitalog_core::{Grain, Metric, Quantity};

/// What a stretch of documents yields. The order of neither list means anything, but it is the
/// same whatever the order of the documents.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mapped {
    /// Values of metrics.
    pub samples: Vec<MappedSample>,
    /// Intervals of exercise.
    pub workouts: Vec<MappedWorkout>,
    /// Documents that could not be read.
    pub unreadable: u32,
}

/// One value of a metric.
#[derive(Clone, PartialEq, Debug)]
pub struct MappedSample {
    /// What is measured.
    pub metric: Metric,
    /// The day that the vendor itself names for it; `None` where only the instant tells. It wins
    /// over the instant, also for a metric whose readings do not name their day.
    pub day: Option<Date>,
    /// When, in whole UTC seconds: its start, where it covers some time.
    pub start: Timestamp,
    /// The end of the time it covers.
    pub until: Option<Timestamp>,
    /// The start as sent, with its offset.
    pub recorded_at: String,
    /// The value as sent, in `unit`.
    pub quantity: Quantity,
    /// The vendor's unit: one that the metric accepts.
    pub unit: &'static str,
    /// Over what the vendor summed it up; `None` for what was measured at an instant.
    pub grain: Option<Grain>,
}

/// One interval of exercise.
#[derive(Clone, PartialEq, Debug)]
pub struct MappedWorkout {
    /// The day that the vendor itself names for it.
    pub day: Option<Date>,
    /// When it began, in whole UTC seconds.
    pub start: Timestamp,
    /// When it ended, in whole UTC seconds.
    pub end: Timestamp,
    /// The kind of exercise, as the vendor calls it.
    pub name: String,
    /// Active time in seconds.
    pub duration_s: f64,
    /// Active energy in kilocalories, one decimal.
    pub active_kcal: Option<f64>,
    /// Mean heart rate in beats per minute.
    pub avg_hr_bpm: Option<u16>,
    /// Highest heart rate in beats per minute.
    pub max_hr_bpm: Option<u16>,
    /// The vendor's identifier.
    pub source_id: String,
    /// The start as sent, with its offset.
    pub recorded_at: String,
    /// The end as sent, with its offset.
    pub recorded_end: String,
}
