//! The hours of a day, where it is spent.

use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, Time},
    tz::{Offset, TimeZone},
};
use vitalog_core::DayRange;

use crate::{Person, story};

/// The instants of a day, and the way from the clock on the wall to them.
///
/// A day begins at midnight where it is spent, or at midnight of the place that was left the
/// evening before, whichever comes later: nobody lives the hours that a flight to the east skips,
/// and of those that a flight to the west adds nothing is recorded.
pub(crate) struct Hours {
    date: Date,
    zone: TimeZone,
    /// The first instant.
    pub(crate) start: Timestamp,
    /// The first instant after the last.
    pub(crate) end: Timestamp,
    /// Whether the night before was spent on a plane.
    pub(crate) after_flight: bool,
}

impl Hours {
    pub(crate) fn of(person: &Person, index: i64) -> Self {
        let date = person.date(index);
        let zone = zone(person, index);
        let before = zone_before(person, index);
        let day = DayRange {
            start: date,
            end: date,
        };
        let instants = day.instants(&zone);
        let left = day.instants(&before).start;
        Self {
            date,
            start: instants.start.max(left),
            end: instants.end,
            after_flight: zone != before,
            zone,
        }
    }

    /// The instant at which the clock shows so many hours after midnight of this date; negative
    /// for the evening before.
    pub(crate) fn clock(&self, hours: f64) -> Timestamp {
        let since = SignedDuration::try_from_secs_f64((hours * 3600.0).round());
        let midnight = self.date.to_datetime(Time::midnight());
        let shown = midnight
            .checked_add(since.unwrap_or_default())
            .unwrap_or(midnight);
        let at = self.zone.to_ambiguous_timestamp(shown).compatible();
        at.unwrap_or(self.start)
    }

    /// That instant, if it is one of this day.
    pub(crate) fn moment(&self, hours: f64) -> Option<Timestamp> {
        let at = self.clock(hours);
        (self.start..self.end).contains(&at).then_some(at)
    }

    /// The offset of the phone's clock.
    pub(crate) fn offset(&self, at: Timestamp) -> Offset {
        self.zone.to_offset(at)
    }
}

fn zone(person: &Person, index: i64) -> TimeZone {
    story::offset_abroad(person, index).map_or_else(|| person.zone().clone(), Offset::to_time_zone)
}

fn zone_before(person: &Person, index: i64) -> TimeZone {
    zone(person, index - 1)
}
