//! `get_health_metrics`: readings and daily sums.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use vitalog_service::{HEALTH_METRICS, HealthDay, HealthMetrics, HealthMetricsRequest, RangeRequest};

use crate::{
    ToolError, Toolset,
    arguments::{Day, MetricName},
    registry::{Call, Published, Stamp},
    wire::{Number, Range, Reading, health_day_schema},
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    metric: Option<MetricName>,
    /// The first day, YYYY-MM-DD. Without it, six days before `end_date`.
    start_date: Option<Day>,
    /// The last day, YYYY-MM-DD. Without it, today.
    end_date: Option<Day>,
}

/// The document, which is also a section of the report.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    range: Range,
    /// The zone that cuts the days.
    timezone: String,
    /// The days that have data, ascending.
    days: Vec<HealthDayRow>,
    /// The days of the range without any value of what was asked for.
    days_without_data: Vec<String>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day the numbers are about.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

impl Published for Tool {
    const NAME: &'static str = "get_health_metrics";
    const TITLE: &'static str = "Health readings";
    const DESCRIPTION: &'static str = "Body measurements, blood pressure, glucose, ketones and \
        food by day, for up to 92 days. Each day lists its readings with time, unit and source: \
        body fat in %, blood pressure in mmHg, glucose in mg/dL, ketones in mmol/L. Food is one \
        sum a day in g (energy in kcal); `carbs_g` is net carbs. A day or metric that is not \
        there was not recorded, which is not zero; the notes say when it was last. \
        `delete_reading` takes a reading out by its metric, date and time.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Record];
    const STAMPS: &'static [Stamp] = &[Stamp::Carbs, Stamp::BodyUnits];
    const HINT: &'static str = "Ask for fewer days or for one metric.";
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let request = HealthMetricsRequest {
            metrics: input.metric.map_or_else(|| Ok(HEALTH_METRICS.to_vec()), |name| name.metrics())?,
            range: RangeRequest::new(
                input.start_date.map(|day| day.0),
                input.end_date.map(|day| day.0),
            ),
        };
        Ok(call.service.health_metrics(call.account(), &request).await?.into())
    }
}

impl From<HealthMetrics> for Output {
    fn from(answer: HealthMetrics) -> Self {
        Self {
            range: answer.range.into(),
            timezone: answer.timezone,
            days: answer.days.into_iter().map(HealthDayRow).collect(),
            days_without_data: answer.days_without_data.iter().map(ToString::to_string).collect(),
            notes: answer.notes,
            data_through: answer.data_through.map(|day| day.to_string()),
        }
    }
}

/// One day. Which keys it has is the metric table's to say, so it is written by hand.
struct HealthDayRow(HealthDay);

impl Serialize for HealthDayRow {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let day = &self.0;
        let mut row = Map::new();
        row.insert("date".to_owned(), json!(day.date.to_string()));
        for listed in &day.readings {
            let readings: Vec<Reading> =
                listed.readings.iter().cloned().map(Reading::from).collect();
            row.insert(listed.metric.slug().to_owned(), json!(readings));
        }
        for sum in &day.sums {
            row.insert(sum.field.clone(), json!(Number(sum.value)));
        }
        if !day.warnings.is_empty() {
            row.insert("warnings".to_owned(), json!(day.warnings));
        }
        Value::Object(row).serialize(serializer)
    }
}

impl JsonSchema for HealthDayRow {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "HealthDay".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        health_day_schema(generator)
    }
}
