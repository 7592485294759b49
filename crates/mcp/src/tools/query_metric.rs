//! `query_metric`: readings of a month, or daily values of years.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_core::Quantity;
use vitalog_service::{Aggregate, MetricQuery, QueriedMetric, QueryDetail, TrendPeriod, TrendSample};

use crate::{
    ToolError, Toolset,
    arguments::{KnownMetric, clamped},
    envelope::fitting,
    registry::{Call, Published, Stamp},
    wire::{Number, TrendFoot, TrendHead, grain_word, tiers_word, trend_ends},
};

pub(crate) struct Tool;

const DEFAULT_DAYS: i32 = 7;
const MOST_DAYS: i32 = 1825;
const DEFAULT_LIMIT: i32 = 200;
const MOST_LIMIT: i32 = 1000;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    metric_type: KnownMetric,
    /// How many days up to and with today. Without it 7, at most 1825.
    days: Option<i64>,
    /// Most single readings to list, the latest ones. Without it 200, at most 1000.
    limit: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    #[serde(flatten)]
    head: TrendHead,
    period_days: i32,
    /// raw up to 30 days; daily beyond, and weekly or monthly where so many days do not fit.
    granularity: &'static str,
    /// Readings in the whole period, listed or not.
    count: u64,
    /// Of the whole period: the mean of its readings, or of its daily totals.
    #[serde(skip_serializing_if = "Option::is_none")]
    avg: Option<Number>,
    /// The lowest reading, or daily total.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<Number>,
    /// Where granularity is raw: the readings, by time.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<Vec<Sample>>,
    /// How many earlier readings are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples_left_out: Option<usize>,
    /// Where granularity is daily: the days that have data, ascending.
    #[serde(skip_serializing_if = "Option::is_none")]
    daily: Option<Vec<Period>>,
    /// Where it is weekly or monthly: the weeks (from Monday) or months, by their first day.
    #[serde(skip_serializing_if = "Option::is_none")]
    periods: Option<Vec<Period>>,
    #[serde(flatten)]
    foot: TrendFoot,
}

/// One reading. A blood pressure has `systolic` and `diastolic`, everything else `value`.
#[derive(Serialize, JsonSchema)]
struct Sample {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    systolic: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diastolic: Option<Number>,
    unit: String,
    /// Local time with its offset.
    started_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<String>,
    /// The recording app or device.
    source: String,
    #[serde(skip_serializing_if = "Metadata::is_empty")]
    metadata: Metadata,
}

/// What else is known of a reading.
#[derive(Serialize, JsonSchema, Default, PartialEq)]
struct Metadata {
    /// The lowest of the time that it covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<Number>,
    /// fasting, post-meal, other or estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// It was summed up over so long before it was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    grain: Option<&'static str>,
}

/// One day, week or month.
#[derive(Serialize, JsonSchema)]
struct Period {
    /// YYYY-MM-DD.
    date: String,
    /// The mean of its readings, or of the daily totals.
    avg: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    diastolic: Option<Number>,
    /// The lowest reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<Number>,
    sum: Number,
    /// How many readings.
    count: u64,
    /// Of a week or month: how many days have data.
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<usize>,
    /// summary, raw or both: where its values come from. They are the same.
    source: &'static str,
}

impl Published for Tool {
    const NAME: &'static str = "query_metric";
    const TITLE: &'static str = "Query a metric";
    const DESCRIPTION: &'static str = "Any one metric over the last days, up to five years. Up to \
        30 days: the single readings with their times, units and sources, the latest 200 unless \
        `limit` says more. Beyond: one line a day with average, lowest, highest, sum and count, \
        or a line a week or month where so many days would not fit. Average, minimum and maximum \
        are of the whole period. Use it for exact readings (when was my pulse above 150?) or for \
        the course of a metric over years. Without data `data_status` says whether it was never \
        recorded.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Trends];
    const STAMPS: &'static [Stamp] = &[Stamp::Carbs, Stamp::BodyUnits, Stamp::Names];
    const HINT: &'static str = "Ask for fewer days, or a lower `limit`.";
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let (days, days_note) = clamped("days", input.days, DEFAULT_DAYS, MOST_DAYS);
        let (limit, limit_note) = clamped("limit", input.limit, DEFAULT_LIMIT, MOST_LIMIT);
        let notes: Vec<String> = days_note.into_iter().chain(limit_note).collect();
        let query = MetricQuery {
            metric: input.metric_type.metric(&call, "metric_type").await?,
            days,
            limit: usize::try_from(limit).unwrap_or_default(),
        };
        let answer = call.service.query_metric(call.account(), &query).await?;
        let document = |answer: &QueriedMetric| Output::new(answer, days, &notes);
        Ok(fitting(answer, Self::CAP, document, Output::points))
    }
}

