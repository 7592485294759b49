//! `compare_periods`: one metric over two stretches of days.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_service::{ComparedPeriods, PeriodDifference, PeriodFigures, PeriodsRequest};

use crate::{
    ToolError, Toolset,
    arguments::{Day, KnownMetric},
    registry::{Call, Published, Stamp},
    wire::{Number, TierOfDays},
};

pub(crate) struct Tool;

/// Two ways of naming the same things: one of each pair is given.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    metric: Option<KnownMetric>,
    /// The first day of the first period, YYYY-MM-DD.
    a_start: Option<Day>,
    /// The last day of the first period.
    a_end: Option<Day>,
    /// The first day of the second period, which is held against the first.
    b_start: Option<Day>,
    /// The last day of the second period.
    b_end: Option<Day>,
    /// What to call the first period.
    #[schemars(length(max = 32))]
    label_a: Option<String>,
    /// What to call the second period.
    #[schemars(length(max = 32))]
    label_b: Option<String>,
    /// The same as `metric`.
    metric_type: Option<KnownMetric>,
    /// The same as `a_start`.
    period_a_start: Option<Day>,
    /// The same as `a_end`.
    period_a_end: Option<Day>,
    /// The same as `b_start`.
    period_b_start: Option<Day>,
    /// The same as `b_end`.
    period_b_end: Option<Day>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The metric's key.
    metric: String,
    label: String,
    /// The unit of every value.
    unit: String,
    /// The zone that cuts the days.
    timezone: String,
    /// What one day's figure is: `daily_total`, `daily_avg`, `daily_max` or `daily_min`.
    value_type: &'static str,
    /// Whether both periods have data.
    found: bool,
    period_a: Period,
    period_b: Period,
    comparison: Comparison,
    tier: TierOfDays,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day with a value.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// The days of one period. `n`, `mean`, `sd`, `min` and `max` are of daily values as
/// `get_metric_series` shows them.
#[derive(Serialize, JsonSchema)]
struct Period {
    label: String,
    /// YYYY-MM-DD.
    start: String,
    /// YYYY-MM-DD.
    end: String,
    /// Days with a value.
    n: usize,
    /// The same.
    data_points: usize,
    /// The mean of all readings, or of daily totals.
    #[serde(skip_serializing_if = "Option::is_none")]
    avg: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<Number>,
    /// Standard deviation of the sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    sd: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<Number>,
}

/// The second period against the first.
#[derive(Serialize, JsonSchema)]
struct Comparison {
    /// `avg` of the second minus `avg` of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    delta: Option<Number>,
    /// The same in percent of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pct_change: Option<Number>,
    /// `mean` of the second minus `mean` of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Number>,
    /// The same in percent of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    percent: Option<Number>,
    /// The difference in standard deviations, corrected for few days.
    #[serde(rename = "hedgesG", skip_serializing_if = "Option::is_none")]
    hedges_g: Option<Number>,
    /// How probable so large a difference would be by chance, if days were independent.
    #[serde(rename = "welchP", skip_serializing_if = "Option::is_none")]
    welch_p: Option<Number>,
    /// Of the second period: higher, lower, `no_clear_difference` (which is not "no effect"),
    /// `too_few_days` or `no_data`.
    verdict: &'static str,
    /// Always: no tier, no promise.
    exploratory: bool,
}

impl Published for Tool {
    const NAME: &'static str = "compare_periods";
    const TITLE: &'static str = "Compare two periods";
    const DESCRIPTION: &'static str = "One metric over two stretches of days side by side, the \
        second against the first: days, mean, spread, lowest and highest of each, the difference \
        in units, in percent and in standard deviations, how probable it is by chance, and a \
        verdict. Use it for before and after: this month against last, since a medicine began. \
        Give `metric`, `a_start`, `a_end`, `b_start` and `b_end`; the names with `period_` are \
        understood too. A period has at most 1825 days. The comparison is exploratory: say \"goes \
        with\", not \"because of\".";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Insight, Toolset::Trends];
    const STAMPS: &'static [Stamp] = &[Stamp::Carbs, Stamp::BodyUnits, Stamp::Names];
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let metric = either(("metric", input.metric), ("metric_type", input.metric_type))?;
        let day = |short: (&'static str, Option<Day>), long: (&'static str, Option<Day>)| {
            either(short, long).map(|day| day.0)
        };
        let a = (
            day(("a_start", input.a_start), ("period_a_start", input.period_a_start))?,
            day(("a_end", input.a_end), ("period_a_end", input.period_a_end))?,
        );
        let b = (
            day(("b_start", input.b_start), ("period_b_start", input.period_b_start))?,
            day(("b_end", input.b_end), ("period_b_end", input.period_b_end))?,
        );
        let metric = metric.metric(&call, "metric").await?;
        let request = PeriodsRequest { metric, a, b };
        let answer = call.service.compare_periods(call.account(), &request).await?;
        let label = |label: Option<String>, name: &str| label.unwrap_or_else(|| name.to_owned());
        Ok(Output::new(
            &answer,
            label(input.label_a, "A"),
            label(input.label_b, "B"),
        ))
    }
}

/// The one of two names of an argument that is given.
fn either<T>(
    (short, one): (&str, Option<T>),
    (long, other): (&str, Option<T>),
) -> Result<T, ToolError> {
    match (one, other) {
        (Some(value), None) | (None, Some(value)) => Ok(value),
        (None, None) => Err(ToolError::arguments(
            format!("`{short}` is missing."),
            "Give `metric`, `a_start`, `a_end`, `b_start` and `b_end`.",
        )),
        (Some(_), Some(_)) => Err(ToolError::arguments(
            format!("`{short}` and `{long}` are two names of one argument."),
            "Give one of them.",
        )),
    }
}

impl Output {
    fn new(answer: &ComparedPeriods, label_a: String, label_b: String) -> Self {
        Self {
            metric: answer.metric.key().to_owned(),
            label: answer.metric.label().to_owned(),
            unit: answer.unit.clone(),
            timezone: answer.timezone.clone(),
            value_type: answer.value_type.as_str(),
            found: answer.a.n > 0 && answer.b.n > 0,
            period_a: Period::new(answer.a, label_a),
            period_b: Period::new(answer.b, label_b),
            comparison: answer.comparison.into(),
            tier: answer.days_served.into(),
            notes: answer.notes.clone(),
            data_through: answer.data_through.map(|day| day.to_string()),
        }
    }
}

impl Period {
    fn new(figures: PeriodFigures, label: String) -> Self {
        Self {
            label,
            start: figures.range.start.to_string(),
            end: figures.range.end.to_string(),
            n: figures.n,
            data_points: figures.n,
            avg: figures.avg.map(Number),
            mean: figures.mean.map(Number),
            sd: figures.sd.map(Number),
            min: figures.min.map(Number),
            max: figures.max.map(Number),
        }
    }
}

impl From<PeriodDifference> for Comparison {
    fn from(compared: PeriodDifference) -> Self {
        Self {
            delta: compared.delta.map(Number),
            pct_change: compared.pct_change.map(Number),
            difference: compared.difference.map(Number),
            percent: compared.percent.map(Number),
            hedges_g: compared.hedges_g.map(Number),
            welch_p: compared.welch_p.map(Number),
            verdict: compared.verdict.as_str(),
            exploratory: true,
        }
    }
}
