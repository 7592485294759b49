//! Days that sources name: a vendor says of which day a value is, and is believed.
//!
//! A vendor cuts days by the clock of the place where the person was, and counts a night to the
//! day of waking. Neither follows from the instant of a row and the account's zone, so the day is
//! kept with the row. [`Reading::day_in`] and [`Workout::day_in`] decide on which day a row is;
//! nobody else does. [`instants_of`] and [`workouts_of`] say where the rows of some days are to be
//! looked for.

use std::ops::Range;

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

use crate::{
    DayFinder, DayRange, Grain, Metric, Reading, Workout, counting::covered_until,
    night::LONGEST_SLEEP,
};

/// How far the clocks of the earth are ahead of UTC, at most: a day begins first on Kiritimati.
const AHEAD: SignedDuration = SignedDuration::from_hours(14);
/// How far they are behind it, at most.
const BEHIND: SignedDuration = SignedDuration::from_hours(12);
/// How long after its day something of it may begin: for some vendors a day ends in the small
/// hours of the next.
const AFTER: SignedDuration = SignedDuration::from_hours(6);

/// The longest day: clocks go back by an hour on it.
pub(crate) const LONGEST_DAY: SignedDuration = SignedDuration::from_hours(25);

/// The instants at which rows that name one of some days begin, wherever on earth these days were:
/// from a night's sleep before the first to the small hours after the last.
fn instants_of_named(days: DayRange) -> Range<Timestamp> {
    let days = days.instants(&TimeZone::UTC);
    let start = days.start.checked_sub(AHEAD + LONGEST_SLEEP);
    let end = days.end.checked_add(BEHIND + AFTER);
    start.unwrap_or(Timestamp::MIN)..end.unwrap_or(Timestamp::MAX)
}

/// The instants at which the rows of a metric begin that may be of some days.
#[must_use]
pub fn instants_of(metric: Metric, days: DayRange, zone: &TimeZone) -> Range<Timestamp> {
    padded(metric, days, days.instants(zone))
}

/// The instants at which the workouts begin that may be of some days.
#[must_use]
pub fn workouts_of(days: DayRange, zone: &TimeZone) -> Range<Timestamp> {
    hull(&days.instants(zone), &instants_of_named(days))
}

/// These instants, with those of rows of a metric that name one of some days.
pub(crate) fn padded(
    metric: Metric,
    days: DayRange,
    instants: Range<Timestamp>,
) -> Range<Timestamp> {
    if metric.names_its_day() {
        hull(&instants, &instants_of_named(days))
    } else {
        instants
    }
}

fn hull(one: &Range<Timestamp>, other: &Range<Timestamp>) -> Range<Timestamp> {
    one.start.min(other.start)..one.end.max(other.end)
}

/// The day, if something that began at an instant can be of it.
fn believable(day: Date, began: Timestamp) -> bool {
    let day = DayRange {
        start: day,
        end: day,
    };
    instants_of_named(day).contains(&began)
}

impl Reading {
    /// The day that its source names, if its metric may name one. A day that is nowhere near its
    /// instant is no day of it.
    #[must_use]
    pub fn named_day(&self) -> Option<Date> {
        let day = self.day?;
        (self.metric.names_its_day() && believable(day, self.at)).then_some(day)
    }

    /// The day it is of: the one that its source names, or else the one of its instant in the
    /// zone.
    ///
    /// A day summed up is of the day that holds its middle: its start is sent with the offset of
    /// the phone today, an hour off where clocks changed since.
    #[must_use]
    pub fn day_in(&self, days: &mut DayFinder<'_>) -> Date {
        self.named_day().unwrap_or_else(|| match self.grain {
            Some(Grain::Day) => {
                let end = covered_until(self, Grain::Day, days.zone());
                let length = self.at.duration_until(end);
                let half = length.clamp(SignedDuration::ZERO, LONGEST_DAY) / 2;
                days.day_of(self.at.checked_add(half).unwrap_or(Timestamp::MAX))
            }
            _ => days.day_of(self.at),
        })
    }
}

impl Workout {
    /// The day that its source names. A day that is nowhere near its start is no day of it.
    #[must_use]
    pub fn named_day(&self) -> Option<Date> {
        self.day.filter(|day| believable(*day, self.start))
    }

    /// The day it is of: the one that its source names, or else the one on which it began in the
    /// zone.
    #[must_use]
    pub fn day_in(&self, days: &mut DayFinder<'_>) -> Date {
        self.named_day().unwrap_or_else(|| days.day_of(self.start))
    }
}
