//! What a reader should know about an answer as a whole.

use vitalog_core::{Account, Metric, Switchover, Via, account::DEFAULT_SWITCHOVER};
use vitalog_storage::Record;

use super::{
    lists::{Lists, MAX_READINGS},
    sums::Sums,
};
use crate::{shown_time::local_iso, zone_note::zone_note};

/// Writes the notes, in a fixed order.
pub(super) fn write(account: &Account, lists: &Lists, sums: &Sums, record: &Record) -> Vec<String> {
    let recorded = record
        .readings
        .values()
        .flatten()
        .filter(|reading| reading.via != Via::Chat)
        .map(|reading| reading.recorded_at.as_str());
    [
        hidden_note(&lists.hidden),
        full_note(lists.found),
        already_net_note(account, sums),
        zone_note(account, recorded),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn hidden_note(hidden: &[(Metric, usize)]) -> Option<String> {
    if hidden.is_empty() {
        return None;
    }
    let counts: Vec<String> = hidden
        .iter()
        .map(|(metric, count)| format!("{} {count}", metric.slug()))
        .collect();
    Some(format!(
        "Apple Health readings hidden because the same reading was logged in chat: {}.",
        counts.join(", ")
    ))
}

fn full_note(found: usize) -> Option<String> {
    let left_out = found.checked_sub(MAX_READINGS).filter(|count| *count > 0)?;
    Some(format!(
        "Only the first {MAX_READINGS} of {found} readings are shown, {left_out} are left out; \
         ask for fewer days or a single metric. Daily sums are complete."
    ))
}

/// Carbohydrates from before the default switchover are taken as net because the project's first
/// user edited them so, which need not be true of anybody else.
fn already_net_note(account: &Account, sums: &Sums) -> Option<String> {
    if account.switchover.is_some() || !sums.has_already_net {
        return None;
    }
    let until = match DEFAULT_SWITCHOVER {
        Switchover::At(instant) => format!(" before {}", local_iso(instant, &account.zone)),
        Switchover::Always | Switchover::Never => String::new(),
    };
    Some(format!(
        "Carbohydrates recorded{until} count as already net, because it is not set from when on \
         they are totals. To change that: `vitalog account set --net-carbs` with a time, `always` \
         (they always included fiber) or `never` (labels already leave fiber out, as in the EU)."
    ))
}
