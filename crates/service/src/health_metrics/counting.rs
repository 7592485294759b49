//! Which stored rows of a metric count in an answer.

use std::collections::BTreeSet;

use jiff::{Timestamp, ToSpan, tz::TimeZone};
use vitalog_core::{Reading, Via, reading::Grain};

/// The rows that count, in the order given: those not superseded, and of rows summed up over the
/// same time only the finest.
///
/// A row said in chat always counts and hides no other: it is one more reading, not a finer
/// account of the same ones.
pub(super) fn rows_that_count<'r>(rows: &'r [Reading], zone: &TimeZone) -> Vec<&'r Reading> {
    let mut counting: Vec<&Reading> = rows.iter().filter(|row| row.marks.counts()).collect();
    if counting.iter().all(|row| row.grain.is_none()) {
        return counting;
    }

    let grains: BTreeSet<Grain> = counting.iter().filter_map(|row| row.grain).collect();
    let mut finer: BTreeSet<Timestamp> = sent_at(&counting, None);
    for grain in grains {
        counting.retain(|row| {
            row.grain != Some(grain) || {
                let end = covered_until(row, grain, zone);
                finer.range(row.at..end.max(row.at)).next().is_none()
            }
        });
        finer.extend(sent_at(&counting, Some(grain)));
    }
    counting
}

fn sent_at(rows: &[&Reading], grain: Option<Grain>) -> BTreeSet<Timestamp> {
    rows.iter()
        .filter(|row| row.grain == grain && row.via != Via::Chat)
        .map(|row| row.at)
        .collect()
}

/// The end of the time that a row was summed up over.
fn covered_until(row: &Reading, grain: Grain, zone: &TimeZone) -> Timestamp {
    if let Some(until) = row.until {
        return until;
    }
    let span = match grain {
        Grain::Second => 1.second(),
        Grain::Minute => 1.minute(),
        Grain::Hour => 1.hour(),
        Grain::Day => 1.day(),
        Grain::Week => 1.week(),
        Grain::Month => 1.month(),
        Grain::Year => 1.year(),
    };
    row.at
        .to_zoned_datetime(zone.clone())
        .checked_add(span)
        .map_or(Timestamp::MAX, |end| end.timestamp())
}
