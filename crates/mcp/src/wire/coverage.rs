//! How much there is of a metric, as several documents say it.

use schemars::JsonSchema;
use serde::Serialize;
use vitalog_core::DayRange;
use vitalog_service::RecordedDays;

/// How much there is of a metric.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Coverage {
    /// The first day with a value in the whole record; absent if no day has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_day: Option<String>,
    /// The last day with a value in the whole record.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_day: Option<String>,
    /// How many days of the range have a value.
    days_with_data: usize,
    /// How many days the range has.
    days_in_range: i32,
}

impl Coverage {
    pub(crate) fn new(
        recorded: Option<RecordedDays>,
        days_with_data: usize,
        range: DayRange,
    ) -> Self {
        Self {
            first_day: recorded.map(|days| days.first.to_string()),
            last_day: recorded.map(|days| days.last.to_string()),
            days_with_data,
            days_in_range: range.len(),
        }
    }
}
