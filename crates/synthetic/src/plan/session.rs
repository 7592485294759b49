//! The planned workout of a day.

use jiff::Timestamp;

use super::{Habits, Hours};
use crate::{
    Person,
    stream::{Stream, Topic},
    time::later,
    workout::Sport,
};

/// When and what.
pub(crate) struct Session {
    pub(crate) sport: Sport,
    pub(crate) start: Timestamp,
    pub(crate) end: Timestamp,
}

impl Session {
    pub(crate) fn of(person: &Person, index: i64, habits: &Habits, hours: &Hours) -> Option<Self> {
        let sport = habits.sport?;
        let mut stream = Stream::of(person.seed(), Topic::Session, person.key(index));
        let hour = match sport {
            Sport::Ride => stream.between(9.5, 10.5),
            Sport::Run | Sport::Swim | Sport::Strength | Sport::Walk => stream.between(17.0, 17.9),
        };
        let start = hours.moment(hour)?;
        Some(Self {
            sport,
            start,
            end: later(start, habits.exercise_min * 60.0),
        })
    }

    pub(crate) fn covers(&self, at: Timestamp) -> bool {
        (self.start..self.end).contains(&at)
    }
}
