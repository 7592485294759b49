//! The one figure that stands for a day, and what several days come to.

use vitalog_core::{Account, DailyValue, Metric, metric::DailyRule, unit::round_to};

use super::days::TrendDay;
use crate::{AnyMetric, Combine, day_values::shown_decimals};

/// Decimals of averages and percentiles.
const AVERAGE_DECIMALS: u8 = 2;
/// Decimals of what adds up over a day.
const TOTAL_DECIMALS: u8 = 1;

/// Which figure stands for a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueType {
    /// What the day adds up to, as steps or the hours of its night.
    DailyTotal,
    /// The mean of its readings, as of heart rates and weights.
    DailyAvg,
    /// The highest, where the mean says nothing: of symptoms, and of what is true once it is true.
    DailyMax,
    /// The lowest.
    DailyMin,
}

impl ValueType {
    /// Of a metric.
    pub(crate) fn of(metric: &AnyMetric) -> Self {
        match metric {
            AnyMetric::Known(metric) => match metric.row().daily {
                DailyRule::Sum | DailyRule::Night => Self::DailyTotal,
                DailyRule::Mean | DailyRule::Last => Self::DailyAvg,
                DailyRule::Max => Self::DailyMax,
                DailyRule::Min => Self::DailyMin,
            },
            AnyMetric::Custom(custom) => match custom.combine {
                Combine::Sum => Self::DailyTotal,
                Combine::Mean | Combine::Last => Self::DailyAvg,
                Combine::Any => Self::DailyMax,
            },
        }
    }

    /// The name in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::DailyTotal => "daily_total",
            Self::DailyAvg => "daily_avg",
            Self::DailyMax => "daily_max",
            Self::DailyMin => "daily_min",
        }
    }

    pub(super) fn of_day(self, value: &DailyValue) -> f64 {
        match self {
            Self::DailyTotal => value.sum,
            Self::DailyAvg => value.mean(),
            Self::DailyMax => value.max,
            Self::DailyMin => value.min,
        }
    }
}

/// How the figures of a metric are rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rounding {
    /// Of averages of days, or of readings where no total is meant.
    average: u8,
    /// Of single readings.
    reading: u8,
}

impl Rounding {
    pub(crate) fn of(metric: &AnyMetric, account: &Account) -> Self {
        let stored_as = metric.stored_as();
        let is_total = ValueType::of(metric) == ValueType::DailyTotal;
        let average = if is_total && !is_hours(stored_as) {
            TOTAL_DECIMALS
        } else {
            AVERAGE_DECIMALS
        };
        Self {
            average,
            reading: shown_decimals(account, stored_as),
        }
    }

    pub(crate) fn average(self, value: f64) -> f64 {
        round_to(value, self.average)
    }

    pub(crate) fn reading(self, value: f64) -> f64 {
        round_to(value, self.reading)
    }
}

/// A tenth of an hour is six minutes, too coarse for a night.
fn is_hours(metric: Metric) -> bool {
    metric.row().daily == DailyRule::Night
}

/// What some days come to: of readings that are averaged each reading counts alike, of totals each
/// day.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DaysFigure {
    /// How many readings they are made of.
    pub count: u64,
    /// How many days.
    pub days: usize,
    /// The mean.
    pub avg: f64,
    /// The lowest: of the readings, or of the totals of days.
    pub min: f64,
    /// The highest.
    pub max: f64,
}

impl DaysFigure {
    /// Of days; `None` of none.
    pub(crate) fn of<'d>(
        days: impl Iterator<Item = &'d TrendDay> + Clone,
        value_type: ValueType,
        rounding: Rounding,
    ) -> Option<Self> {
        let is_avg = value_type == ValueType::DailyAvg;
        let avg = average(days.clone(), value_type)?;
        let (mut count, mut number) = (0, 0);
        let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
        for day in days {
            count += u64::from(day.count);
            number += 1;
            let (low, high) = match day.range {
                Some(range) if is_avg => range,
                _ => (day.value, day.value),
            };
            (min, max) = (min.min(low), max.max(high));
        }
        let round = |value| {
            if is_avg {
                rounding.reading(value)
            } else {
                rounding.average(value)
            }
        };
        Some(Self {
            count,
            days: number,
            avg: rounding.average(avg),
            min: round(min),
            max: round(max),
        })
    }
}

/// The mean of some days, not rounded; `None` of none.
pub(crate) fn average<'d>(
    days: impl Iterator<Item = &'d TrendDay>,
    value_type: ValueType,
) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for day in days {
        let (value, weight) = if value_type == ValueType::DailyAvg {
            (day.sum, f64::from(day.count))
        } else {
            (day.value, 1.0)
        };
        sum += value;
        count += weight;
    }
    (count > 0.0).then(|| sum / count)
}
