//! How a metric is spread over the days.

use vitalog_analysis::spread;
use vitalog_core::{Account, metric::Direction as Better};

use super::{TrendAbout, value_type::Rounding};
use crate::{AnyMetric, Service, ServiceError};

/// The percentiles that are told.
pub const PERCENTILES: [u8; 5] = [10, 25, 50, 75, 90];

/// How a metric is spread over some days.
#[derive(Clone, PartialEq, Debug)]
pub struct MetricStats {
    /// What it is about.
    pub about: TrendAbout,
    /// The numbers, if there is any day.
    pub spread: Option<DaySpread>,
}

/// How the figures of days are spread.
#[derive(Clone, PartialEq, Debug)]
pub struct DaySpread {
    /// How many days.
    pub data_points: usize,
    /// The lowest day.
    pub min: f64,
    /// The highest day.
    pub max: f64,
    /// Their mean.
    pub mean: f64,
    /// The standard deviation of all of them, as a whole and not as a sample.
    pub std_dev: f64,
    /// The values below which [`PERCENTILES`] of the days lie, linearly interpolated.
    pub percentiles: [f64; 5],
    /// Which quarter of the days is the good one.
    pub better: Better,
}

impl Service {
    /// Shows how a metric is spread over the last `days`.
    ///
    /// # Errors
    ///
    /// If the record cannot be read.
    pub async fn metric_stats(
        &self,
        account: &Account,
        metric: &AnyMetric,
        days: i32,
    ) -> Result<MetricStats, ServiceError> {
        let range = self.days_up_to_today(account, days);
        let days = self.trend_days(account, metric, range).await?;
        let mut about = days.about();
        let rounding = Rounding::of(metric, account);
        let values: Vec<f64> = days.by_day.values().map(|day| day.value).collect();
        let better = metric.stored_as().row().direction;
        let spread = DaySpread::of(values, rounding, better);
        if spread.is_some() && better == Better::Neutral {
            about.notes.push(
                "Of this metric neither more nor less is better by itself: `thresholds` only name \
                 the highest and the lowest quarter of the days."
                    .to_owned(),
            );
        }
        Ok(MetricStats { about, spread })
    }
}

impl DaySpread {
    fn of(mut values: Vec<f64>, rounding: Rounding, better: Better) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let (first, last) = (*values.first()?, *values.last()?);
        let round = |value| rounding.average(value);
        Some(Self {
            data_points: values.len(),
            min: round(first),
            max: round(last),
            mean: round(spread::mean(&values)),
            std_dev: round(spread::population_sd(&values)),
            percentiles: PERCENTILES
                .map(|p| round(spread::percentile(&values, f64::from(p) / 100.0))),
            better,
        })
    }
}
