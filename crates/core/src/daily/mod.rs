//! Daily values: the readings of a day, reduced by the rule of their metric.
//!
//! A day is always worked out whole, from all rows that have to do with it: what
//! [`rows_needed`] names, superseded rows included. A row that is written, changed or taken out
//! changes the days that [`days_touched`] names, of the metrics that [`metrics_touched`] names,
//! and no others.
//!
//! A row is of the day that its source names, where it names one. A day is told by one
//! [`Teller`]: where a vendor of wearables tells it and Apple Health does too, the order of sources
//! decides, and the two are never put together. What the vendor's app wrote into Apple Health counts
//! only where the vendor tells nothing itself. Facts are no part of this: a meal is a meal.
//!
//! What the person named themselves has one value for each name, and none that counts of all.
//!
//! What is summed up over a day counts on that day. What is summed up over a week and more says
//! nothing about one day, and is in no daily value.

mod copies;
mod numbers;
mod reach;

use std::ops::Range;

use jiff::{Timestamp, civil::Date, tz::TimeZone};

pub(crate) use copies::without_copies;
pub use reach::{days_touched, metrics_touched, rows_needed};

use crate::{
    DayFinder, DayRange, Metric, Reading, SourcePriority, Teller,
    counting::{Part, parts_that_count, rows_shown},
    metric::{DailyRule, Identity},
    night::{SleepOfDay, main_source, sleep_of_day},
    overlap::{Counted, Share, count_once},
};
use numbers::{Amount, Numbers};
pub(crate) use reach::belongs_to;
use reach::time_of;

/// Counts up with every change of these rules after which a stored daily value may be another.
pub const RULES: u32 = 4;

/// What the readings of one metric and day come to.
#[derive(Clone, PartialEq, Debug)]
pub struct DailyValue {
    /// What was measured.
    pub metric: Metric,
    /// The day.
    pub day: Date,
    /// Whose readings these are; `None` for the value that counts, with overlaps, duplicates and
    /// sources weighed against one another. Of [`Metric::Custom`] the name that the person chose.
    pub source: Option<String>,
    /// How many readings they are.
    pub n: u32,
    /// Their sum; of what lasted past midnight, the share of the day.
    pub sum: f64,
    /// The lowest of them.
    pub min: f64,
    /// The highest of them.
    pub max: f64,
    /// The first of the day.
    pub first: f64,
    /// The last of the day.
    pub last: f64,
    /// The mean diastolic pressure, where the others are of the systolic one.
    pub diastolic: Option<f64>,
}

impl DailyValue {
    /// The mean of the readings.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.n)
    }

    /// The day's value by the rule of its metric, not rounded.
    #[must_use]
    pub fn value(&self) -> f64 {
        match self.metric.row().daily {
            DailyRule::Sum | DailyRule::Night => self.sum,
            DailyRule::Mean => self.mean(),
            DailyRule::Last => self.last,
            DailyRule::Max => self.max,
            DailyRule::Min => self.min,
        }
    }
}

/// All daily values of a metric on a day: first the one that counts, then one for each source, by
/// name. Empty if there is nothing.
///
/// `rows` holds at least what [`rows_needed`] names, in any order; more of it changes nothing. A
/// spread adds its lowest and highest to those of the day, and its mean to the mean as one
/// reading, since no source tells of how many it was made.
#[must_use]
pub fn daily_values<'r>(
    metric: Metric,
    day: Date,
    zone: &TimeZone,
    rows: impl IntoIterator<Item = &'r Reading>,
    priority: &SourcePriority,
) -> Vec<DailyValue> {
    let rows = rows.into_iter();
    if metric.row().daily == DailyRule::Night {
        return night_values(metric, day, &sleep_of_day(day, zone, rows), priority);
    }
    let of_day = OfDay { metric, day, zone };
    let rows = of_day.rows(rows);
    let mut sources: Vec<&str> = rows.iter().map(|row| whose(row)).collect();
    sources.sort_unstable();
    sources.dedup();
    let counting = of_day.counting(&rows, priority);
    let by_source = sources.into_iter().filter_map(|source| {
        let own = rows.iter().copied().filter(|row| whose(row) == source);
        of_day.value(Some(source), of_day.unweighed(&parts_that_count(own, zone)))
    });
    counting.into_iter().chain(by_source).collect()
}

/// The value that counts alone, of what [`daily_values`] tells of the same rows.
#[must_use]
pub fn daily_value<'r>(
    metric: Metric,
    day: Date,
    zone: &TimeZone,
    rows: impl IntoIterator<Item = &'r Reading>,
    priority: &SourcePriority,
) -> Option<DailyValue> {
    if metric.row().daily == DailyRule::Night {
        let mut values = daily_values(metric, day, zone, rows, priority).into_iter();
        return values.find(|value| value.source.is_none());
    }
    let of_day = OfDay { metric, day, zone };
    of_day.counting(&of_day.rows(rows), priority)
}

/// Whose value of a day a row is a part of: its source's. What the person named stands by name
/// alone, and nothing counts of all names together.
fn whose(row: &Reading) -> &str {
    if row.metric == Metric::Custom {
        row.label.as_deref().unwrap_or_default()
    } else {
        &row.source
    }
}

