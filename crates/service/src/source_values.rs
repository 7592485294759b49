//! Daily values by who tells them, for answers in which no day is told by two.

use std::{collections::BTreeMap, mem};

use jiff::civil::Date;
use vitalog_core::{
    Account, DailyValue, DayRange, Metric, Reading,
    daily::{daily_values, rows_needed},
};
use vitalog_storage::{Record, RecordQuery};
use vitalog_sync::daily::DailyState;

use crate::{Service, ServiceError};

/// The daily values of some metrics on some days.
#[derive(Debug)]
pub(crate) struct SourceValues {
    /// The values that count, of metrics that are added up over several devices.
    counting: BTreeMap<Metric, Vec<DailyValue>>,
    /// The values of each source, by day.
    by_source: BTreeMap<Metric, Vec<DailyValue>>,
}

/// Adds what [`Service::source_values`] takes out of a record again.
pub(crate) fn add_source_values(query: &mut RecordQuery, metrics: &[Metric], days: DayRange) {
    for metric in metrics {
        query.daily_by_source.push((*metric, days));
        if metric.is_summed() {
            query.daily.push((*metric, days));
        }
    }
    query.documents.push(DailyState::document());
}

impl Service {
    /// The values from a record that was asked for [`add_source_values`]. While those that are
    /// stored are not worked out they are made of rows, which are read for it.
    pub(crate) async fn source_values(
        &self,
        account: &Account,
        metrics: &[Metric],
        days: DayRange,
        record: &mut Record,
    ) -> Result<SourceValues, ServiceError> {
        let state = DailyState::of(record, account);
        let has_all = |state: DailyState| metrics.iter().all(|metric| state.has(*metric, days));
        // A record that was never written has nothing, which needs no looking for.
        if record.revision.0 == 0 || state.is_some_and(has_all) {
            return Ok(SourceValues {
                counting: mem::take(&mut record.daily),
                by_source: mem::take(&mut record.daily_by_source),
            });
        }
        let mut values = SourceValues {
            counting: BTreeMap::new(),
            by_source: BTreeMap::new(),
        };
        let rows = self.rows_of(account, metrics, days).await?;
        for metric in metrics {
            for day in days.days() {
                let of_day = rows.values(account, *metric, day, |_| true);
                let (counting, by_source): (Vec<_>, Vec<_>) =
                    of_day.into_iter().partition(|value| value.source.is_none());
                values.counting.entry(*metric).or_default().extend(counting);
                values
                    .by_source
                    .entry(*metric)
                    .or_default()
                    .extend(by_source);
            }
        }
        Ok(values)
    }

    /// The rows that the values of some days are made of.
    pub(crate) async fn rows_of(
        &self,
        account: &Account,
        metrics: &[Metric],
        days: DayRange,
    ) -> Result<Rows, ServiceError> {
        let mut readings = Vec::new();
        for metric in metrics {
            let first = rows_needed(*metric, days.start, &account.zone);
            let last = rows_needed(*metric, days.end, &account.zone);
            let spans = first.into_iter().zip(last);
            readings
                .extend(spans.map(|((metric, first), (_, last))| (metric, first.start..last.end)));
        }
        readings.sort_by_key(|(metric, instants)| (*metric, instants.start, instants.end));
        readings.dedup();
        let query = RecordQuery {
            readings,
            ..RecordQuery::default()
        };
        let record = self.storage.read_record(&account.id, &query).await?;
        Ok(Rows(record.readings))
    }
}

/// Rows by metric, in key order.
pub(crate) struct Rows(BTreeMap<Metric, Vec<Reading>>);

impl Rows {
    /// The daily values that come of those rows whose source is wanted.
    pub(crate) fn values(
        &self,
        account: &Account,
        metric: Metric,
        day: Date,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<DailyValue> {
        let needed = rows_needed(metric, day, &account.zone);
        let rows = needed.iter().flat_map(|(metric, instants)| {
            let rows = self.0.get(metric).map_or(&[][..], Vec::as_slice);
            let start = rows.partition_point(|row| row.at < instants.start);
            let end = rows.partition_point(|row| row.at < instants.end);
            rows.get(start..end).unwrap_or_default()
        });
        let rows = rows.filter(|row| is_wanted(&row.source));
        daily_values(metric, day, &account.zone, rows, &account.sources)
    }
}

impl SourceValues {
    /// The values of one source, in order of the days.
    pub(crate) fn of(&self, metric: Metric) -> &[DailyValue] {
        self.by_source.get(&metric).map_or(&[], Vec::as_slice)
    }

    /// The value that counts on a day, of metrics that are added up.
    pub(crate) fn counting(&self, metric: Metric, day: Date) -> Option<&DailyValue> {
        let values = self.counting.get(&metric)?;
        let place = values.binary_search_by_key(&day, |value| value.day).ok()?;
        values.get(place)
    }
}
