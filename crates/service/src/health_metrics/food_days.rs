//! The daily sum of one kind of food, for answers about single metrics. It is the sum that stands
//! in the answer of this module, net carbs included, so that two answers never disagree.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use vitalog_core::{
    Account, DayFinder, DayRange, Metric,
    counting::{is_about_a_day, parts_that_count},
    nutrition::UnmatchedFiber,
};
use vitalog_storage::Record;

use super::{
    HEALTH_METRICS, notes,
    sums::{self, sum_field},
};

/// Whether a metric is food that is added up here.
pub(crate) fn is_food_sum(metric: Metric) -> bool {
    metric.is_summed() && HEALTH_METRICS.contains(&metric)
}

/// The daily sums of one metric.
pub(crate) struct FoodDays {
    /// The days that have one.
    pub(crate) by_day: BTreeMap<Date, FoodDay>,
    /// What to know of carbohydrates that count as already net.
    pub(crate) note: Option<String>,
    /// What is odd about the carbohydrates of a day.
    pub(crate) warnings: BTreeMap<Date, Vec<String>>,
    unmatched_fiber: Vec<UnmatchedFiber>,
}

/// The sum of one day.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct FoodDay {
    pub(crate) sum: f64,
    pub(crate) readings: u32,
}

impl FoodDays {
    /// From a record that holds at least what [`super::readings_to_read`] names.
    pub(crate) fn collect(
        account: &Account,
        metric: Metric,
        days: DayRange,
        record: &Record,
    ) -> Self {
        let mut readings: BTreeMap<Date, u32> = BTreeMap::new();
        let record = only_of(metric, record);
        let rows = record.readings.get(&metric).map_or(&[][..], Vec::as_slice);
        let parts = parts_that_count(rows, &account.zone);
        let rows = parts.into_iter().map(|part| part.row);
        let mut finder = DayFinder::new(&account.zone);
        for row in rows.filter(|row| is_about_a_day(row)) {
            *readings.entry(row.day_in(&mut finder)).or_default() += 1;
        }
        let mut sums = sums::collect(account, &BTreeSet::from([metric]), days, &record);
        let note = notes::already_net_note(account, &sums);
        let field = sum_field(metric);
        let (mut by_day, mut warnings) = (BTreeMap::new(), BTreeMap::new());
        for (day, summed) in std::mem::take(&mut sums.by_day) {
            let sum = summed.sums.iter().find(|sum| sum.field == field);
            if let Some(sum) = sum {
                let food = FoodDay {
                    sum: sum.value,
                    readings: readings.get(&day).copied().unwrap_or_default(),
                };
                by_day.insert(day, food);
            }
            if !summed.warnings.is_empty() {
                warnings.insert(day, summed.warnings);
            }
        }
        Self {
            by_day,
            note,
            warnings,
            unmatched_fiber: sums.unmatched_fiber,
        }
    }

    /// Logs what is odd, for the one of an answer's sums whose warnings it shows.
    pub(crate) fn logged(self, account: &Account) -> Self {
        sums::log_unmatched(&self.unmatched_fiber, account);
        self
    }
}

/// The part of a record that the sums of a metric are made of. There is more in it, where many
/// metrics are answered together, and all of it would be sorted for each of them.
fn only_of(metric: Metric, record: &Record) -> Record {
    let fiber = (metric == Metric::Carbs).then_some(Metric::Fiber);
    let metrics = [metric].into_iter().chain(fiber);
    Record {
        readings: metrics
            .filter_map(|metric| Some((metric, record.readings.get(&metric)?.clone())))
            .collect(),
        ..Record::default()
    }
}
