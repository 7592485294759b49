//! Cycles: strain and energy of a day.

use std::{cmp::Reverse, collections::BTreeMap};

use jiff::civil::Date;

use super::{
    Read,
    night::Nights,
    span::{Span, add},
    table::{Of, rows},
};
use crate::{Mapped, whoop::collections::CYCLE};

/// A cycle belongs to the day of waking of the sleep that opened it, on which most of its waking
/// hours are. Where that sleep is not known the same is half a day after its begin.
pub(super) fn map(cycles: &[Read], nights: &Nights<'_>, mapped: &mut Mapped) {
    let mut of_days: BTreeMap<Date, Vec<(&Read, Span, bool)>> = BTreeMap::new();
    for cycle in cycles {
        let Some(span) = Span::of(&cycle.fields) else {
            mapped.unreadable += 1;
            continue;
        };
        let opened_by = nights.that_opened(&cycle.sent.id);
        let day = opened_by.map_or_else(|| span.start.day_of_half_a_day_later(), |sleep| sleep.day);
        let by_night = opened_by.is_some_and(|sleep| nights.is_main(sleep));
        of_days
            .entry(day)
            .or_default()
            .push((cycle, span, by_night));
    }
    for (day, candidates) in of_days {
        // A day with a second long sleep has two: the one that the night opened counts.
        let best = candidates.iter().max_by_key(|(cycle, span, by_night)| {
            (*by_night, Reverse((span.start.at, cycle.sent.id.as_str())))
        });
        if let Some((cycle, span, _)) = best {
            add(mapped, rows(CYCLE, &[Of::Scored]), &cycle.fields, span, day);
        }
    }
}
