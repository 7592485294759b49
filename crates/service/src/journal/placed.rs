//! When an entry is of: an instant, or a whole day.

use jiff::{Timestamp, civil::Date};
use vitalog_core::{Account, DayRange, day::day_of, sent_time::PLAUSIBLE_YEARS};

use crate::{ServiceError, log_reading::when, shown_time::local_iso};

/// When an entry is of.
pub(super) struct Placed {
    pub(super) at: Timestamp,
    pub(super) recorded_at: String,
    /// The day that it is of as a whole.
    pub(super) day: Option<Date>,
    /// Whether nobody said when: it was now.
    pub(super) is_now: bool,
}

impl Placed {
    /// By a day or a time as said, and without either now.
    pub(super) fn new(
        account: &Account,
        date: Option<Date>,
        timestamp: Option<String>,
        now: Timestamp,
    ) -> Result<Self, ServiceError> {
        let Some(day) = date else {
            let is_now = timestamp.is_none();
            let (at, recorded_at) = when(account, timestamp, now)?;
            return Ok(Self {
                at,
                recorded_at,
                day: None,
                is_now,
            });
        };
        if timestamp.is_some() {
            return Err(ServiceError::invalid_argument(
                "`date` and `timestamp` cannot both be given.",
            )
            .advise("Give `date` for what is of a whole day, else `timestamp`."));
        }
        if !PLAUSIBLE_YEARS.contains(&i32::from(day.year())) {
            return Err(ServiceError::invalid_argument(format!(
                "`date` lies before {}.",
                PLAUSIBLE_YEARS.start()
            ))
            .advise("Check the year. Nothing was stored."));
        }
        let today = day_of(now, &account.zone);
        if day > today {
            return Err(ServiceError::invalid_argument("`date` is in the future.")
                .advise(format!("Today is {today}. Nothing was stored.")));
        }
        let days = DayRange {
            start: day,
            end: day,
        };
        let at = days.instants(&account.zone).start;
        Ok(Self {
            at,
            recorded_at: local_iso(at, &account.zone),
            day: Some(day),
            is_now: false,
        })
    }
}
