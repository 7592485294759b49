//! The rows as they will be after a change.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use vitalog_core::{
    Account, DailyValue, DayRange, Fingerprint, Metric, Reading, daily::daily_values,
};
use vitalog_storage::{MetricDays, RecordChange};

use super::touched::rows_of;

type Key = (Timestamp, Fingerprint);

/// Rows by metric, in key order.
pub(super) struct After<'r>(BTreeMap<Metric, Vec<&'r Reading>>);

impl<'r> After<'r> {
    /// Stored rows, of which any may stand twice, and a change of them.
    pub(super) fn new(
        stored: impl IntoIterator<Item = &'r Reading>,
        change: &'r RecordChange,
    ) -> Self {
        let deleted: BTreeSet<(Metric, Key)> = change
            .delete_readings
            .iter()
            .map(|(metric, at, fingerprint)| (*metric, (*at, *fingerprint)))
            .collect();
        let mut rows: BTreeMap<Metric, Vec<&Reading>> = BTreeMap::new();
        for row in stored {
            if deleted.is_empty() || !deleted.contains(&(row.metric, key(row))) {
                rows.entry(row.metric).or_default().push(row);
            }
        }
        for row in &change.put_readings {
            rows.entry(row.metric).or_default().push(row);
        }
        for rows in rows.values_mut() {
            // The sort keeps the order of equals: of one key the row that was put last stands.
            rows.sort_by_key(|row| key(row));
            rows.reverse();
            rows.dedup_by_key(|row| key(row));
            rows.reverse();
        }
        Self(rows)
    }

    /// The values of some days of metrics that are worked out together.
    pub(super) fn days(
        &self,
        metrics: &[Metric],
        days: DayRange,
        account: &Account,
    ) -> Vec<MetricDays> {
        let values = metrics.iter().map(|metric| MetricDays {
            metric: *metric,
            days,
            values: days
                .days()
                .flat_map(|day| self.day(metrics, *metric, day, account))
                .collect(),
        });
        values.collect()
    }

    fn day(
        &self,
        metrics: &[Metric],
        metric: Metric,
        day: Date,
        account: &Account,
    ) -> Vec<DailyValue> {
        let rows = self.rows(metrics, day, &account.zone);
        daily_values(metric, day, &account.zone, rows, &account.sources)
    }

    /// The rows that a day is made of.
    fn rows(
        &self,
        metrics: &[Metric],
        day: Date,
        zone: &TimeZone,
    ) -> impl Iterator<Item = &'r Reading> {
        let day = DayRange {
            start: day,
            end: day,
        };
        let needed = rows_of(metrics, day, zone).into_iter();
        needed.flat_map(|(metric, instants)| {
            let rows = self.0.get(&metric).map_or(&[][..], Vec::as_slice);
            let start = rows.partition_point(|row| row.at < instants.start);
            let end = rows.partition_point(|row| row.at < instants.end);
            rows.get(start..end).unwrap_or_default().iter().copied()
        })
    }
}

fn key(row: &Reading) -> Key {
    (row.at, row.fingerprint)
}
