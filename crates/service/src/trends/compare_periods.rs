//! One metric over two stretches of days.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use vitalog_analysis::{compare::Comparison, spread};
use vitalog_core::{Account, DayRange, Metric, unit::round_to};

use super::{
    DaysFigure, DaysServed, ValueType,
    days::{TrendDay, trend_days_of},
    value_type::Rounding,
};
use crate::{
    AnyMetric, Service, ServiceError, code,
    day_values::{DayValues, shown_decimals},
    metric_series,
    recorded_days::absence_note,
    shown_time::zone_name,
};

/// Days that each of the periods has at most.
pub const MAX_PERIOD_DAYS: i32 = 1825;
/// A difference that chance brings less often is called one.
const SIGNIFICANT: f64 = 0.05;
/// Decimals of percentages.
const PERCENT_DECIMALS: u8 = 1;
/// Decimals of effect sizes.
const EFFECT_DECIMALS: u8 = 2;
/// Decimals of probabilities.
const PROBABILITY_DECIMALS: u8 = 4;
/// Sources that a note names at most, of either period.
const MAX_NAMED_SOURCES: usize = 3;

/// What to compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PeriodsRequest {
    /// The metric.
    pub metric: AnyMetric,
    /// The first and the last day of the first period.
    pub a: (Date, Date),
    /// The same of the second.
    pub b: (Date, Date),
}

/// Two periods beside one another.
#[derive(Clone, PartialEq, Debug)]
pub struct ComparedPeriods {
    /// The metric.
    pub metric: AnyMetric,
    /// The unit that the account sees it in.
    pub unit: String,
    /// The name of the zone that cuts the days.
    pub timezone: String,
    /// Which figure stands for a day.
    pub value_type: ValueType,
    /// The first period.
    pub a: PeriodFigures,
    /// The second.
    pub b: PeriodFigures,
    /// The second against the first.
    pub comparison: PeriodDifference,
    /// How many days come from which tier.
    pub days_served: DaysServed,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with a value.
    pub data_through: Option<Date>,
}

/// What the days of one period come to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PeriodFigures {
    /// The days.
    pub range: DayRange,
    /// How many have a value.
    pub n: usize,
    /// The mean of all readings, or of daily totals; of no days none.
    pub avg: Option<f64>,
    /// The mean of the daily values.
    pub mean: Option<f64>,
    /// Their standard deviation, of a sample.
    pub sd: Option<f64>,
    /// The lowest daily value.
    pub min: Option<f64>,
    /// The highest daily value.
    pub max: Option<f64>,
}

/// The second period against the first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PeriodDifference {
    /// The difference of the averages.
    pub delta: Option<f64>,
    /// The same in percent of the first.
    pub pct_change: Option<f64>,
    /// The difference of the means of daily values.
    pub difference: Option<f64>,
    /// The same in percent of the first.
    pub percent: Option<f64>,
    /// The difference in standard deviations.
    pub hedges_g: Option<f64>,
    /// The probability of so large a difference by chance, days taken for independent.
    pub welch_p: Option<f64>,
    /// What that comes to.
    pub verdict: Verdict,
}

/// What a comparison comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The second is higher.
    Higher,
    /// The second is lower.
    Lower,
    /// No difference stands out; which does not say that there is none.
    NoClearDifference,
    /// One of them has fewer than two days.
    TooFewDays,
    /// One of them has none.
    NoData,
}

impl Verdict {
    /// The name in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Higher => "higher",
            Self::Lower => "lower",
            Self::NoClearDifference => "no_clear_difference",
            Self::TooFewDays => "too_few_days",
            Self::NoData => "no_data",
        }
    }
}

