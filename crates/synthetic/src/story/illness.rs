//! Some days of fever, three times a year.

use super::Pattern;
use crate::{Person, stream::Topic};

const ILLNESS: Pattern = Pattern {
    topic: Topic::Illness,
    every: 120,
    begins: (15, 110),
    lasts: (3, 6),
    spares_clock_changes: false,
};

/// Whether the person is ill on a day, from the night before it.
pub(crate) fn is_ill(person: &Person, index: i64) -> bool {
    ILLNESS.at(person, index).is_some()
}
