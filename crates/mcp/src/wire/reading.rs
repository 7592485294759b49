//! One reading, and the schema of a day of them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Map, json};
use vitalog_core::{Metric, Quantity};
use vitalog_service::{HEALTH_METRICS, ShownReading, sum_field};

use super::Number;

/// One reading. A blood pressure has `systolic` and `diastolic`, everything else `value`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Reading {
    /// Local time, HH:MM.
    time: String,
    /// In `unit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    systolic: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diastolic: Option<Number>,
    unit: Cow<'static, str>,
    /// What was going on: fasting, post-meal or other; or estimate: it is a guess.
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<&'static str>,
    /// The recording app; claude-log for a reading logged in chat.
    source: String,
    /// What the person wanted to remember with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The exact time, on readings logged in chat; `delete_reading` takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<String>,
}

impl From<ShownReading> for Reading {
    fn from(shown: ShownReading) -> Self {
        let (value, systolic, diastolic) = match shown.quantity {
            Quantity::Single(value) | Quantity::Spread { mean: value, .. } => {
                (Some(Number(value)), None, None)
            }
            Quantity::Pressure {
                systolic,
                diastolic,
            } => (None, Some(Number(systolic)), Some(Number(diastolic))),
        };
        Self {
            time: shown.time,
            value,
            systolic,
            diastolic,
            unit: shown.unit,
            context: shown.context.map(vitalog_core::Context::as_str),
            source: shown.source,
            note: shown.note,
            timestamp: shown.timestamp,
        }
    }
}

/// The schema of one day: a number for each metric that is summed, a list of readings under every
/// other name. Derived from the metric table, so that a new row is in it by itself, and short,
/// since the form of a reading stands in it once.
pub(crate) fn health_day_schema(generator: &mut SchemaGenerator) -> Schema {
    let mut properties = Map::new();
    properties.insert(
        "date".to_owned(),
        json!({"type": "string", "description": "YYYY-MM-DD"}),
    );
    for metric in HEALTH_METRICS
        .iter()
        .copied()
        .filter(|metric| metric.is_summed())
    {
        let sum = |what: &str| json!({"type": "number", "description": what});
        let what = if metric == Metric::Carbs {
            "Net carbs of the day."
        } else if metric == Metric::Fiber {
            "Fiber recorded from the switchover on."
        } else {
            "Sum of the day."
        };
        properties.insert(sum_field(metric), sum(what));
        if metric == Metric::Carbs {
            let total = sum("Carbohydrates, fiber included, recorded from the switchover on.");
            properties.insert("total_carbs_g".to_owned(), total);
        }
    }
    let warnings = json!({
        "type": "array",
        "description": "What is odd about the carbohydrates of the day.",
        "items": {"type": "string"},
    });
    properties.insert("warnings".to_owned(), warnings);
    let readings = json!({
        "type": "array",
        "description": "The readings of the metric of that name.",
        "items": Reading::json_schema(generator).to_value(),
    });
    json_schema!({
        "type": "object",
        "properties": properties,
        "required": ["date"],
        "additionalProperties": readings,
    })
}
