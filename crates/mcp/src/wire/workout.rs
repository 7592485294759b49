//! One workout.

use schemars::JsonSchema;
use serde::Serialize;
use vitalog_service::ShownWorkout;

use super::Number;

/// One workout. Energy and heart rate are there only if the workout recorded them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Workout {
    /// The day it started, YYYY-MM-DD.
    date: String,
    /// Local time, HH:MM.
    start: String,
    /// Local time, HH:MM.
    end: String,
    /// What the source calls it.
    #[serde(rename = "type")]
    kind: String,
    /// Active minutes.
    duration_min: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    active_kcal: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    avg_hr_bpm: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_hr_bpm: Option<u16>,
    /// The recording app, or unknown.
    source: String,
}

impl From<ShownWorkout> for Workout {
    fn from(shown: ShownWorkout) -> Self {
        Self {
            date: shown.date.to_string(),
            start: shown.start,
            end: shown.end,
            kind: shown.kind,
            duration_min: Number(shown.duration_min),
            active_kcal: shown.active_kcal.map(Number),
            avg_hr_bpm: shown.avg_hr_bpm,
            max_hr_bpm: shown.max_hr_bpm,
            source: shown.source,
        }
    }
}
