//! Mapped rows against the stored ones of the same days.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, civil::Date};
use vitalog_connectors::Vendor;
use vitalog_core::{Marks, Reading, Superseded, SupersededBy, Workout};
use vitalog_storage::{Record, RecordChange};

use super::rows::{Rows, day_of_row, via};

/// What writing mapped rows comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RowCounts {
    /// Rows that are new or say something else.
    pub written: usize,
    /// Rows that are stored already, the same.
    pub unchanged: usize,
    /// Rows that the vendor no longer tells of.
    pub superseded: usize,
    /// Rows that count again.
    pub restored: usize,
}

/// Adds to a change what makes of the stored rows of some days the mapped ones. Nothing is deleted.
pub(super) fn compare(
    rows: Rows,
    record: &Record,
    vendor: Vendor,
    days: &BTreeSet<Date>,
    now: Timestamp,
    change: &mut RecordChange,
) -> RowCounts {
    let mut counts = RowCounts::default();
    let via = via(vendor);
    let readings = record.readings.values().flatten();
    let readings = readings.filter(|row| row.via == via);
    let stored = readings.map(|row| ((row.metric, row.at, row.fingerprint), row));
    change.put_readings = differences(rows.readings, stored, days, now, &mut counts);
    let workouts = record.workouts.iter().filter(|row| row.via == via);
    let stored = workouts.map(|row| ((row.start, row.fingerprint), row));
    change.put_workouts = differences(rows.workouts, stored, days, now, &mut counts);
    counts
}

fn differences<'r, K: Ord, R: Row + 'r>(
    mut mapped: BTreeMap<K, R>,
    stored: impl Iterator<Item = (K, &'r R)>,
    days: &BTreeSet<Date>,
    now: Timestamp,
    counts: &mut RowCounts,
) -> Vec<R> {
    let mut put = Vec::new();
    for (key, old) in stored {
        match mapped.remove(&key) {
            Some(mut new) => {
                let same = new.says_the_same(old);
                if removed_by_person(old.marks()) {
                    // It stays removed, whatever the vendor says of it.
                    *new.marks_mut() = old.marks();
                    if same {
                        counts.unchanged += 1;
                        continue;
                    }
                } else if old.marks().any() {
                    counts.restored += 1;
                } else if same {
                    counts.unchanged += 1;
                    continue;
                }
                counts.written += 1;
                put.push(new);
            }
            None if old.marks().counts() && days.contains(&old.day()) => {
                let mut row = old.clone();
                row.marks_mut().superseded = Some(Superseded {
                    at: now,
                    by: SupersededBy::Vendor,
                });
                counts.superseded += 1;
                put.push(row);
            }
            None => {}
        }
    }
    counts.written += mapped.len();
    put.extend(mapped.into_values());
    put
}

fn removed_by_person(marks: Marks) -> bool {
    marks
        .superseded
        .is_some_and(|superseded| superseded.by == SupersededBy::Chat)
}

/// What readings and workouts have in common here.
trait Row: Clone {
    fn says_the_same(&self, other: &Self) -> bool;
    fn marks(&self) -> Marks;
    fn marks_mut(&mut self) -> &mut Marks;
    /// The day that it is dealt with by.
    fn day(&self) -> Date;
}

impl Row for Reading {
    fn says_the_same(&self, other: &Self) -> bool {
        // What the person added is the person's.
        let mut new = self.clone();
        new.note.clone_from(&other.note);
        new.context = other.context;
        new.same_content(other)
    }

    fn marks(&self) -> Marks {
        self.marks
    }

    fn marks_mut(&mut self) -> &mut Marks {
        &mut self.marks
    }

    fn day(&self) -> Date {
        day_of_row(self.day, self.at)
    }
}

impl Row for Workout {
    fn says_the_same(&self, other: &Self) -> bool {
        self.same_content(other)
    }

    fn marks(&self) -> Marks {
        self.marks
    }

    fn marks_mut(&mut self) -> &mut Marks {
        &mut self.marks
    }

    fn day(&self) -> Date {
        day_of_row(self.day, self.start)
    }
}
