//! Which rows have to do with which days.

use std::ops::Range;

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

use crate::{
    DayFinder, DayRange, Grain, Metric, Reading,
    counting::{covered_until, is_about_a_day},
    metric::{DailyRule, Identity},
    named_day::{LONGEST_DAY, padded},
    night::{LONGEST_SLEEP, SAME_SLEEP_WITHIN},
};

/// How far beside a day rows have a say in it: an hour summed up may lie across midnight, and so
/// may two readings that are one.
const BESIDE: SignedDuration = SignedDuration::from_hours(1);

/// Half of [`LONGEST_DAY`], rounded up: how long before a day something summed up over it can begin.
const HALF_A_DAY: SignedDuration = SignedDuration::from_hours(13);

/// The time a row is about; empty if it is about an instant, `None` if about more than a day.
///
/// What names its day is about that day, whole. Something summed up is spread over at most the
/// longest day: what claims to have taken longer counts when it began.
///
/// A day summed up is about the whole of the day that it is of. A fact is not spread: a meal
/// belongs to the day on which it began.
pub(super) fn time_of(row: &Reading, zone: &TimeZone) -> Option<Range<Timestamp>> {
    if !is_about_a_day(row) {
        return None;
    }
    if row.named_day().is_some() || row.grain == Some(Grain::Day) {
        let day = row.day_in(&mut DayFinder::new(zone));
        return Some(one_day(day).instants(zone));
    }
    let can_spread = row.metric.is_summed() && row.metric.row().identity == Identity::Slot;
    let end = match (row.until, row.grain) {
        (Some(until), _) if can_spread => until,
        (None, Some(grain)) if can_spread => covered_until(row, grain, zone),
        _ => row.at,
    };
    let length = row.at.duration_until(end);
    let is_spread = length > SignedDuration::ZERO && length <= LONGEST_DAY;
    Some(row.at..if is_spread { end } else { row.at })
}

/// The days whose daily values may change with a row, before or after its change; `None` if there
/// are none. Whether the row counts does not matter: one that does not may hide others.
#[must_use]
pub fn days_touched(row: &Reading, days: &mut DayFinder<'_>) -> Option<DayRange> {
    if let Some(day) = row.named_day() {
        return is_about_a_day(row).then(|| one_day(day));
    }
    let (first, last) = if row.metric.row().daily == DailyRule::Night {
        (
            minus(row.at, SAME_SLEEP_WITHIN),
            plus(row.at, LONGEST_SLEEP),
        )
    } else {
        let time = time_of(row, days.zone())?;
        let last = last_of(&time);
        if row.grain == Some(Grain::Day) {
            (time.start, last)
        } else {
            (minus(time.start, BESIDE), plus(last, BESIDE))
        }
    };
    Some(DayRange {
        start: days.day_of(first),
        end: days.day_of(last),
    })
}

/// The metrics whose daily values may change with a row of this one: all stages of a night are
/// worked out together, any other metric by itself.
#[must_use]
pub fn metrics_touched(metric: Metric) -> &'static [Metric] {
    if metric.row().daily == DailyRule::Night {
        return Metric::SLEEP;
    }
    let place = metric as usize;
    Metric::ALL.get(place..=place).unwrap_or_default()
}

/// The rows that the daily values of a metric and day are made of: those of these metrics that
/// begin at these instants, whatever their marks. What may name its day is looked for around the
/// day as well.
#[must_use]
pub fn rows_needed(metric: Metric, day: Date, zone: &TimeZone) -> Vec<(Metric, Range<Timestamp>)> {
    let days = one_day(day);
    let day = days.instants(zone);
    let (before, after) = match metric.row().daily {
        DailyRule::Night => (LONGEST_SLEEP, SAME_SLEEP_WITHIN),
        DailyRule::Sum => (LONGEST_DAY + BESIDE, BESIDE),
        DailyRule::Mean | DailyRule::Last | DailyRule::Max | DailyRule::Min => (HALF_A_DAY, BESIDE),
    };
    let instants = padded(metric, days, minus(day.start, before)..plus(day.end, after));
    metrics_touched(metric)
        .iter()
        .map(|metric| (*metric, instants.clone()))
        .collect()
}

/// Whether a row has a say in the daily values of a day.
pub(crate) fn belongs_to(row: &Reading, day: Date, days: &mut DayFinder<'_>) -> bool {
    days_touched(row, days).is_some_and(|days| days.contains(day))
}

fn one_day(day: Date) -> DayRange {
    DayRange {
        start: day,
        end: day,
    }
}

fn last_of(time: &Range<Timestamp>) -> Timestamp {
    time.start
        .max(minus(time.end, SignedDuration::from_secs(1)))
}

fn plus(at: Timestamp, time: SignedDuration) -> Timestamp {
    at.checked_add(time).unwrap_or(Timestamp::MAX)
}

fn minus(at: Timestamp, time: SignedDuration) -> Timestamp {
    at.checked_sub(time).unwrap_or(Timestamp::MIN)
}
