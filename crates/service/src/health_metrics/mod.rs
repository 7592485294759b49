//! Readings and daily sums of a range of days.

use jiff::civil::Date;
use vitalog_core::{Account, Context, DayRange, Metric, Quantity};

use crate::{RangeRequest, Service, ServiceError};

/// Readings that one answer shows at most.
pub const MAX_READINGS: usize = 1000;

/// What to show of which days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HealthMetricsRequest {
    /// The metrics asked for, in any order.
    pub metrics: Vec<Metric>,
    /// The days.
    pub range: RangeRequest,
}

/// Readings and daily sums, day by day.
#[derive(Clone, PartialEq, Debug)]
pub struct HealthMetrics {
    /// The days covered.
    pub range: DayRange,
    /// The name of the zone that cuts the days.
    pub timezone: String,
    /// The days that have data, ascending.
    pub days: Vec<HealthDay>,
    /// The days of the range without any value for what was asked.
    pub days_without_data: Vec<Date>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with data.
    pub data_through: Option<Date>,
}

/// One day's values.
#[derive(Clone, PartialEq, Debug)]
pub struct HealthDay {
    /// The day.
    pub date: Date,
    /// Readings of the metrics that are not summed, in metric order; metrics without any are
    /// left out. They stand before the sums.
    pub readings: Vec<MetricReadings>,
    /// Daily sums, in metric order, total carbohydrates after net carbs.
    pub sums: Vec<DaySum>,
    /// What is odd about the day's carbohydrates.
    pub warnings: Vec<String>,
}

/// A day's readings of one metric.
#[derive(Clone, PartialEq, Debug)]
pub struct MetricReadings {
    /// The metric; its slug names the list.
    pub metric: Metric,
    /// The readings by time; never empty.
    pub readings: Vec<ShownReading>,
}

/// A day's sum.
#[derive(Clone, PartialEq, Debug)]
pub struct DaySum {
    /// The field's name, which ends in its unit, as `carbs_g`.
    pub field: String,
    /// The sum, rounded to the metric's decimals.
    pub value: f64,
}

/// A reading as answers show it.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownReading {
    /// Local time, `HH:MM`.
    pub time: String,
    /// The value or the two pressures, in `unit`.
    pub quantity: Quantity,
    /// The metric's canonical unit.
    pub unit: &'static str,
    /// What else was going on.
    pub context: Option<Context>,
    /// The recording app, or `claude-log`.
    pub source: String,
    /// What the person wanted to remember with it.
    pub note: Option<String>,
    /// The exact time in local ISO form with its offset, on readings logged in chat alone.
    pub timestamp: Option<String>,
}

/// The name of a metric's daily sum: its slug and its unit, as `calories_kcal`.
#[must_use]
pub fn sum_field(metric: Metric) -> String {
    format!("{}_{}", metric.slug(), metric.row().unit.to_lowercase())
}

impl Service {
    /// Shows readings and daily sums.
    ///
    /// # Errors
    ///
    /// If the range is not one or too long, or the record cannot be read.
    pub async fn health_metrics(
        &self,
        account: &Account,
        request: &HealthMetricsRequest,
    ) -> Result<HealthMetrics, ServiceError> {
        let range = request.range.resolve(account, self.clock.now())?;
        unimplemented!("{range:?}")
    }
}
