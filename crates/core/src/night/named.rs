//! A night whose day its source names.

use jiff::{SignedDuration, Timestamp};

use super::{LONGEST_SLEEP, Sleep, StageHours};
use crate::{Metric, Reading};

/// The night that rows of one source and day tell, which count; `None` if they tell none. Of one
/// stage that is told twice the longer stands.
pub(super) fn named_night(rows: &[&Reading]) -> Option<Sleep> {
    let rows = rows.iter().filter(|row| hours_of(row).is_some());
    let told = |stage: Metric| {
        let hours = rows.clone().filter(|row| row.metric == stage);
        hours.filter_map(|row| hours_of(row)).reduce(f64::max)
    };
    let stages = [
        told(Metric::SleepCore),
        told(Metric::SleepDeep),
        told(Metric::SleepRem),
        told(Metric::SleepUnspecified),
    ];
    let [core, deep, rem, unspecified] = stages;
    let summed = stages
        .into_iter()
        .flatten()
        .reduce(|sum, hours| sum + hours);
    Some(Sleep {
        start: rows.clone().map(|row| row.at).min()?,
        end: rows.clone().map(|row| end_of(row)).max()?,
        hours: StageHours {
            total: told(Metric::SleepTotal).or(summed),
            core,
            deep,
            rem,
            unspecified,
            awake: told(Metric::SleepAwake),
            in_bed: told(Metric::SleepInBed),
        },
    })
}

/// The hours that a row tells, if a night can have so many.
fn hours_of(row: &Reading) -> Option<f64> {
    let hours = row.quantity.first();
    (0.0..=24.0).contains(&hours).then_some(hours)
}

/// The end of the time that a row is about.
fn end_of(row: &Reading) -> Timestamp {
    let until = row.until.unwrap_or(row.at);
    let length = row.at.duration_until(until);
    if (SignedDuration::ZERO..=LONGEST_SLEEP).contains(&length) {
        until
    } else {
        row.at
    }
}
