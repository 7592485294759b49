//! Which part of the record a push needs to see.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use vitalog_core::{DayFinder, DayRange, Metric, Workout};
use vitalog_storage::RecordQuery;

use super::group::Group;

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
    DayRange::runs(days)
        .into_iter()
        .map(|run| run.instants(zone))
}
