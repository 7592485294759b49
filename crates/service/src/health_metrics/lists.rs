//! Readings of the metrics that are not summed.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use vitalog_core::{
    Account, DayFinder, DayRange, Metric, Reading,
    counting::{is_about_a_day, rows_that_count},
    duplicate::hidden_behind_chat,
};
use vitalog_storage::Record;

use super::ShownReading;

/// Readings that one answer shows at most.
pub const MAX_READINGS: usize = 1000;

/// A day's readings of one metric.
#[derive(Clone, PartialEq, Debug)]
pub struct MetricReadings {
    /// The metric; its slug names the list.
    pub metric: Metric,
    /// The readings by time; never empty.
    pub readings: Vec<ShownReading>,
}

/// The lists of a range of days.
#[derive(Default)]
pub(super) struct Lists {
    /// Each day's lists in metric order.
    pub(super) by_day: BTreeMap<Date, Vec<MetricReadings>>,
    /// How many readings of which metric are hidden behind one logged in chat.
    pub(super) hidden: Vec<(Metric, usize)>,
    /// How many readings there are, shown or not.
    pub(super) found: usize,
    /// Days of which some reading is not shown, because the answer was full.
    pub(super) left_out_of: BTreeSet<Date>,
}

/// Collects the lists, metric by metric and day by day, until the answer is full.
pub(super) fn collect(
    account: &Account,
    metrics: &BTreeSet<Metric>,
    range: DayRange,
    record: &Record,
) -> Lists {
    let mut lists = Lists::default();
    let mut days = DayFinder::new(&account.zone);
    for metric in metrics.iter().copied().filter(|metric| !metric.is_summed()) {
        let stored = record.readings.get(&metric).map_or(&[][..], Vec::as_slice);
        let mut counting = rows_that_count(stored, &account.zone);
        counting.retain(|row| is_about_a_day(row));
        let hidden: BTreeSet<usize> = hidden_behind_chat(&counting).into_iter().collect();

        let mut hidden_in_range = 0;
        for (position, reading) in counting.into_iter().enumerate() {
            let date = reading.day_in(&mut days);
            if !range.contains(date) {
                continue;
            }
            if hidden.contains(&position) {
                hidden_in_range += 1;
            } else {
                lists.add(date, reading, account);
            }
        }
        if hidden_in_range > 0 {
            lists.hidden.push((metric, hidden_in_range));
        }
    }
    lists
}

impl Lists {
    fn add(&mut self, date: Date, reading: &Reading, account: &Account) {
        self.found += 1;
        if self.found > MAX_READINGS {
            self.left_out_of.insert(date);
            return;
        }
        let shown = ShownReading::new(reading, account);
        let day = self.by_day.entry(date).or_default();
        match day.last_mut() {
            Some(list) if list.metric == reading.metric => list.readings.push(shown),
            _ => day.push(MetricReadings {
                metric: reading.metric,
                readings: vec![shown],
            }),
        }
    }
}
