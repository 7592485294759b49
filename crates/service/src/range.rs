//! The days a question is about.

use jiff::{Timestamp, civil::Date};
use vitalog_core::{
    Account, DayRange,
    day::{RangeError, day_of},
};

use crate::{ServiceError, code};

/// Days that one answer covers at most.
pub const MAX_DAYS: i32 = 92;
/// Days of heart rates that one answer covers at most.
pub const HEART_RATE_MAX_DAYS: i32 = 31;
/// Days that the report covers at most: a leap year.
pub const REPORT_MAX_DAYS: i32 = 366;

/// Days asked for, before the account's zone and the current day have their say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RangeRequest {
    /// The first day; without it six days before the last.
    pub start: Option<Date>,
    /// The last day; without it today in the account's zone.
    pub end: Option<Date>,
    /// The most days to accept.
    pub max_days: i32,
}

impl RangeRequest {
    /// A range for every answer but the report: up to [`MAX_DAYS`].
    #[must_use]
    pub fn new(start: Option<Date>, end: Option<Date>) -> Self {
        Self {
            start,
            end,
            max_days: MAX_DAYS,
        }
    }

    /// A range for the report: up to [`REPORT_MAX_DAYS`].
    #[must_use]
    pub fn for_report(start: Option<Date>, end: Option<Date>) -> Self {
        Self {
            max_days: REPORT_MAX_DAYS,
            ..Self::new(start, end)
        }
    }

    /// The days meant, seen from `now` in the account's zone.
    pub(crate) fn resolve(
        self,
        account: &Account,
        now: Timestamp,
    ) -> Result<DayRange, ServiceError> {
        let today = day_of(now, &account.zone);
        DayRange::resolve(self.start, self.end, today, self.max_days).map_err(|error| match error {
            RangeError::Inverted { start, end } => ServiceError::new(
                code::INVALID_RANGE,
                format!("`start_date` {start} is after `end_date` {end}."),
            )
            .advise("Give a `start_date` on or before `end_date`, which is today if left out."),
            RangeError::TooLong { days, max } => ServiceError::new(
                code::RANGE_TOO_LONG,
                format!("The range has {days} days, and at most {max} are allowed."),
            )
            .advise(format!("Split it into ranges of at most {max} days.")),
        })
    }
}
