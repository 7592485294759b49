//! One change of the record, worked out from one reading of it.

use std::collections::BTreeSet;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use vitalog_core::DayRange;
use vitalog_storage::{Record, RecordChange};

use super::{compare::compare, group::Group, judge::judge, row::Row, rows::Rows};
use crate::SkippedGroup;

/// The name of workouts where a metric's stands.
const WORKOUT: &str = "workout";

/// What storing a push came to.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Outcome {
    pub(super) readings: Counts,
    pub(super) workouts: Counts,
    /// Groups with stored readings that the push lacks.
    pub(super) lacking: BTreeSet<Group>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Counts {
    pub(super) written: usize,
    pub(super) unchanged: usize,
    pub(super) restored: usize,
    pub(super) marked_missing: usize,
    pub(super) superseded: usize,
    pub(super) skipped: Vec<SkippedGroup>,
}

/// Works out what to write. With `judged` days, stored rows of those days that the push lacks are
/// marked: readings day by day, for the `groups` given, and workouts in one group.
pub(super) fn work_out(
    rows: Rows,
    record: &Record,
    groups: &[Group],
    judged: Option<DayRange>,
    zone: &TimeZone,
) -> (Outcome, RecordChange) {
    let mut outcome = Outcome::default();
    let mut change = RecordChange::default();
    let settle = Settle {
        zone,
        now: rows.now,
    };
    for (metric, pushed) in rows.readings {
        let stored = record.readings.get(&metric).map_or(&[][..], Vec::as_slice);
        let is_judged = |day: Date| judged.is_some_and(|days| days.contains(day));
        let days = groups
            .iter()
            .filter(|(of, day)| *of == metric && is_judged(*day))
            .map(|(_, day)| DayRange {
                start: *day,
                end: *day,
            });
        let settled = settle.settle(metric.slug(), stored, pushed, days);
        outcome.readings.add(settled.counts);
        change.put_readings.extend(settled.put);
        let lacking = settled.lacking.into_iter();
        outcome
            .lacking
            .extend(lacking.map(|days| (metric, days.start)));
    }
    if !rows.workouts.is_empty() {
        let settled = settle.settle(WORKOUT, &record.workouts, rows.workouts, judged.into_iter());
        outcome.workouts = settled.counts;
        change.put_workouts = settled.put;
    }
    (outcome, change)
}

/// What settling rows needs to know beside them.
struct Settle<'a> {
    zone: &'a TimeZone,
    now: Timestamp,
}

impl Settle<'_> {
    /// Compares the pushed rows of one kind with the stored ones and judges what they lack.
    fn settle<R: Row>(
        &self,
        name: &'static str,
        stored: &[R],
        pushed: Vec<R>,
        groups: impl Iterator<Item = DayRange>,
    ) -> Settled<R> {
        let judged = judge(stored, &pushed, groups, self.zone, self.now);
        let compared = compare(stored, pushed);
        let skipped = judged.skipped.into_iter();
        let counts = Counts {
            written: compared.put.len(),
            unchanged: compared.unchanged,
            restored: compared.restored,
            marked_missing: judged.marked_missing,
            superseded: judged.superseded,
            skipped: skipped
                .map(|(days, missing, total)| SkippedGroup {
                    metric: name,
                    day: days_text(days),
                    missing,
                    total,
                })
                .collect(),
        };
        let mut put = compared.put;
        put.extend(judged.put);
        Settled {
            counts,
            put,
            lacking: judged.lacking,
        }
    }
}

/// What settling rows came to.
struct Settled<R> {
    counts: Counts,
    put: Vec<R>,
    lacking: Vec<DayRange>,
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.written += other.written;
        self.unchanged += other.unchanged;
        self.restored += other.restored;
        self.marked_missing += other.marked_missing;
        self.superseded += other.superseded;
        self.skipped.extend(other.skipped);
    }
}

fn days_text(days: DayRange) -> String {
    if days.start == days.end {
        days.start.to_string()
    } else {
        format!("{}..{}", days.start, days.end)
    }
}
