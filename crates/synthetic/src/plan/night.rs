//! When a night begins and ends.

use jiff::{Timestamp, civil::Weekday};

use super::Hours;
use crate::{
    Person,
    planted::{BED_H_LATER_BEFORE_FREE_DAY, UP_H_LATER_ON_FREE_DAY},
    story,
    stream::{Stream, Topic, drift},
    time::later,
};

/// The four instants of a night.
#[derive(Clone, Copy)]
pub(crate) struct Night {
    /// In bed.
    pub(crate) bed: Timestamp,
    /// Asleep.
    pub(crate) asleep: Timestamp,
    /// Awake for good.
    pub(crate) awake: Timestamp,
    /// Out of bed.
    pub(crate) up: Timestamp,
}

impl Night {
    /// The night that ends on a day; `None` if it was spent on a plane.
    ///
    /// Bed and alarm go by the clock on the wall: where clocks change, the night is an hour
    /// shorter or longer.
    pub(crate) fn before(person: &Person, index: i64) -> Option<Self> {
        let hours = Hours::of(person, index);
        if hours.after_flight {
            return None;
        }
        let traits = person.traits();
        let key = person.key(index);
        let mut stream = Stream::of(person.seed(), Topic::Night, key);
        let free = matches!(
            person.date(index).weekday(),
            Weekday::Saturday | Weekday::Sunday
        );
        let mut bed = traits.bed_h + stream.normal(0.0, 0.25);
        let mut up = traits.up_h
            + stream.normal(0.0, 0.2)
            + 0.25 * drift(person.seed(), Topic::SleepDrift, key);
        if free {
            bed += BED_H_LATER_BEFORE_FREE_DAY;
            up += UP_H_LATER_ON_FREE_DAY;
        }
        if story::is_ill(person, index) {
            up += 0.8;
        }
        let bed = hours.clock(bed);
        let up = hours.clock(up);
        Some(Self {
            bed,
            asleep: later(bed, stream.between(300.0, 1500.0)),
            awake: later(up, -stream.between(60.0, 900.0)),
            up,
        })
    }
}
