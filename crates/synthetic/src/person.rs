//! The person, and what of a day can be asked.

use jiff::{
    ToSpan,
    civil::{Date, Time},
    tz::{Offset, TimeZone},
};
use vitalog_core::DayRange;

use crate::{
    Day, Truth,
    plan::{Plan, Traits},
    shows,
};

/// How closely the devices look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Density {
    /// The heart every six minutes, about 650 facts a day: for years.
    #[default]
    Light,
    /// The heart every minute and every five seconds of a workout, about 2,400 facts a day: as
    /// much as a phone sends of a week.
    Dense,
}

/// A person who does not exist.
///
/// The same arguments give the same life. A day is made from the seed and its date alone, in any
/// order; a life with more days after the last has the same days before.
#[derive(Clone, Debug)]
pub struct Person {
    seed: u64,
    zone: TimeZone,
    days: DayRange,
    density: Density,
    traits: Traits,
}

impl Person {
    /// The person of a seed, who lives in `zone` and whose record has so many days, at least one,
    /// up to `last_day`.
    #[must_use]
    pub fn new(seed: u64, zone: TimeZone, last_day: Date, days: u16) -> Self {
        let before = i64::from(days.max(1)) - 1;
        Self {
            seed,
            zone,
            days: DayRange {
                start: last_day.saturating_sub(before.days()),
                end: last_day,
            },
            density: Density::Light,
            traits: Traits::of(seed),
        }
    }

    /// The same person under closer or less close watch.
    #[must_use]
    pub fn with_density(self, density: Density) -> Self {
        Self { density, ..self }
    }

    /// The days of the record.
    #[must_use]
    pub fn days(&self) -> DayRange {
        self.days
    }

    /// The zone of the person's home.
    #[must_use]
    pub fn zone(&self) -> &TimeZone {
        &self.zone
    }

    /// All that the phone knows of a day; nothing of a day outside of the record.
    #[must_use]
    pub fn day(&self, date: Date) -> Day {
        if !self.days.contains(date) {
            return Day::empty(date);
        }
        let plan = Plan::of(self, self.index(date));
        let mut day = Day::empty(date);
        if !plan.truth.phone_off {
            shows::show(&plan, &mut day);
            day.facts.sort_by_key(|fact| fact.start);
        }
        day
    }

    /// The days of a stretch of the record, in order, each made when it is asked for.
    pub fn record(&self, range: DayRange) -> impl Iterator<Item = Day> {
        range.days().map(|date| self.day(date))
    }

    /// What is behind the facts of a day: what was done, and what the night was like.
    #[must_use]
    pub fn truth(&self, date: Date) -> Truth {
        Plan::of(self, self.index(date)).truth
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    pub(crate) fn density(&self) -> Density {
        self.density
    }

    pub(crate) fn traits(&self) -> &Traits {
        &self.traits
    }

    /// The date of a day by its number; the first day has 0.
    pub(crate) fn date(&self, index: i64) -> Date {
        self.days.start.saturating_add(index.days())
    }

    /// The number of a day, from the first on.
    fn index(&self, date: Date) -> i64 {
        whole_days(self.days.start, date)
    }

    /// What the streams of a day are drawn by: its date, so that it stays when the record grows
    /// or is cut.
    pub(crate) fn key(&self, index: i64) -> i64 {
        whole_days(Date::constant(1970, 1, 1), self.date(index))
    }

    /// The offset at home, at noon of a day.
    pub(crate) fn offset_at_noon(&self, index: i64) -> Offset {
        let noon = self.date(index).to_datetime(Time::constant(12, 0, 0, 0));
        let at = self.zone.to_ambiguous_timestamp(noon).compatible();
        at.map_or(Offset::UTC, |at| self.zone.to_offset(at))
    }
}

fn whole_days(from: Date, to: Date) -> i64 {
    from.duration_until(to).as_hours() / 24
}
