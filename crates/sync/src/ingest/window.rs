//! Which part of the record a push needs to see.

use std::{collections::BTreeSet, ops::Range};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use vitalog_core::{DayRange, day::day_of};
use vitalog_storage::RecordQuery;

use super::{row::Row, rows::Rows};

/// The days of each metric's samples and of the workouts, and of those the days that are judged.
/// Days far apart are separate windows: one sample of 2015 does not read the years since.
pub(super) fn query(rows: &Rows, judged: Option<DayRange>, zone: &TimeZone) -> RecordQuery {
    let mut query = RecordQuery::default();
    for (metric, readings) in &rows.readings {
        let windows = windows(readings, judged, zone);
        query
            .readings
            .extend(windows.into_iter().map(|window| (*metric, window)));
    }
    if !rows.workouts.is_empty() {
        query.workouts = windows(&rows.workouts, judged, zone);
    }
    query
}

fn windows<R: Row>(rows: &[R], judged: Option<DayRange>, zone: &TimeZone) -> Vec<Range<Timestamp>> {
    let mut days: BTreeSet<Date> = judged.into_iter().flat_map(DayRange::days).collect();
    let mut last: Option<(Range<Timestamp>, Date)> = None;
    for row in rows {
        let (at, _) = row.key();
        // Rows come in order of time, so most are of the day of the one before.
        if last
            .as_ref()
            .is_some_and(|(instants, _)| instants.contains(&at))
        {
            continue;
        }
        let day = day_of(at, zone);
        days.insert(day);
        let instants = DayRange {
            start: day,
            end: day,
        }
        .instants(zone);
        last = Some((instants, day));
    }
    runs(&days)
        .into_iter()
        .map(|run| run.instants(zone))
        .collect()
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
