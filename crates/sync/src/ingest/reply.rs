//! The reply to a push, from what became of it.

use std::collections::BTreeMap;

use vitalog_connectors::hae::Push;
use vitalog_core::Account;

use super::{change::Outcome, records::RecordCounts, time_zone, verdict::Verdict};
use crate::{PushReply, Reconcile, RecordsReply, WorkoutsReply};

/// Why a sample is not stored that is a repeat of thousands: their number ends before it.
const TOO_MANY_REPEATS: &str = "too_many_repeats";

pub(super) fn reply(
    account: &Account,
    push: &Push<'_>,
    verdict: Verdict,
    outcome: Outcome,
) -> PushReply {
    let mut skipped_reasons: BTreeMap<_, _> = push
        .skipped
        .iter()
        .map(|(reason, samples)| (reason.as_str(), *samples))
        .collect();
    if outcome.surplus > 0 {
        skipped_reasons.insert(TOO_MANY_REPEATS, outcome.surplus);
    }
    let has_workouts = push.workouts.received > 0 || !push.has_metrics;
    let readings = outcome.readings;
    let workouts = outcome.workouts;
    PushReply {
        accepted: push.accepted.saturating_sub(outcome.surplus),
        skipped: skipped_reasons.values().sum(),
        skipped_reasons,
        rows_written: readings.written,
        rows_unchanged: readings.unchanged,
        reconcile: if verdict.days().is_some() {
            Reconcile::On
        } else {
            Reconcile::Off
        },
        reconcile_note: verdict.note().map(str::to_owned),
        marked_missing: readings.marked_missing,
        superseded: readings.superseded,
        restored: readings.restored,
        reconcile_skipped: readings.skipped,
        ignored_metrics: push.ignored_metrics.names().to_vec(),
        records: records(push, &outcome.records),
        ignored_data: push.ignored_data.clone(),
        time_zone_note: time_zone::note(account, push),
        workouts: has_workouts.then(|| workouts_reply(push, workouts)),
    }
}

fn records(push: &Push<'_>, counts: &RecordCounts) -> BTreeMap<&'static str, RecordsReply> {
    let received = push.records_received.iter();
    received
        .map(|(kind, received)| {
            let (stored, unchanged) = counts.get(kind.key()).copied().unwrap_or_default();
            let skipped = push.records_skipped.get(kind).into_iter().flatten();
            let reply = RecordsReply {
                received: *received,
                stored,
                unchanged,
                skipped_reasons: skipped
                    .map(|(reason, elements)| (reason.as_str(), *elements))
                    .collect(),
            };
            (kind.key(), reply)
        })
        .collect()
}

fn workouts_reply(push: &Push<'_>, counts: super::change::Counts) -> WorkoutsReply {
    let sent = &push.workouts;
    let skipped_reasons: BTreeMap<_, _> = sent
        .skipped
        .iter()
        .map(|(reason, workouts)| (reason.as_str(), *workouts))
        .collect();
    WorkoutsReply {
        received: sent.received,
        accepted: sent.accepted.len(),
        skipped: skipped_reasons.values().sum(),
        skipped_reasons,
        rows_written: counts.written,
        rows_unchanged: counts.unchanged,
        marked_missing: counts.marked_missing,
        superseded: counts.superseded,
        restored: counts.restored,
        reconcile_skipped: counts.skipped,
    }
}
