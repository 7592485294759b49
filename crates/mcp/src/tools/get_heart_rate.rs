//! `get_heart_rate`: the heart rate by day.

use schemars::JsonSchema;
use serde::Serialize;
use vitalog_service::{HEART_RATE_MAX_DAYS, HeartRateDay};

use crate::{
    ToolError, Toolset,
    registry::{Call, Published},
    wire::{Number, OrNull, ByDay, RowsInput, SourceName},
};

pub(crate) struct Tool;

/// The heart rate of a day.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Row {
    /// YYYY-MM-DD.
    date: String,
    resting_hr_bpm: OrNull<Number>,
    /// RMSSD of the main sleep; Apple's SDNN is never here.
    avg_hrv_ms: OrNull<Number>,
    avg_hr_bpm: OrNull<Number>,
    min_hr_bpm: OrNull<Number>,
    max_hr_bpm: OrNull<Number>,
    avg_awake_hr_bpm: OrNull<Number>,
    avg_sleep_hr_bpm: OrNull<Number>,
    max_workout_hr_bpm: OrNull<Number>,
    /// How many samples there are.
    samples: u32,
    /// Who tells the row.
    source: SourceName,
}

impl Published for Tool {
    const NAME: &'static str = "get_heart_rate";
    const TITLE: &'static str = "Heart rate";
    const DESCRIPTION: &'static str = "The heart rate by day for up to 31 days: resting heart rate and HRV (RMSSD) of \
        the night that ended on the day; mean, lowest and highest of the day's samples, \
        their means awake and asleep, the highest in workouts, and how many samples \
        there are. Samples are grouped into days in the account's zone. null is what the \
        row's source does not say; a day without a row has no data.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Record];
    type Input = RowsInput;
    type Output = ByDay<Row>;

    async fn run(call: Call, input: RowsInput) -> Result<ByDay<Row>, ToolError> {
        let (request, note) = input.request(&call, HEART_RATE_MAX_DAYS)?;
        let answer = call.service.heart_rate(call.account(), request).await?;
        Ok(ByDay::from(answer).noting(note))
    }
}

impl From<HeartRateDay> for Row {
    fn from(day: HeartRateDay) -> Self {
        Self {
            date: day.date.to_string(),
            resting_hr_bpm: OrNull(day.resting_hr_bpm.map(Number)),
            avg_hrv_ms: OrNull(day.avg_hrv_ms.map(Number)),
            avg_hr_bpm: OrNull(day.avg_hr_bpm.map(Number)),
            min_hr_bpm: OrNull(day.min_hr_bpm.map(Number)),
            max_hr_bpm: OrNull(day.max_hr_bpm.map(Number)),
            avg_awake_hr_bpm: OrNull(day.avg_awake_hr_bpm.map(Number)),
            avg_sleep_hr_bpm: OrNull(day.avg_sleep_hr_bpm.map(Number)),
            max_workout_hr_bpm: OrNull(day.max_workout_hr_bpm.map(Number)),
            samples: day.samples,
            source: day.source.into(),
        }
    }
}
