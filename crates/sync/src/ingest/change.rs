//! One change of the record, worked out from one reading of it.

use jiff::{Timestamp, tz::TimeZone};
use vitalog_core::DayRange;
use vitalog_storage::{Record, RecordChange};

use super::{compare::compare, judge::judge, row::Row, rows::Rows};
use crate::SkippedGroup;

/// The name of workouts where a metric's stands.
const WORKOUT: &str = "workout";

/// What storing a push came to.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Outcome {
    pub(super) readings: Counts,
    pub(super) workouts: Counts,
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
/// marked: readings day by day, workouts in one group.
pub(super) fn work_out(
    rows: &mut Rows,
    record: &Record,
    judged: Option<DayRange>,
    zone: &TimeZone,
) -> (Outcome, RecordChange) {
    let mut outcome = Outcome::default();
    let mut change = RecordChange::default();
    let settle = Settle {
        zone,
        now: rows.now,
    };
    for (metric, pushed) in &mut rows.readings {
        let stored = record.readings.get(metric).map_or(&[][..], Vec::as_slice);
        let days = judged.into_iter().flat_map(DayRange::days);
        let groups = days.map(|day| DayRange {
            start: day,
            end: day,
        });
        let (counts, put) = settle.settle(metric.slug(), stored, pushed, groups);
        outcome.readings.add(counts);
        change.put_readings.extend(put);
    }
    if !rows.workouts.is_empty() {
        let (counts, put) = settle.settle(
            WORKOUT,
            &record.workouts,
            &mut rows.workouts,
            judged.into_iter(),
        );
        outcome.workouts = counts;
        change.put_workouts = put;
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
        pushed: &mut [R],
        groups: impl Iterator<Item = DayRange>,
    ) -> (Counts, Vec<R>) {
        let compared = compare(stored, pushed, self.now);
        let judged = judge(stored, pushed, groups, self.zone, self.now);
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
        (counts, put)
    }
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
