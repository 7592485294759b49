//! Working out the change of a removal, and what to say about it.

use jiff::Timestamp;
use vitalog_core::{Account, Marks, Superseded, SupersededBy, day::day_of};
use vitalog_storage::RecordChange;

use super::{Affected, DeleteReading, Removal, row::Row};
use crate::shown_time::local_iso;

/// The change that the request means for `row`, and its outcome.
pub(super) fn apply(
    row: Row<'_>,
    request: &DeleteReading,
    now: Timestamp,
    account: &Account,
) -> (RecordChange, Removal) {
    let affected = |note: Option<&str>| Affected {
        target: request.target,
        date: day_of(row.at(), &account.zone),
        row: row.show(account),
        timestamp: local_iso(row.at(), &account.zone),
        note: note.map(str::to_owned),
    };
    if request.undo {
        let note = "It counts again. If Apple Health no longer has it, later pushes will take it \
                    out again.";
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
        return (change, Removal::Deleted(affected(None)));
    }
    let note = "It no longer counts. Delete it in Apple Health too, best beforehand: a later push \
                that still holds it makes it count again. undo: true puts it back.";
    let marks = Marks {
        superseded: Some(Superseded {
            at: now,
            by: SupersededBy::Chat,
        }),
        ..row.marks()
    };
    (marked(row, marks), Removal::Removed(affected(Some(note))))
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
