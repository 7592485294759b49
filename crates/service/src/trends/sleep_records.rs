//! How many records tell of the nights of some days.

use jiff::civil::{Date, time};
use vitalog_core::{Account, DayFinder, DayRange, Metric, Reading, named_day::instants_of};
use vitalog_storage::RecordQuery;

use crate::{Service, ServiceError};

/// The stages that are sleep for sure.
const STAGES: [Metric; 3] = [Metric::SleepCore, Metric::SleepDeep, Metric::SleepRem];

/// How many records tell of nights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SleepRecords {
    /// All, time in bed and awake among them.
    pub total: usize,
    /// Those of a stage: core, deep or REM.
    pub stages: usize,
}

impl Service {
    /// The records of the nights that end on some days.
    pub(super) async fn sleep_records(
        &self,
        account: &Account,
        range: DayRange,
    ) -> Result<SleepRecords, ServiceError> {
        let with_evening = DayRange {
            start: range.start.yesterday().unwrap_or(range.start),
            end: range.end,
        };
        let instants = |metric| instants_of(metric, with_evening, &account.zone);
        let query = RecordQuery {
            readings: Metric::SLEEP
                .iter()
                .map(|metric| (*metric, instants(*metric)))
                .collect(),
            ..RecordQuery::default()
        };
        let record = self.storage.read_record(&account.id, &query).await?;
        let mut days = DayFinder::new(&account.zone);
        let mut records = SleepRecords::default();
        for row in record.readings.values().flatten() {
            let night = night_of(row, account, &mut days);
            if row.marks.counts() && night.is_some_and(|day| range.contains(day)) {
                records.total += 1;
                records.stages += usize::from(STAGES.contains(&row.metric));
            }
        }
        Ok(records)
    }
}

/// The day of waking of what was recorded: what begins after noon is of the night that follows.
fn night_of(row: &Reading, account: &Account, days: &mut DayFinder<'_>) -> Option<Date> {
    if let Some(day) = row.named_day() {
        return Some(day);
    }
    let day = days.day_of(row.at);
    let clock = account.zone.to_datetime(row.at).time();
    if clock < time(12, 0, 0, 0) {
        Some(day)
    } else {
        day.tomorrow().ok()
    }
}
