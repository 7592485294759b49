//! What every answer about one metric says of itself.

use jiff::civil::Date;
use vitalog_core::DayRange;

use super::{DataStatus, DaysServed, ValueType, days::TrendDays};
use crate::{AnyMetric, metric_series, shown_time::zone_name};

/// What an answer about one metric is about.
#[derive(Clone, PartialEq, Debug)]
pub struct TrendAbout {
    /// The metric.
    pub metric: AnyMetric,
    /// The unit that the account sees it in; the only one of the answer.
    pub unit: String,
    /// The days covered.
    pub range: DayRange,
    /// The name of the zone that cuts the days.
    pub timezone: String,
    /// Which figure stands for a day.
    pub value_type: ValueType,
    /// How many days have a value.
    pub days_with_data: usize,
    /// How many of these come from which tier.
    pub days_served: DaysServed,
    /// Why there is nothing, if there is nothing.
    pub data_status: Option<DataStatus>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with a value.
    pub data_through: Option<Date>,
}

impl TrendDays<'_> {
    pub(crate) fn value_type(&self) -> ValueType {
        ValueType::of(self.metric)
    }

    /// What to say of the answer, whatever it shows of the days.
    pub(crate) fn about(&self) -> TrendAbout {
        let data_status = self
            .by_day
            .is_empty()
            .then(|| DataStatus::new(self.metric, self.recorded, self.range));
        TrendAbout {
            metric: self.metric.clone(),
            unit: self.metric.unit(self.account).to_owned(),
            range: self.range,
            timezone: zone_name(&self.account.zone),
            value_type: self.value_type(),
            days_with_data: self.by_day.len(),
            days_served: DaysServed::of(self.by_day.values().map(|day| day.tier)),
            notes: metric_series::notes(self.account, self.metric, self.range, &self.values),
            data_status,
            data_through: self.by_day.keys().next_back().copied(),
        }
    }
}
