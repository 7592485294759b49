//! Names of what is recorded. What they may be is the metric table's to say, in the schema as in the
//! errors.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use vitalog_core::Metric;
use vitalog_service::{HEALTH_METRICS, LOGGABLE, Target, find_health_metric, no_such_target};

use crate::ToolError;

const UNKNOWN: &str = "`metric` names nothing that is recorded here.";

/// Words for all metrics.
const ALL_WORDS: &[&str] = &["all", "everything", "nutrition", "macros", "food"];

/// A metric, or `all`.
#[derive(Deserialize)]
pub(crate) struct MetricName(String);

impl MetricName {
    /// The metrics it means; an empty name means all.
    pub(crate) fn metrics(&self) -> Result<Vec<Metric>, ToolError> {
        if means_all(&self.0) {
            return Ok(HEALTH_METRICS.to_vec());
        }
        find_health_metric(&self.0)
            .map(|metric| vec![metric])
            .ok_or_else(|| {
                ToolError::arguments(UNKNOWN, format!("Use one of {}, or all.", slugs()))
            })
    }
}

impl JsonSchema for MetricName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "MetricName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let description = format!(
            "One of {}, or all. Food is part of all. The names in Apple Health and Health Auto \
             Export are understood too. Without it: all.",
            slugs()
        );
        json_schema!({"type": "string", "description": description})
    }
}

/// A metric that can be logged.
#[derive(Deserialize)]
pub(crate) struct LoggableName(String);

impl LoggableName {
    /// The metric.
    pub(crate) fn metric(&self) -> Result<Metric, ToolError> {
        Metric::find(&self.0)
            .filter(|metric| LOGGABLE.contains(metric))
            .ok_or_else(|| {
                ToolError::arguments(
                    "`metric` must be glucose or ketones.",
                    "Other readings come from Apple Health; record them there.",
                )
            })
    }
}

impl JsonSchema for LoggableName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "LoggableName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "What was measured.",
            "enum": LOGGABLE.map(Metric::slug),
        })
    }
}

/// A metric, or `workout`.
#[derive(Deserialize)]
pub(crate) struct TargetName(String);

impl TargetName {
    /// What it points at.
    pub(crate) fn target(&self) -> Result<Target, ToolError> {
        Ok(Target::find(&self.0).ok_or_else(no_such_target)?)
    }
}

impl JsonSchema for TargetName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "TargetName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let description = format!(
            "One of {}, workout, a name of a working day (as meetings), or a name of the person's \
             own that `log_entry` keeps.",
            slugs()
        );
        json_schema!({"type": "string", "description": description})
    }
}

/// Whether a word means all metrics; so does an empty one.
pub(crate) fn means_all(word: &str) -> bool {
    let word = word.trim();
    word.is_empty() || ALL_WORDS.iter().any(|all| word.eq_ignore_ascii_case(all))
}

/// Every slug, for people.
pub(crate) fn slugs() -> String {
    HEALTH_METRICS
        .iter()
        .map(|metric| metric.slug())
        .collect::<Vec<_>>()
        .join(", ")
}
