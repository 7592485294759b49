//! What a reader should know about an answer as a whole.

use vitalog_core::{Account, Metric, Switchover, Via, account::DEFAULT_SWITCHOVER};
use vitalog_storage::Record;

use super::{
    lists::{Lists, MAX_READINGS},
    sums::Sums,
};
use crate::{absence::Absent, shown_time::local_iso, zone_note::zone_note};

/// Writes the notes, in a fixed order.
pub(super) fn write(
    account: &Account,
    lists: &Lists,
    sums: &Sums,
    longer: usize,
    record: &Record,
    absent: &Absent,
) -> Vec<String> {
    let recorded = record
        .readings
        .values()
        .flatten()
        .filter(|reading| reading.via != Via::Chat)
        .map(|reading| reading.recorded_at.as_str());
    [
        hidden_note(&lists.hidden),
        full_note(lists.found),
        longer_note(longer),
        already_net_note(account, sums),
        fiber_note(account, sums),
        zone_note(account, recorded),
        absent.metrics_note(),
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

fn longer_note(longer: usize) -> Option<String> {
    (longer > 0).then(|| {
        let (sums, are) = if longer == 1 {
            ("sum", "is")
        } else {
            ("sums", "are")
        };
        format!("{longer} {sums} over weeks or longer {are} not shown by day.")
    })
}

/// Carbohydrates from before the default switchover are taken as net because the project's first
/// user edited them so, which need not be true of anybody else.
pub(super) fn already_net_note(account: &Account, sums: &Sums) -> Option<String> {
    if account.switchover.is_some() || !sums.has_already_net {
        return None;
    }
    let which = match DEFAULT_SWITCHOVER {
        Switchover::At(instant) => {
            let instant = local_iso(instant, &account.zone);
            format!("Carbohydrates recorded before {instant}")
        }
        Switchover::Always | Switchover::Never => "Carbohydrates".to_owned(),
    };
    Some(format!(
        "{which} count as already net, with no fiber subtracted, because this account has not set \
         what its food app records. If it always recorded totals: `vitalog account set{flag} \
         --net-carbs always`. If it records net carbs, as labels in the EU do: `--net-carbs \
         never`. If totals from some time on: `--net-carbs` with that time.",
        flag = account.id.as_flag(),
    ))
}

fn fiber_note(account: &Account, sums: &Sums) -> Option<String> {
    sums.leaves_fiber_out.then(|| {
        format!(
            "Fiber was recorded, and does not count before the switchover of net carbs, which \
             `vitalog account set{} --net-carbs` changes.",
            account.id.as_flag()
        )
    })
}
