//! Cycles of 26 to 30 days.

use crate::{
    Person,
    stream::{Stream, Topic},
};

const USUAL_DAYS: i64 = 28;

/// How much later or earlier than usual a cycle begins.
fn shift(person: &Person, cycle: i64) -> i64 {
    i64::from(Stream::of(person.seed(), Topic::Cycle, cycle).below(3)) - 1
}

/// The day of the cycle, from 0 on.
pub(crate) fn day_of_cycle(person: &Person, index: i64) -> i64 {
    let usual = index.div_euclid(USUAL_DAYS);
    let begin = |cycle: i64| cycle * USUAL_DAYS + shift(person, cycle);
    let begins = [begin(usual + 1), begin(usual), begin(usual - 1)];
    let since = begins.map(|begin| index - begin);
    since
        .into_iter()
        .find(|days| *days >= 0)
        .unwrap_or_default()
}
