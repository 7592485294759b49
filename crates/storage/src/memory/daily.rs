//! Daily values, beside the rows they are made of.

use std::collections::BTreeMap;

use jiff::civil::Date;
use vitalog_core::{DailyValue, DayRange, Metric};

use super::StoredRecord;
use crate::{DailyExtent, MetricDays, precision::stored_daily_value};

/// Metric, day and source.
pub(super) type Key = (Metric, Date, Option<String>);

const ALWAYS: DayRange = DayRange {
    start: Date::MIN,
    end: Date::MAX,
};

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
        for (metric, values) in &mut found {
            let is_asked = |day| {
                let mut asked = asked.iter();
                asked.any(|(of, days)| of == metric && days.contains(day))
            };
            let all = self.of_days(*metric, ALWAYS);
            let wanted =
                all.filter(|((_, day, source), _)| is_wanted(source.as_deref()) && is_asked(*day));
            values.extend(wanted.map(|(_, value)| value.clone()));
        }
        found
    }

    /// The values of a metric on some days, in key order.
    fn of_days(&self, metric: Metric, days: DayRange) -> impl Iterator<Item = (&Key, &DailyValue)> {
        self.daily
            .range((metric, days.start, None)..)
            .take_while(move |((of, day, _), _)| *of == metric && *day <= days.end)
    }

    pub(super) fn put_daily(&mut self, put: MetricDays) {
        let replaced = self.of_days(put.metric, put.days);
        let replaced: Vec<Key> = replaced.map(|(key, _)| key.clone()).collect();
        for key in &replaced {
            self.daily.remove(key);
        }
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
