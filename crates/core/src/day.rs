//! Days: how instants are cut into a person's calendar dates, and ranges of them.

use std::collections::BTreeSet;

use jiff::{
    SignedDuration, Timestamp, ToSpan,
    civil::{Date, Time},
    tz::{AmbiguousOffset, TimeZone},
};

/// Days before the end at which a range begins when no start is given: with the end, a week.
const DEFAULT_DAYS_BEFORE_END: i32 = 6;

/// The calendar date of an instant in a zone.
#[must_use]
pub fn day_of(at: Timestamp, zone: &TimeZone) -> Date {
    zone.to_datetime(at).date()
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
        let end = end.unwrap_or(today);
        let start = start.unwrap_or_else(|| end.saturating_sub(DEFAULT_DAYS_BEFORE_END.days()));
        if start > end {
            return Err(RangeError::Inverted { start, end });
        }
        let range = Self { start, end };
        let days = range.len();
        if days > max {
            return Err(RangeError::TooLong { days, max });
        }
        Ok(range)
    }

    /// How many days it has, both ends included.
    #[must_use]
    #[expect(
        clippy::len_without_is_empty,
        reason = "a range has at least one day, so the question does not arise"
    )]
    pub fn len(self) -> i32 {
        let hours = self.start.duration_until(self.end).as_hours();
        i32::try_from(hours / 24).map_or(i32::MAX, |days| days.saturating_add(1))
    }

    /// The days, in order.
    pub fn days(self) -> impl Iterator<Item = Date> {
        self.start
            .series(1.day())
            .take_while(move |day| *day <= self.end)
    }

    /// Ranges of days without a gap, of which each is as long as it can be.
    #[must_use]
    pub fn runs(days: &BTreeSet<Date>) -> Vec<Self> {
        let mut runs: Vec<Self> = Vec::new();
        for day in days {
            match runs.last_mut() {
                Some(run) if run.end.tomorrow().is_ok_and(|next| next == *day) => run.end = *day,
                _ => runs.push(Self {
                    start: *day,
                    end: *day,
                }),
            }
        }
        runs
    }

    /// Whether a day lies in the range.
    #[must_use]
    pub fn contains(self, day: Date) -> bool {
        (self.start..=self.end).contains(&day)
    }

    /// The instants from the first second of the first day up to the first second after the last
    /// day, in `zone`.
    ///
    /// A day lasts 23 or 25 hours where clocks change, begins after midnight where they skip it,
    /// and is empty where the zone skipped the whole day. Where clocks were once set back across
    /// midnight (from 00:01 to 23:01), a minute of the next day lies within: [`day_of`] tells.
    /// Bounds that no [`Timestamp`] can hold are the nearest that one can.
    #[must_use]
    pub fn instants(self, zone: &TimeZone) -> std::ops::Range<Timestamp> {
        let start = Midnight::of(self.start, zone).first;
        let end = match self.end.tomorrow() {
            Ok(next) => Midnight::of(next, zone).end_of_day_before(zone),
            Err(_) => Timestamp::MAX,
        };
        start..end
    }
}

/// The instants at which the clock of a zone shows the start of a date: one, or two where clocks
/// are set back across it.
struct Midnight {
    date: Date,
    first: Timestamp,
    last: Timestamp,
}

impl Midnight {
    fn of(date: Date, zone: &TimeZone) -> Self {
        let midnight = date.to_datetime(Time::midnight());
        let out_of_range = if date.year() > 0 {
            Timestamp::MAX
        } else {
            Timestamp::MIN
        };
        let at = |offset: jiff::tz::Offset| offset.to_timestamp(midnight).unwrap_or(out_of_range);
        let (first, last) = match zone.to_ambiguous_timestamp(midnight).offset() {
            AmbiguousOffset::Unambiguous { offset } => (at(offset), at(offset)),
            AmbiguousOffset::Fold { before, after } => (at(before), at(after)),
            AmbiguousOffset::Gap { before, .. } => {
                let end_of_gap = last_transition_up_to(at(before), zone);
                (end_of_gap, end_of_gap)
            }
        };
        Self { date, first, last }
    }

    /// The end of the last stretch of time that has the date before. After the first of two
    /// midnights either that date goes on (set back from 00:01 to 23:01), or the new date repeats
    /// its first hour (from 01:00 to 00:00).
    fn end_of_day_before(&self, zone: &TimeZone) -> Timestamp {
        let just_before = self
            .last
            .checked_sub(SignedDuration::from_secs(1))
            .unwrap_or(Timestamp::MIN);
        if day_of(just_before, zone) < self.date {
            self.last
        } else {
            self.first
        }
    }
}

/// The latest change of the zone's clock at or before an instant; the instant if there is none.
fn last_transition_up_to(at: Timestamp, zone: &TimeZone) -> Timestamp {
    let after = at
        .checked_add(SignedDuration::from_secs(1))
        .unwrap_or(Timestamp::MAX);
    zone.preceding(after)
        .next()
        .map_or(at, |transition| transition.timestamp())
}
