//! Days, weeks and months of a metric.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{DaysFigure, Tier, ValueType, days::TrendDay, value_type::Rounding};
use crate::Aggregate;

/// What a day comes to, or a week or month of them.
#[derive(Clone, PartialEq, Debug)]
pub struct TrendPeriod {
    /// The day, or the first day of the week or month.
    pub date: Date,
    /// How many of its days have a value.
    pub days: usize,
    /// The mean: of totals that of the days.
    pub avg: f64,
    /// The lowest reading; of sums of food it is not known.
    pub min: Option<f64>,
    /// The highest reading.
    pub max: Option<f64>,
    /// The sum of all readings.
    pub sum: f64,
    /// How many readings it is made of.
    pub count: u64,
    /// The mean diastolic pressure of a blood pressure.
    pub diastolic: Option<f64>,
    /// The tiers that its days come from.
    pub tiers: Vec<Tier>,
}

/// The periods of some days, ascending.
pub(crate) fn periods(
    days: &BTreeMap<Date, TrendDay>,
    grain: Aggregate,
    value_type: ValueType,
    rounding: Rounding,
) -> Vec<TrendPeriod> {
    let days: Vec<(Date, &TrendDay)> = days
        .iter()
        .map(|(day, value)| (grain.start_of(*day), value))
        .collect();
    let of_period = days.chunk_by(|(one, _), (other, _)| one == other);
    of_period
        .filter_map(|days| {
            let (date, _) = *days.first()?;
            let days = || days.iter().map(|(_, day)| *day);
            let figure = DaysFigure::of(days(), value_type, rounding)?;
            // Of sums of food the readings are not told apart.
            let range = days().try_fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), day| {
                let (low, high) = day.range?;
                Some((min.min(low), max.max(high)))
            });
            let mut tiers: Vec<Tier> = days().map(|day| day.tier).collect();
            tiers.dedup();
            Some(TrendPeriod {
                date,
                days: figure.days,
                avg: figure.avg,
                min: range.map(|(min, _)| rounding.reading(min)),
                max: range.map(|(_, max)| rounding.reading(max)),
                sum: rounding.average(days().map(|day| day.sum).sum()),
                count: figure.count,
                diastolic: diastolic(days()).map(|value| rounding.average(value)),
                tiers,
            })
        })
        .collect()
}

/// The mean of the days' diastolic pressures, in which each reading counts alike.
fn diastolic<'d>(days: impl Iterator<Item = &'d TrendDay> + Clone) -> Option<f64> {
    let weighed = days.clone();
    let sum: Option<f64> = weighed
        .map(|day| Some(day.diastolic? * f64::from(day.count)))
        .sum();
    let count: f64 = days.map(|day| f64::from(day.count)).sum();
    Some(sum? / count)
}
