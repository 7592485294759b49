//! Daily values, beside the rows they are made of.

use std::collections::BTreeMap;

use jiff::civil::Date;
use vitalog_core::{DailyValue, DayRange, Metric};

use super::StoredRecord;
use crate::{DailyExtent, MetricDays, precision::stored_daily_value};

impl StoredRecord {
    /// The daily values of some metrics and days whose source is wanted.
    pub(super) fn daily_values(
        &self,
        asked: &[(Metric, DayRange)],
        is_wanted: impl Fn(Option<&str>) -> bool,
    ) -> BTreeMap<Metric, Vec<DailyValue>> {
        let mut found: BTreeMap<Metric, Vec<DailyValue>> = BTreeMap::new();
        for (metric, _) in asked {
            found.entry(*metric).or_default();
        }
        for ((metric, day, source), value) in &self.daily {
            let is_asked = |(of, days): &(Metric, DayRange)| of == metric && days.contains(*day);
            if is_wanted(source.as_deref())
                && asked.iter().any(is_asked)
                && let Some(values) = found.get_mut(metric)
            {
                values.push(value.clone());
            }
        }
        found
    }

    pub(super) fn put_daily(&mut self, put: MetricDays) {
        let is_replaced =
            |(metric, day, _): &(Metric, Date, _)| *metric == put.metric && put.days.contains(*day);
        self.daily.retain(|key, _| !is_replaced(key));
        for value in put.values {
            let value = stored_daily_value(value);
            let key = (value.metric, value.day, value.source.clone());
            self.daily.insert(key, value);
        }
    }

    pub(super) fn daily_extents(&self, metrics: &[Metric]) -> BTreeMap<Metric, DailyExtent> {
        let mut extents = BTreeMap::new();
        // In key order: the first day met begins a metric's extent, each later one moves the end.
        for (metric, day, source) in self.daily.keys() {
            if metrics.contains(metric) {
                let extent = extents.entry(*metric).or_insert(DailyExtent {
                    first: *day,
                    last: *day,
                    days: 0,
                });
                extent.last = *day;
                extent.days += u32::from(source.is_none());
            }
        }
        extents
    }
}
