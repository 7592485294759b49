//! Names of any metric that is known.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use vitalog_core::Metric;
use vitalog_service::{MAX_COVERAGE_METRICS, find_metric, find_metrics};

use crate::ToolError;

/// Any metric. There are too many to list them in the schema.
#[derive(Deserialize)]
pub(crate) struct KnownMetric(String);

impl KnownMetric {
    /// The metric.
    pub(crate) fn metric(&self) -> Result<Metric, ToolError> {
        Ok(find_metric(&self.0)?)
    }
}

impl JsonSchema for KnownMetric {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "KnownMetric".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "A key from `list_metrics`, as step_count, resting_heart_rate or \
                weight. The names in Apple Health and Health Auto Export are understood too.",
        })
    }
}

/// Some metrics.
#[derive(Deserialize)]
pub(crate) struct KnownMetrics(Vec<String>);

impl KnownMetrics {
    /// The metrics, each once.
    pub(crate) fn metrics(&self) -> Result<Vec<Metric>, ToolError> {
        Ok(find_metrics(&self.0)?)
    }
}

impl JsonSchema for KnownMetrics {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "KnownMetrics".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "items": {"type": "string"},
            "minItems": 1,
            "maxItems": MAX_COVERAGE_METRICS,
            "description": "Keys from `list_metrics`, at most 40. Without it: every metric that \
                was ever recorded.",
        })
    }
}
