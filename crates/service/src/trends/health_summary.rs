//! The last days in a few numbers: steps, variability, resting heart rate, sleep, workouts.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, civil::Date};
use vitalog_core::{Account, DayRange, Metric, unit::round_to};

use super::{
    DaysFigure, DaysServed, ValueType,
    days::{TrendDay, trend_days_of},
    sleep_records::SleepRecords,
    value_type::Rounding,
};
use crate::{
    AnyMetric, Service, ServiceError,
    absence::AndWorkouts,
    shown_time::{local_iso, zone_name},
    workouts::WorkoutsOfDays,
    zone_note::zone_note,
};

/// What the summary is made of.
const METRICS: [Metric; 4] = [
    Metric::StepCount,
    Metric::HrvSdnn,
    Metric::RestingHeartRate,
    Metric::SleepTotal,
];

/// The last days in a few numbers. What is `None` was not recorded in them.
#[derive(Clone, PartialEq, Debug)]
pub struct HealthSummary {
    /// The days covered.
    pub range: DayRange,
    /// The name of the zone that cuts the days.
    pub timezone: String,
    /// Steps.
    pub steps: Option<StepsSummary>,
    /// Heart rate variability, SDNN alone.
    pub hrv_sdnn: Option<ReadingsSummary>,
    /// Resting heart rate.
    pub resting_heart_rate: Option<ReadingsSummary>,
    /// Sleep.
    pub sleep: Option<SleepSummary>,
    /// The workouts, each exercise once, by kind and how many.
    pub workouts: Vec<(String, usize)>,
    /// When the newest reading of all this began, in local ISO form.
    pub data_as_of: Option<String>,
    /// How many days come from which tier.
    pub days_served: DaysServed,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with any of it.
    pub data_through: Option<Date>,
}

/// Steps of some days.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepsSummary {
    /// All of them.
    pub total: f64,
    /// The mean of the days that have any.
    pub daily_avg: f64,
    /// How many these are.
    pub days: usize,
}

/// Readings of some days.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReadingsSummary {
    /// Their mean.
    pub avg: f64,
    /// The last.
    pub latest: f64,
    /// How many there are.
    pub readings: u64,
}

/// Sleep of some days.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SleepSummary {
    /// What was recorded of nights.
    pub records: SleepRecords,
    /// Nights whose hours are known.
    pub nights: usize,
    /// The mean of their hours.
    pub avg_hours: Option<f64>,
}

impl Service {
    /// Shows the last `days` in a few numbers.
    ///
    /// # Errors
    ///
    /// If the record cannot be read.
    pub async fn health_summary(
        &self,
        account: &Account,
        days: i32,
    ) -> Result<HealthSummary, ServiceError> {
        let range = self.days_up_to_today(account, days);
        let metrics = METRICS.map(AnyMetric::Known);
        let values = self
            .trend_values_with_workouts(account, &metrics, range)
            .await?;
        let record = values.record();
        let mut of: BTreeMap<Metric, BTreeMap<Date, TrendDay>> = BTreeMap::new();
        let mut missing = BTreeSet::new();
        for metric in &metrics {
            let days = trend_days_of(&values, account, metric, range);
            if days.is_empty() {
                missing.insert(metric.stored_as());
            }
            of.insert(metric.stored_as(), days);
        }
        let workouts = WorkoutsOfDays::of(account, range, &record.workouts);
        let and_workouts = if workouts.counting.is_empty() {
            AndWorkouts::Of(None)
        } else {
            AndWorkouts::No
        };
        let absent = self
            .absent(account, range, record, &missing, and_workouts)
            .await?;
        let records = self.sleep_records(account, range).await?;
        let bounds = self.storage.bounds(&account.id, &METRICS).await?;
        let newest = bounds.values().map(|(_, last)| *last);
        let newest = newest.chain(workouts.counting.iter().map(|(_, row)| row.start));
        let newest: Option<Timestamp> = newest.max();
        let kinds = workouts.counting.iter().map(|(_, row)| row.name.as_str());
        let readings = record.readings.values().flatten();
        let sent = readings.map(|row| row.recorded_at.as_str());
        let notes = [
            absent.metrics_note(),
            absent.workouts_note(),
            workouts.hidden_note(),
            zone_note(account, sent),
        ];
        let days_with = of.values().flat_map(BTreeMap::keys).copied();
        let days_with = days_with.chain(workouts.counting.iter().map(|(day, _)| *day));
        let tiers = of.values().flat_map(BTreeMap::iter);
        let tiers: BTreeMap<Date, super::Tier> = tiers.map(|(day, it)| (*day, it.tier)).collect();
        let days_of = |metric: Metric| of.get(&metric);
        let figure = |metric: Metric| {
            let rounding = Rounding::of(&AnyMetric::Known(metric), account);
            DaysFigure::of(
                days_of(metric)?.values(),
                ValueType::of(&AnyMetric::Known(metric)),
                rounding,
            )
        };
        let readings = |metric: Metric| {
            let figure = figure(metric)?;
            let (_, last) = days_of(metric)?.last_key_value()?;
            Some(ReadingsSummary {
                avg: figure.avg,
                latest: round_to(last.last, 2),
                readings: figure.count,
            })
        };
        let steps = figure(Metric::StepCount);
        let all_steps = days_of(Metric::StepCount)
            .into_iter()
            .flat_map(BTreeMap::values);
        let all_steps: f64 = all_steps.map(|day| day.value).sum();
        let nights = figure(Metric::SleepTotal);
        Ok(HealthSummary {
            range,
            timezone: zone_name(&account.zone),
            steps: steps.map(|figure| StepsSummary {
                total: round_to(all_steps, 1),
                daily_avg: figure.avg,
                days: figure.days,
            }),
            hrv_sdnn: readings(Metric::HrvSdnn),
            resting_heart_rate: readings(Metric::RestingHeartRate),
            sleep: (records.total > 0 || nights.is_some()).then(|| SleepSummary {
                records,
                nights: nights.map_or(0, |nights| nights.days),
                avg_hours: nights.map(|nights| nights.avg),
            }),
            workouts: counted(kinds),
            data_as_of: newest.map(|at| local_iso(at, &account.zone)),
            days_served: DaysServed::of(tiers.into_values()),
            notes: notes.into_iter().flatten().collect(),
            data_through: days_with.max(),
        })
    }
}

/// How many of each kind, the most first and of equals by name.
pub(super) fn counted<'k>(kinds: impl Iterator<Item = &'k str>) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for kind in kinds {
        *counts.entry(kind).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts
        .into_iter()
        .map(|(kind, count)| (kind.to_owned(), count))
        .collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}
