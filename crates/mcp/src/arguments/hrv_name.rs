//! The two measures of heart rate variability.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use vitalog_service::HrvMetric;

use crate::ToolError;

/// One of the two, by any of its names.
#[derive(Deserialize)]
pub(crate) struct HrvName(String);

impl HrvName {
    /// Which one it is.
    pub(crate) fn hrv(&self) -> Result<HrvMetric, ToolError> {
        HrvMetric::find(&self.0).ok_or_else(|| {
            ToolError::arguments(
                "`metric` must be hrv_sdnn or hrv_rmssd.",
                "Other metrics are in `query_metric` and `get_long_term_trend`.",
            )
        })
    }
}

impl JsonSchema for HrvName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "HrvName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "hrv_sdnn, which Apple measures, or hrv_rmssd, which Oura and WHOOP \
                measure. Without it: hrv_sdnn.",
            "enum": ["hrv_sdnn", "hrv_rmssd"],
        })
    }
}
