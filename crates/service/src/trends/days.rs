//! Days of one metric, from two tiers: the recent ones from the readings, the older ones from the
//! stored daily values. Both are worked out by the same function of `core`, so that nobody sees
//! where one tier ends; that each day comes from one of them holds by construction.

use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date};
use vitalog_core::{Account, DailyValue, DayRange, day::day_of};

use super::ValueType;
use crate::{
    AnyMetric, Service, ServiceError,
    day_values::{Beside, DayValues, Tiers},
    health_metrics::{FoodDays, is_food_sum},
    recorded_days::Recorded,
};

/// So many days before today, and the days since, are answered from the readings.
pub(crate) const RAW_CUTOFF_DAYS: i32 = 30;

/// Where the value of a day comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tier {
    /// A stored daily value.
    Summary,
    /// The readings of the day.
    Raw,
}

impl Tier {
    /// The name in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Raw => "raw",
        }
    }
}

/// How many days of an answer each tier has served.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DaysServed {
    /// Days from stored daily values.
    pub summary: usize,
    /// Days from readings.
    pub raw: usize,
}

impl DaysServed {
    /// Of some days.
    pub(crate) fn of(tiers: impl IntoIterator<Item = Tier>) -> Self {
        let mut served = Self::default();
        for tier in tiers {
            match tier {
                Tier::Summary => served.summary += 1,
                Tier::Raw => served.raw += 1,
            }
        }
        served
    }
}

/// What one day comes to, not rounded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct TrendDay {
    pub(crate) tier: Tier,
    /// The figure that stands for the day; see [`ValueType`].
    pub(crate) value: f64,
    /// The day's value by the rule of its metric: of a weight the last one.
    pub(crate) by_rule: f64,
    /// How many readings it is made of.
    pub(crate) count: u32,
    pub(crate) sum: f64,
    /// The lowest and the highest reading, where they are told apart: of sums of food they are not.
    pub(crate) range: Option<(f64, f64)>,
    /// The last reading.
    pub(crate) last: f64,
    /// The diastolic pressure of a blood pressure.
    pub(crate) diastolic: Option<f64>,
}

/// The days of a metric that have a value.
pub(crate) struct TrendDays<'a> {
    pub(crate) account: &'a Account,
    pub(crate) metric: &'a AnyMetric,
    pub(crate) range: DayRange,
    pub(crate) by_day: BTreeMap<Date, TrendDay>,
    /// What the whole record has; looked for where there is none in the range.
    pub(crate) recorded: Option<Recorded>,
    pub(crate) values: DayValues<'a>,
}

impl Service {
    /// So many days up to and with today.
    pub(crate) fn days_up_to_today(&self, account: &Account, days: i32) -> DayRange {
        let today = day_of(self.clock.now(), &account.zone);
        DayRange {
            start: today.saturating_sub((i64::from(days) - 1).days()),
            end: today,
        }
    }

    /// The days of a metric, each from the tier that serves it.
    pub(crate) async fn trend_days<'a>(
        &self,
        account: &'a Account,
        metric: &'a AnyMetric,
        range: DayRange,
    ) -> Result<TrendDays<'a>, ServiceError> {
        let values = self
            .trend_values(account, [metric], range, Beside::default())
            .await?;
        let by_day = trend_days_of(&values, account, metric, range);
        let recorded = if by_day.is_empty() {
            self.recorded_any(account, metric).await?
        } else {
            None
        };
        Ok(TrendDays {
            account,
            metric,
            range,
            by_day,
            recorded,
            values,
        })
    }

    /// The same, with what each source has of it.
    pub(crate) async fn trend_values_by_source<'a>(
        &self,
        account: &'a Account,
        metric: &AnyMetric,
        range: DayRange,
    ) -> Result<DayValues<'a>, ServiceError> {
        let beside = Beside {
            by_source: true,
            ..Beside::default()
        };
        self.trend_values(account, [metric], range, beside).await
    }

    /// The same of some metrics, with the workouts that may be of these days.
    pub(crate) async fn trend_values_with_workouts<'a>(
        &self,
        account: &'a Account,
        metrics: &[AnyMetric],
        range: DayRange,
    ) -> Result<DayValues<'a>, ServiceError> {
        let beside = Beside {
            workouts: true,
            ..Beside::default()
        };
        self.trend_values(account, metrics, range, beside).await
    }

    /// What the days of some metrics are made of.
    async fn trend_values<'a>(
        &self,
        account: &'a Account,
        metrics: impl IntoIterator<Item = &AnyMetric>,
        range: DayRange,
        beside: Beside,
    ) -> Result<DayValues<'a>, ServiceError> {
        let today = day_of(self.clock.now(), &account.zone);
        let tiers = Tiers {
            days: range,
            raw_from: Some(today.saturating_sub(RAW_CUTOFF_DAYS.days())),
        };
        let metrics = metrics.into_iter().map(AnyMetric::stored_as);
        let metrics: Vec<_> = metrics.collect();
        self.tiered_values(account, metrics, tiers, beside).await
    }
}

/// The days of a metric from what they are made of.
pub(crate) fn trend_days_of(
    values: &DayValues<'_>,
    account: &Account,
    metric: &AnyMetric,
    range: DayRange,
) -> BTreeMap<Date, TrendDay> {
    let stored_as = metric.stored_as();
    if is_food_sum(stored_as) {
        // As `health_metrics` adds them up, net carbs included.
        let food = FoodDays::collect(account, stored_as, range, values.record());
        let days = food.by_day.into_iter();
        return days
            .map(|(day, food)| {
                let of_day = TrendDay {
                    tier: Tier::Raw,
                    value: food.sum,
                    by_rule: food.sum,
                    count: food.readings,
                    sum: food.sum,
                    range: None,
                    last: food.sum,
                    diastolic: None,
                };
                (day, of_day)
            })
            .collect();
    }
    let value_type = ValueType::of(metric);
    let of_day = |day: Date| {
        let value = match metric {
            AnyMetric::Known(metric) => values.counting(*metric, day)?,
            AnyMetric::Custom(custom) => {
                let mut told = values.reduced(stored_as, day).into_iter();
                told.find(|value| value.source.as_deref() == Some(custom.name.as_str()))?
            }
        };
        let tier = if values.is_read_as_stored(stored_as, day) {
            Tier::Summary
        } else {
            Tier::Raw
        };
        let by_rule = match metric {
            AnyMetric::Known(_) => value.value(),
            AnyMetric::Custom(custom) => custom.combine.of(&value),
        };
        let figure = value_type.of_day(&value);
        Some((day, TrendDay::new(&value, figure, by_rule, tier)))
    };
    range.days().filter_map(of_day).collect()
}

impl TrendDay {
    fn new(value: &DailyValue, figure: f64, by_rule: f64, tier: Tier) -> Self {
        Self {
            tier,
            value: figure,
            by_rule,
            count: value.n,
            sum: value.sum,
            range: Some((value.min, value.max)),
            last: value.last,
            diastolic: value.diastolic,
        }
    }
}
