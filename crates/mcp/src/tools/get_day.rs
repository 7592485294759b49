//! `get_day`: everything of one day.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_core::{metric::Group as Section, reading::CHAT_SOURCE};
use vitalog_service::{DayCustom, DayGroup, DayMetric, DayRecord, DayValue};

use crate::{
    ToolError, Toolset,
    arguments::Day,
    registry::{Call, Published, Stamp},
    wire::{Number, Workout},
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    /// The day, YYYY-MM-DD. Without it, today.
    date: Option<Day>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// YYYY-MM-DD.
    date: String,
    /// The zone that cuts the day.
    timezone: String,
    /// Whether anything was recorded.
    found: bool,
    /// What was measured, by section. A metric that is not there was not recorded.
    groups: Vec<Group>,
    /// The workouts that started on the day.
    workouts: Vec<Workout>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The day, if anything was recorded on it.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// The metrics of one section.
#[derive(Serialize, JsonSchema)]
struct Group {
    /// The section: body, vitals, blood, nutrition, activity and others.
    group: &'static str,
    metrics: Vec<Measured>,
}

/// One metric.
#[derive(Serialize, JsonSchema)]
struct Measured {
    /// The metric's key.
    key: Cow<'static, str>,
    #[serde(flatten)]
    amount: Amount,
    unit: Cow<'static, str>,
    /// Who recorded it.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// Where several did: what each of them has. They overlap; `value` counts nothing twice.
    #[serde(rename = "bySource", skip_serializing_if = "Vec::is_empty")]
    by_source: Vec<OfSource>,
}

/// What one source has.
#[derive(Serialize, JsonSchema)]
struct OfSource {
    source: String,
    #[serde(flatten)]
    amount: Amount,
}

#[derive(Serialize, JsonSchema)]
struct Amount {
    /// The day's value by the metric's rule; of a blood pressure the systolic one.
    value: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    diastolic: Option<Number>,
    /// The lowest reading, where they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<Number>,
    /// The highest reading, where they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<Number>,
    /// How many readings it is made of.
    n: u32,
}

impl Published for Tool {
    const NAME: &'static str = "get_day";
    const TITLE: &'static str = "One day";
    const DESCRIPTION: &'static str = "Everything recorded on one day: the daily value of every \
        metric by section (body, vitals, food, activity, sleep and more) with unit and source, \
        and the workouts. The night is the one that ended on the day; `carbs` is net carbs. What \
        is not listed was not recorded, which is not zero. Single readings with their times are \
        in `get_health_metrics`; several days of one metric in `get_metric_series`.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Insight];
    const STAMPS: &'static [Stamp] = &[Stamp::Carbs, Stamp::BodyUnits];
    const HINT: &'static str = "Ask for single metrics with `get_metric_series`.";
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let date = input.date.map(|day| day.0);
        Ok(call.service.day_record(call.account(), date).await?.into())
    }
}

impl From<DayRecord> for Output {
    fn from(day: DayRecord) -> Self {
        let found = !day.is_empty();
        let mut groups: Vec<Group> = day.groups.into_iter().map(Group::from).collect();
        if !day.custom.is_empty() {
            groups.push(Group {
                group: Section::Custom.as_str(),
                metrics: day.custom.into_iter().map(Measured::from).collect(),
            });
        }
        Self {
            date: day.date.to_string(),
            timezone: day.timezone,
            found,
            groups,
            workouts: day.workouts.into_iter().map(Workout::from).collect(),
            notes: day.notes,
            data_through: found.then(|| day.date.to_string()),
        }
    }
}

impl From<DayGroup> for Group {
    fn from(group: DayGroup) -> Self {
        Self {
            group: group.group.as_str(),
            metrics: group.metrics.into_iter().map(Measured::from).collect(),
        }
    }
}

impl From<DayMetric> for Measured {
    fn from(measured: DayMetric) -> Self {
        let mut by_source = measured.by_source;
        let source = match by_source.as_slice() {
            [(only, _)] => Some(only.clone()),
            _ => None,
        };
        if source.is_some() {
            by_source.clear();
        }
        let by_source = by_source.into_iter().map(|(source, value)| OfSource {
            source,
            amount: value.into(),
        });
        Self {
            key: measured.metric.slug().into(),
            amount: measured.value.into(),
            unit: measured.unit.into(),
            source,
            by_source: by_source.collect(),
        }
    }
}

impl From<DayCustom> for Measured {
    fn from(entered: DayCustom) -> Self {
        Self {
            unit: entered.metric.shown_unit().to_owned().into(),
            key: entered.metric.name.into(),
            amount: entered.value.into(),
            source: Some(CHAT_SOURCE.to_owned()),
            by_source: Vec::new(),
        }
    }
}

impl From<DayValue> for Amount {
    fn from(value: DayValue) -> Self {
        Self {
            value: Number(value.value),
            diastolic: value.diastolic.map(Number),
            min: value.min.map(Number),
            max: value.max.map(Number),
            n: value.readings,
        }
    }
}
