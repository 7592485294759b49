//! Heart rate variability by day, and this week beside the last.

use std::collections::BTreeMap;

use jiff::civil::Date;
use vitalog_core::{Account, DayRange, Metric, unit::round_to};

use super::{
    TrendAbout, TrendPeriod, ValueType,
    days::TrendDay,
    period::periods,
    value_type::{DaysFigure, Rounding},
};
use crate::{
    Aggregate, AnyMetric, Service, ServiceError,
    coarsening::{Coarsens, coarser, coarser_note, is_coarser_note},
    recorded_days::RecordedDays,
};

/// Days of each of the two stretches that are compared.
const STRETCH: usize = 7;
/// Decimals of a difference.
const DELTA_DECIMALS: u8 = 1;

/// Which of the two measures; they are never put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HrvMetric {
    /// SDNN, which Apple measures.
    #[default]
    Sdnn,
    /// RMSSD, which Oura and WHOOP measure.
    Rmssd,
}

impl HrvMetric {
    /// The metric.
    #[must_use]
    pub fn metric(self) -> Metric {
        match self {
            Self::Sdnn => Metric::HrvSdnn,
            Self::Rmssd => Metric::HrvRmssd,
        }
    }

    /// By a name of the metric.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let found = Metric::find(name.trim())?;
        let both = [Self::Sdnn, Self::Rmssd];
        both.into_iter().find(|hrv| hrv.metric() == found)
    }

    fn other(self) -> Self {
        match self {
            Self::Sdnn => Self::Rmssd,
            Self::Rmssd => Self::Sdnn,
        }
    }
}

/// Where something goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// It is better than before.
    Improving,
    /// It is worse.
    Declining,
    /// It is as before.
    Stable,
}

impl Direction {
    /// The name in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Improving => "improving",
            Self::Declining => "declining",
            Self::Stable => "stable",
        }
    }

    /// Of a difference of which up to `dead_band`, either way, is none.
    pub(super) fn of(delta: f64, dead_band: f64) -> Self {
        if delta > dead_band {
            Self::Improving
        } else if delta < -dead_band {
            Self::Declining
        } else {
            Self::Stable
        }
    }
}

/// The last seven days with a value beside the seven before them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeekTrend {
    /// The mean of the last seven daily averages.
    pub last: f64,
    /// The mean of the seven before.
    pub before: f64,
    /// The difference, one decimal.
    pub delta: f64,
}

impl WeekTrend {
    /// Of daily averages in order; needs fourteen, of whichever days.
    pub(super) fn of(values: &[f64]) -> Option<Self> {
        let before_last = values.len().checked_sub(STRETCH)?;
        let start = before_last.checked_sub(STRETCH)?;
        let mean = |values: &[f64]| {
            let count = u32::try_from(values.len()).unwrap_or(u32::MAX);
            values.iter().sum::<f64>() / f64::from(count)
        };
        let last = mean(values.get(before_last..)?);
        let before = mean(values.get(start..before_last)?);
        Some(Self {
            last,
            before,
            delta: round_to(last - before, DELTA_DECIMALS),
        })
    }

    /// Up or down, or neither where the difference rounds to nothing.
    #[must_use]
    pub fn direction(self) -> Direction {
        Direction::of(self.delta, 0.0)
    }
}

/// Heart rate variability over some days.
#[derive(Clone, PartialEq, Debug)]
pub struct HrvTrend {
    /// What it is about.
    pub about: TrendAbout,
    /// The mean of all readings.
    pub avg: Option<f64>,
    /// The average of the last day that has one.
    pub latest: Option<f64>,
    /// The last seven daily averages beside the seven before; needs fourteen.
    pub trend: Option<WeekTrend>,
    /// What a point stands for.
    pub grain: Aggregate,
    /// The averages, ascending.
    pub averages: Vec<TrendPeriod>,
    days: BTreeMap<Date, TrendDay>,
    rounding: Rounding,
}

impl Service {
    /// Shows heart rate variability over the last `days`.
    ///
    /// # Errors
    ///
    /// If the record cannot be read.
    pub async fn hrv_trend(
        &self,
        account: &Account,
        hrv: HrvMetric,
        days: i32,
    ) -> Result<HrvTrend, ServiceError> {
        let range = self.days_up_to_today(account, days);
        let metric = AnyMetric::Known(hrv.metric());
        let days = self.trend_days(account, &metric, range).await?;
        let mut about = days.about();
        if days.by_day.is_empty() {
            let other = AnyMetric::Known(hrv.other().metric());
            let recorded = self.recorded_any(account, &other).await?;
            about.notes.extend(
                recorded
                    .and_then(|it| it.days)
                    .map(|days| other_note(&other, days, range)),
            );
        }
        let rounding = Rounding::of(&metric, account);
        let figure = DaysFigure::of(days.by_day.values(), ValueType::DailyAvg, rounding);
        let values: Vec<f64> = days.by_day.values().map(|day| day.value).collect();
        let grain = Aggregate::Day;
        Ok(HrvTrend {
            about,
            avg: figure.map(|figure| figure.avg),
            latest: values.last().map(|value| rounding.average(*value)),
            trend: WeekTrend::of(&values),
            grain,
            averages: periods(&days.by_day, grain, ValueType::DailyAvg, rounding),
            days: days.by_day,
            rounding,
        })
    }
}

fn other_note(other: &AnyMetric, recorded: RecordedDays, range: DayRange) -> String {
    let key = other.key();
    let through = recorded.last;
    let when = if range.contains(through) {
        format!("has data through {through}")
    } else {
        format!("was recorded, the last time on {through}")
    };
    format!(
        "{key} {when}: ask for `metric` {key}. The two measures differ, and are never compared \
         or put together."
    )
}

impl Coarsens for HrvTrend {
    fn coarser(&self) -> Option<Self> {
        let grain = coarser(self.grain)?;
        let mut coarse = self.clone();
        coarse.grain = grain;
        coarse.averages = periods(&self.days, grain, ValueType::DailyAvg, self.rounding);
        coarse.about.notes.retain(|note| !is_coarser_note(note));
        coarse.about.notes.push(coarser_note(Aggregate::Day, grain));
        Some(coarse)
    }
}
