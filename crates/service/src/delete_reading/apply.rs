//! Working out the change of a removal, and what to say about it.

use std::collections::BTreeSet;

use jiff::Timestamp;
use vitalog_core::{
    Account, Marks, Reading, Superseded, SupersededBy, Via, Workout, counting::rows_shown,
    workouts_once,
};
use vitalog_storage::{Record, RecordChange};

use super::{Affected, DeleteReading, Removal, row::Row, target::readings};
use crate::shown_time::local_iso;

const HIDDEN_ONE_IS_BACK: &str =
    "An Apple Health reading that was hidden behind it is shown again.";
const OTHER_WORKOUT_IS_SHOWN: &str =
    "Another source recorded the same exercise; its workout, hidden so far, is shown now.";
const WORKOUT_NOT_SHOWN: &str = "It is put back, but answers show the workout that another source recorded of the same exercise.";
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
        target: request.target.clone(),
        date: row.day(account),
        row: row.show(account),
        timestamp: local_iso(row.at(), &account.zone),
        note: note.map(str::to_owned),
    };
    if request.undo {
        let restored = marked(row, Marks::default());
        let note = match row {
            _ if is_shown(row, record, &restored, account) => counts_again(row),
            Row::Reading(_) => NOT_SHOWN.to_owned(),
            Row::Workout(_) => WORKOUT_NOT_SHOWN.to_owned(),
        };
        return (restored, Removal::Restored(affected(Some(&note))));
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
    let change = marked(row, marks);
    let mut note = removed(row);
    if is_replaced(row, record, &change, account) {
        note = format!("{note} {OTHER_WORKOUT_IS_SHOWN}");
    }
    (change, Removal::Removed(affected(Some(&note))))
}

/// What to say of a row that no longer counts: where it came from it still is.
fn removed(row: Row<'_>) -> String {
    let told = match row.via() {
        Via::Hae | Via::AppleExport | Via::Chat => {
            "It no longer counts. Delete it in Apple Health too, best beforehand: a later push that \
             still holds it makes it count again."
                .to_owned()
        }
        Via::Oura | Via::Whoop => format!(
            "It no longer counts, and stays out whatever {0} still tells of it. To be rid of it \
             there too, delete it in the {0} app.",
            row.source()
        ),
        Via::Weather | Via::Calendar => {
            "It no longer counts, and stays out whatever its source still tells of it.".to_owned()
        }
    };
    format!("{told} `undo`: true puts it back.")
}

/// What to say of a row that counts again.
fn counts_again(row: Row<'_>) -> String {
    let origin = match row.via() {
        Via::Hae | Via::AppleExport | Via::Chat => {
            return "It counts again. If Apple Health no longer has it, later pushes will take it \
                    out again."
                .to_owned();
        }
        Via::Oura | Via::Whoop => row.source(),
        Via::Weather | Via::Calendar => "its source",
    };
    format!(
        "It counts again. If {origin} no longer has it, it is taken out again when its day is \
         looked at next."
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

/// Whether a row is shown after the change that puts it back.
fn is_shown(row: Row<'_>, record: &Record, change: &RecordChange, account: &Account) -> bool {
    match row {
        Row::Reading(reading) => {
            let mut rows = readings(reading.metric, record).to_vec();
            for row in rows.iter_mut().filter(|row| is_same(row, reading)) {
                row.marks = Marks::default();
            }
            let shown = rows_shown(&rows, &account.zone);
            shown.into_iter().any(|row| is_same(row, reading))
        }
        Row::Workout(workout) => {
            let rows = workouts_after(record, change);
            let shown = workouts_once(&rows, &account.sources).counting;
            let is_it = |row: &Workout| {
                (row.start, row.fingerprint) == (workout.start, workout.fingerprint)
            };
            shown.into_iter().any(is_it)
        }
    }
}

/// Whether a workout is shown after a change that takes one out, and was not before.
fn is_replaced(row: Row<'_>, record: &Record, change: &RecordChange, account: &Account) -> bool {
    let shown = |rows: &[Workout]| -> BTreeSet<_> {
        let shown = workouts_once(rows, &account.sources).counting;
        let keys = shown.into_iter().map(|row| (row.start, row.fingerprint));
        keys.collect()
    };
    let before = shown(&record.workouts);
    let after = shown(&workouts_after(record, change));
    matches!(row, Row::Workout(_)) && !after.is_subset(&before)
}

fn workouts_after(record: &Record, change: &RecordChange) -> Vec<Workout> {
    let changed = |row: &Workout| {
        let mut put = change.put_workouts.iter();
        put.find(|new| (new.start, new.fingerprint) == (row.start, row.fingerprint))
            .unwrap_or(row)
            .clone()
    };
    record.workouts.iter().map(changed).collect()
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
