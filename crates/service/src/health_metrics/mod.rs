//! Readings and daily sums of a range of days.

mod food_days;
mod lists;
mod notes;
mod shown_reading;
mod sums;

use std::{collections::BTreeSet, ops::Range};

use jiff::{SignedDuration, Timestamp, civil::Date};
use vitalog_core::{
    Account, DayFinder, DayRange, Metric,
    counting::{is_about_a_day, rows_that_count},
    named_day::instants_of,
};
use vitalog_storage::{Record, RecordQuery};

pub(crate) use self::food_days::{FoodDay, FoodDays, is_food_sum};
pub use self::{
    lists::{MAX_READINGS, MetricReadings},
    shown_reading::ShownReading,
    sums::{DaySum, sum_field},
};
use crate::{
    RangeRequest, Service, ServiceError,
    absence::{Absent, AndWorkouts},
    links::Links,
    shown_time::zone_name,
};

/// How far beside some days readings are read. A pair of duplicates may lie across their edge, and
/// which readings pair there depends on their other neighbours; a day summed up from noon to noon
/// covers readings of the next.
const MARGIN: SignedDuration = SignedDuration::from_hours(24);

/// The metrics this answer can be about: the body, the blood and food. All of
/// them together are what the report shows.
pub const HEALTH_METRICS: &[Metric] = &[
    Metric::Weight,
    Metric::Waist,
    Metric::BodyFat,
    Metric::LeanMass,
    Metric::BloodPressure,
    Metric::Glucose,
    Metric::Ketones,
    Metric::Protein,
    Metric::Carbs,
    Metric::Fiber,
    Metric::Fat,
    Metric::Calories,
];

/// The one of [`HEALTH_METRICS`] that goes by a name, as [`Metric::find`] knows them.
#[must_use]
pub fn find_health_metric(name: &str) -> Option<Metric> {
    Metric::find(name).filter(|metric| HEALTH_METRICS.contains(metric))
}

/// What to show of which days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HealthMetricsRequest {
    /// The metrics asked for, in any order.
    pub metrics: Vec<Metric>,
    /// The days.
    pub range: RangeRequest,
}

/// Readings and daily sums, day by day.
#[derive(Clone, PartialEq, Debug)]
pub struct HealthMetrics {
    /// The days covered.
    pub range: DayRange,
    /// The name of the zone that cuts the days.
    pub timezone: String,
    /// The days that have data, ascending.
    pub days: Vec<HealthDay>,
    /// The days of the range without any value for what was asked.
    pub days_without_data: Vec<Date>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with data.
    pub data_through: Option<Date>,
}

/// One day's values.
#[derive(Clone, PartialEq, Debug)]
pub struct HealthDay {
    /// The day.
    pub date: Date,
    /// Readings of the metrics that are not summed, in metric order; metrics without any are
    /// left out. They stand before the sums.
    pub readings: Vec<MetricReadings>,
    /// Daily sums, in metric order, total carbohydrates after net carbs.
    pub sums: Vec<DaySum>,
    /// What is odd about the day's carbohydrates.
    pub warnings: Vec<String>,
}

impl Service {
    /// Shows readings and daily sums.
    ///
    /// # Errors
    ///
    /// If the range is not one or too long, or the record cannot be read.
    pub async fn health_metrics(
        &self,
        account: &Account,
        request: &HealthMetricsRequest,
    ) -> Result<HealthMetrics, ServiceError> {
        let range = request.range.resolve(account, self.clock.now())?;
        let metrics: BTreeSet<Metric> = request.metrics.iter().copied().collect();
        let mut query = RecordQuery {
            readings: readings_to_read(account, &metrics, range),
            workouts: Vec::new(),
            ..RecordQuery::default()
        };
        Links::add_to(&mut query);
        let record = self.storage.read_record(&account.id, &query).await?;
        let absent = self
            .absent(account, range, &record, &metrics, AndWorkouts::No)
            .await?;
        Ok(health_answer(account, &metrics, range, &record, &absent))
    }
}

/// The part of a record that [`health_answer`] needs.
pub(crate) fn readings_to_read(
    account: &Account,
    metrics: &BTreeSet<Metric>,
    range: DayRange,
) -> Vec<(Metric, Range<Timestamp>)> {
    let fiber = metrics.contains(&Metric::Carbs).then_some(Metric::Fiber);
    metrics
        .iter()
        .copied()
        .chain(fiber)
        .map(|metric| (metric, around(instants_of(metric, range, &account.zone))))
        .collect()
}

/// The instants of some days and of what lies beside them that decides which of their rows count.
pub(crate) fn around(instants: Range<Timestamp>) -> Range<Timestamp> {
    let before = instants.start.checked_sub(MARGIN);
    let after = instants.end.checked_add(MARGIN);
    before.unwrap_or(Timestamp::MIN)..after.unwrap_or(Timestamp::MAX)
}

/// How many rows of some days are summed up over more than a day: they stand on none.
fn longer_than_a_day(
    account: &Account,
    metrics: &BTreeSet<Metric>,
    range: DayRange,
    record: &Record,
) -> usize {
    let mut days = DayFinder::new(&account.zone);
    metrics
        .iter()
        .filter_map(|metric| record.readings.get(metric))
        .flat_map(|rows| rows_that_count(rows, &account.zone))
        .filter(|row| !is_about_a_day(row) && range.contains(row.day_in(&mut days)))
        .count()
}

/// The answer about `metrics` from a record that holds at least [`readings_to_read`], and the links.
pub(crate) fn health_answer(
    account: &Account,
    metrics: &BTreeSet<Metric>,
    range: DayRange,
    record: &Record,
    absent: &Absent,
) -> HealthMetrics {
    let mut lists = lists::collect(account, metrics, range, record);
    let mut sums = sums::collect(account, metrics, range, record);
    sums::log_unmatched(&sums.unmatched_fiber, account);
    let longer = longer_than_a_day(account, metrics, range, record);
    let mut notes = Links::of(record).notes_about(account, metrics.iter().copied());
    notes.extend(notes::write(account, &lists, &sums, longer, record, absent));

    let (mut days, mut days_without_data) = (Vec::new(), Vec::new());
    for date in range.days() {
        let readings = lists.by_day.remove(&date).unwrap_or_default();
        let summed = sums.by_day.remove(&date).unwrap_or_default();
        if !readings.is_empty() || !summed.sums.is_empty() {
            days.push(HealthDay {
                date,
                readings,
                sums: summed.sums,
                warnings: summed.warnings,
            });
        } else if !lists.left_out_of.contains(&date) {
            days_without_data.push(date);
        }
    }
    HealthMetrics {
        range,
        timezone: zone_name(&account.zone),
        data_through: days.last().map(|day| day.date),
        days,
        days_without_data,
        notes,
    }
}
