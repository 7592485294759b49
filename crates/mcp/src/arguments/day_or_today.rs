//! A date that may be empty.

use std::borrow::Cow;

use jiff::civil::Date;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::parse_day;
use crate::ToolError;

/// A day; an empty text means today.
#[derive(Deserialize)]
pub(crate) struct DayOrToday(String);

impl DayOrToday {
    /// The day; `None` for today.
    pub(crate) fn day(&self, name: &str, today: Date) -> Result<Option<Date>, ToolError> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let day = parse_day(&self.0).ok_or_else(|| {
            ToolError::arguments(
                format!("`{name}` must be a date that exists, as YYYY-MM-DD."),
                format!("Today is {today} for the person; work the date out from that."),
            )
        })?;
        Ok(Some(day))
    }
}

impl JsonSchema for DayOrToday {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "DayOrToday".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "The day, YYYY-MM-DD. Without it, or empty: today.",
        })
    }
}
