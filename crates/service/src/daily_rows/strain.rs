//! WHOOP's strain by day.

use std::collections::BTreeMap;

use jiff::civil::Date;
use vitalog_core::{
    Account, DayFinder, DayRange, Metric, Teller,
    named_day::{instants_of, workouts_of},
};
use vitalog_storage::{Record, RecordQuery};

use super::{DailyRows, DayRow, Tells, ToldDay, add_rows};
use crate::{RangeRequest, Service, ServiceError, links::Brought};

/// The strain of the day that began with waking.
#[derive(Clone, PartialEq, Debug)]
pub struct StrainDay {
    /// The day.
    pub date: Date,
    /// The strain, 0 to 21, one decimal.
    pub strain: Option<f64>,
    /// Energy in whole kilojoules.
    pub kilojoule: Option<f64>,
    /// Mean heart rate, whole beats a minute.
    pub avg_hr_bpm: Option<f64>,
    /// Highest heart rate, whole beats a minute.
    pub max_hr_bpm: Option<f64>,
    /// WHOOP's workouts of the day.
    pub workouts: u32,
    /// Whether the day still goes on.
    pub provisional: bool,
}

impl DayRow for StrainDay {
    const SUBJECT: &'static str = "strain";
    const PARTS: &'static [(Metric, Tells)] = &[
        (Metric::WhoopStrain, Tells::Day),
        (Metric::WhoopEnergy, Tells::Day),
        (Metric::WhoopAverageHeartRate, Tells::Day),
        (Metric::WhoopMaxHeartRate, Tells::Day),
    ];
    const COLLECTIONS: &'static [Brought] = &[(Teller::Whoop, "cycle", "strain")];
    const DOCUMENTS: &'static [(Teller, &'static [&'static str])] = &[(Teller::Whoop, &["cycle"])];

    fn new(day: &ToldDay<'_>) -> Self {
        Self {
            date: day.date,
            strain: day.value(Metric::WhoopStrain, 1),
            kilojoule: day.value(Metric::WhoopEnergy, 0),
            avg_hr_bpm: day.value(Metric::WhoopAverageHeartRate, 0),
            max_hr_bpm: day.value(Metric::WhoopMaxHeartRate, 0),
            workouts: 0,
            provisional: false,
        }
    }
}

impl Service {
    /// Shows WHOOP's strain.
    ///
    /// # Errors
    ///
    /// As [`Self::sleep`].
    pub async fn strain(
        &self,
        account: &Account,
        range: RangeRequest,
    ) -> Result<DailyRows<StrainDay>, ServiceError> {
        let range = range.resolve(account, self.clock.now())?;
        let metrics = StrainDay::metrics();
        let instants = instants_of(Metric::WhoopStrain, range, &account.zone);
        let mut query = RecordQuery {
            readings: vec![(Metric::WhoopStrain, instants)],
            workouts: vec![workouts_of(range, &account.zone)],
            ..RecordQuery::default()
        };
        add_rows(&mut query, &metrics, range);
        let mut record = self.storage.read_record(&account.id, &query).await?;
        let values = self
            .source_values(account, &metrics, range, &mut record)
            .await?;
        let whoop = Some(Teller::Whoop);
        let answer = self.rows_from(account, range, whoop, &values, &record);
        let mut answer: DailyRows<StrainDay> = answer.await?;
        let workouts = workouts_by_day(account, range, &record);
        let running = running_days(account, &record);
        for row in &mut answer.rows {
            row.workouts = workouts.get(&row.date).copied().unwrap_or_default();
            row.provisional = running.contains(&row.date);
        }
        Ok(answer)
    }
}

fn workouts_by_day(account: &Account, range: DayRange, record: &Record) -> BTreeMap<Date, u32> {
    let mut days = DayFinder::new(&account.zone);
    let mut by_day = BTreeMap::new();
    let counting = record.workouts.iter().filter(|row| row.marks.counts());
    for row in counting.filter(|row| Teller::from(*row) == Teller::Whoop) {
        let day = row.day_in(&mut days);
        if range.contains(day) {
            *by_day.entry(day).or_default() += 1;
        }
    }
    by_day
}

/// The days whose cycle has no end yet.
fn running_days(account: &Account, record: &Record) -> Vec<Date> {
    let mut days = DayFinder::new(&account.zone);
    let rows = record.readings.get(&Metric::WhoopStrain);
    let rows = rows.into_iter().flatten().filter(|row| row.marks.counts());
    rows.filter(|row| row.until.is_none())
        .map(|row| row.day_in(&mut days))
        .collect()
}
