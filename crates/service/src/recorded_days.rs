//! What the whole record has of a metric: whether it was ever recorded, and on which days it has a
//! value. A day has a value if the answers about that day show one; whatever else is asked for
//! days with data is told the same.

mod in_rows;
mod in_values;

use std::collections::BTreeMap;

use jiff::civil::Date;
use vitalog_core::{Account, DayRange, Metric};

use crate::{AnyMetric, CustomDays, Service, ServiceError};

/// The first and the last day with a value of a metric, in the whole record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedDays {
    /// The first day.
    pub first: Date,
    /// The last day.
    pub last: Date,
}

/// What the whole record has of a metric that was ever recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Recorded {
    /// The first and last day with a value; `None` if no day has one, though there are readings:
    /// of a night told by another source, of fiber where carbohydrates are net already.
    pub(crate) days: Option<RecordedDays>,
    /// How many days have a value; `None` while that is being counted.
    pub(crate) count: Option<u32>,
}

impl Service {
    /// What the record has of those of `metrics` that were ever recorded. No reading between the
    /// first and the last day is read.
    pub(crate) async fn recorded_ever(
        &self,
        account: &Account,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, Recorded>, ServiceError> {
        let mut recorded = self.in_stored_values(account, metrics).await?;
        let lacking = metrics.iter().copied();
        let lacking: Vec<Metric> = lacking
            .filter(|metric| !recorded.contains_key(metric))
            .collect();
        if !lacking.is_empty() {
            let without_value = Recorded {
                days: None,
                count: Some(0),
            };
            let bounds = self.storage.bounds(&account.id, &lacking).await?;
            recorded.extend(bounds.into_keys().map(|metric| (metric, without_value)));
        }
        Ok(recorded)
    }

    /// What the record has of a metric of either sort; `None` if it was never recorded.
    pub(crate) async fn recorded_any(
        &self,
        account: &Account,
        metric: &AnyMetric,
    ) -> Result<Option<Recorded>, ServiceError> {
        Ok(match metric {
            AnyMetric::Known(metric) => {
                let recorded = self.recorded_ever(account, &[*metric]).await?;
                recorded.get(metric).copied()
            }
            AnyMetric::Custom(custom) => {
                let days = self.custom_days(account).await?;
                days.get(&custom.name).map(Recorded::from)
            }
        })
    }
}

impl From<&CustomDays> for Recorded {
    fn from(days: &CustomDays) -> Self {
        Self {
            days: Some(days.recorded),
            count: Some(days.days),
        }
    }
}

impl RecordedDays {
    fn of(days: DayRange) -> Self {
        Self {
            first: days.start,
            last: days.end,
        }
    }
}

/// What to say of a metric without any value in some days; neither of it is a zero.
pub(crate) fn absence_note(
    metric: &AnyMetric,
    recorded: Option<Recorded>,
    asked: DayRange,
) -> String {
    let slug = metric.key();
    let is_fiber = metric.stored_as() == Metric::Fiber;
    // Of these there may be readings all the same.
    let lacks = if metric.is_night() || is_fiber {
        "has no value in these days, which is not zero"
    } else {
        "was not recorded in these days, which is not zero"
    };
    let Some(recorded) = recorded else {
        return format!("{slug} was never recorded, which is not zero.");
    };
    match recorded.days {
        None => {
            let why = if metric.is_night() {
                "a night is told by one source, and those that tell the nights say nothing of it"
            } else if is_fiber {
                "what was recorded is from before the switchover of net carbs"
            } else {
                "what was recorded is summed up over more than a day, or is part of what was taken \
                 out"
            };
            format!("{slug} has no value on any day, which is not zero: {why}.")
        }
        Some(days) if days.last < asked.start => {
            format!("{slug} {lacks}; the last day with it is {}.", days.last)
        }
        Some(days) if days.first > asked.end => {
            format!("{slug} {lacks}; the first day with it is {}.", days.first)
        }
        Some(days) => format!(
            "{slug} {lacks}; there are days with it between {} and {}.",
            days.first, days.last
        ),
    }
}