impl Service {
    /// Compares a metric over two stretches of days.
    ///
    /// # Errors
    ///
    /// If one of them is no range or too long, or the record cannot be read.
    pub async fn compare_periods(
        &self,
        account: &Account,
        request: &PeriodsRequest,
    ) -> Result<ComparedPeriods, ServiceError> {
        let metric = &request.metric;
        let ranges = [("a", request.a), ("b", request.b)];
        let mut periods = Vec::new();
        let mut notes = Vec::new();
        let mut sources = Vec::new();
        for (name, (start, end)) in ranges {
            let range = period(name, start, end)?;
            let values = self.trend_values_by_source(account, metric, range).await?;
            let days = trend_days_of(&values, account, metric, range);
            if days.is_empty() {
                let recorded = self.recorded_any(account, metric).await?;
                let absence = absence_note(metric, recorded, range);
                notes.push(format!("Period {name}: {absence}"));
            }
            for note in metric_series::notes(account, metric, range, &values) {
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
            sources.push(sources_of(
                &values,
                metric.stored_as(),
                days.keys().copied(),
            ));
            periods.push((range, days));
        }
        let Ok([(a_range, a), (b_range, b)]) = <[_; 2]>::try_from(periods) else {
            return Err(ServiceError::server_fault("There are two periods."));
        };
        notes.extend(device_note(metric, &sources));
        if a_range.start <= b_range.end && b_range.start <= a_range.end {
            notes.push("The two periods overlap: the days of both count in each.".to_owned());
        }
        let rounding = Rounding::of(metric, account);
        let value_type = ValueType::of(metric);
        let decimals = shown_decimals(account, metric.stored_as());
        let figures = |range, days| PeriodFigures::of(range, days, value_type, rounding, decimals);
        let comparison = PeriodDifference::of(&a, &b, value_type, rounding);
        if comparison.welch_p.is_some() {
            notes.push(
                "This is an exploratory comparison: neighbouring days are alike, so the true \
                 probability is higher than `welch_p`, and what else differed between the periods \
                 is not looked at."
                    .to_owned(),
            );
        }
        let tiers = a.values().chain(b.values()).map(|day| day.tier);
        Ok(ComparedPeriods {
            metric: metric.clone(),
            unit: metric.unit(account).to_owned(),
            timezone: zone_name(&account.zone),
            value_type,
            a: figures(a_range, &a),
            b: figures(b_range, &b),
            comparison,
            days_served: DaysServed::of(tiers),
            notes,
            data_through: a.keys().chain(b.keys()).max().copied(),
        })
    }
}

fn period(name: &str, start: Date, end: Date) -> Result<DayRange, ServiceError> {
    if start > end {
        return Err(ServiceError::new(
            code::INVALID_RANGE,
            format!("`{name}_start` {start} is after `{name}_end` {end}."),
        )
        .advise("Begin each period on or before the day it ends."));
    }
    let range = DayRange { start, end };
    let days = range.len();
    if days > MAX_PERIOD_DAYS {
        return Err(ServiceError::new(
            code::RANGE_TOO_LONG,
            format!("Period {name} has {days} days, and at most {MAX_PERIOD_DAYS} are allowed."),
        )
        .advise("Compare shorter periods."));
    }
    Ok(range)
}

/// Who recorded the days.
fn sources_of(
    values: &DayValues<'_>,
    metric: Metric,
    days: impl Iterator<Item = Date>,
) -> BTreeSet<String> {
    if metric == Metric::Custom {
        return BTreeSet::new();
    }
    let values = days.flat_map(|day| values.reduced(metric, day));
    values.filter_map(|value| value.source).collect()
}

/// What to say where no device recorded both periods.
fn device_note(metric: &AnyMetric, sources: &[BTreeSet<String>]) -> Option<String> {
    let [a, b] = sources else { return None };
    if a.is_empty() || b.is_empty() || !a.is_disjoint(b) {
        return None;
    }
    let named = |sources: &BTreeSet<String>| {
        let first = sources.iter().take(MAX_NAMED_SOURCES);
        first.map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    Some(format!(
        "{} was recorded by other devices or apps in the two periods ({}; then {}): some of the \
         difference may be theirs.",
        metric.key(),
        named(a),
        named(b)
    ))
}

fn by_rule(days: &BTreeMap<Date, TrendDay>) -> Vec<f64> {
    days.values().map(|day| day.by_rule).collect()
}

impl PeriodFigures {
    fn of(
        range: DayRange,
        days: &BTreeMap<Date, TrendDay>,
        value_type: ValueType,
        rounding: Rounding,
        decimals: u8,
    ) -> Self {
        let values = by_rule(days);
        let figure = DaysFigure::of(days.values(), value_type, rounding);
        let bound = |pick: fn(f64, f64) -> f64| {
            let bound = values.iter().copied().reduce(pick);
            bound.map(|value| round_to(value, decimals))
        };
        Self {
            range,
            n: values.len(),
            avg: figure.map(|figure| figure.avg),
            mean: figure.map(|_| rounding.average(spread::mean(&values))),
            sd: spread::sample_sd(&values).map(|sd| rounding.average(sd)),
            min: bound(f64::min),
            max: bound(f64::max),
        }
    }
}

impl PeriodDifference {
    fn of(
        a: &BTreeMap<Date, TrendDay>,
        b: &BTreeMap<Date, TrendDay>,
        value_type: ValueType,
        rounding: Rounding,
    ) -> Self {
        let average =
            |days: &BTreeMap<Date, TrendDay>| super::value_type::average(days.values(), value_type);
        let between = |pair: Option<(f64, f64)>| {
            let Some((a, b)) = pair else {
                return (None, None);
            };
            let percent = (a != 0.0).then(|| round_to((b - a) / a.abs() * 100.0, PERCENT_DECIMALS));
            (Some(rounding.average(b - a)), percent)
        };
        let (delta, pct_change) = between(average(a).zip(average(b)));
        let (first, second) = (by_rule(a), by_rule(b));
        let has_both = !first.is_empty() && !second.is_empty();
        let means = has_both.then(|| (spread::mean(&first), spread::mean(&second)));
        let (difference, percent) = between(means);
        let compared = Comparison::of(&first, &second);
        Self {
            delta,
            pct_change,
            difference,
            percent,
            hedges_g: compared.map(|it| round_to(it.hedges_g, EFFECT_DECIMALS)),
            welch_p: compared.map(|it| round_to(it.welch_p, PROBABILITY_DECIMALS)),
            verdict: verdict(&first, &second, means, compared),
        }
    }
}

fn verdict(
    first: &[f64],
    second: &[f64],
    means: Option<(f64, f64)>,
    compared: Option<Comparison>,
) -> Verdict {
    let Some((a, b)) = means else {
        return Verdict::NoData;
    };
    if first.len() < 2 || second.len() < 2 {
        return Verdict::TooFewDays;
    }
    // Where no day differs from the others of its period, any difference is one.
    let stands_out = compared.map_or((a - b).abs() > 0.0, |compared| {
        compared.welch_p < SIGNIFICANT
    });
    match (stands_out, a < b) {
        (false, _) => Verdict::NoClearDifference,
        (true, true) => Verdict::Higher,
        (true, false) => Verdict::Lower,
    }
}
