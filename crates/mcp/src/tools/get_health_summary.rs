//! `get_health_summary`: the last days in a few numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_service::{HealthSummary, ReadingsSummary, SleepSummary, StepsSummary};

use crate::{
    ToolError, Toolset,
    arguments::clamped,
    registry::{Call, Published},
    wire::{Number, Range, TierOfDays},
};

pub(crate) struct Tool;

const DEFAULT_DAYS: i32 = 7;
const MOST_DAYS: i32 = 1825;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    /// How many days up to and with today. Without it 7, at most 1825.
    days: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    period_days: i32,
    range: Range,
    /// The zone that cuts the days.
    timezone: String,
    /// Absent, as any part, if nothing of it was recorded in these days.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Steps>,
    /// SDNN, which Apple measures.
    #[serde(skip_serializing_if = "Option::is_none")]
    hrv_sdnn_ms: Option<Variability>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resting_heart_rate_bpm: Option<RestingHeartRate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sleep: Option<Sleep>,
    workouts: Workouts,
    /// When the newest of all this began, in local time with its offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    data_as_of: Option<String>,
    tier: TierOfDays,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day with any of it.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Steps {
    total: Number,
    /// The mean of the days that have any.
    daily_avg: Number,
    days_with_data: usize,
}

#[derive(Serialize, JsonSchema)]
struct Variability {
    /// The mean of the readings.
    avg: Number,
    latest: Number,
    readings: u64,
}

#[derive(Serialize, JsonSchema)]
struct RestingHeartRate {
    avg: Number,
    latest: Number,
}

#[derive(Serialize, JsonSchema)]
struct Sleep {
    /// What devices recorded of the nights, time in bed and awake among them.
    total_records: usize,
    /// Core, deep and REM alone.
    stage_records: usize,
    nights: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    avg_sleep_hours: Option<Number>,
}

#[derive(Serialize, JsonSchema)]
struct Workouts {
    count: usize,
    types: Vec<Kind>,
}

#[derive(Serialize, JsonSchema)]
struct Kind {
    #[serde(rename = "type")]
    kind: String,
    count: usize,
}

impl Published for Tool {
    const NAME: &'static str = "get_health_summary";
    const TITLE: &'static str = "Health summary";
    const DESCRIPTION: &'static str = "The last days in a few numbers: steps, heart rate \
        variability (SDNN), resting heart rate, nights and workouts, with the time of the newest \
        reading. Use it for a quick overview (how was my week?); the tools of each part tell more. \
        A part that is not there was not recorded, which is not zero.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Trends];
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let (days, note) = clamped("days", input.days, DEFAULT_DAYS, MOST_DAYS);
        let answer = call.service.health_summary(call.account(), days).await?;
        Ok(Output::new(answer, days, note))
    }
}

impl Output {
    fn new(answer: HealthSummary, period_days: i32, note: Option<String>) -> Self {
        let kinds = answer.workouts.into_iter();
        let types: Vec<Kind> = kinds.map(|(kind, count)| Kind { kind, count }).collect();
        Self {
            period_days,
            range: answer.range.into(),
            timezone: answer.timezone,
            steps: answer.steps.map(Steps::from),
            hrv_sdnn_ms: answer.hrv_sdnn.map(Variability::from),
            resting_heart_rate_bpm: answer.resting_heart_rate.map(RestingHeartRate::from),
            sleep: answer.sleep.map(Sleep::from),
            workouts: Workouts {
                count: types.iter().map(|kind| kind.count).sum(),
                types,
            },
            data_as_of: answer.data_as_of,
            tier: answer.days_served.into(),
            notes: note.into_iter().chain(answer.notes).collect(),
            data_through: answer.data_through.map(|day| day.to_string()),
        }
    }
}

impl From<StepsSummary> for Steps {
    fn from(steps: StepsSummary) -> Self {
        Self {
            total: Number(steps.total),
            daily_avg: Number(steps.daily_avg),
            days_with_data: steps.days,
        }
    }
}

impl From<ReadingsSummary> for Variability {
    fn from(hrv: ReadingsSummary) -> Self {
        Self {
            avg: Number(hrv.avg),
            latest: Number(hrv.latest),
            readings: hrv.readings,
        }
    }
}

impl From<ReadingsSummary> for RestingHeartRate {
    fn from(rate: ReadingsSummary) -> Self {
        Self {
            avg: Number(rate.avg),
            latest: Number(rate.latest),
        }
    }
}

impl From<SleepSummary> for Sleep {
    fn from(sleep: SleepSummary) -> Self {
        Self {
            total_records: sleep.records.total,
            stage_records: sleep.records.stages,
            nights: sleep.nights,
            avg_sleep_hours: sleep.avg_hours.map(Number),
        }
    }
}
