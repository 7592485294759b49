//! Stored rows against what a full re-send of their days lacks.

use std::collections::BTreeSet;

use jiff::{Timestamp, tz::TimeZone};
use vitalog_core::{
    DayRange, Marks, Superseded, SupersededBy,
    day::day_of,
    reconcile::{GroupPlan, StoredRow, plan_group},
};

use crate::row::{Key, Row};

/// What a re-send says about the groups of one metric, or of the workouts.
#[derive(Debug)]
pub(super) struct Judged<R> {
    /// Stored rows with a new mark.
    pub(super) put: Vec<R>,
    pub(super) marked_missing: usize,
    pub(super) superseded: usize,
    /// Groups with stored rows that the re-send lacks, whatever became of them.
    pub(super) lacking: Vec<DayRange>,
    /// Groups that were left alone, with how many of how many rows are missing.
    pub(super) skipped: Vec<(DayRange, usize, usize)>,
}

/// Judges groups of days; both lists of rows are in key order.
pub(super) fn judge<R: Row>(
    stored: &[R],
    pushed: &[R],
    groups: impl Iterator<Item = DayRange>,
    zone: &TimeZone,
    now: Timestamp,
) -> Judged<R> {
    let mut judged = Judged {
        put: Vec::new(),
        marked_missing: 0,
        superseded: 0,
        lacking: Vec::new(),
        skipped: Vec::new(),
    };
    for group in groups {
        if !lacks_any(stored, pushed, group, zone) {
            continue;
        }
        judged.lacking.push(group);
        let of_group = within(stored, group, zone).filter(|row| row.is_judged());
        let rows: Vec<StoredRow<Key>> = of_group
            .map(|row| StoredRow {
                key: row.key(),
                marks: row.marks(),
            })
            .collect();
        let keys: BTreeSet<Key> = within(pushed, group, zone).map(Row::key).collect();
        match plan_group(&rows, &keys, now) {
            GroupPlan::Skip { missing, total } => judged.skipped.push((group, missing, total)),
            GroupPlan::Mark {
                missing,
                superseded,
            } => {
                judged.marked_missing += missing.len();
                judged.superseded += superseded.len();
                judged.put.extend(missing.iter().filter_map(|key| {
                    marked(stored, key, |marks| marks.missing_since = Some(now))
                }));
                judged.put.extend(superseded.iter().filter_map(|key| {
                    marked(stored, key, |marks| {
                        marks.superseded = Some(Superseded {
                            at: now,
                            by: SupersededBy::Reconcile,
                        });
                    })
                }));
            }
        }
    }
    judged
}

/// Whether any stored row of the group is missing; mostly none is, and there is nothing to plan.
fn lacks_any<R: Row>(stored: &[R], pushed: &[R], group: DayRange, zone: &TimeZone) -> bool {
    let mut sent = within(pushed, group, zone).map(Row::key).peekable();
    within(stored, group, zone)
        .filter(|row| row.is_judged() && row.marks().counts())
        .any(|row| {
            while sent.next_if(|key| *key < row.key()).is_some() {}
            sent.peek() != Some(&row.key())
        })
}

/// The rows whose local day lies in the group.
fn within<'a, R: Row>(
    rows: &'a [R],
    group: DayRange,
    zone: &'a TimeZone,
) -> impl Iterator<Item = &'a R> {
    let instants = group.instants(zone);
    let from = rows.partition_point(|row| row.key().0 < instants.start);
    let rows = rows
        .iter()
        .skip(from)
        .take_while(move |row| row.key().0 < instants.end);
    rows.filter(move |row| group.contains(day_of(row.key().0, zone)))
}

/// A copy of a stored row with another mark.
fn marked<R: Row>(stored: &[R], key: &Key, mark: impl FnOnce(&mut Marks)) -> Option<R> {
    let place = stored.binary_search_by_key(key, Row::key).ok()?;
    let mut row = stored.get(place)?.clone();
    let mut marks = row.marks();
    mark(&mut marks);
    row.set_marks(marks);
    Some(row)
}
