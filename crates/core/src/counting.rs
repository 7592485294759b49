//! Which stored rows of a metric count.

use std::collections::BTreeSet;

use jiff::{Timestamp, ToSpan, tz::TimeZone};

use crate::{Grain, Reading, Via, duplicate::hidden_behind_chat};

/// The rows of one metric that count, in the order given: those not superseded, and of rows summed
/// up over the same time only the finest.
///
/// A row hides coarser ones over its time also after it stopped counting. What a sum was made of
/// is known then, and that part of it is wrong: neither a reading that the person takes out nor
/// one that its source no longer has comes back inside an older sum of its day.
///
/// A row said in chat always counts and hides no other: it is one more reading, not a finer
/// account of the same ones.
#[must_use]
pub fn rows_that_count<'r>(
    rows: impl IntoIterator<Item = &'r Reading>,
    zone: &TimeZone,
) -> Vec<&'r Reading> {
    let rows: Vec<&Reading> = rows.into_iter().collect();
    let mut counting: Vec<&Reading> = rows.clone();
    counting.retain(|row| row.marks.counts());
    let grains: BTreeSet<Grain> = rows.iter().filter_map(|row| row.grain).collect();
    if grains.is_empty() {
        return counting;
    }
    let mut finer: BTreeSet<Timestamp> = sent_at(&rows, None).collect();
    for grain in grains {
        counting.retain(|row| {
            row.grain != Some(grain) || {
                let end = covered_until(row, grain, zone);
                finer.range(row.at..end.max(row.at)).next().is_none()
            }
        });
        finer.extend(sent_at(&rows, Some(grain)));
    }
    counting
}

/// The rows of one metric that an answer shows: those that count and are not hidden behind one
/// said in chat.
#[must_use]
pub fn rows_shown<'r>(
    rows: impl IntoIterator<Item = &'r Reading>,
    zone: &TimeZone,
) -> Vec<&'r Reading> {
    let counting = rows_that_count(rows, zone);
    let hidden: BTreeSet<usize> = hidden_behind_chat(&counting).into_iter().collect();
    let numbered = counting.into_iter().enumerate();
    numbered
        .filter(|(position, _)| !hidden.contains(position))
        .map(|(_, row)| row)
        .collect()
}

fn sent_at(rows: &[&Reading], grain: Option<Grain>) -> impl Iterator<Item = Timestamp> {
    rows.iter()
        .filter(move |row| row.grain == grain && row.via != Via::Chat)
        .map(|row| row.at)
}

/// The end of the time that a row was summed up over.
pub(crate) fn covered_until(row: &Reading, grain: Grain, zone: &TimeZone) -> Timestamp {
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
