//! Days, weeks and months of a series.

use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date};
use vitalog_core::unit::round_to;

use crate::DayValue;

/// What one point of a series stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Aggregate {
    /// A day.
    #[default]
    Day,
    /// A week that begins on a Monday.
    Week,
    /// A calendar month.
    Month,
}

impl Aggregate {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Day, Self::Week, Self::Month];

    /// The name in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
        }
    }

    /// The first day of the period that a day lies in.
    pub(crate) fn start_of(self, day: Date) -> Date {
        match self {
            Self::Day => day,
            Self::Week => {
                let since_monday = day.weekday().to_monday_zero_offset();
                day.saturating_sub(i64::from(since_monday).days())
            }
            Self::Month => day.first_of_month(),
        }
    }
}

/// One point of a series.
#[derive(Clone, PartialEq, Debug)]
pub struct SeriesPoint {
    /// The day, or the first day of the week or month.
    pub date: Date,
    /// The value of the day, or the mean of the daily values.
    pub value: f64,
    /// The diastolic pressure of a blood pressure.
    pub diastolic: Option<f64>,
    /// How many days of a week or month have a value.
    pub days: u32,
}

/// The points of some days. A week or month is the mean of the daily values it has, which does not
/// fall because a day is missing, as a sum would.
pub(super) fn points(
    days: &BTreeMap<Date, DayValue>,
    aggregate: Aggregate,
    decimals: u8,
) -> Vec<SeriesPoint> {
    let mut periods: BTreeMap<Date, Vec<&DayValue>> = BTreeMap::new();
    for (day, value) in days {
        let period = periods.entry(aggregate.start_of(*day)).or_default();
        period.push(value);
    }
    let periods = periods.into_iter();
    periods
        .map(|(date, values)| {
            let days = u32::try_from(values.len()).unwrap_or(u32::MAX);
            let mean = |sum: f64| round_to(sum / f64::from(days), decimals);
            let diastolic: Option<f64> = values.iter().map(|value| value.diastolic).sum();
            SeriesPoint {
                date,
                value: mean(values.iter().map(|value| value.value).sum()),
                diastolic: diastolic.map(mean),
                days,
            }
        })
        .collect()
}
