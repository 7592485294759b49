//! All that a report page shows of a range of days, in one answer.

use std::collections::BTreeSet;

use jiff::civil::Date;
use vitalog_core::{Account, DayRange, Metric, named_day::workouts_of};
use vitalog_storage::{Record, RecordQuery};

use crate::{
    ActivityDay, DailyRows, HEALTH_METRICS, HealthMetrics, RangeRequest, ReadinessDay, Service,
    ServiceError, SleepDay, WorkoutsAnswer,
    absence::{Absent, AndWorkouts},
    daily_rows::{DayRow, add_rows},
    health_metrics::{health_answer, readings_to_read},
    shown_time::zone_name,
    source_values::SourceValues,
    workouts::workouts_answer,
};

/// The report: each section is what its own use case answers for the same range, or its error.
#[derive(Clone, Debug)]
pub struct ReportData {
    /// The days covered.
    pub range: DayRange,
    /// The name of the zone that cuts the days.
    pub timezone: String,
    /// Readings and daily sums of every metric.
    pub health: Result<HealthMetrics, ServiceError>,
    /// Nights.
    pub sleep: Result<DailyRows<SleepDay>, ServiceError>,
    /// Activity by day.
    pub activity: Result<DailyRows<ActivityDay>, ServiceError>,
    /// Readiness by day.
    pub readiness: Result<DailyRows<ReadinessDay>, ServiceError>,
    /// Workouts.
    pub workouts: Result<WorkoutsAnswer, ServiceError>,
    /// The last day that any section has data of.
    pub data_through: Option<Date>,
}

impl ReportData {
    /// The names of the sections that failed, in the order of the report.
    #[must_use]
    pub fn failed_sections(&self) -> Vec<&'static str> {
        [
            ("health", self.health.is_err()),
            ("sleep", self.sleep.is_err()),
            ("activity", self.activity.is_err()),
            ("readiness", self.readiness.is_err()),
            ("workouts", self.workouts.is_err()),
        ]
        .into_iter()
        .filter_map(|(name, failed)| failed.then_some(name))
        .collect()
    }
}

/// What is read once for all sections.
struct Read {
    record: Record,
    absent: Absent,
    values: SourceValues,
}

impl Service {
    /// Makes the report. The days are read once for all sections; a section that fails leaves the others whole.
    ///
    /// # Errors
    ///
    /// If the range is not one or too long.
    pub async fn report(
        &self,
        account: &Account,
        range: RangeRequest,
    ) -> Result<ReportData, ServiceError> {
        let range = range.resolve(account, self.clock.now())?;
        let metrics: BTreeSet<Metric> = HEALTH_METRICS.iter().copied().collect();
        let read = self.read_for_report(account, range, &metrics).await;

        let health = read
            .as_ref()
            .map(|read| health_answer(account, &metrics, range, &read.record, &read.absent))
            .map_err(Clone::clone);
        let workouts = read
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|read| workouts_answer(account, range, None, &read.record, &read.absent));
        let mut report = ReportData {
            range,
            timezone: zone_name(&account.zone),
            health,
            sleep: self.section(account, range, &read).await,
            activity: self.section(account, range, &read).await,
            readiness: self.section(account, range, &read).await,
            workouts,
            data_through: None,
        };
        report.data_through = report.last_day();
        Ok(report)
    }

    /// One row a day, from what was read.
    async fn section<R: DayRow>(
        &self,
        account: &Account,
        range: DayRange,
        read: &Result<Read, ServiceError>,
    ) -> Result<DailyRows<R>, ServiceError> {
        let read = read.as_ref().map_err(Clone::clone)?;
        self.rows_from(account, range, None, &read.values, &read.record)
            .await
    }

    async fn read_for_report(
        &self,
        account: &Account,
        range: DayRange,
        metrics: &BTreeSet<Metric>,
    ) -> Result<Read, ServiceError> {
        let of_rows = [
            SleepDay::metrics(),
            ActivityDay::metrics(),
            ReadinessDay::metrics(),
        ];
        let of_rows: BTreeSet<Metric> = of_rows.concat().into_iter().collect();
        let of_rows: Vec<Metric> = of_rows.into_iter().collect();
        let mut query = RecordQuery {
            readings: readings_to_read(account, metrics, range),
            workouts: vec![workouts_of(range, &account.zone)],
            ..RecordQuery::default()
        };
        add_rows(&mut query, &of_rows, range);
        let mut record = self.storage.read_record(&account.id, &query).await?;
        let absent = self
            .absent(account, range, &record, metrics, AndWorkouts::Of(None))
            .await?;
        let values = self
            .source_values(account, &of_rows, range, &mut record)
            .await?;
        Ok(Read {
            record,
            absent,
            values,
        })
    }
}

impl ReportData {
    /// The last day that any section has data of.
    fn last_day(&self) -> Option<Date> {
        fn of<T>(section: &Result<T, ServiceError>, last: fn(&T) -> Option<Date>) -> Option<Date> {
            section.as_ref().ok().and_then(last)
        }
        let last_days = [
            of(&self.health, |health| health.data_through),
            of(&self.sleep, |rows| rows.data_through),
            of(&self.activity, |rows| rows.data_through),
            of(&self.readiness, |rows| rows.data_through),
            of(&self.workouts, |workouts| workouts.data_through),
        ];
        last_days.into_iter().flatten().max()
    }
}
