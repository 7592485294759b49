//! `get_hrv_trend`: heart rate variability by day, and this week beside the last.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_service::{HrvMetric, HrvTrend, TrendPeriod, WeekTrend};

use crate::{
    ToolError, Toolset,
    arguments::{HrvName, clamped},
    envelope::fitting,
    registry::{Call, Published},
    wire::{Number, OrNull, TrendFoot, TrendHead, grain_word, tiers_word, trend_ends},
};

pub(crate) struct Tool;

const DEFAULT_DAYS: i32 = 30;
const MOST_DAYS: i32 = 1825;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    metric: Option<HrvName>,
    /// How many days up to and with today. Without it 30, at most 1825.
    days: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    #[serde(flatten)]
    head: TrendHead,
    period_days: i32,
    /// The mean of all readings.
    #[serde(skip_serializing_if = "Option::is_none")]
    avg_hrv_ms: Option<Number>,
    /// The average of the last day that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    latest_hrv_ms: Option<Number>,
    /// The last seven daily averages against the seven before; null with fewer than fourteen.
    trend_vs_prior_week: OrNull<Trend>,
    /// daily; weekly or monthly where so many days do not fit.
    granularity: &'static str,
    /// The averages, ascending.
    daily_averages: Vec<Average>,
    #[serde(flatten)]
    foot: TrendFoot,
}

#[derive(Serialize)]
struct Trend {
    delta_ms: Number,
    direction: &'static str,
}

/// A day, or a week or month by its first day.
#[derive(Serialize, JsonSchema)]
struct Average {
    /// YYYY-MM-DD.
    date: String,
    avg_hrv_ms: Number,
    /// summary, raw or both.
    source: &'static str,
}

impl Published for Tool {
    const NAME: &'static str = "get_hrv_trend";
    const TITLE: &'static str = "HRV trend";
    const DESCRIPTION: &'static str = "Heart rate variability over the past N days, up to five \
        years: the average of each day, the last week against the week before (improving, \
        declining or stable) and the latest value. SDNN (Apple) unless `metric` is hrv_rmssd \
        (Oura, WHOOP); the two are never put together. Use it to look at recovery over time. \
        Weeks are of seven days that have data, whichever days these are.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Trends];
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let hrv = match &input.metric {
            Some(name) => name.hrv()?,
            None => HrvMetric::default(),
        };
        let (days, note) = clamped("days", input.days, DEFAULT_DAYS, MOST_DAYS);
        let notes: Vec<String> = note.into_iter().collect();
        let answer = call.service.hrv_trend(call.account(), hrv, days).await?;
        let document = |answer: &HrvTrend| Output::new(answer, days, &notes);
        let points = |output: &Output| output.daily_averages.len();
        Ok(fitting(answer, Self::CAP, document, points))
    }
}

impl Output {
    fn new(answer: &HrvTrend, period_days: i32, notes: &[String]) -> Self {
        let (head, foot) = trend_ends(&answer.about, notes);
        Self {
            head,
            period_days,
            avg_hrv_ms: answer.avg.map(Number),
            latest_hrv_ms: answer.latest.map(Number),
            trend_vs_prior_week: OrNull(answer.trend.map(Trend::from)),
            granularity: grain_word(answer.grain),
            daily_averages: answer.averages.iter().map(Average::from).collect(),
            foot,
        }
    }
}

impl From<WeekTrend> for Trend {
    fn from(trend: WeekTrend) -> Self {
        Self {
            delta_ms: Number(trend.delta),
            direction: trend.direction().as_str(),
        }
    }
}

impl From<&TrendPeriod> for Average {
    fn from(period: &TrendPeriod) -> Self {
        Self {
            date: period.date.to_string(),
            avg_hrv_ms: Number(period.avg),
            source: tiers_word(&period.tiers),
        }
    }
}
