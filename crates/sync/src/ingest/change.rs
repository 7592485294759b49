//! One change of the record, worked out from one reading of it.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use vitalog_core::{DayRange, Metric, Reading, Via};
use vitalog_storage::{Record, RecordChange};

use super::{
    bucket,
    group::Group,
    judge::{Judged, judge},
    records::RecordCounts,
    rows::Rows,
};
use crate::{
    SkippedGroup,
    row::{Compared, Row, Stored, adopt, compare},
};

/// The name of workouts where a metric's stands.
const WORKOUT: &str = "workout";

/// What storing a push came to.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Outcome {
    pub(super) readings: Counts,
    pub(super) workouts: Counts,
    /// Elements kept as they are, by kind.
    pub(super) records: RecordCounts,
    /// Samples that are repeats beyond number and not stored.
    pub(super) surplus: usize,
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
    now: Timestamp,
) -> (Outcome, RecordChange) {
    let stored = |metric: Metric| record.readings.get(&metric).map_or(&[][..], Vec::as_slice);
    let Rows {
        mut readings,
        mut workouts,
        surplus,
    } = rows;
    let mut outcome = Outcome {
        surplus,
        ..Outcome::default()
    };

    // What an export told before keeps the key it has.
    let is_other = |via: Via| via != Via::Hae && via.is_from_apple_health();
    for (metric, stored) in &record.readings {
        let of_metric = of_metric_mut(&mut readings, *metric);
        if adopt(of_metric, stored, is_other) {
            of_metric.sort_by_key(Row::key);
        }
    }
    if adopt(&mut workouts, &record.workouts, is_other) {
        workouts.sort_by_key(Row::key);
    }

    let mut marked = Vec::new();
    let metrics: BTreeSet<Metric> = groups.iter().map(|(metric, _)| *metric).collect();
    for metric in metrics {
        let is_judged = |day: Date| judged.is_some_and(|days| days.contains(day));
        let days = groups
            .iter()
            .filter(|(of, day)| *of == metric && is_judged(*day))
            .map(|(_, day)| DayRange {
                start: *day,
                end: *day,
            });
        let judged = judge(
            stored(metric),
            of_metric(&readings, metric),
            days,
            zone,
            now,
        );
        outcome.readings.add_judged(metric.slug(), &judged);
        let lacking = judged.lacking.iter().map(|days| (metric, days.start));
        outcome.lacking.extend(lacking);
        marked.extend(judged.put);
    }
    let delete_readings = bucket::replaced(&readings, record, zone);
    let mut found: BTreeMap<Metric, Stored<'_, Reading>> = record
        .readings
        .iter()
        .map(|(metric, rows)| (*metric, Stored::new(rows)))
        .collect();
    let compared = compare(&mut readings, |row| {
        found.get_mut(&row.metric)?.find(row.key())
    });
    outcome.readings.add_compared(&compared, readings.len());
    readings.append(&mut marked);

    if !workouts.is_empty() {
        let judged = judge(&record.workouts, &workouts, judged.into_iter(), zone, now);
        outcome.workouts.add_judged(WORKOUT, &judged);
        let mut found = Stored::new(&record.workouts);
        let compared = compare(&mut workouts, |row| found.find(row.key()));
        outcome.workouts.add_compared(&compared, workouts.len());
        workouts.extend(judged.put);
    }
    let change = RecordChange {
        put_readings: readings,
        put_workouts: workouts,
        delete_readings,
        ..RecordChange::default()
    };
    (outcome, change)
}

/// The rows of a metric among rows that are sorted by metric.
fn of_metric(rows: &[Reading], metric: Metric) -> &[Reading] {
    let start = rows.partition_point(|row| row.metric < metric);
    let end = rows.partition_point(|row| row.metric <= metric);
    rows.get(start..end).unwrap_or_default()
}

fn of_metric_mut(rows: &mut [Reading], metric: Metric) -> &mut [Reading] {
    let start = rows.partition_point(|row| row.metric < metric);
    let end = rows.partition_point(|row| row.metric <= metric);
    rows.get_mut(start..end).unwrap_or_default()
}

impl Counts {
    fn add_compared(&mut self, compared: &Compared, written: usize) {
        self.written += written;
        self.unchanged += compared.unchanged;
        self.restored += compared.restored;
    }

    fn add_judged<R>(&mut self, name: &'static str, judged: &Judged<R>) {
        self.marked_missing += judged.marked_missing;
        self.superseded += judged.superseded;
        let skipped = judged.skipped.iter();
        self.skipped
            .extend(skipped.map(|(days, missing, total)| SkippedGroup {
                metric: name,
                day: days_text(*days),
                missing: *missing,
                total: *total,
            }));
    }
}

fn days_text(days: DayRange) -> String {
    if days.start == days.end {
        days.start.to_string()
    } else {
        format!("{}..{}", days.start, days.end)
    }
}
