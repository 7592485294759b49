//! Names of any metric that is known.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use vitalog_service::{AnyMetric, MAX_COVERAGE_METRICS};

use crate::{ToolError, registry::Call};

/// Any metric. There are too many to list them in the schema.
#[derive(Deserialize)]
pub(crate) struct KnownMetric(String);

impl KnownMetric {
    /// The metric, for the person whose names are known too. `argument` is its name in the input.
    pub(crate) async fn metric(&self, call: &Call, argument: &str) -> Result<AnyMetric, ToolError> {
        let found = call
            .service
            .find_any_metric(call.account(), argument, &self.0);
        Ok(found.await?)
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
                weight, or a name of the person's own. The names in Apple Health and Health Auto \
                Export are understood too.",
        })
    }
}

/// Some metrics.
#[derive(Deserialize)]
pub(crate) struct KnownMetrics(Vec<String>);

impl KnownMetrics {
    /// The metrics, each once.
    pub(crate) async fn metrics(&self, call: &Call) -> Result<Vec<AnyMetric>, ToolError> {
        let account = call.account();
        Ok(call.service.find_any_metrics(account, &self.0).await?)
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
