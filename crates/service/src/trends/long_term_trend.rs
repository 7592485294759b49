//! A metric over years, month by month.

use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date};
use vitalog_core::{Account, DayRange, day::day_of};

use super::{
    DaysFigure, TrendAbout, TrendPeriod, days::TrendDay, period::periods, value_type::Rounding,
};
use crate::{
    Aggregate, AnyMetric, Service, ServiceError,
    coarsening::{Coarsens, coarser, coarser_note, is_coarser_note},
};

/// A metric over some months.
#[derive(Clone, PartialEq, Debug)]
pub struct LongTermTrend {
    /// What it is about.
    pub about: TrendAbout,
    /// What all days come to.
    pub overall: Option<DaysFigure>,
    /// The months that have data, ascending.
    pub months: Vec<TrendPeriod>,
    /// What a point of `points` stands for.
    pub grain: Aggregate,
    /// The days, or the weeks or months of them, ascending.
    pub points: Vec<TrendPeriod>,
    days: BTreeMap<Date, TrendDay>,
    rounding: Rounding,
}

impl Service {
    /// Shows a metric over so many calendar months up to and with the current one.
    ///
    /// # Errors
    ///
    /// If the record cannot be read.
    pub async fn long_term_trend(
        &self,
        account: &Account,
        metric: &AnyMetric,
        months: i32,
    ) -> Result<LongTermTrend, ServiceError> {
        let today = day_of(self.clock.now(), &account.zone);
        let range = DayRange {
            start: today
                .first_of_month()
                .saturating_sub((i64::from(months) - 1).months()),
            end: today,
        };
        let days = self.trend_days(account, metric, range).await?;
        let about = days.about();
        let rounding = Rounding::of(metric, account);
        let by = |grain| periods(&days.by_day, grain, about.value_type, rounding);
        let grain = Aggregate::Day;
        Ok(LongTermTrend {
            overall: DaysFigure::of(days.by_day.values(), about.value_type, rounding),
            months: by(Aggregate::Month),
            grain,
            points: by(grain),
            about,
            days: days.by_day,
            rounding,
        })
    }
}

impl Coarsens for LongTermTrend {
    fn coarser(&self) -> Option<Self> {
        let grain = coarser(self.grain)?;
        let mut coarse = self.clone();
        coarse.grain = grain;
        let value_type = self.about.value_type;
        coarse.points = periods(&self.days, grain, value_type, self.rounding);
        coarse.about.notes.retain(|note| !is_coarser_note(note));
        coarse.about.notes.push(coarser_note(Aggregate::Day, grain));
        Some(coarse)
    }
}
