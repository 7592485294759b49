//! `get_long_term_trend`: a metric month by month.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_service::{DaysFigure, LongTermTrend, Tier, TrendPeriod};

use crate::{
    ToolError, Toolset,
    arguments::{KnownMetric, clamped},
    envelope::fitting,
    registry::{Call, Published, Stamp},
    wire::{Number, TrendFoot, TrendHead, grain_word, tiers_word, trend_ends},
};

pub(crate) struct Tool;

const DEFAULT_MONTHS: i32 = 24;
const MOST_MONTHS: i32 = 120;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    metric_type: KnownMetric,
    /// How many calendar months up to and with the current one. Without it 24, at most 120.
    months: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    #[serde(flatten)]
    head: TrendHead,
    months: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    overall: Option<Overall>,
    /// The months that have data, ascending.
    monthly_trend: Vec<OfMonth>,
    /// daily; weekly or monthly where so many days do not fit.
    granularity: &'static str,
    /// The days that have data, ascending.
    daily_data: Vec<Point>,
    #[serde(flatten)]
    foot: TrendFoot,
}

/// All days together.
#[derive(Serialize, JsonSchema)]
struct Overall {
    /// The mean of all readings, or of the daily totals.
    avg: Number,
    /// The lowest reading, or daily total.
    min: Number,
    max: Number,
}

#[derive(Serialize, JsonSchema)]
struct OfMonth {
    /// YYYY-MM.
    month: String,
    /// The mean of its readings, or of its daily totals.
    avg: Number,
    days_with_data: usize,
    /// summary and raw: where its days come from.
    sources: Vec<&'static str>,
}

/// A day, or a week or month by its first day.
#[derive(Serialize, JsonSchema)]
struct Point {
    /// YYYY-MM-DD.
    date: String,
    /// The figure that `value_type` names, or the mean of them.
    value: Number,
    /// summary, raw or both.
    source: &'static str,
}

impl Published for Tool {
    const NAME: &'static str = "get_long_term_trend";
    const TITLE: &'static str = "Long-term trend";
    const DESCRIPTION: &'static str = "One metric over up to ten years, month by month: the \
        average of each month with how many of its days have data, the days themselves (weeks or \
        months where so many days would not fit), and average, lowest and highest of all. Use it \
        for questions about years: has my resting heart rate come down since 2019? A month with \
        few days says little; a month that is missing was not recorded.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Trends];
    const STAMPS: &'static [Stamp] = &[Stamp::Carbs, Stamp::BodyUnits, Stamp::Names];
    const HINT: &'static str = "Ask for fewer months.";
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let (months, note) = clamped("months", input.months, DEFAULT_MONTHS, MOST_MONTHS);
        let notes: Vec<String> = note.into_iter().collect();
        let metric = input.metric_type.metric(&call, "metric_type").await?;
        let service = &call.service;
        let answer = service.long_term_trend(call.account(), &metric, months).await?;
        let document = |answer: &LongTermTrend| Output::new(answer, months, &notes);
        let points = |output: &Output| output.daily_data.len() + output.monthly_trend.len();
        Ok(fitting(answer, Self::CAP, document, points))
    }
}

impl Output {
    fn new(answer: &LongTermTrend, months: i32, notes: &[String]) -> Self {
        let (head, foot) = trend_ends(&answer.about, notes);
        Self {
            head,
            months,
            overall: answer.overall.map(Overall::from),
            monthly_trend: answer.months.iter().map(OfMonth::from).collect(),
            granularity: grain_word(answer.grain),
            daily_data: answer.points.iter().map(Point::from).collect(),
            foot,
        }
    }
}

impl From<DaysFigure> for Overall {
    fn from(figure: DaysFigure) -> Self {
        Self {
            avg: Number(figure.avg),
            min: Number(figure.min),
            max: Number(figure.max),
        }
    }
}

impl From<&TrendPeriod> for OfMonth {
    fn from(month: &TrendPeriod) -> Self {
        let tiers = month.tiers.iter();
        Self {
            month: month.date.strftime("%Y-%m").to_string(),
            avg: Number(month.avg),
            days_with_data: month.days,
            sources: tiers.map(|tier: &Tier| tier.as_str()).collect(),
        }
    }
}

impl From<&TrendPeriod> for Point {
    fn from(period: &TrendPeriod) -> Self {
        Self {
            date: period.date.to_string(),
            value: Number(period.avg),
            source: tiers_word(&period.tiers),
        }
    }
}
