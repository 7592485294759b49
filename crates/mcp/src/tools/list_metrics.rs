//! `list_metrics`: what can be asked about.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_core::metric::{DailyRule, Direction, Group, Kind};
use vitalog_service::{ListMetrics, ListedCustom, ListedMetric, MetricSource};

use crate::{
    ToolError, Toolset,
    registry::{Call, Published},
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    /// Only metrics that can come from here: ledger is what is said in chat. No metric comes from
    /// labs, custom and derived so far.
    source: Option<Source>,
    /// Only metrics with all of these words in their key, label, other names, description or
    /// group, as "heart" or "sleep".
    #[schemars(length(max = 100))]
    query: Option<String>,
}

/// Where readings come from.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Source {
    Ledger,
    Whoop,
    Oura,
    Apple,
    Labs,
    Custom,
    Derived,
    Weather,
    Calendar,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// Whether there is any recorded metric in it.
    found: bool,
    /// Those that were ever recorded; with `query` or `source`, then those that never were.
    metrics: Vec<Metric>,
    /// Without `query` and `source`: the keys of those that were never recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    never_recorded: Option<Vec<&'static str>>,
}

/// One metric.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Metric {
    /// What other tools take as `metric`.
    key: Cow<'static, str>,
    label: Cow<'static, str>,
    /// The unit its values are shown in; empty for a plain number.
    unit: Cow<'static, str>,
    /// numeric; ordinal: a scale on which only the order is certain; or boolean: 1 is true.
    kind: &'static str,
    /// Which way is better for most people: `higher_better`, `lower_better` or neutral.
    direction: &'static str,
    /// The section it is listed in.
    group: &'static str,
    /// How a day's readings become its value: sum, mean, last, max, min, any (1 if any entry is
    /// true), or night: hours of the night that ends on the day.
    daily: &'static str,
    /// Where readings of it can come from, by the words that `source` takes.
    sources: Vec<&'static str>,
    /// Whether it was ever recorded. What was, and gives no day a value, has `daysWithData` 0: a
    /// night is told by one source, and fiber counts from the switchover of net carbs on.
    recorded: bool,
    /// true if the person named it; its unit and `daily` are fixed by its first entry.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_custom: bool,
    /// The first day with a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_day: Option<String>,
    /// The last day with a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_day: Option<String>,
    /// How many days have a value; left out while that is being worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    days_with_data: Option<u32>,
    description: Cow<'static, str>,
}

impl Published for Tool {
    const NAME: &'static str = "list_metrics";
    const TITLE: &'static str = "Metrics";
    const DESCRIPTION: &'static str = "The catalog of metrics: for each its key, unit, kind, which \
        way is better, and the first and last day with a value. Call it to find the key that \
        `get_metric_series` and `get_coverage` take, or to learn what the person records at all, \
        the names of their own journal included (source custom). \
        Metrics that were never recorded are listed by their keys only; with `query` or `source` \
        they are described too, with `recorded` false. That is the absence of data, not a zero.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Insight];
    const HINT: &'static str = "Give a `query`.";
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let is_narrowed = input.source.is_some() || input.query.is_some();
        let request = ListMetrics {
            source: input.source.map(MetricSource::from),
            query: input.query,
        };
        let list = call.service.list_metrics(call.account(), &request).await?;
        let found = !list.recorded.is_empty() || !list.custom.is_empty();
        let keys = list.never_recorded.iter().map(|listed| listed.metric.slug());
        let never_recorded = (!is_narrowed).then(|| keys.collect());
        let mut metrics: Vec<Metric> = list.recorded.into_iter().map(Metric::from).collect();
        metrics.extend(list.custom.into_iter().map(Metric::from));
        if is_narrowed {
            metrics.extend(list.never_recorded.into_iter().map(Metric::from));
        }
        Ok(Output {
            found,
            metrics,
            never_recorded,
        })
    }
}

impl From<Source> for MetricSource {
    fn from(source: Source) -> Self {
        match source {
            Source::Ledger => Self::Ledger,
            Source::Whoop => Self::Whoop,
            Source::Oura => Self::Oura,
            Source::Apple => Self::Apple,
            Source::Labs => Self::Labs,
            Source::Custom => Self::Custom,
            Source::Derived => Self::Derived,
            Source::Weather => Self::Weather,
            Source::Calendar => Self::Calendar,
        }
    }
}

impl From<ListedCustom> for Metric {
    fn from(listed: ListedCustom) -> Self {
        let days = listed.days;
        let metric = listed.metric;
        Self {
            unit: metric.shown_unit().to_owned().into(),
            label: metric.name.clone().into(),
            key: metric.name.into(),
            kind: if metric.is_flag { "boolean" } else { "numeric" },
            direction: "neutral",
            group: Group::Custom.as_str(),
            daily: metric.combine.as_str(),
            sources: vec![MetricSource::Custom.as_str()],
            recorded: days.is_some(),
            is_custom: true,
            first_day: days.map(|days| days.recorded.first.to_string()),
            last_day: days.map(|days| days.recorded.last.to_string()),
            days_with_data: days.map(|days| days.days),
            description: "Named by the person; logged with `log_entry`.".into(),
        }
    }
}

impl From<ListedMetric> for Metric {
    fn from(listed: ListedMetric) -> Self {
        Self {
            key: listed.metric.slug().into(),
            label: listed.label.into(),
            unit: listed.unit.into(),
            kind: match listed.kind {
                Kind::Numeric => "numeric",
                Kind::Ordinal => "ordinal",
            },
            direction: match listed.direction {
                Direction::HigherBetter => "higher_better",
                Direction::LowerBetter => "lower_better",
                Direction::Neutral => "neutral",
            },
            group: listed.group.as_str(),
            daily: match listed.daily {
                DailyRule::Sum => "sum",
                DailyRule::Mean => "mean",
                DailyRule::Last => "last",
                DailyRule::Max => "max",
                DailyRule::Min => "min",
                DailyRule::Night => "night",
            },
            sources: listed.sources.iter().map(|source| source.as_str()).collect(),
            recorded: listed.recorded,
            first_day: listed.days.map(|days| days.first.to_string()),
            last_day: listed.days.map(|days| days.last.to_string()),
            days_with_data: listed.days_with_data.filter(|_| listed.recorded),
            is_custom: false,
            description: listed.description.into(),
        }
    }
}
