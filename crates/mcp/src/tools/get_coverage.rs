//! `get_coverage`: which days have data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_core::DayRange;
use vitalog_service::{Coverage as Covered, CoverageRequest, MetricCoverage, WindowRequest};

use crate::{
    ToolError, Toolset,
    arguments::{Day, KnownMetrics},
    registry::{Call, Published},
    wire::{Coverage, Range},
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    metrics: Option<KnownMetrics>,
    /// The first day, YYYY-MM-DD. Without it, 89 days before `end_date`.
    start_date: Option<Day>,
    /// The last day, YYYY-MM-DD. Without it, today.
    end_date: Option<Day>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    range: Range,
    /// The zone that cuts the days.
    timezone: String,
    /// Whether the range has any value of any of the metrics.
    found: bool,
    metrics: Vec<OfMetric>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day with a value.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// One metric.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfMetric {
    /// The metric's key.
    key: String,
    /// present; `none_in_range`: other days have a value; `no_value`: recorded, and no day has a
    /// value, as of a night that another source tells; or `never_recorded`.
    state: &'static str,
    #[serde(flatten)]
    coverage: Coverage,
    /// The longest run of days of the range without a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_gap: Option<Gap>,
    /// The runs of days of the range without a value, ascending; at most the latest 20, and
    /// the latest 3 where no metrics were named.
    gaps: Vec<Gap>,
    /// How many earlier gaps are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    gaps_left_out: Option<usize>,
}

/// Days without a value, both ends included.
#[derive(Serialize, JsonSchema)]
struct Gap {
    /// YYYY-MM-DD.
    start: String,
    /// YYYY-MM-DD.
    end: String,
    /// How many they are.
    days: i32,
}

impl Published for Tool {
    const NAME: &'static str = "get_coverage";
    const TITLE: &'static str = "Coverage";
    const DESCRIPTION: &'static str = "Which days have data, for up to 40 metrics and 365 days: \
        days with a value, gaps, the longest gap, and the first and last day in the whole \
        record. Call it before you read anything into a series that may have holes, or when the \
        person asks whether something still arrives. `never_recorded`, `no_value`, \
        `none_in_range` and a measured zero are four different things; a zero counts as data.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Insight];
    const HINT: &'static str = "Ask for fewer metrics.";
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let metrics = match &input.metrics {
            Some(names) => names.metrics(&call).await?,
            None => Vec::new(),
        };
        let request = CoverageRequest {
            metrics,
            window: WindowRequest {
                start: input.start_date.map(|day| day.0),
                end: input.end_date.map(|day| day.0),
                days: None,
            },
        };
        Ok(call.service.coverage(call.account(), &request).await?.into())
    }
}

impl From<Covered> for Output {
    fn from(answer: Covered) -> Self {
        let range = answer.range;
        let metrics = answer.metrics.into_iter();
        Self {
            range: range.into(),
            timezone: answer.timezone,
            found: answer.data_through.is_some(),
            metrics: metrics.map(|metric| OfMetric::new(metric, range)).collect(),
            notes: answer.notes,
            data_through: answer.data_through.map(|day| day.to_string()),
        }
    }
}

impl OfMetric {
    fn new(metric: MetricCoverage, range: DayRange) -> Self {
        Self {
            key: metric.metric.key().to_owned(),
            state: metric.state.as_str(),
            coverage: Coverage::new(metric.recorded, metric.days_with_data, range),
            longest_gap: metric.longest_gap.map(Gap::from),
            gaps: metric.gaps.into_iter().map(Gap::from).collect(),
            gaps_left_out: (metric.gaps_left_out > 0).then_some(metric.gaps_left_out),
        }
    }
}

impl From<DayRange> for Gap {
    fn from(days: DayRange) -> Self {
        Self {
            start: days.start.to_string(),
            end: days.end.to_string(),
            days: days.len(),
        }
    }
}
