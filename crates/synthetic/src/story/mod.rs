//! What lasts longer than a day: trips, illnesses, days without the phone, watches, cycles.
//!
//! Everything here is told from the number of a day in the life (0 is the first), by drawing one
//! spell for each stretch of so many days; no day before is needed, and a longer life has the same
//! past.

mod absence;
mod cycle;
mod illness;
mod trip;
mod watch;

pub(crate) use absence::{phone_is_off, ring_is_off, scale_is_away, watch_is_off};
pub(crate) use cycle::day_of_cycle;
pub(crate) use illness::is_ill;
pub(crate) use trip::offset_abroad;
pub(crate) use watch::{hrv_shift, watch_name};

use crate::{
    Person,
    stream::{Stream, Topic},
};

/// How often spells of one kind come, and how long they last.
struct Pattern {
    topic: Topic,
    /// One spell in each so many days.
    every: u32,
    /// The day of the stretch on which the spell begins, at the earliest and the latest.
    begins: (u32, u32),
    /// How many days it lasts; begun at the latest it still ends within its stretch.
    lasts: (u32, u32),
    /// Whether it must not touch a day on which clocks at home change, which a record should show
    /// as it is at home.
    spares_clock_changes: bool,
}

/// Draws for a spell that spares the days of clock changes, of which a year has two.
const TRIES: u32 = 16;

impl Pattern {
    /// The stream of the spell that covers a day, if one does.
    fn at(&self, person: &Person, index: i64) -> Option<Stream> {
        let every = i64::from(self.every);
        let stretch = index.div_euclid(every);
        let mut stream = Stream::of(person.seed(), self.topic, stretch);
        for _ in 0..TRIES {
            let begin = stretch * every + i64::from(stream.whole(self.begins.0, self.begins.1));
            let days = begin..begin + i64::from(stream.whole(self.lasts.0, self.lasts.1));
            if !self.spares_clock_changes || !clocks_change(person, &days) {
                return days.contains(&index).then_some(stream);
            }
        }
        None
    }
}

/// Whether the offset at home changes on one of these days or next to them.
fn clocks_change(person: &Person, days: &std::ops::Range<i64>) -> bool {
    person.offset_at_noon(days.start - 2) != person.offset_at_noon(days.end + 1)
}
