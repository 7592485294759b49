//! What the values of a series come to.

use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date};
use vitalog_analysis::spread::{mean, percentile, sample_sd};
use vitalog_core::unit::round_to;

/// Days before the last one that say what is usual.
pub(super) const BASELINE_DAYS: i64 = 28;
/// With fewer of them nothing is called usual.
const LEAST_FOR_BASELINE: usize = 14;

/// Decimals that a statistic has beyond those of its values, up to [`ENOUGH_DECIMALS`], and a slope
/// beyond those again: a change of ten grams a day is three and a half kilograms in a year.
const MORE_DECIMALS: u8 = 2;
/// Values that have so many decimals need no more.
const ENOUGH_DECIMALS: u8 = 4;
/// Decimals of a z score.
const Z_DECIMALS: u8 = 2;

/// What the daily values of a series come to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeriesStats {
    /// How many days have a value.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// Their median.
    pub median: f64,
    /// The standard deviation of the sample; needs two.
    pub sd: Option<f64>,
    /// The lowest.
    pub min: f64,
    /// The highest.
    pub max: f64,
    /// The first quartile, linearly interpolated.
    pub p25: f64,
    /// The third quartile, linearly interpolated.
    pub p75: f64,
    /// The change a day of the line with the least squares; needs two.
    pub slope_per_day: Option<f64>,
    /// The value of the last day that has one.
    pub last: f64,
    /// How many standard deviations that is from the mean of the 28 days before it; needs 14 of
    /// them, and that they differ.
    pub last_z: Option<f64>,
}

impl SeriesStats {
    /// Of `shown`; the baseline of the last day is found in `all`. `None` if nothing is shown.
    pub(super) fn of(
        shown: &BTreeMap<Date, f64>,
        all: &BTreeMap<Date, f64>,
        decimals: u8,
    ) -> Option<Self> {
        let (last_day, last) = shown.last_key_value()?;
        let values: Vec<f64> = shown.values().copied().collect();
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        let decimals = decimals.max((decimals + MORE_DECIMALS).min(ENOUGH_DECIMALS));
        let round = |value: f64| round_to(value, decimals);
        Some(Self {
            n: values.len(),
            mean: round(mean(&values)),
            median: round(percentile(&sorted, 0.5)),
            sd: sample_sd(&values).map(round),
            min: percentile(&sorted, 0.0),
            max: percentile(&sorted, 1.0),
            p25: round(percentile(&sorted, 0.25)),
            p75: round(percentile(&sorted, 0.75)),
            slope_per_day: slope_per_day(shown)
                .map(|slope| round_to(slope, decimals + MORE_DECIMALS)),
            last: *last,
            last_z: z_of(*last_day, *last, all).map(|z| round_to(z, Z_DECIMALS)),
        })
    }
}

/// The slope of the line through the days and values that misses them least, in squares.
fn slope_per_day(values: &BTreeMap<Date, f64>) -> Option<f64> {
    let (first, _) = values.first_key_value()?;
    let mut days = Vec::new();
    for day in values.keys() {
        let hours = first.duration_until(*day).as_hours();
        days.push(f64::from(i32::try_from(hours / 24).ok()?));
    }
    let values: Vec<f64> = values.values().copied().collect();
    let (mean_day, mean_value) = (mean(&days), mean(&values));
    let pairs = days.iter().zip(&values);
    let together: f64 = pairs
        .map(|(day, value)| (day - mean_day) * (value - mean_value))
        .sum();
    let spread: f64 = days.iter().map(|day| (day - mean_day).powi(2)).sum();
    (spread > 0.0).then(|| together / spread)
}

/// How unusual a day is after the days before it.
fn z_of(day: Date, value: f64, all: &BTreeMap<Date, f64>) -> Option<f64> {
    let before = all.range(day.saturating_sub(BASELINE_DAYS.days())..day);
    let before: Vec<f64> = before.map(|(_, value)| *value).collect();
    if before.len() < LEAST_FOR_BASELINE {
        return None;
    }
    let spread = sample_sd(&before).filter(|sd| *sd > 0.0)?;
    Some((value - mean(&before)) / spread)
}
