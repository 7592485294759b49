//! Days by their figure, the highest first.

use jiff::civil::Date;
use vitalog_core::Account;

use super::{Tier, TrendAbout, value_type::Rounding};
use crate::{AnyMetric, Service, ServiceError};

/// Which days to look for.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordSearch {
    /// The metric.
    pub metric: AnyMetric,
    /// How many days up to and with today.
    pub days: i32,
    /// Only days with at least this.
    pub least: Option<f64>,
    /// Only days with at most this.
    pub most: Option<f64>,
    /// Days that are shown at most.
    pub limit: usize,
}

/// The days that were found.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundRecords {
    /// What it is about.
    pub about: TrendAbout,
    /// How many days match, shown or not.
    pub days_matched: usize,
    /// The highest of them, the highest first; of equals the latest first.
    pub results: Vec<FoundDay>,
}

/// A day that was found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FoundDay {
    /// The day.
    pub date: Date,
    /// Its figure.
    pub value: f64,
    /// Where it comes from.
    pub tier: Tier,
}

impl Service {
    /// Looks for days by the figure of a metric.
    ///
    /// # Errors
    ///
    /// If no figure can be both at least and at most what is asked for, or the record cannot be
    /// read.
    pub async fn search_records(
        &self,
        account: &Account,
        search: &RecordSearch,
    ) -> Result<FoundRecords, ServiceError> {
        let least = search.least.unwrap_or(f64::NEG_INFINITY);
        let most = search.most.unwrap_or(f64::INFINITY);
        if least > most {
            return Err(
                ServiceError::invalid_argument("`min_value` is above `max_value`.")
                    .advise("Give a `min_value` that is no higher than `max_value`."),
            );
        }
        let range = self.days_up_to_today(account, search.days);
        let days = self.trend_days(account, &search.metric, range).await?;
        let rounding = Rounding::of(&search.metric, account);
        // What is shown is what is compared: a day that reads 10000 is found by 10000.
        let shown = days.by_day.iter().map(|(date, day)| FoundDay {
            date: *date,
            value: rounding.average(day.value),
            tier: day.tier,
        });
        let mut found: Vec<FoundDay> = shown
            .filter(|day| (least..=most).contains(&day.value))
            .collect();
        found.sort_by(|a, b| {
            let by_value = b.value.total_cmp(&a.value);
            by_value.then(b.date.cmp(&a.date))
        });
        let days_matched = found.len();
        found.truncate(search.limit);
        Ok(FoundRecords {
            about: days.about(),
            days_matched,
            results: found,
        })
    }
}
