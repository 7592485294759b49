//! A nap after lunch, on some days.

use jiff::Timestamp;

use super::Hours;
use crate::{
    Person,
    stream::{Stream, Topic},
    time::later,
};

const CHANCE: f64 = 0.1;

/// From when to when a day's nap lasts.
pub(crate) fn nap(person: &Person, index: i64, hours: &Hours) -> Option<(Timestamp, Timestamp)> {
    let mut stream = Stream::of(person.seed(), Topic::Nap, person.key(index));
    let naps = stream.chance(CHANCE);
    let from = hours.moment(stream.between(13.3, 14.8))?;
    naps.then(|| (from, later(from, stream.between(1200.0, 3000.0))))
}
