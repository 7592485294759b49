//! What is not there to measure.

use super::Pattern;
use crate::{
    Person,
    stream::{Stream, Topic},
};

/// Days at a cabin without the phone, of which nothing is known.
const PHONE_OFF: Pattern = Pattern {
    topic: Topic::PhoneOff,
    every: 75,
    begins: (5, 65),
    lasts: (2, 3),
    spares_clock_changes: true,
};

/// Weeks in which the scale is out of batteries.
const SCALE_GAP: Pattern = Pattern {
    topic: Topic::ScaleGap,
    every: 90,
    begins: (10, 70),
    lasts: (12, 16),
    spares_clock_changes: false,
};

/// One day in so many the watch stays on its charger.
const WATCH_OFF: Pattern = Pattern {
    topic: Topic::WatchOff,
    every: 30,
    begins: (0, 29),
    lasts: (1, 1),
    spares_clock_changes: true,
};

/// Whether nothing at all is recorded on a day.
pub(crate) fn phone_is_off(person: &Person, index: i64) -> bool {
    PHONE_OFF.at(person, index).is_some()
}

/// Whether the scale is not used on a day.
pub(crate) fn scale_is_away(person: &Person, index: i64) -> bool {
    SCALE_GAP.at(person, index).is_some()
}

/// Whether the watch is not worn on a day, nor in the night before.
pub(crate) fn watch_is_off(person: &Person, index: i64) -> bool {
    WATCH_OFF.at(person, index).is_some()
}

/// Whether the ring is not worn in the night before a day.
pub(crate) fn ring_is_off(person: &Person, key: i64) -> bool {
    Stream::of(person.seed(), Topic::RingNight, key).chance(0.08)
}
