//! Reading what is exported, page after page.

use jiff::{SignedDuration, Timestamp, ToSpan};
use vitalog_core::{
    Account, DayFinder, DayRange, Fingerprint, Metric,
    day::day_of,
    named_day::{instants_of, workouts_of},
};
use vitalog_storage::{RecordQuery, RowKey, VendorRecord};

use super::{
    Counting, Days, ExportError, ExportPart, ExportRequest, ExportTable,
    column::{DailyRow, ExportRow, ReadingRow, WorkoutRow},
};
use crate::{AnyMetric, CustomMetric, Service};

/// Rows of a page.
const ROWS: usize = 2_000;
/// Documents of a page; each may have some megabytes.
const BODIES: usize = 4;
/// Days whose values are read at once.
const DAYS: i64 = 366;

/// The metrics asked for, in the order of the table; of the person's own names, which ones.
fn metrics(request: &ExportRequest) -> Vec<(Metric, Option<Vec<&str>>)> {
    if request.metrics.is_empty() {
        return Metric::ALL.iter().map(|metric| (*metric, None)).collect();
    }
    let asked = |metric: &Metric| {
        let known = request.metrics.contains(&AnyMetric::Known(*metric));
        let names = request.metrics.iter().filter_map(|asked| match asked {
            AnyMetric::Custom(custom) if *metric == Metric::Custom => Some(custom.name.as_str()),
            AnyMetric::Custom(_) | AnyMetric::Known(_) => None,
        });
        let names: Vec<&str> = names.collect();
        match (known, names.is_empty()) {
            (true, _) => Some((*metric, None)),
            (false, false) => Some((*metric, Some(names))),
            (false, true) => None,
        }
    };
    Metric::ALL.iter().filter_map(asked).collect()
}

/// The key that a page begins after which begins at an instant.
fn before(at: Timestamp) -> Option<RowKey> {
    let second = at.checked_sub(SignedDuration::from_secs(1)).ok()?;
    Some((second, Fingerprint::from_i64(i64::MAX)))
}

impl Service {
    pub(super) async fn export_readings(
        &self,
        account: &Account,
        request: &ExportRequest,
        days: Days,
        counting: &mut Counting<'_>,
    ) -> Result<(), ExportError> {
        let mut finder = DayFinder::new(&account.zone);
        for (metric, names) in metrics(request) {
            let part = ExportPart {
                table: ExportTable::Readings,
                metric: Some(metric),
            };
            let within = instants_of(metric, days.range, &account.zone);
            let mut after = before(within.start);
            loop {
                let page = self
                    .storage
                    .list_readings(&account.id, metric, after, ROWS)
                    .await?;
                let is_last = page.len() < ROWS;
                after = page.last().map(|row| (row.at, row.fingerprint));
                for reading in page {
                    if reading.at > within.end {
                        break;
                    }
                    let day = reading.day_in(&mut finder);
                    let is_asked_for = names.as_ref().is_none_or(|names| {
                        let label = reading.label.as_deref().unwrap_or_default();
                        names.contains(&label)
                    });
                    if is_asked_for && days.range.contains(day) {
                        counting.take(part, ReadingRow { reading, day }.cells())?;
                    }
                }
                if is_last || after.is_some_and(|(at, _)| at > within.end) {
                    break;
                }
            }
        }
        Ok(())
    }

    pub(super) async fn export_daily(
        &self,
        account: &Account,
        request: &ExportRequest,
        days: Days,
        counting: &mut Counting<'_>,
    ) -> Result<(), ExportError> {
        let journal = self.custom_metrics(account).await?;
        for (metric, names) in metrics(request) {
            let extents = self.storage.daily_extents(&account.id, &[metric]).await?;
            let Some(extent) = extents.get(&metric) else {
                continue;
            };
            let (mut start, last) = (
                extent.first.max(days.range.start),
                extent.last.min(days.range.end),
            );
            while start <= last {
                let end = start.saturating_add((DAYS - 1).days()).min(last);
                self.export_days(
                    account,
                    metric,
                    names.as_deref(),
                    &journal,
                    DayRange { start, end },
                    counting,
                )
                .await?;
                let Ok(next) = end.tomorrow() else { break };
                start = next;
            }
        }
        Ok(())
    }

    async fn export_days(
        &self,
        account: &Account,
        metric: Metric,
        names: Option<&[&str]>,
        journal: &[CustomMetric],
        days: DayRange,
        counting: &mut Counting<'_>,
    ) -> Result<(), ExportError> {
        let part = ExportPart {
            table: ExportTable::DailyValues,
            metric: Some(metric),
        };
        let query = RecordQuery {
            daily: vec![(metric, days)],
            daily_by_source: vec![(metric, days)],
            ..RecordQuery::default()
        };
        let mut record = self.storage.read_record(&account.id, &query).await?;
        let mut values = record.daily.remove(&metric).unwrap_or_default();
        values.extend(record.daily_by_source.remove(&metric).unwrap_or_default());
        // Of each day first what counts, then what each source says.
        values.sort_by(|one, other| (one.day, &one.source).cmp(&(other.day, &other.source)));
        for value in values {
            let name = value.source.as_deref().filter(|_| metric == Metric::Custom);
            if names.is_some_and(|names| name.is_none_or(|name| !names.contains(&name))) {
                continue;
            }
            let custom = name.and_then(|name| {
                let mut known = journal.iter();
                known.find(|custom| custom.name == name).cloned()
            });
            counting.take(part, DailyRow { value, custom }.cells())?;
        }
        Ok(())
    }

    pub(super) async fn export_workouts(
        &self,
        account: &Account,
        days: Days,
        counting: &mut Counting<'_>,
    ) -> Result<(), ExportError> {
        let part = ExportPart {
            table: ExportTable::Workouts,
            metric: None,
        };
        let mut finder = DayFinder::new(&account.zone);
        let within = workouts_of(days.range, &account.zone);
        let mut after = before(within.start);
        loop {
            let page = self.storage.list_workouts(&account.id, after, ROWS).await?;
            let is_last = page.len() < ROWS;
            after = page.last().map(|row| (row.start, row.fingerprint));
            for workout in page {
                let day = workout.day_in(&mut finder);
                if days.range.contains(day) {
                    counting.take(part, WorkoutRow { workout, day }.cells())?;
                }
            }
            if is_last || after.is_some_and(|(at, _)| at > within.end) {
                return Ok(());
            }
        }
    }

    /// With a choice of days, what tells no instant is of none of them.
    pub(super) async fn export_vendor_records(
        &self,
        account: &Account,
        days: Days,
        counting: &mut Counting<'_>,
    ) -> Result<(), ExportError> {
        let part = ExportPart {
            table: ExportTable::VendorRecords,
            metric: None,
        };
        let is_asked_for = |record: &VendorRecord| {
            let day = record.at.map(|at| day_of(at, &account.zone));
            days.are_all || day.is_some_and(|day| days.range.contains(day))
        };
        let mut after = None;
        loop {
            let page = self
                .storage
                .list_all_vendor_records(&account.id, after.as_ref(), BODIES)
                .await?;
            let is_last = page.len() < BODIES;
            after = page.last().map(VendorRecord::key);
            for record in page.iter().filter(|record| is_asked_for(record)) {
                counting.take(part, record.cells())?;
            }
            if is_last {
                return Ok(());
            }
        }
    }
}
