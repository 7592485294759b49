//! `get_readiness`: readiness by day.

use schemars::JsonSchema;
use serde::Serialize;
use vitalog_service::{MAX_DAYS, ReadinessDay};

use crate::{
    ToolError, Toolset,
    registry::{Call, Published},
    wire::{Number, OrNull, ByDay, RowsInput, SourceName},
};

pub(crate) struct Tool;

/// How ready one was.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Row {
    /// YYYY-MM-DD.
    date: String,
    /// Oura's score, 1 to 100.
    readiness_score: OrNull<Number>,
    temp_deviation_c: OrNull<Number>,
    temp_trend_deviation_c: OrNull<Number>,
    resting_hr_bpm: OrNull<Number>,
    /// RMSSD of the main sleep; Apple's SDNN is never here.
    avg_hrv_ms: OrNull<Number>,
    /// Who tells the row.
    source: SourceName,
}

impl Published for Tool {
    const NAME: &'static str = "get_readiness";
    const TITLE: &'static str = "Readiness";
    const DESCRIPTION: &'static str = "Readiness by day for up to 92 days: Oura's readiness score, how far the skin \
        temperature of the night is from what is usual and its trend (degrees Celsius), \
        resting heart rate and HRV (RMSSD). null is what the row's source does not say; \
        a score is only ever its own vendor's: WHOOP's recovery is in `get_recovery`. A \
        day without a row has no data.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Record];
    type Input = RowsInput;
    type Output = ByDay<Row>;

    async fn run(call: Call, input: RowsInput) -> Result<ByDay<Row>, ToolError> {
        let (request, note) = input.request(&call, MAX_DAYS)?;
        let answer = call.service.readiness(call.account(), request).await?;
        Ok(ByDay::from(answer).noting(note))
    }
}

impl From<ReadinessDay> for Row {
    fn from(day: ReadinessDay) -> Self {
        Self {
            date: day.date.to_string(),
            readiness_score: OrNull(day.readiness_score.map(Number)),
            temp_deviation_c: OrNull(day.temp_deviation_c.map(Number)),
            temp_trend_deviation_c: OrNull(day.temp_trend_deviation_c.map(Number)),
            resting_hr_bpm: OrNull(day.resting_hr_bpm.map(Number)),
            avg_hrv_ms: OrNull(day.avg_hrv_ms.map(Number)),
            source: day.source.into(),
        }
    }
}
