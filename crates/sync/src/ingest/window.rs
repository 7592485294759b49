//! Which part of the record a push needs to see.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use vitalog_core::{DayRange, Metric, Workout};
use vitalog_storage::RecordQuery;

use super::{day_finder::DayFinder, group::Group};

/// The days of some groups, and for workouts their days and those that are judged. Days far apart
/// are separate windows: one sample of 2015 does not read the years since.
pub(super) fn query(
    groups: &[Group],
    workouts: &[Workout],
    judged: Option<DayRange>,
    zone: &TimeZone,
) -> RecordQuery {
    let mut days: BTreeMap<Metric, BTreeSet<Date>> = BTreeMap::new();
    for (metric, day) in groups {
        days.entry(*metric).or_default().insert(*day);
    }
    let mut query = RecordQuery::default();
    for (metric, days) in &days {
        let windows = windows(days, zone);
        query
            .readings
            .extend(windows.map(|window| (*metric, window)));
    }
    if !workouts.is_empty() {
        let mut finder = DayFinder::new(zone);
        let mut days: BTreeSet<Date> = judged.into_iter().flat_map(DayRange::days).collect();
        days.extend(workouts.iter().map(|workout| finder.day_of(workout.start)));
        query.workouts = windows(&days, zone).collect();
    }
    query
}

fn windows(days: &BTreeSet<Date>, zone: &TimeZone) -> impl Iterator<Item = Range<Timestamp>> {
    runs(days).into_iter().map(|run| run.instants(zone))
}

/// Days as ranges of days without a gap.
fn runs(days: &BTreeSet<Date>) -> Vec<DayRange> {
    let mut runs: Vec<DayRange> = Vec::new();
    for day in days {
        match runs.last_mut() {
            Some(run) if run.end.tomorrow().is_ok_and(|next| next == *day) => run.end = *day,
            _ => runs.push(DayRange {
                start: *day,
                end: *day,
            }),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_without_a_gap_are_one_run() {
        let days: BTreeSet<Date> = ["2015-03-01", "2026-09-27", "2026-09-28", "2026-09-30"]
            .iter()
            .map(|day| day.parse().unwrap())
            .collect();
        let runs: Vec<String> = runs(&days)
            .iter()
            .map(|run| format!("{}..{}", run.start, run.end))
            .collect();
        assert_eq!(
            runs,
            [
                "2015-03-01..2015-03-01",
                "2026-09-27..2026-09-28",
                "2026-09-30..2026-09-30"
            ]
        );
    }
}
