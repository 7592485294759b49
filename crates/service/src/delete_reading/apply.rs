//! Working out the change of a removal, and what to say about it.

use jiff::Timestamp;
use vitalog_core::{Account, Marks, Reading, Superseded, SupersededBy, counting::rows_shown};
use vitalog_storage::{Record, RecordChange};

use super::{Affected, DeleteReading, Removal, row::Row, target::readings};
use crate::shown_time::local_iso;

const HIDDEN_ONE_IS_BACK: &str =
    "An Apple Health reading that was hidden behind it is shown again.";
const REMOVED: &str = "It no longer counts. Delete it in Apple Health too, best beforehand: a \
                       later push that still holds it makes it count again. `undo`: true puts it \
                       back.";
const COUNTS_AGAIN: &str =
    "It counts again. If Apple Health no longer has it, later pushes will take it out again.";
const NOT_SHOWN: &str = "It is put back, but answers show something else for its time: the same \
                         reading logged in chat, or the single readings of which it is a sum.";

/// The change that the request means for `row` of `record`, and its outcome.
pub(super) fn apply(
    row: Row<'_>,
    record: &Record,
    request: &DeleteReading,
    now: Timestamp,
    account: &Account,
) -> (RecordChange, Removal) {
    let affected = |note: Option<&str>| Affected {
        target: request.target,
        date: row.day(account),
        row: row.show(account),
        timestamp: local_iso(row.at(), &account.zone),
        note: note.map(str::to_owned),
    };
    if request.undo {
        let note = if is_shown_unmarked(row, record, account) {
            COUNTS_AGAIN
        } else {
            NOT_SHOWN
        };
        let restored = marked(row, Marks::default());
        return (restored, Removal::Restored(affected(Some(note))));
    }
    if let Row::Reading(reading) = row
        && row.is_from_chat()
    {
        let change = RecordChange {
            delete_readings: vec![(reading.metric, reading.at, reading.fingerprint)],
            ..RecordChange::default()
        };
        let note = hides_another(reading, record, account).then_some(HIDDEN_ONE_IS_BACK);
        return (change, Removal::Deleted(affected(note)));
    }
    let marks = Marks {
        superseded: Some(Superseded {
            at: now,
            by: SupersededBy::Chat,
        }),
        ..row.marks()
    };
    (
        marked(row, marks),
        Removal::Removed(affected(Some(REMOVED))),
    )
}

fn marked(row: Row<'_>, marks: Marks) -> RecordChange {
    let mut change = RecordChange::default();
    match row {
        Row::Reading(reading) => {
            let mut reading = reading.clone();
            reading.marks = marks;
            change.put_readings.push(reading);
        }
        Row::Workout(workout) => {
            let mut workout = workout.clone();
            workout.marks = marks;
            change.put_workouts.push(workout);
        }
    }
    change
}

/// Whether a row will be shown once it has no marks.
fn is_shown_unmarked(row: Row<'_>, record: &Record, account: &Account) -> bool {
    let Row::Reading(reading) = row else {
        return true;
    };
    let mut rows = readings(reading.metric, record).to_vec();
    for row in rows.iter_mut().filter(|row| is_same(row, reading)) {
        row.marks = Marks::default();
    }
    let shown = rows_shown(&rows, &account.zone);
    shown.into_iter().any(|row| is_same(row, reading))
}

/// Whether more is shown without a reading than that one less.
fn hides_another(reading: &Reading, record: &Record, account: &Account) -> bool {
    let rows = readings(reading.metric, record);
    let mut without = rows.to_vec();
    without.retain(|row| !is_same(row, reading));
    let count = |rows: &[Reading]| rows_shown(rows, &account.zone).len();
    count(&without) >= count(rows)
}

fn is_same(row: &Reading, other: &Reading) -> bool {
    (row.at, row.fingerprint) == (other.at, other.fingerprint)
}
