//! Daily values as answers show them: of one metric and day, in the units of the account, and
//! the same that `health_metrics` gives for what both answer.
//!
//! Most of them are stored and only read. Worked out from readings is what the stored ones do not
//! say: sums of food, which depend on the switchover; what is added up in units that are not
//! those it is stored in; and everything while the stored values are not yet worked out anew.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use jiff::{Timestamp, civil::Date};
use vitalog_core::{
    Account, DailyValue, DayRange, Metric, Reading, UnitSystem,
    daily::{daily_value, daily_values, rows_needed},
    metric::DailyRule,
    named_day::workouts_of,
    unit::round_to,
};
use vitalog_storage::{Record, RecordQuery};
use vitalog_sync::daily::DailyState;

use crate::{
    Service, ServiceError,
    health_metrics::{FoodDays, is_food_sum, readings_to_read},
    links::Links,
    zone_note,
};

/// What a metric comes to on a day, rounded.
#[derive(Clone, PartialEq, Debug)]
pub struct DayValue {
    /// The value by the metric's rule; of a blood pressure the systolic one.
    pub value: f64,
    /// The diastolic pressure.
    pub diastolic: Option<f64>,
    /// The lowest of the readings, where there is more than one value.
    pub min: Option<f64>,
    /// The highest of the readings, where there is more than one value.
    pub max: Option<f64>,
    /// How many readings it is made of.
    pub readings: u32,
}

/// What a metric comes to on a day, in all and by source.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OfDay {
    /// The value that counts.
    pub(crate) counting: DayValue,
    /// By the name of the source.
    pub(crate) by_source: Vec<(String, DayValue)>,
}

/// Stored values and rows of a record, and what is needed to make days of them.
pub(crate) struct DayValues<'a> {
    account: &'a Account,
    /// The days of which what can be is read as stored; of all others there are rows.
    stored: Option<DayRange>,
    record: Record,
}

/// Days, the older of which are taken as they are stored where they can be, while the others are
/// made of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tiers {
    /// All of them.
    pub(crate) days: DayRange,
    /// The first day that is made of rows; `None` for none.
    pub(crate) raw_from: Option<Date>,
}

impl Tiers {
    fn stored(self) -> Option<DayRange> {
        let Some(raw_from) = self.raw_from else {
            return Some(self.days);
        };
        let end = raw_from.yesterday().ok()?.min(self.days.end);
        (self.days.start <= end).then_some(DayRange { end, ..self.days })
    }

    fn raw(self) -> Option<DayRange> {
        let start = self.raw_from?.max(self.days.start);
        (start <= self.days.end).then_some(DayRange { start, ..self.days })
    }
}

/// What to read beside the values that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Beside {
    /// The values of each source.
    pub(crate) by_source: bool,
    /// The workouts that may be of these days.
    pub(crate) workouts: bool,
}

impl Service {
    /// Reads what the values of some metrics on some days are made of.
    pub(crate) async fn day_values<'a>(
        &self,
        account: &'a Account,
        metrics: impl IntoIterator<Item = Metric>,
        days: DayRange,
        beside: Beside,
    ) -> Result<DayValues<'a>, ServiceError> {
        let days = Tiers {
            days,
            raw_from: None,
        };
        self.tiered_values(account, metrics, days, beside).await
    }

    /// The same, with some of the days made of rows, whatever is stored.
    pub(crate) async fn tiered_values<'a>(
        &self,
        account: &'a Account,
        metrics: impl IntoIterator<Item = Metric>,
        tiers: Tiers,
        beside: Beside,
    ) -> Result<DayValues<'a>, ServiceError> {
        let metrics: Vec<Metric> = metrics.into_iter().collect();
        let days = tiers.days;
        let workouts = if beside.workouts {
            vec![workouts_of(days, &account.zone)]
        } else {
            Vec::new()
        };
        // The note of an account without a zone tells of what was sent, which only rows do.
        if let Some(stored_days) = tiers.stored()
            && !zone_note::is_due(account)
        {
            let (stored, rows): (Vec<Metric>, Vec<Metric>) = metrics
                .iter()
                .partition(|metric| is_stored(**metric, account));
            let mut readings = rows_to_read(account, rows, days);
            if let Some(raw) = tiers.raw() {
                readings.extend(rows_to_read(account, stored.iter().copied(), raw));
            }
            let stored = stored.into_iter().map(|metric| (metric, stored_days));
            let stored: Vec<(Metric, DayRange)> = stored.collect();
            let mut query = RecordQuery {
                readings,
                workouts: workouts.clone(),
                // What the person named has values by name alone.
                daily_by_source: stored
                    .iter()
                    .copied()
                    .filter(|(metric, _)| beside.by_source || *metric == Metric::Custom)
                    .collect(),
                daily: stored,
                documents: vec![DailyState::document()],
                ..RecordQuery::default()
            };
            Links::add_to(&mut query);
            let record = self.storage.read_record(&account.id, &query).await?;
            let state = DailyState::of(&record, account);
            let has_all = |state: DailyState| {
                let mut asked = query.daily.iter();
                asked.all(|(metric, days)| state.has(*metric, *days))
            };
            if state.is_some_and(has_all) {
                return Ok(DayValues::new(account, tiers.stored(), record));
            }
        }
        let mut query = RecordQuery {
            readings: rows_to_read(account, metrics, days),
            workouts,
            ..RecordQuery::default()
        };
        Links::add_to(&mut query);
        let record = self.storage.read_record(&account.id, &query).await?;
        Ok(DayValues::new(account, None, record))
    }
}

