//! What documents about one metric over a long time have in common.

use schemars::JsonSchema;
use serde::Serialize;
use vitalog_service::{Aggregate, DataStatus as Status, DaysServed as Served, Tier, TrendAbout};

use super::Range;

/// What stands at the beginning.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TrendHead {
    /// The metric's key.
    metric: String,
    label: String,
    /// The unit of every value.
    unit: String,
    range: Range,
    /// The zone that cuts the days.
    timezone: String,
    /// What one day's figure is: `daily_total`, what it adds up to; `daily_avg`, the mean of its readings;
    /// `daily_max` or `daily_min`.
    value_type: &'static str,
    /// How many days have data.
    days_with_data: usize,
}

/// What stands at the end.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TrendFoot {
    /// Only where there is no data.
    #[serde(skip_serializing_if = "Option::is_none")]
    data_status: Option<DataStatus>,
    tier: TierOfDays,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day with a value.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// Why there is nothing.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DataStatus {
    /// `never_recorded`, or `empty_window`: recorded on other days. Neither is a zero.
    status: &'static str,
    message: String,
    /// The last day with it in the whole record.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_day: Option<String>,
}

/// Where days come from; both give the same values.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TierOfDays {
    days_served_by: DaysServed,
}

/// How many days come from stored daily values and how many from single readings.
#[derive(Serialize, JsonSchema)]
struct DaysServed {
    summary: usize,
    raw: usize,
}

/// The two ends of a document.
pub(crate) fn trend_ends(about: &TrendAbout, more: &[String]) -> (TrendHead, TrendFoot) {
    let head = TrendHead {
        metric: about.metric.key().to_owned(),
        label: about.metric.label().to_owned(),
        unit: about.unit.clone(),
        range: about.range.into(),
        timezone: about.timezone.clone(),
        value_type: about.value_type.as_str(),
        days_with_data: about.days_with_data,
    };
    let foot = TrendFoot {
        data_status: about.data_status.as_ref().map(DataStatus::from),
        tier: about.days_served.into(),
        notes: more.iter().chain(&about.notes).cloned().collect(),
        data_through: about.data_through.map(|day| day.to_string()),
    };
    (head, foot)
}

/// What points stand for, as an adjective.
pub(crate) fn grain_word(grain: Aggregate) -> &'static str {
    match grain {
        Aggregate::Day => "daily",
        Aggregate::Week => "weekly",
        Aggregate::Month => "monthly",
    }
}

/// The tiers of a point in one word.
pub(crate) fn tiers_word(tiers: &[Tier]) -> &'static str {
    match tiers {
        [only] => only.as_str(),
        _ => "both",
    }
}

impl From<&Status> for DataStatus {
    fn from(status: &Status) -> Self {
        Self {
            status: status.state.as_str(),
            message: status.message.clone(),
            last_day: status.last_day.map(|day| day.to_string()),
        }
    }
}

impl From<Served> for TierOfDays {
    fn from(served: Served) -> Self {
        Self {
            days_served_by: DaysServed {
                summary: served.summary,
                raw: served.raw,
            },
        }
    }
}
