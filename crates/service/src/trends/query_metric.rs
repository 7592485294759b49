//! Any metric over the last days: single readings of a month, daily values of years.

use std::collections::BTreeMap;

use jiff::civil::Date;
use vitalog_core::Account;

use super::{
    DaysFigure, RAW_CUTOFF_DAYS, TrendAbout, TrendPeriod, TrendSample, ValueType, days::TrendDay,
    period::periods, value_type::Rounding,
};
use crate::{
    Aggregate, AnyMetric, Service, ServiceError,
    coarsening::{Coarsens, coarser, coarser_note, is_coarser_note},
};

/// Which metric to show, and how much of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MetricQuery {
    /// The metric.
    pub metric: AnyMetric,
    /// How many days up to and with today.
    pub days: i32,
    /// Single readings that are shown at most, the latest ones.
    pub limit: usize,
}

/// A metric over some days.
#[derive(Clone, PartialEq, Debug)]
pub struct QueriedMetric {
    /// What it is about.
    pub about: TrendAbout,
    /// What all of it comes to, shown or not.
    pub figure: Option<DaysFigure>,
    /// What is shown of it.
    pub detail: QueryDetail,
    days: BTreeMap<Date, TrendDay>,
    rounding: Rounding,
}

/// What is shown of a metric.
#[derive(Clone, PartialEq, Debug)]
pub enum QueryDetail {
    /// Single readings, by time.
    Raw {
        /// The latest of them.
        samples: Vec<TrendSample>,
        /// How many earlier ones are not shown.
        left_out: usize,
    },
    /// Days, or weeks or months of them.
    Periods {
        /// What one of them stands for.
        grain: Aggregate,
        /// Ascending.
        periods: Vec<TrendPeriod>,
    },
}

impl Service {
    /// Shows a metric over the last days.
    ///
    /// # Errors
    ///
    /// If the record cannot be read.
    pub async fn query_metric(
        &self,
        account: &Account,
        query: &MetricQuery,
    ) -> Result<QueriedMetric, ServiceError> {
        let range = self.days_up_to_today(account, query.days);
        let days = self.trend_days(account, &query.metric, range).await?;
        let rounding = Rounding::of(&query.metric, account);
        let value_type = days.value_type();
        let mut about = days.about();
        // A night is told by many segments of several stages, which by themselves say little.
        let is_raw = query.days <= RAW_CUTOFF_DAYS && !query.metric.is_night();
        let mut figure = DaysFigure::of(days.by_day.values(), value_type, rounding);
        let detail = if is_raw {
            let mut samples = days.samples();
            if let Some(figure) = &mut figure {
                figure.count = samples.len() as u64;
            }
            if value_type == ValueType::DailyTotal && has_several_sources(&samples) {
                about.notes.push(
                    "Several sources recorded at the same time: their samples overlap. The \
                     averages count nothing twice."
                        .to_owned(),
                );
            }
            let left_out = samples.len().saturating_sub(query.limit);
            QueryDetail::Raw {
                samples: samples.split_off(left_out),
                left_out,
            }
        } else {
            let grain = Aggregate::Day;
            QueryDetail::Periods {
                grain,
                periods: periods(&days.by_day, grain, value_type, rounding),
            }
        };
        Ok(QueriedMetric {
            about,
            figure,
            detail,
            days: days.by_day,
            rounding,
        })
    }
}

fn has_several_sources(samples: &[TrendSample]) -> bool {
    samples
        .windows(2)
        .any(|pair| pair[0].source != pair[1].source)
}

/// Of single readings that do not fit so large a share is tried next.
const SHARE: (usize, usize) = (3, 4);

impl Coarsens for QueriedMetric {
    fn coarser(&self) -> Option<Self> {
        let mut coarse = self.clone();
        let notes = &mut coarse.about.notes;
        match &mut coarse.detail {
            QueryDetail::Raw { samples, left_out } => {
                if samples.len() <= 1 {
                    return None;
                }
                let more = samples.len() - samples.len() * SHARE.0 / SHARE.1;
                samples.drain(..more);
                *left_out += more;
                if !notes.iter().any(|note| note == FEWER) {
                    notes.push(FEWER.to_owned());
                }
            }
            QueryDetail::Periods {
                grain,
                periods: shown,
            } => {
                *grain = coarser(*grain)?;
                *shown = periods(&self.days, *grain, self.about.value_type, self.rounding);
                notes.retain(|note| !is_coarser_note(note));
                notes.push(coarser_note(Aggregate::Day, *grain));
            }
        }
        Some(coarse)
    }
}

/// What to say where fewer readings are shown than the limit allows.
const FEWER: &str = "So many readings would not fit into one answer: only the latest are listed. \
                     The averages are of all of them.";
