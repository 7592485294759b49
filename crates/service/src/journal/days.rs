//! Days of what the person named.

use std::collections::BTreeMap;

use jiff::civil::Date;
use vitalog_core::{Account, DailyValue, DayRange, Metric, unit::round_to};

use super::{AnyMetric, Combine, CustomMetric};
use crate::{
    DayValue, Service, ServiceError,
    day_values::{Beside, DayValues},
    recorded_days::RecordedDays,
};

/// On which days something was logged under a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CustomDays {
    /// The first and the last day.
    pub recorded: RecordedDays,
    /// How many days have a value.
    pub days: u32,
}

/// A day's value of a name, by its rule, from what its entries come to.
fn custom_value(metric: &CustomMetric, entries: &DailyValue) -> DayValue {
    let round = |number: f64| round_to(number, Metric::Custom.row().decimals);
    let varies =
        matches!(metric.combine, Combine::Mean | Combine::Last) && entries.min < entries.max;
    DayValue {
        value: round(metric.combine.of(entries)),
        diastolic: None,
        min: varies.then(|| round(entries.min)),
        max: varies.then(|| round(entries.max)),
        readings: entries.n,
    }
}

impl DayValues<'_> {
    /// The values that count of a metric of either sort, of the days that have one.
    pub(crate) fn of_any(&self, metric: &AnyMetric, days: DayRange) -> BTreeMap<Date, DayValue> {
        match metric {
            AnyMetric::Known(metric) => self.of_range(*metric, days),
            AnyMetric::Custom(custom) => self.of_custom(custom, days),
        }
    }

    /// The values of a name, of the days that have one.
    fn of_custom(&self, metric: &CustomMetric, days: DayRange) -> BTreeMap<Date, DayValue> {
        days.days()
            .filter_map(|day| Some((day, self.custom_of_day(metric, day)?)))
            .collect()
    }

    /// The value of a name on one day.
    pub(crate) fn custom_of_day(&self, metric: &CustomMetric, day: Date) -> Option<DayValue> {
        let values = self.reduced(Metric::Custom, day);
        let own = values
            .iter()
            .find(|value| value.source.as_deref() == Some(metric.name.as_str()))?;
        Some(custom_value(metric, own))
    }
}

impl Service {
    /// On which days something was logged, by name.
    pub(crate) async fn custom_days(
        &self,
        account: &Account,
    ) -> Result<BTreeMap<String, CustomDays>, ServiceError> {
        let outer = self.outer_days(account, &[Metric::Custom]).await?;
        let Some(range) = outer.get(&Metric::Custom).copied() else {
            return Ok(BTreeMap::new());
        };
        let values = self
            .day_values(account, [Metric::Custom], range, Beside::default())
            .await?;
        let mut known: BTreeMap<String, CustomDays> = BTreeMap::new();
        for day in range.days() {
            for value in values.reduced(Metric::Custom, day) {
                let Some(name) = value.source else { continue };
                let one_day = CustomDays {
                    recorded: RecordedDays {
                        first: day,
                        last: day,
                    },
                    days: 0,
                };
                let days = known.entry(name).or_insert(one_day);
                days.recorded.last = day;
                days.days += 1;
            }
        }
        Ok(known)
    }
}
