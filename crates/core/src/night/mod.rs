//! Nights: segments of sleep, or nights summed up, as one night for each day of waking.
//!
//! What a source tells is put together to sleeps: whatever follows within
//! [`SAME_SLEEP_WITHIN`] belongs to the sleep before it, but for who was up for [`UP_FOR`] of the
//! daytime. A sleep belongs to the day on which it ends. Of the sleeps of one day the longest is the night and the others are naps; a short one in
//! broad daylight is a nap even if it is alone. Where a source names the day of a night, the night
//! is what it says, and none of this is done: a vendor's naps come as a metric of their own. Lengths are taken between instants, so that a
//! night on which clocks change has the hours that were slept.

mod named;
mod sleep;
mod told;

use std::{cmp::Reverse, collections::BTreeMap};

use jiff::{SignedDuration, civil::Date, tz::TimeZone};

pub use sleep::{Sleep, StageHours};

use crate::{
    DayFinder, Metric, Reading, SourcePriority, Teller,
    daily::{belongs_to, without_copies},
    day::day_of,
};
use named::named_night;
use sleep::is_nap_by_daylight;
use told::{Told, sleeps_of, told_by};

/// The longest time awake within one sleep. Shorter than from an evening on the sofa to bed,
/// longer than most people lie awake.
pub const SAME_SLEEP_WITHIN: SignedDuration = SignedDuration::from_hours(2);

/// How much of the daytime out of bed ends a sleep: what follows is a nap. By night one gets up for a
/// child or a book and the night goes on; by day an hour is a breakfast, and the night was over.
pub const UP_FOR: SignedDuration = SignedDuration::from_hours(1);

/// The longest that anything about a sleep can take, and how long before the day of waking it can
/// begin.
pub const LONGEST_SLEEP: SignedDuration = SignedDuration::from_hours(24);

/// What one source tells about the sleep that ends on a day.
#[derive(Clone, PartialEq, Debug)]
pub struct SleepOfDay {
    /// The source.
    pub source: String,
    /// Whose word it is.
    pub teller: Teller,
    /// The night.
    pub night: Option<Sleep>,
    /// Naps, in order; they are no part of the night.
    pub naps: Vec<Sleep>,
}

/// What each source tells about the sleep that ends on `day`, by the source's name.
///
/// `rows` are those that [`rows_needed`](crate::daily::rows_needed) names for any of
/// [`Metric::SLEEP`], in any order; others change nothing. A night summed up is left out where
/// segments lie within it.
#[must_use]
pub fn sleep_of_day<'r>(
    day: Date,
    zone: &TimeZone,
    rows: impl IntoIterator<Item = &'r Reading>,
) -> Vec<SleepOfDay> {
    let mut days = DayFinder::new(zone);
    let rows: Vec<&Reading> = rows
        .into_iter()
        .filter(|row| Metric::SLEEP.contains(&row.metric) && belongs_to(row, day, &mut days))
        .collect();
    let rows = without_copies(rows, |row| row.named_day().is_some());
    let (named, rows): (Vec<&Reading>, Vec<&Reading>) =
        rows.into_iter().partition(|row| row.named_day().is_some());
    // What one of them tells is no finer account of what another does.
    let mut told: Vec<Told<'_>> = Teller::ALL
        .iter()
        .flat_map(|teller| {
            let own = rows.iter().copied();
            let own: Vec<&Reading> = own.filter(|row| Teller::from(*row) == *teller).collect();
            told_by(&own, zone)
        })
        .collect();
    told.sort_by(|a, b| a.source.cmp(b.source).then_with(|| a.compare(b)));
    let put_together = told
        .chunk_by(|a, b| a.source == b.source)
        .filter_map(|told| of_one_source(told, day, zone));
    let mut by_source: BTreeMap<String, SleepOfDay> = put_together
        .map(|sleep| (sleep.source.clone(), sleep))
        .collect();
    // Where a source names the day, this is all that it has to say of it.
    by_source.extend(named_by_source(&named));
    by_source.into_values().collect()
}

/// The nights whose day their sources name.
fn named_by_source(rows: &[&Reading]) -> BTreeMap<String, SleepOfDay> {
    let mut by_source: BTreeMap<&str, Vec<&Reading>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.marks.counts()) {
        by_source.entry(&row.source).or_default().push(row);
    }
    let nights = by_source.into_iter().filter_map(|(source, rows)| {
        let sleep = SleepOfDay {
            source: source.to_owned(),
            teller: rows.iter().map(|row| Teller::from(*row)).min()?,
            night: Some(named_night(&rows)?),
            naps: Vec::new(),
        };
        Some((source.to_owned(), sleep))
    });
    nights.collect()
}

fn of_one_source(told: &[Told<'_>], day: Date, zone: &TimeZone) -> Option<SleepOfDay> {
    let mut naps: Vec<Sleep> = sleeps_of(told, zone)
        .into_iter()
        .filter(|sleep| day_of(sleep.end, zone) == day)
        .collect();
    let night = naps
        .iter()
        .enumerate()
        .filter(|(_, sleep)| !is_nap_by_daylight(sleep, zone))
        .max_by(|(_, a), (_, b)| a.length().cmp(&b.length()).then(a.end.cmp(&b.end)))
        .map(|(position, _)| position);
    let night = night.map(|position| naps.remove(position));
    let teller = told.iter().map(|told| told.teller).min()?;
    (night.is_some() || !naps.is_empty()).then(|| SleepOfDay {
        source: told[0].source.to_owned(),
        teller,
        night,
        naps,
    })
}

/// The source that tells the night. Where vendors and Apple Health do, the order of sources says
/// whose word stands. Of the sources in Apple Health it is one with stages before one that only knows of sleep, before
/// one that only knows of the bed; of these the one that covers most; else the one that is
/// believed first.
#[must_use]
pub fn main_source<'s>(
    told: &'s [SleepOfDay],
    priority: &SourcePriority,
) -> Option<&'s SleepOfDay> {
    let nights = told
        .iter()
        .filter_map(|sleep| sleep.night.as_ref().map(|night| (sleep, night)));
    let tellers = nights.clone();
    let tellers = tellers.map(|(sleep, _)| (sleep.teller, sleep.source.as_str()));
    let teller = priority.teller(tellers, false)?;
    let nights = nights.filter(|(sleep, _)| sleep.teller == teller);
    let best = nights.min_by_key(|(sleep, night)| {
        (
            Reverse(night.hours.has_stages()),
            Reverse(night.hours.total.is_some()),
            Reverse(night.covered()),
            priority.rank(&sleep.source),
        )
    });
    best.map(|(sleep, _)| sleep)
}
