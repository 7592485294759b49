//! The days an answer covers.

use schemars::JsonSchema;
use serde::Serialize;
use vitalog_core::DayRange;

/// The days an answer covers, both included.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Range {
    /// The first day, YYYY-MM-DD.
    start: String,
    /// The last day, YYYY-MM-DD.
    end: String,
}

impl From<DayRange> for Range {
    fn from(range: DayRange) -> Self {
        Self {
            start: range.start.to_string(),
            end: range.end.to_string(),
        }
    }
}