/// Whether the stored values of a metric are those that the account is shown.
fn is_stored(metric: Metric, account: &Account) -> bool {
    let is_converted = account.units == UnitSystem::Metric && metric.row().in_metric.is_some();
    !is_food_sum(metric) && !is_converted
}

/// What to read for the values of some metrics on some days from their rows.
fn rows_to_read(
    account: &Account,
    metrics: impl IntoIterator<Item = Metric>,
    days: DayRange,
) -> Vec<(Metric, Range<Timestamp>)> {
    let mut needed = Vec::new();
    for metric in metrics {
        if is_food_sum(metric) {
            needed.extend(readings_to_read(account, &BTreeSet::from([metric]), days));
        }
        let first = rows_needed(metric, days.start, &account.zone);
        let last = rows_needed(metric, days.end, &account.zone);
        let spans = first.into_iter().zip(last);
        needed.extend(spans.map(|((metric, first), (_, last))| (metric, first.start..last.end)));
    }
    needed.sort_by_key(|(metric, instants)| (*metric, instants.start, instants.end));
    needed.dedup();
    needed
}

impl<'a> DayValues<'a> {
    /// From a record that holds at least [`rows_to_read`] of what is not stored.
    ///
    /// Readings are put into the account's units before they are added up, so that a day with one
    /// reading shows what that reading shows.
    fn new(account: &'a Account, stored: Option<DayRange>, mut record: Record) -> Self {
        for (metric, rows) in &mut record.readings {
            if account.units == UnitSystem::Metric && metric.row().in_metric.is_some() {
                for row in rows {
                    row.quantity = account.units.quantity_of(row);
                }
            }
        }
        Self {
            account,
            stored,
            record,
        }
    }

    /// How to reconnect a vendor that brings any of some metrics and no longer accepts the
    /// connection.
    pub(crate) fn link_notes(&self, metrics: impl IntoIterator<Item = Metric>) -> Vec<String> {
        Links::of(&self.record).notes_about(self.account, metrics)
    }

    /// The rows themselves.
    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// The values that count, of the days that have one.
    pub(crate) fn of_range(&self, metric: Metric, days: DayRange) -> BTreeMap<Date, DayValue> {
        if is_food_sum(metric) {
            let food = FoodDays::collect(self.account, metric, days, &self.record);
            let values = food.by_day.into_iter();
            return values.map(|(day, food)| (day, food.into())).collect();
        }
        days.days()
            .filter_map(|day| Some((day, self.of_day(metric, day)?.counting)))
            .collect()
    }

    /// The values of one day; `None` if it has none.
    pub(crate) fn of_day(&self, metric: Metric, day: Date) -> Option<OfDay> {
        if is_food_sum(metric) {
            return self.food_of_day(metric, day);
        }
        let mut counting = None;
        let mut by_source = Vec::new();
        for value in self.reduced(metric, day) {
            let shown = DayValue::new(&value, self.account);
            match value.source {
                None => counting = Some(shown),
                Some(source) => by_source.push((source, shown)),
            }
        }
        Some(OfDay {
            counting: counting?,
            by_source,
        })
    }

    /// Whether the values of a metric on a day are read as they are stored, and not made of rows.
    pub(crate) fn is_read_as_stored(&self, metric: Metric, day: Date) -> bool {
        let is_of_tier = self.stored.is_some_and(|days| days.contains(day));
        is_of_tier && is_stored(metric, self.account)
    }

    /// All daily values of a metric on a day.
    pub(crate) fn reduced(&self, metric: Metric, day: Date) -> Vec<DailyValue> {
        if self.is_read_as_stored(metric, day) {
            return self.stored(metric, day).cloned().collect();
        }
        let needed = rows_needed(metric, day, &self.account.zone);
        let rows = self.needed_rows(&needed);
        daily_values(metric, day, &self.account.zone, rows, &self.account.sources)
    }

