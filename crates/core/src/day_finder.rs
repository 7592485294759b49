//! The days of many instants, most of them of the day of the one before.

use std::ops::Range;

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::{DayRange, day::day_of};

/// Tells days as [`day_of`] does, and remembers the stretch of time that the last one has.
#[derive(Debug)]
pub struct DayFinder<'a> {
    zone: &'a TimeZone,
    last: Option<(Range<Timestamp>, Date)>,
}

impl<'a> DayFinder<'a> {
    /// The days of a zone.
    #[must_use]
    pub fn new(zone: &'a TimeZone) -> Self {
        Self { zone, last: None }
    }

    /// The zone.
    #[must_use]
    pub fn zone(&self) -> &'a TimeZone {
        self.zone
    }

    /// The day of an instant.
    pub fn day_of(&mut self, at: Timestamp) -> Date {
        if let Some((stretch, day)) = &self.last
            && stretch.contains(&at)
        {
            return *day;
        }
        let day = day_of(at, self.zone);
        let stretch = DayRange {
            start: day,
            end: day,
        }
        .instants(self.zone);
        // Where clocks are changed within the stretch, a part of it may have another day.
        let mut changes = self.zone.following(stretch.start);
        let is_even = changes
            .next()
            .is_none_or(|change| change.timestamp() >= stretch.end);
        self.last = (is_even && stretch.contains(&at)).then_some((stretch, day));
        day
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    #[test]
    fn days_are_those_of_the_calendar_whatever_clocks_do() {
        for (zone, from) in [
            ("America/Los_Angeles", "2026-10-30T00:00:00Z"),
            ("America/Los_Angeles", "2026-03-06T00:00:00Z"),
            // Clocks went back from 00:01 to 23:01 of the day before.
            ("America/St_Johns", "2006-10-27T00:00:00Z"),
            // A day was left out.
            ("Pacific/Apia", "2011-12-28T00:00:00Z"),
            ("Asia/Kathmandu", "2026-10-01T00:00:00Z"),
        ] {
            let zone = TimeZone::get(zone).unwrap();
            let mut finder = DayFinder::new(&zone);
            let from: Timestamp = from.parse().unwrap();
            for half_minute in 0..(5 * 24 * 120) {
                let at = from + SignedDuration::from_secs(half_minute * 30);
                assert_eq!(finder.day_of(at), day_of(at, &zone), "{at}");
            }
        }
    }
}
