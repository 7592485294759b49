//! One day in a few highlights, and all of its metrics.

use jiff::civil::Date;
use vitalog_core::{
    Account, DayFinder, DayRange, Metric, UnitSystem, named_day::instants_of, unit::round_to,
};
use vitalog_storage::RecordQuery;

use super::sleep_records::SleepRecords;
use crate::{DayRecord, Service, ServiceError};

/// One day.
#[derive(Clone, PartialEq, Debug)]
pub struct DailySnapshot {
    /// Everything of it.
    pub day: DayRecord,
    /// What stands out.
    pub highlights: Highlights,
    /// How many readings and workouts tell of it.
    pub total_records: usize,
    /// How many of these tell of its night.
    pub sleep_records: SleepRecords,
}

/// A few metrics of a day; what is `None` was not recorded.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Highlights {
    /// Steps.
    pub steps: Option<f64>,
    /// Active energy in kilocalories.
    pub active_energy_kcal: Option<f64>,
    /// Resting heart rate.
    pub resting_hr_bpm: Option<f64>,
    /// Heart rate variability, SDNN.
    pub hrv_sdnn_ms: Option<f64>,
    /// Weight in kilograms, whichever unit the account sees.
    pub weight_kg: Option<f64>,
}

/// Pounds in a kilogram.
const POUNDS: f64 = 2.204_622_621_85;

impl Service {
    /// Shows one day in short; without a date the current one.
    ///
    /// # Errors
    ///
    /// If the record cannot be read.
    pub async fn daily_snapshot(
        &self,
        account: &Account,
        date: Option<Date>,
    ) -> Result<DailySnapshot, ServiceError> {
        let day = self.day_record(account, date).await?;
        let range = DayRange {
            start: day.date,
            end: day.date,
        };
        let sleep_records = self.sleep_records(account, range).await?;
        let others = self.records_of_day(account, range).await?;
        Ok(DailySnapshot {
            highlights: Highlights::of(&day, account),
            total_records: others + sleep_records.total + day.workouts.len(),
            sleep_records,
            day,
        })
    }

    /// How many readings of a day count, those of its night aside.
    async fn records_of_day(
        &self,
        account: &Account,
        range: DayRange,
    ) -> Result<usize, ServiceError> {
        let metrics = Metric::ALL.iter().copied();
        let metrics = metrics.filter(|metric| !Metric::SLEEP.contains(metric));
        let query = RecordQuery {
            readings: metrics
                .map(|metric| (metric, instants_of(metric, range, &account.zone)))
                .collect(),
            ..RecordQuery::default()
        };
        let record = self.storage.read_record(&account.id, &query).await?;
        let mut days = DayFinder::new(&account.zone);
        let rows = record.readings.values().flatten();
        Ok(rows
            .filter(|row| row.marks.counts() && range.contains(row.day_in(&mut days)))
            .count())
    }
}

impl Highlights {
    fn of(day: &DayRecord, account: &Account) -> Self {
        let metrics = || day.groups.iter().flat_map(|group| &group.metrics);
        let value = |metric: Metric| {
            let found = metrics().find(|measured| measured.metric == metric);
            found.map(|measured| measured.value.value)
        };
        let weight = value(Metric::Weight).map(|weight| match account.units {
            UnitSystem::Us => round_to(weight / POUNDS, 2),
            UnitSystem::Metric => weight,
        });
        Self {
            steps: value(Metric::StepCount).map(|steps| round_to(steps, 0)),
            active_energy_kcal: value(Metric::ActiveEnergy).map(|kcal| round_to(kcal, 0)),
            resting_hr_bpm: value(Metric::RestingHeartRate),
            hrv_sdnn_ms: value(Metric::HrvSdnn),
            weight_kg: weight,
        }
    }
}