    /// The value that counts of a metric on a day.
    pub(crate) fn counting(&self, metric: Metric, day: Date) -> Option<DailyValue> {
        if self.is_read_as_stored(metric, day) {
            let mut stored = self.stored(metric, day);
            return stored.find(|value| value.source.is_none()).cloned();
        }
        let needed = rows_needed(metric, day, &self.account.zone);
        let rows = self.needed_rows(&needed);
        daily_value(metric, day, &self.account.zone, rows, &self.account.sources)
    }

    fn needed_rows<'v>(
        &'v self,
        needed: &'v [(Metric, Range<Timestamp>)],
    ) -> impl Iterator<Item = &'v Reading> {
        let needed = needed.iter();
        needed.flat_map(|(metric, instants)| self.rows(*metric, instants))
    }

    /// The stored values of one day.
    fn stored(&self, metric: Metric, day: Date) -> impl Iterator<Item = &DailyValue> {
        let kinds = [&self.record.daily, &self.record.daily_by_source];
        kinds.into_iter().flat_map(move |kind| {
            let values = kind.get(&metric).map_or(&[][..], Vec::as_slice);
            let start = values.partition_point(|value| value.day < day);
            let rest = values.get(start..).unwrap_or_default().iter();
            rest.take_while(move |value| value.day == day)
        })
    }

    fn food_of_day(&self, metric: Metric, day: Date) -> Option<OfDay> {
        let range = DayRange {
            start: day,
            end: day,
        };
        let of_day = |record: &Record| {
            let mut food = FoodDays::collect(self.account, metric, range, record);
            food.by_day.remove(&day).map(DayValue::from)
        };
        let counting = of_day(&self.record)?;
        let rows = self.record.readings.get(&metric).into_iter().flatten();
        let sources: BTreeSet<&str> = rows.map(|row| row.source.as_str()).collect();
        let by_source = sources.into_iter().filter_map(|source| {
            let own = |rows: &Vec<Reading>| {
                let own = rows.iter().filter(|row| row.source == source);
                own.cloned().collect()
            };
            let readings = self.record.readings.iter();
            let record = Record {
                readings: readings
                    .map(|(metric, rows)| (*metric, own(rows)))
                    .collect(),
                ..Record::default()
            };
            Some((source.to_owned(), of_day(&record)?))
        });
        Some(OfDay {
            counting,
            by_source: by_source.collect(),
        })
    }

    /// The rows of a metric that begin at some instants. A year is cut into days without looking
    /// at every row for every day.
    fn rows(&self, metric: Metric, instants: &Range<Timestamp>) -> &[Reading] {
        let rows = self.record.readings.get(&metric);
        let rows = rows.map_or(&[][..], Vec::as_slice);
        let start = rows.partition_point(|row| row.at < instants.start);
        let end = rows.partition_point(|row| row.at < instants.end);
        rows.get(start..end).unwrap_or_default()
    }
}

impl DayValue {
    fn new(value: &DailyValue, account: &Account) -> Self {
        let decimals = shown_decimals(account, value.metric);
        let rule = value.metric.row().daily;
        let is_one_of_many = !matches!(rule, DailyRule::Sum | DailyRule::Night);
        let varies = is_one_of_many && value.min < value.max;
        Self {
            value: round_to(value.value(), decimals),
            diastolic: value.diastolic.map(|number| round_to(number, decimals)),
            min: varies.then(|| round_to(value.min, decimals)),
            max: varies.then(|| round_to(value.max, decimals)),
            readings: value.n,
        }
    }
}

impl From<crate::health_metrics::FoodDay> for DayValue {
    fn from(food: crate::health_metrics::FoodDay) -> Self {
        Self {
            value: food.sum,
            diastolic: None,
            min: None,
            max: None,
            readings: food.readings,
        }
    }
}

/// The decimals that daily values of a metric are shown with. A mean of whole numbers has one.
pub(crate) fn shown_decimals(account: &Account, metric: Metric) -> u8 {
    let row = metric.row();
    let in_metric = row
        .in_metric
        .filter(|_| account.units == UnitSystem::Metric);
    let decimals = in_metric.map_or(row.decimals, |unit| unit.decimals);
    match row.daily {
        DailyRule::Mean => decimals.max(1),
        DailyRule::Sum | DailyRule::Last | DailyRule::Max | DailyRule::Min | DailyRule::Night => {
            decimals
        }
    }
}
