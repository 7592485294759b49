//! Days with a value, from the readings, while the stored daily values are being worked out anew.

use std::collections::BTreeMap;

use jiff::{Timestamp, ToSpan, civil::Date};
use vitalog_core::{Account, DayRange, Metric, day::day_of, metric::DailyRule};

use super::{Recorded, RecordedDays};
use crate::{Service, ServiceError, day_values::Beside};

/// How far from the day of its instant a reading may have its value: it may cross midnight, or a
/// night, or be of a day that its source names by clocks on the other side of the earth.
const BESIDE_DAYS: i64 = 3;
/// How many days are looked at first.
const FIRST_LOOK: i64 = 7;
/// How many are looked at, at most, at once.
const WIDEST_LOOK: i64 = 92;

impl Service {
    /// What the record has of those of `metrics` that have a value on any day; how many days that
    /// are is not counted.
    pub(super) async fn in_rows(
        &self,
        account: &Account,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, Recorded>, ServiceError> {
        let mut recorded = BTreeMap::new();
        let outer = self.outer_days(account, metrics).await?;
        for (metric, outer) in outer {
            let Some(first) = self.first_day(account, metric, outer, true).await? else {
                continue;
            };
            let rest = DayRange {
                start: first,
                ..outer
            };
            let last = self.first_day(account, metric, rest, false).await?;
            let days = DayRange {
                start: first,
                end: last.unwrap_or(first),
            };
            let days = Some(RecordedDays::of(days));
            recorded.insert(metric, Recorded { days, count: None });
        }
        Ok(recorded)
    }

    /// Days outside of which those of `metrics` that have readings have no value.
    pub(crate) async fn outer_days(
        &self,
        account: &Account,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, DayRange>, ServiceError> {
        let is_night = |metric: &Metric| metric.row().daily == DailyRule::Night;
        let mut asked = metrics.to_vec();
        if metrics.iter().any(is_night) {
            // The hours of a night are made of all its stages.
            asked.extend(Metric::SLEEP);
        }
        asked.sort_unstable();
        asked.dedup();
        let bounds = self.storage.bounds(&account.id, &asked).await?;
        let of_nights = Metric::SLEEP.iter().filter_map(|stage| bounds.get(stage));
        let of_nights = of_nights.copied().reduce(hull);
        let days = metrics.iter().filter_map(|metric| {
            let own = if is_night(metric) {
                of_nights
            } else {
                bounds.get(metric).copied()
            };
            let (first, last) = own?;
            let (first, last) = (day_of(first, &account.zone), day_of(last, &account.zone));
            let days = DayRange {
                start: first.saturating_sub(BESIDE_DAYS.days()),
                end: last.saturating_add(BESIDE_DAYS.days()),
            };
            Some((*metric, days))
        });
        Ok(days.collect())
    }

    /// The first of some days that has a value, or the last.
    async fn first_day(
        &self,
        account: &Account,
        metric: Metric,
        within: DayRange,
        is_forward: bool,
    ) -> Result<Option<Date>, ServiceError> {
        let mut left = within;
        let mut width = FIRST_LOOK;
        while left.start <= left.end {
            let mut looked_at = left;
            if is_forward {
                looked_at.end = left.end.min(left.start.saturating_add((width - 1).days()));
                left.start = looked_at.end.saturating_add(1.day());
            } else {
                looked_at.start = left.start.max(left.end.saturating_sub((width - 1).days()));
                left.end = looked_at.start.saturating_sub(1.day());
            }
            let values = self
                .day_values(account, [metric], looked_at, Beside::default())
                .await?;
            let days = values.of_range(metric, looked_at);
            let found = if is_forward {
                days.keys().next()
            } else {
                days.keys().next_back()
            };
            if let Some(day) = found {
                return Ok(Some(*day));
            }
            // No day follows the last of all, nor comes before the first.
            if left.start == looked_at.end || left.end == looked_at.start {
                break;
            }
            width = (width * 2).min(WIDEST_LOOK);
        }
        Ok(None)
    }
}

fn hull(one: (Timestamp, Timestamp), other: (Timestamp, Timestamp)) -> (Timestamp, Timestamp) {
    (one.0.min(other.0), one.1.max(other.1))
}
