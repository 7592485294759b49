//! `get_recovery`: WHOOP's recovery by day.

use schemars::JsonSchema;
use serde::Serialize;
use vitalog_service::RecoveryDay;

use crate::{
    ToolError, Toolset,
    arguments::RangeInput,
    registry::{Call, Published},
    wire::{ByDay, Number, OrNull},
};

pub(crate) struct Tool;

/// The recovery of a day.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Row {
    /// YYYY-MM-DD.
    date: String,
    /// 0 to 100.
    recovery_score: OrNull<Number>,
    /// green from 67, red up to 33, else yellow.
    band: OrNull<&'static str>,
    resting_hr_bpm: OrNull<Number>,
    hrv_rmssd_ms: OrNull<Number>,
    spo2_pct: OrNull<Number>,
    skin_temp_c: OrNull<Number>,
    /// Whether WHOOP was still learning what is usual.
    calibrating: OrNull<bool>,
}

impl Published for Tool {
    const NAME: &'static str = "get_recovery";
    const TITLE: &'static str = "Recovery";
    const DESCRIPTION: &'static str = "WHOOP's recovery for up to 92 days, one row a day of waking: the score with its \
        band, resting heart rate, HRV (RMSSD), blood oxygen, skin temperature in degrees \
        Celsius, and whether WHOOP was still calibrating. null was not measured. A day \
        without a row has no data. Oura's readiness is in `get_readiness`.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Relay];
    type Input = RangeInput;
    type Output = ByDay<Row>;

    async fn run(call: Call, input: RangeInput) -> Result<ByDay<Row>, ToolError> {
        let (range, note) = input.request(&call)?;
        let answer = call.service.recovery(call.account(), range).await?;
        Ok(ByDay::from(answer).noting(note))
    }
}

impl From<RecoveryDay> for Row {
    fn from(day: RecoveryDay) -> Self {
        Self {
            date: day.date.to_string(),
            recovery_score: OrNull(day.recovery_score.map(Number)),
            band: OrNull(day.band),
            resting_hr_bpm: OrNull(day.resting_hr_bpm.map(Number)),
            hrv_rmssd_ms: OrNull(day.hrv_rmssd_ms.map(Number)),
            spo2_pct: OrNull(day.spo2_pct.map(Number)),
            skin_temp_c: OrNull(day.skin_temp_c.map(Number)),
            calibrating: OrNull(day.calibrating),
        }
    }
}
