//! The days that a question about daily values covers.

use jiff::{Timestamp, ToSpan, civil::Date};
use vitalog_core::{Account, DayRange, day::day_of};

use crate::{RangeRequest, ServiceError};

/// Days that one answer about daily values covers at most.
pub const MAX_WINDOW_DAYS: i32 = 365;

/// Days asked for by dates or by their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WindowRequest {
    /// The first day.
    pub start: Option<Date>,
    /// The last day; without it today in the account's zone.
    pub end: Option<Date>,
    /// Instead of `start`: how many days, the last one included.
    pub days: Option<i32>,
}

impl WindowRequest {
    /// The days meant, seen from `now`. With neither `start` nor `days` there are `default_days`.
    pub(crate) fn resolve(
        self,
        account: &Account,
        now: Timestamp,
        default_days: i32,
    ) -> Result<DayRange, ServiceError> {
        if self.start.is_some() && self.days.is_some() {
            return Err(ServiceError::invalid_argument(
                "`days` and `start_date` both say where the range begins.",
            )
            .advise("Give one of them."));
        }
        let days = self.days.unwrap_or(default_days);
        if !(1..=MAX_WINDOW_DAYS).contains(&days) {
            return Err(ServiceError::invalid_argument(format!(
                "`days` must be from 1 to {MAX_WINDOW_DAYS}, and is {days}."
            ))
            .advise("For older days, give `end_date` too."));
        }
        let end = self.end.unwrap_or_else(|| day_of(now, &account.zone));
        let start = self
            .start
            .unwrap_or_else(|| end.saturating_sub((days - 1).days()));
        let range = RangeRequest {
            start: Some(start),
            end: Some(end),
            max_days: MAX_WINDOW_DAYS,
        };
        range.resolve(account, now)
    }
}
