//! Days: how instants are cut into a person's calendar dates, and ranges of them.

use jiff::{Timestamp, civil::Date, tz::TimeZone};

/// The calendar date of an instant in a zone.
#[must_use]
pub fn day_of(at: Timestamp, zone: &TimeZone) -> Date {
    unimplemented!("{at} {zone:?}")
}

/// A range of days, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DayRange {
    /// The first day.
    pub start: Date,
    /// The last day; not before `start`.
    pub end: Date,
}

/// Why two dates are no range a tool takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RangeError {
    /// The start is after the end.
    #[error("start_date {start} is after end_date {end}")]
    Inverted {
        /// The start asked for.
        start: Date,
        /// The end asked for.
        end: Date,
    },
    /// More days than the tool takes.
    #[error("the range has {days} days; at most {max} are allowed")]
    TooLong {
        /// Days asked for.
        days: i32,
        /// Days allowed.
        max: i32,
    },
}

impl DayRange {
    /// The range of optional bounds: `end` defaults to `today`, `start` to six days before the
    /// end.
    ///
    /// # Errors
    ///
    /// If the bounds are inverted or span more than `max` days.
    pub fn resolve(
        start: Option<Date>,
        end: Option<Date>,
        today: Date,
        max: i32,
    ) -> Result<Self, RangeError> {
        unimplemented!("{start:?} {end:?} {today} {max}")
    }

    /// The days, in order.
    pub fn days(self) -> impl Iterator<Item = Date> {
        self.start
            .series(jiff::ToSpan::days(1))
            .take_while(move |day| *day <= self.end)
    }

    /// Whether a day lies in the range.
    #[must_use]
    pub fn contains(self, day: Date) -> bool {
        (self.start..=self.end).contains(&day)
    }

    /// The instants from the first second of the first day up to the first second after the last
    /// day, in `zone`.
    #[must_use]
    pub fn instants(self, zone: &TimeZone) -> std::ops::Range<Timestamp> {
        unimplemented!("{zone:?}")
    }
}
