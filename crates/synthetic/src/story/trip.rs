//! A week far away, three times a year.

use jiff::tz::Offset;

use super::Pattern;
use crate::{Person, stream::Topic};

const TRIP: Pattern = Pattern {
    topic: Topic::Trips,
    every: 110,
    begins: (25, 95),
    lasts: (6, 9),
    spares_clock_changes: true,
};

/// Where it goes, in seconds east of Greenwich: all without summer time, two of them no whole
/// number of hours away.
const AWAY_S: [i32; 6] = [32_400, -25_200, 19_800, -10_800, 45_900, -36_000];

/// Farther than this from home, so that a day's offset tells that it is a trip.
const FAR_S: i32 = 3 * 3600;

/// The offset of the place where a day is spent, if it is not home.
pub(crate) fn offset_abroad(person: &Person, index: i64) -> Option<Offset> {
    let mut stream = TRIP.at(person, index)?;
    let home = person.offset_at_noon(index).seconds();
    let far: Vec<i32> = AWAY_S
        .into_iter()
        .filter(|away| (away - home).abs() > FAR_S)
        .collect();
    Offset::from_seconds(*stream.pick(&far)).ok()
}
