//! `get_metric_stats`: how a metric is spread over the days.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_core::metric::Direction;
use vitalog_service::{DaySpread, MetricStats};

use crate::{
    ToolError, Toolset,
    arguments::{KnownMetric, clamped},
    registry::{Call, Published, Stamp},
    wire::{Number, TrendFoot, TrendHead, trend_ends},
};

pub(crate) struct Tool;

const DEFAULT_DAYS: i32 = 90;
const MOST_DAYS: i32 = 1825;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    metric_type: KnownMetric,
    /// How many days up to and with today. Without it 90, at most 1825.
    days: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    #[serde(flatten)]
    head: TrendHead,
    period_days: i32,
    /// How many days the numbers are made of.
    data_points: usize,
    /// The lowest day.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<Number>,
    /// The highest day.
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<Number>,
    /// The mean of the days.
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<Number>,
    /// Standard deviation of the days as a whole, not as a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    std_dev: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    percentiles: Option<Percentiles>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thresholds: Option<Thresholds>,
    #[serde(flatten)]
    foot: TrendFoot,
}

/// Values below which such a percentage of the days lies, linearly interpolated.
#[derive(Serialize, JsonSchema)]
struct Percentiles {
    p10: Number,
    p25: Number,
    p50: Number,
    p75: Number,
    p90: Number,
}

/// Where the best and the worst quarter of the days begin. Of what is better when it is low
/// (resting heart rate) the good days are those below.
#[derive(Serialize, JsonSchema, Default)]
struct Thresholds {
    #[serde(skip_serializing_if = "Option::is_none")]
    good_day_above: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    good_day_below: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    poor_day_above: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    poor_day_below: Option<Number>,
}

impl Published for Tool {
    const NAME: &'static str = "get_metric_stats";
    const TITLE: &'static str = "Statistics of a metric";
    const DESCRIPTION: &'static str = "How the days of one metric are spread, over up to five \
        years: number of days, lowest, highest, mean, standard deviation, 10th to 90th \
        percentile, and from where on a day is a good or a poor one for this person. Use it to \
        say what is usual, or whether a value is unusual.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Trends];
    const STAMPS: &'static [Stamp] = &[Stamp::Carbs, Stamp::BodyUnits, Stamp::Names];
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let (days, note) = clamped("days", input.days, DEFAULT_DAYS, MOST_DAYS);
        let notes: Vec<String> = note.into_iter().collect();
        let metric = input.metric_type.metric(&call, "metric_type").await?;
        let service = &call.service;
        let answer = service.metric_stats(call.account(), &metric, days).await?;
        Ok(Output::new(&answer, days, &notes))
    }
}

impl Output {
    fn new(answer: &MetricStats, period_days: i32, notes: &[String]) -> Self {
        let (head, foot) = trend_ends(&answer.about, notes);
        let spread = answer.spread.as_ref();
        let number = |of: fn(&DaySpread) -> f64| spread.map(|spread| Number(of(spread)));
        Self {
            head,
            period_days,
            data_points: spread.map_or(0, |spread| spread.data_points),
            min: number(|spread| spread.min),
            max: number(|spread| spread.max),
            mean: number(|spread| spread.mean),
            std_dev: number(|spread| spread.std_dev),
            percentiles: spread.map(Percentiles::from),
            thresholds: spread.map(Thresholds::from),
            foot,
        }
    }
}

impl From<&DaySpread> for Percentiles {
    fn from(spread: &DaySpread) -> Self {
        let [p10, p25, p50, p75, p90] = spread.percentiles.map(Number);
        Self {
            p10,
            p25,
            p50,
            p75,
            p90,
        }
    }
}

impl From<&DaySpread> for Thresholds {
    fn from(spread: &DaySpread) -> Self {
        let Percentiles { p25, p75, .. } = spread.into();
        match spread.better {
            Direction::HigherBetter | Direction::Neutral => Self {
                good_day_above: Some(p75),
                poor_day_below: Some(p25),
                ..Self::default()
            },
            Direction::LowerBetter => Self {
                good_day_below: Some(p25),
                poor_day_above: Some(p75),
                ..Self::default()
            },
        }
    }
}
