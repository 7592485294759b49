//! `get_sleep`: nights.

use schemars::JsonSchema;
use serde::Serialize;
use vitalog_service::{MAX_DAYS, SleepDay};

use crate::{
    ToolError, Toolset,
    registry::{Call, Published},
    wire::{Number, OrNull, ByDay, RowsInput, SourceName},
};

pub(crate) struct Tool;

/// A night.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Row {
    /// YYYY-MM-DD.
    date: String,
    /// Oura's score, 1 to 100.
    sleep_score: OrNull<Number>,
    /// Hours asleep.
    total_sleep_h: OrNull<Number>,
    time_in_bed_h: OrNull<Number>,
    deep_h: OrNull<Number>,
    rem_h: OrNull<Number>,
    /// Light sleep, which Apple calls core.
    light_h: OrNull<Number>,
    /// Share of the time in bed that was slept.
    efficiency_pct: OrNull<Number>,
    /// HH:MM.
    bedtime: OrNull<String>,
    /// HH:MM.
    wake_time: OrNull<String>,
    resting_hr_bpm: OrNull<Number>,
    /// RMSSD of the main sleep; Apple's SDNN is never here.
    avg_hrv_ms: OrNull<Number>,
    avg_breath_rpm: OrNull<Number>,
    /// Oura's.
    breathing_disturbance_index: OrNull<Number>,
    spo2_avg_pct: OrNull<Number>,
    /// Hours of naps, which are no part of the night.
    nap_h: OrNull<Number>,
    /// Who tells the row.
    source: SourceName,
}

impl Published for Tool {
    const NAME: &'static str = "get_sleep";
    const TITLE: &'static str = "Sleep";
    const DESCRIPTION: &'static str = "Nights for up to 92 days, one row a day of waking: Oura's sleep score, hours \
        asleep, in bed, deep, REM and light, efficiency, bedtime and wake time (HH:MM by \
        the clock of the place), resting heart rate, HRV (RMSSD), breathing, Oura's \
        breathing disturbance index, blood oxygen, hours of naps. `resting_hr_bpm` is \
        the lowest 5-minute mean of the main sleep where Oura tells it. null is what the \
        row's source does not say; a score is only ever its own vendor's. A day without \
        a row has no data, which is not a night without sleep.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Record, Toolset::Trends];
    type Input = RowsInput;
    type Output = ByDay<Row>;

    async fn run(call: Call, input: RowsInput) -> Result<ByDay<Row>, ToolError> {
        let (request, note) = input.request(&call, MAX_DAYS)?;
        let answer = call.service.sleep(call.account(), request).await?;
        Ok(ByDay::from(answer).noting(note))
    }
}

impl From<SleepDay> for Row {
    fn from(day: SleepDay) -> Self {
        Self {
            date: day.date.to_string(),
            sleep_score: OrNull(day.sleep_score.map(Number)),
            total_sleep_h: OrNull(day.total_sleep_h.map(Number)),
            time_in_bed_h: OrNull(day.time_in_bed_h.map(Number)),
            deep_h: OrNull(day.deep_h.map(Number)),
            rem_h: OrNull(day.rem_h.map(Number)),
            light_h: OrNull(day.light_h.map(Number)),
            efficiency_pct: OrNull(day.efficiency_pct.map(Number)),
            bedtime: OrNull(day.bedtime),
            wake_time: OrNull(day.wake_time),
            resting_hr_bpm: OrNull(day.resting_hr_bpm.map(Number)),
            avg_hrv_ms: OrNull(day.avg_hrv_ms.map(Number)),
            avg_breath_rpm: OrNull(day.avg_breath_rpm.map(Number)),
            breathing_disturbance_index: OrNull(day.breathing_disturbance_index.map(Number)),
            spo2_avg_pct: OrNull(day.spo2_avg_pct.map(Number)),
            nap_h: OrNull(day.nap_h.map(Number)),
            source: day.source.into(),
        }
    }
}
