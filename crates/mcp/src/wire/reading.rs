//! One reading, and the schema of a day of them.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value, json};
use vitalog_core::{Metric, Quantity};
use vitalog_service::{ShownReading, sum_field};

use super::Number;

/// One reading. A blood pressure has `systolic` and `diastolic`, everything else `value`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Reading {
    /// Local time, HH:MM.
    time: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    systolic: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diastolic: Option<Number>,
    unit: &'static str,
    /// fasting, post-meal or other.
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<&'static str>,
    /// The recording app; claude-log for a reading logged in chat.
    source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The exact time, on readings logged in chat; `delete_reading` takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<String>,
}

impl From<ShownReading> for Reading {
    fn from(shown: ShownReading) -> Self {
        let (value, systolic, diastolic) = match shown.quantity {
            Quantity::Single(value) => (Some(Number(value)), None, None),
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

/// The schema of one day: a list per metric that is read, a number per metric that is summed.
/// Derived from the metric table, so that a new row is in it by itself.
pub(crate) fn health_day_schema(generator: &mut SchemaGenerator) -> Schema {
    let reading = Reading::json_schema(generator).to_value();
    let mut properties = Map::new();
    properties.insert(
        "date".to_owned(),
        json!({"type": "string", "description": "YYYY-MM-DD"}),
    );
    let (summed, read): (Vec<Metric>, Vec<Metric>) = Metric::ALL
        .iter()
        .copied()
        .partition(|metric| metric.is_summed());
    for metric in read {
        properties.insert(
            metric.slug().to_owned(),
            json!({"type": "array", "items": reading}),
        );
    }
    for metric in summed {
        properties.insert(sum_field(metric), json!({"type": "number"}));
        if metric == Metric::Carbs {
            properties.insert("total_carbs_g".to_owned(), json!({"type": "number"}));
        }
    }
    let warnings = json!({"type": "array", "items": {"type": "string"}});
    properties.insert("warnings".to_owned(), warnings);
    let mut schema = Schema::default();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    schema.insert("required".to_owned(), json!(["date"]));
    schema
}
