//! `get_metric_series`: one metric over time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_service::{Aggregate, MetricSeries, SeriesPoint, SeriesRequest, SeriesStats, WindowRequest};

use crate::{
    ToolError, Toolset,
    arguments::{Day, KnownMetric},
    envelope::fitting,
    registry::{Call, Published, Stamp},
    wire::{Coverage, Number, Range},
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    metric: KnownMetric,
    /// The first day, YYYY-MM-DD. Without it and without `days`, 29 days before `end_date`.
    start_date: Option<Day>,
    /// The last day, YYYY-MM-DD. Without it, today.
    end_date: Option<Day>,
    /// Instead of `start_date`: how many days up to `end_date`.
    #[schemars(range(min = 1, max = 365))]
    days: Option<i32>,
    /// What one point stands for. A week (from Monday) or a month is the mean of the daily values
    /// it has. Without it: day.
    aggregate: Option<Period>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Period {
    Day,
    Week,
    Month,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// The metric's key.
    metric: String,
    label: String,
    /// The unit of every value.
    unit: String,
    range: Range,
    /// The zone that cuts the days.
    timezone: String,
    /// What one point stands for: day, week or month.
    aggregate: &'static str,
    /// Whether the range has any value.
    found: bool,
    coverage: Coverage,
    /// Ascending. A day that is not there was not recorded.
    points: Vec<Point>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day with a value.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// One day, or one week or month.
#[derive(Serialize, JsonSchema)]
struct Point {
    /// The day, or the first day of the week or month, YYYY-MM-DD.
    date: String,
    /// Of a blood pressure the systolic one.
    value: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    diastolic: Option<Number>,
    /// Of a week or month: how many days have a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<u32>,
}

/// What the daily values of the range come to, whatever a point stands for; of a blood pressure the
/// systolic ones.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Stats {
    /// Days with a value.
    n: usize,
    mean: Number,
    median: Number,
    /// Standard deviation of the sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    sd: Option<Number>,
    min: Number,
    max: Number,
    p25: Number,
    p75: Number,
    /// Change a day, by least squares over the days.
    #[serde(skip_serializing_if = "Option::is_none")]
    slope_per_day: Option<Number>,
    /// The value of the last day that has one.
    last: Number,
    /// How many standard deviations `last` is from the mean of the 28 days before it. Below 1 is
    /// normal, from 2 on unusual. Absent with fewer than 14 values.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_z: Option<Number>,
}

impl Published for Tool {
    const NAME: &'static str = "get_metric_series";
    const TITLE: &'static str = "Metric over time";
    const DESCRIPTION: &'static str = "One metric over up to 365 days: one value a day by the \
        metric's rule (steps add up, heart rate is a mean, weight is the last reading, sleep \
        belongs to the day of waking; what `log_entry` keeps as it says), or the mean of each week or month, with statistics of the \
        daily values. Use it for trends and for anything that `get_health_metrics` does not \
        cover. A day without a point was not recorded, which is not zero; with no point at all \
        `found` is false and the notes say whether the metric was ever recorded.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Insight];
    const STAMPS: &'static [Stamp] = &[Stamp::Carbs, Stamp::BodyUnits, Stamp::Names];
    const HINT: &'static str = "Ask for fewer days, or for `aggregate` week.";
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let request = SeriesRequest {
            metric: input.metric.metric(&call, "metric").await?,
            window: WindowRequest {
                start: input.start_date.map(|day| day.0),
                end: input.end_date.map(|day| day.0),
                days: input.days,
            },
            aggregate: input.aggregate.map(Aggregate::from).unwrap_or_default(),
        };
        let answer = call.service.metric_series(call.account(), &request).await?;
        let document = |answer: &MetricSeries| Output::from(answer.clone());
        Ok(fitting(answer, Self::CAP, document, |output| output.points.len()))
    }
}

impl From<Period> for Aggregate {
    fn from(period: Period) -> Self {
        match period {
            Period::Day => Self::Day,
            Period::Week => Self::Week,
            Period::Month => Self::Month,
        }
    }
}

impl From<MetricSeries> for Output {
    fn from(series: MetricSeries) -> Self {
        let aggregate = series.aggregate;
        let points = series.points.into_iter();
        Self {
            metric: series.metric.key().to_owned(),
            label: series.metric.label().to_owned(),
            unit: series.unit,
            range: series.range.into(),
            timezone: series.timezone,
            aggregate: aggregate.as_str(),
            found: series.days_with_data > 0,
            coverage: Coverage::new(series.recorded, series.days_with_data, series.range),
            points: points.map(|point| Point::new(&point, aggregate)).collect(),
            stats: series.stats.map(Stats::from),
            notes: series.notes,
            data_through: series.data_through.map(|day| day.to_string()),
        }
    }
}

impl Point {
    fn new(point: &SeriesPoint, aggregate: Aggregate) -> Self {
        Self {
            date: point.date.to_string(),
            value: Number(point.value),
            diastolic: point.diastolic.map(Number),
            days: (aggregate != Aggregate::Day).then_some(point.days),
        }
    }
}

impl From<SeriesStats> for Stats {
    fn from(stats: SeriesStats) -> Self {
        Self {
            n: stats.n,
            mean: Number(stats.mean),
            median: Number(stats.median),
            sd: stats.sd.map(Number),
            min: Number(stats.min),
            max: Number(stats.max),
            p25: Number(stats.p25),
            p75: Number(stats.p75),
            slope_per_day: stats.slope_per_day.map(Number),
            last: Number(stats.last),
            last_z: stats.last_z.map(Number),
        }
    }
}
