//! All that a report page shows of a range of days, in one answer.

use std::{collections::BTreeSet, convert::Infallible};

use jiff::civil::Date;
use vitalog_core::{Account, DayRange, Metric, named_day::workouts_of};
use vitalog_storage::{Record, RecordQuery};

use crate::{
    HEALTH_METRICS, HealthMetrics, RangeRequest, Service, ServiceError, WorkoutsAnswer,
    absence::Absent,
    code,
    health_metrics::{health_answer, readings_to_read},
    shown_time::zone_name,
    workouts::workouts_answer,
};

/// A section that this version cannot fill: it holds its error, and there is no other content it
/// could hold.
pub type MissingSection = Result<Infallible, ServiceError>;

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
    pub sleep: MissingSection,
    /// Activity by day.
    pub activity: MissingSection,
    /// Readiness by day.
    pub readiness: MissingSection,
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
        let query = RecordQuery {
            readings: readings_to_read(account, &metrics, range),
            workouts: vec![workouts_of(range, &account.zone)],
            ..RecordQuery::default()
        };
        let read = self.read_for_report(account, range, &metrics, &query).await;

        let health = read
            .as_ref()
            .map(|(record, absent)| health_answer(account, &metrics, range, record, absent))
            .map_err(Clone::clone);
        let workouts = read
            .as_ref()
            .map(|(record, absent)| workouts_answer(account, range, record, absent))
            .map_err(Clone::clone);
        let last_days = [
            health.as_ref().ok().and_then(|health| health.data_through),
            workouts
                .as_ref()
                .ok()
                .and_then(|answer| answer.data_through),
        ];
        Ok(ReportData {
            range,
            timezone: zone_name(&account.zone),
            health,
            sleep: Err(needs_oura("Sleep")),
            activity: Err(needs_oura("Activity")),
            readiness: Err(needs_oura("Readiness")),
            workouts,
            data_through: last_days.into_iter().flatten().max(),
        })
    }
}

impl Service {
    async fn read_for_report(
        &self,
        account: &Account,
        range: DayRange,
        metrics: &BTreeSet<Metric>,
        query: &RecordQuery,
    ) -> Result<(Record, Absent), ServiceError> {
        let record = self.storage.read_record(&account.id, query).await?;
        let absent = self.absent(account, range, &record, metrics, true).await?;
        Ok((record, absent))
    }
}

fn needs_oura(section: &str) -> ServiceError {
    ServiceError::new(
        code::NOT_AVAILABLE,
        format!("{section} comes from an Oura ring, and this version cannot connect one yet."),
    )
    .advise("Health readings and workouts need no ring and are complete without it.")
}