/// Works out the values of one metric and day.
#[derive(Clone, Copy)]
struct OfDay<'a> {
    metric: Metric,
    day: Date,
    zone: &'a TimeZone,
}

impl OfDay<'_> {
    /// The rows that have to do with the day, by time, without copies.
    fn rows<'r>(self, rows: impl IntoIterator<Item = &'r Reading>) -> Vec<&'r Reading> {
        let mut days = DayFinder::new(self.zone);
        let rows = rows.into_iter();
        let mut rows: Vec<&Reading> = rows
            .filter(|row| row.metric == self.metric && belongs_to(row, self.day, &mut days))
            .collect();
        rows.sort_unstable_by_key(|row| (row.at, row.fingerprint));
        without_copies(rows, |row| self.has_part_in(row))
    }

    /// The value that counts.
    fn counting(self, rows: &[&Reading], priority: &SourcePriority) -> Option<DailyValue> {
        if self.metric == Metric::Custom {
            return None;
        }
        self.value(None, self.weighed(rows, priority))
    }

    /// What counts of the rows of all sources.
    fn weighed(self, rows: &[&Reading], priority: &SourcePriority) -> Vec<Amount> {
        let rows = rows.iter().copied();
        let is_summed = self.metric.is_summed();
        let mut counting: Vec<Part<'_>> = if is_summed {
            parts_that_count(rows, self.zone)
        } else {
            let shown = rows_shown(rows, self.zone).into_iter();
            shown.map(Part::whole).collect()
        };
        // Two meals at one time are two meals. Steps at one time are the same steps.
        if self.metric.row().identity == Identity::Fact {
            return self.unweighed(&counting);
        }
        self.retain_told_by_one(&mut counting, priority);
        if !is_summed {
            return self.unweighed(&counting);
        }
        counting.retain(|part| time_of(part.row, self.zone).is_some());
        let counted = counting.iter().filter_map(|part| {
            Some(Counted {
                source: part.told_beside(priority),
                time: time_of(part.row, self.zone)?,
            })
        });
        let counted: Vec<Counted<'_>> = counted.collect();
        self.shared(&counting, &count_once(&counted, priority))
    }

    /// Leaves the rows of the one teller whose word on the day stands.
    fn retain_told_by_one(self, parts: &mut Vec<Part<'_>>, priority: &SourcePriority) {
        let teller = |part: &Part<'_>| Teller::from(part.row);
        let mut pairs = parts.windows(2);
        if pairs.all(|pair| teller(&pair[0]) == teller(&pair[1])) {
            return;
        }
        let of_day = parts.iter().filter(|part| self.has_part_in(part.row));
        let told = of_day.map(|part| (teller(part), part.row.source.as_str()));
        if let Some(first) = priority.teller(told, self.metric.is_summed()) {
            parts.retain(|part| teller(part) == first);
        }
    }

    /// Whether anything of a row falls on the day.
    fn has_part_in(self, row: &Reading) -> bool {
        let time = time_of(row, self.zone);
        time.is_some_and(|time| Share::all(time).within(&self.instants()).is_some())
    }

    /// What is left of rows when none is weighed against another.
    fn unweighed(self, parts: &[Part<'_>]) -> Vec<Amount> {
        let with_time = parts.iter().filter_map(|part| {
            let time = time_of(part.row, self.zone)?;
            Some((part.clone(), Share::all(time)))
        });
        let (parts, whole): (Vec<Part<'_>>, Vec<Share>) = with_time.unzip();
        self.shared(&parts, &whole)
    }

    /// What falls on the day of rows of which only a share counts.
    fn shared(self, parts: &[Part<'_>], shares: &[Share]) -> Vec<Amount> {
        let day = self.instants();
        let parts = parts.iter().zip(shares);
        parts
            .filter_map(|(part, share)| {
                let amount = Amount::of(part.quantity());
                let share = share.within(&day)?;
                Some(if self.metric.is_summed() {
                    amount.times(share)
                } else {
                    amount
                })
            })
            .collect()
    }

    fn instants(self) -> Range<Timestamp> {
        let day = DayRange {
            start: self.day,
            end: self.day,
        };
        day.instants(self.zone)
    }

    fn value(self, source: Option<&str>, amounts: Vec<Amount>) -> Option<DailyValue> {
        let numbers = Numbers::of(amounts)?;
        Some(numbers.into_value(self.metric, self.day, source))
    }
}

/// The daily values of one of the stages of a night.
fn night_values(
    metric: Metric,
    day: Date,
    told: &[SleepOfDay],
    priority: &SourcePriority,
) -> Vec<DailyValue> {
    let value = |source: Option<&str>, sleep: &SleepOfDay| {
        let hours = sleep.night.as_ref()?.hours.of(metric)?;
        let numbers = Numbers::of([Amount::exactly(hours)])?;
        Some(numbers.into_value(metric, day, source))
    };
    let main = main_source(told, priority).and_then(|sleep| value(None, sleep));
    let by_source = told
        .iter()
        .filter_map(|sleep| value(Some(&sleep.source), sleep));
    main.into_iter().chain(by_source).collect()
}
