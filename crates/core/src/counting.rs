//! Which stored rows of a metric count.

mod part;

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, ToSpan, tz::TimeZone};

pub use part::{Part, parts_that_count};

use crate::{
    Grain, Reading, Via, duplicate::hidden_behind_chat, reading::UNKNOWN_SOURCE,
    source_priority::fold_source,
};

/// What stands between the names of a row that several sources have a part in.
pub(crate) const BETWEEN_SOURCES: char = '|';

/// The rows of one metric that count, in the order given: those not superseded, and of rows summed
/// up over the same time only the finest.
///
/// A row hides coarser ones over its time also after it stopped counting. What a sum was made of
/// is known then, and that part of it is wrong: neither a reading that the person takes out nor
/// one that its source no longer has comes back inside an older sum of its day.
///
/// It hides only rows that its own source has a part in, or that name no source: what one app
/// recorded is no finer account of what another summed up, and one sample of a second food app
/// must not take away the day of the first. Of a sum of several sources, the finer rows of one
/// are taken for all of it, because the sum does not tell how much of it is theirs.
///
/// A row that names its day is all of the day that its source has to say, and neither hides
/// another nor is hidden.
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
    let mut finer = Finer::default();
    finer.add(&rows, None);
    for grain in grains {
        counting.retain(|row| row.grain != Some(grain) || !finer.hides(row, grain, zone));
        finer.add(&rows, Some(grain));
    }
    counting
}

/// Whether a row says something of its day: what is summed up over a week and more does not.
#[must_use]
pub fn is_about_a_day(row: &Reading) -> bool {
    row.grain.is_none_or(|grain| grain <= Grain::Day)
}

/// When the rows of the finer grains begin, in all and by source.
#[derive(Default)]
struct Finer<'r> {
    all: BTreeSet<Timestamp>,
    by_source: BTreeMap<String, BTreeSet<Timestamp>>,
    /// The folded names in the source of a row; there are many rows of few sources.
    names: BTreeMap<&'r str, Vec<String>>,
}

impl<'r> Finer<'r> {
    /// Adds the rows of one grain, those said in chat left out.
    fn add(&mut self, rows: &[&'r Reading], grain: Option<Grain>) {
        let of_grain = |row: &&&Reading| {
            row.grain == grain && row.via != Via::Chat && row.named_day().is_none()
        };
        for row in rows.iter().filter(of_grain) {
            self.all.insert(row.at);
            let names = self
                .names
                .entry(&row.source)
                .or_insert_with(|| names_in(&row.source));
            for name in names {
                match self.by_source.get_mut(name) {
                    Some(times) => {
                        times.insert(row.at);
                    }
                    None => {
                        self.by_source
                            .insert(name.clone(), BTreeSet::from([row.at]));
                    }
                }
            }
        }
    }

    /// Whether there is any over the time of a row.
    fn hides(&self, row: &Reading, grain: Grain, zone: &TimeZone) -> bool {
        if row.named_day().is_some() {
            return false;
        }
        let time = row.at..covered_until(row, grain, zone).max(row.at);
        let any = |times: &BTreeSet<Timestamp>| times.range(time.clone()).next().is_some();
        // Most rows have nothing finer at all.
        if !any(&self.all) {
            return false;
        }
        let names = names_in(&row.source);
        let hidden =
            |name: &String| name == UNKNOWN_SOURCE || self.by_source.get(name).is_some_and(any);
        names.is_empty() || names.iter().any(hidden)
    }
}

/// Whether a source has a part in both of two rows, whatever stands beside it and in which order.
///
/// ```
/// use vitalog_core::counting::share_a_source;
/// assert!(share_a_source("Anna\u{2019}s Watch", "iPhone|anna's watch"));
/// assert!(!share_a_source("Watch", "iPhone|Ring"));
/// ```
#[must_use]
pub fn share_a_source(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let names = names_in(one);
    names_in(other).iter().any(|name| names.contains(name))
}

/// A source without what differs between two spellings of it: that of each name in it, and the
/// order of the names.
///
/// ```
/// use vitalog_core::counting::fold_sources;
/// let one = fold_sources("Anna\u{2019}s\u{a0}Watch|iPhone");
/// assert_eq!(one, fold_sources("iPhone|Anna's Watch"));
/// ```
#[must_use]
pub fn fold_sources(source: &str) -> String {
    if !source.contains(BETWEEN_SOURCES) {
        return fold_source(source);
    }
    let mut names = names_in(source);
    names.sort_unstable();
    names.dedup();
    names.join("|")
}

/// The folded names of the sources that have a part in a row.
fn names_in(source: &str) -> Vec<String> {
    let names = source.split(BETWEEN_SOURCES).map(fold_source);
    names.filter(|name| !name.is_empty()).collect()
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
