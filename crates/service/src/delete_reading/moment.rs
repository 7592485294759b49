//! The time by which a row is pointed at.

use jiff::{Timestamp, civil::DateTime};
use vitalog_core::{
    Account, DayRange,
    day::day_of,
    sent_time::{Precision, parse_time},
};

use crate::{ServiceError, said_time::not_a_time, shown_time::local_iso};

/// A minute or a second, as the person or the model named it.
pub(super) struct Moment {
    /// The instant it begins.
    at: Timestamp,
    precision: Precision,
    /// The wall clock, where no offset was given. In the hour that a zone shows twice it means
    /// both instants, because answers show workouts and readings by wall clock alone.
    wall: Option<DateTime>,
}

impl Moment {
    pub(super) fn parse(
        text: &str,
        account: &Account,
        now: Timestamp,
    ) -> Result<Self, ServiceError> {
        let (sent, precision) =
            parse_time(text, &account.zone).map_err(|_| not_a_time(account, now))?;
        let is_wall_clock = sent.offset.is_none() && !text.ends_with('Z');
        Ok(Self {
            at: sent.at,
            precision,
            wall: is_wall_clock.then(|| account.zone.to_datetime(sent.at)),
        })
    }

    /// Whether a row at `at` is meant.
    pub(super) fn names(&self, at: Timestamp, account: &Account) -> bool {
        if let Some(wall) = self.wall {
            let row = account.zone.to_datetime(at);
            return self.truncate(row) == self.truncate(wall);
        }
        let elapsed = at.as_second() - self.at.as_second();
        match self.precision {
            Precision::Minute => (0..60).contains(&elapsed),
            Precision::Second => elapsed == 0,
        }
    }

    fn truncate(&self, wall: DateTime) -> (jiff::civil::Date, i8, i8, i8) {
        let second = match self.precision {
            Precision::Minute => 0,
            Precision::Second => wall.second(),
        };
        (wall.date(), wall.hour(), wall.minute(), second)
    }

    /// How far a row lies from it.
    pub(super) fn distance(&self, at: Timestamp) -> u64 {
        at.as_second().abs_diff(self.at.as_second())
    }

    /// The local day in which it lies.
    pub(super) fn day(&self, account: &Account) -> DayRange {
        let date = day_of(self.at, &account.zone);
        DayRange {
            start: date,
            end: date,
        }
    }

    /// The time in words.
    pub(super) fn describe(&self, account: &Account) -> String {
        match self.precision {
            Precision::Minute => account
                .zone
                .to_datetime(self.at)
                .strftime("%Y-%m-%dT%H:%M")
                .to_string(),
            Precision::Second => local_iso(self.at, &account.zone),
        }
    }
}
