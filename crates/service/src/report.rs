//! All that a report page shows of a range of days, in one answer.

use std::convert::Infallible;

use jiff::civil::Date;
use vitalog_core::{Account, DayRange};

use crate::{HealthMetrics, RangeRequest, Service, ServiceError, WorkoutsAnswer};

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
    /// Makes the report. The record is read once; a section that fails leaves the others whole.
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
        unimplemented!("{range:?}")
    }
}
