//! A metric over time: one value a day, or the mean of a week or month of them, and what the
//! days come to.

mod period;
mod stats;

use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date};
use vitalog_core::{Account, DayRange, Metric};

pub use self::{
    period::{Aggregate, SeriesPoint},
    stats::SeriesStats,
};
use crate::{
    AnyMetric, Coarsens, DayValue, Service, ServiceError, WindowRequest,
    coarsening::{coarser, coarser_note, is_coarser_note},
    day_values::{Beside, DayValues, shown_decimals},
    health_metrics::{FoodDays, is_food_sum},
    recorded_days::{RecordedDays, absence_note},
    shown_time::zone_name,
    zone_note::zone_note,
};

/// Days that are covered unless others are named.
const DEFAULT_DAYS: i32 = 30;

/// Which metric to show, over which days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeriesRequest {
    /// The metric.
    pub metric: AnyMetric,
    /// The days; without any the last 30.
    pub window: WindowRequest,
    /// What one point stands for.
    pub aggregate: Aggregate,
}

/// A metric over time.
#[derive(Clone, PartialEq, Debug)]
pub struct MetricSeries {
    /// The metric.
    pub metric: AnyMetric,
    /// The unit that the account sees it in.
    pub unit: String,
    /// The days covered.
    pub range: DayRange,
    /// The name of the zone that cuts the days.
    pub timezone: String,
    /// What one point stands for.
    pub aggregate: Aggregate,
    /// The points, ascending; days without a value have none.
    pub points: Vec<SeriesPoint>,
    /// What the daily values come to, whatever a point stands for; `None` if there are none.
    pub stats: Option<SeriesStats>,
    /// The first and last day with a value of the metric, in the whole record.
    pub recorded: Option<RecordedDays>,
    /// How many of the days have a value.
    pub days_with_data: usize,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with a value.
    pub data_through: Option<Date>,
    days: BTreeMap<Date, DayValue>,
    decimals: u8,
}

impl Service {
    /// Shows a metric over time.
    ///
    /// # Errors
    ///
    /// If the days are no range or too many, or the record cannot be read.
    pub async fn metric_series(
        &self,
        account: &Account,
        request: &SeriesRequest,
    ) -> Result<MetricSeries, ServiceError> {
        let SeriesRequest {
            metric,
            window,
            aggregate,
        } = request;
        let range = window.resolve(account, self.clock.now(), DEFAULT_DAYS)?;
        let with_baseline = DayRange {
            start: range.start.saturating_sub(stats::BASELINE_DAYS.days()),
            end: range.end,
        };
        let values = self
            .day_values(
                account,
                [metric.stored_as()],
                with_baseline,
                Beside::default(),
            )
            .await?;
        let recorded = self.recorded_any(account, metric).await?;

        let all = values.of_any(metric, with_baseline);
        let shown: BTreeMap<Date, DayValue> = all
            .iter()
            .filter(|(day, _)| range.contains(**day))
            .map(|(day, value)| (*day, value.clone()))
            .collect();
        let decimals = shown_decimals(account, metric.stored_as());
        let numbers = |days: &BTreeMap<Date, DayValue>| {
            let days = days.iter();
            days.map(|(day, value)| (*day, value.value)).collect()
        };
        let absence = shown.is_empty();
        let absence = absence.then(|| absence_note(metric, recorded, range));
        Ok(MetricSeries {
            metric: metric.clone(),
            unit: metric.unit(account).to_owned(),
            range,
            timezone: zone_name(&account.zone),
            aggregate: *aggregate,
            points: period::points(&shown, *aggregate, decimals),
            stats: SeriesStats::of(&numbers(&shown), &numbers(&all), decimals),
            days_with_data: shown.len(),
            notes: absence
                .into_iter()
                .chain(notes(account, metric, range, &values))
                .collect(),
            data_through: shown.keys().next_back().copied(),
            recorded: recorded.and_then(|recorded| recorded.days),
            days: shown,
            decimals,
        })
    }
}

impl Coarsens for MetricSeries {
    fn coarser(&self) -> Option<Self> {
        let aggregate = coarser(self.aggregate)?;
        let mut coarse = self.clone();
        coarse.aggregate = aggregate;
        coarse.points = period::points(&self.days, aggregate, self.decimals);
        coarse.notes.retain(|note| !is_coarser_note(note));
        coarse.notes.push(coarser_note(self.aggregate, aggregate));
        Some(coarse)
    }
}

/// What to know of the daily values of a metric, whatever is made of them.
pub(crate) fn notes(
    account: &Account,
    metric: &AnyMetric,
    range: DayRange,
    values: &DayValues<'_>,
) -> Vec<String> {
    let metric = metric.stored_as();
    let (food, warned) = if is_food_sum(metric) {
        let food = FoodDays::collect(account, metric, range, values.record()).logged(account);
        (food.note, warned_note(food.warnings.keys()))
    } else {
        (None, None)
    };
    let meaning = if metric == Metric::Carbs {
        Some("These are net carbs, as `carbs_g` of `get_health_metrics` is.")
    } else if metric == Metric::Fiber {
        Some("Fiber counts from the switchover of net carbs on.")
    } else {
        None
    };
    let rows = values.record().readings.values().flatten();
    let zone = zone_note(account, rows.map(|row| row.recorded_at.as_str()));
    let meaning = meaning.map(str::to_owned);
    let own = [meaning, food, warned, zone];
    let links = values.link_notes([metric]);
    links.into_iter().chain(own.into_iter().flatten()).collect()
}

/// Days with a warning that the note names.
const MOST_NAMED: usize = 5;

fn warned_note<'d>(days: impl ExactSizeIterator<Item = &'d Date>) -> Option<String> {
    let count = days.len();
    let named: Vec<String> = days.take(MOST_NAMED).map(ToString::to_string).collect();
    let more = count - named.len();
    let more = if more == 0 {
        String::new()
    } else {
        format!(" and {more} more")
    };
    (count > 0).then(|| {
        format!(
            "`get_health_metrics` has a warning about the carbohydrates of {}{more}.",
            named.join(", ")
        )
    })
}
