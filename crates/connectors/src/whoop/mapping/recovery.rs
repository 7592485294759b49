//! Recoveries: what is measured during a night and scored on waking.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{
    Read,
    night::{Nights, Sleep},
    span::add,
    table::{Of, rows},
};
use crate::{Mapped, whoop::collections::RECOVERY};

/// A recovery has no time of its own: it is that of its sleep. Without the sleep, which may have
/// been deleted, it yields nothing.
pub(super) fn map(recoveries: &[Read], nights: &Nights<'_>, mapped: &mut Mapped) {
    let mut of_days: BTreeMap<Date, Vec<(&Read, &Sleep<'_>)>> = BTreeMap::new();
    for recovery in recoveries {
        let id = recovery.fields.id("sleep_id");
        if let Some(sleep) = id.and_then(|id| nights.by_id(&id)) {
            of_days
                .entry(sleep.day)
                .or_default()
                .push((recovery, sleep));
        }
    }
    for (day, candidates) in of_days {
        // A day with a second long sleep may have two: that of the night counts.
        let best = candidates.iter().min_by_key(|(recovery, sleep)| {
            let id = recovery.sent.id.as_str();
            (!nights.is_main(sleep), sleep.span.start.at, id)
        });
        if let Some((recovery, sleep)) = best {
            let rows = rows(RECOVERY, &[Of::Scored]);
            add(mapped, rows, &recovery.fields, &sleep.span, day);
        }
    }
}