impl Output {
    fn new(answer: &QueriedMetric, period_days: i32, notes: &[String]) -> Self {
        let (head, foot) = trend_ends(&answer.about, notes);
        let (mut samples, mut daily, mut periods, mut left) = (None, None, None, 0);
        let granularity = match &answer.detail {
            QueryDetail::Raw {
                samples: shown,
                left_out,
            } => {
                let unit = &answer.about.unit;
                let shown = shown.iter().map(|sample| Sample::new(sample, unit));
                samples = Some(shown.collect());
                left = *left_out;
                "raw"
            }
            QueryDetail::Periods {
                grain,
                periods: shown,
            } => {
                let shown = shown.iter().map(|period| Period::new(period, *grain));
                let list = match grain {
                    Aggregate::Day => &mut daily,
                    Aggregate::Week | Aggregate::Month => &mut periods,
                };
                *list = Some(shown.collect());
                grain_word(*grain)
            }
        };
        let figure = answer.figure;
        Self {
            head,
            period_days,
            granularity,
            count: figure.map_or(0, |figure| figure.count),
            avg: figure.map(|figure| Number(figure.avg)),
            min: figure.map(|figure| Number(figure.min)),
            max: figure.map(|figure| Number(figure.max)),
            samples,
            samples_left_out: (left > 0).then_some(left),
            daily,
            periods,
            foot,
        }
    }

    fn points(&self) -> usize {
        let samples = self.samples.as_ref().map_or(0, Vec::len);
        let lists = [&self.daily, &self.periods];
        let periods = lists.into_iter().flatten().map(Vec::len);
        samples + periods.sum::<usize>()
    }
}

impl Sample {
    fn new(sample: &TrendSample, unit: &str) -> Self {
        let (mut value, mut pressures, mut spread) = (None, None, None);
        match sample.quantity {
            Quantity::Single(number) => value = Some(number),
            Quantity::Pressure {
                systolic,
                diastolic,
            } => pressures = Some((systolic, diastolic)),
            Quantity::Spread { min, mean, max } => {
                value = Some(mean);
                spread = Some((min, max));
            }
        }
        Self {
            value: value.map(Number),
            systolic: pressures.map(|(systolic, _)| Number(systolic)),
            diastolic: pressures.map(|(_, diastolic)| Number(diastolic)),
            unit: unit.to_owned(),
            started_at: sample.started_at.clone(),
            ended_at: sample.ended_at.clone(),
            source: sample.source.clone(),
            metadata: Metadata {
                min: spread.map(|(min, _)| Number(min)),
                max: spread.map(|(_, max)| Number(max)),
                context: sample.context.map(vitalog_core::Context::as_str),
                label: sample.label.clone(),
                note: sample.note.clone(),
                grain: sample.grain,
            },
        }
    }
}

impl Metadata {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Period {
    fn new(period: &TrendPeriod, grain: Aggregate) -> Self {
        Self {
            date: period.date.to_string(),
            avg: Number(period.avg),
            diastolic: period.diastolic.map(Number),
            min: period.min.map(Number),
            max: period.max.map(Number),
            sum: Number(period.sum),
            count: period.count,
            days: (grain != Aggregate::Day).then_some(period.days),
            source: tiers_word(&period.tiers),
        }
    }
}
