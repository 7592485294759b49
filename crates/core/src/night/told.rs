//! What rows tell about sleep, put together to sleeps.

use std::{cmp::Ordering, collections::BTreeMap, ops::Range};

use jiff::{SignedDuration, Timestamp, tz::TimeZone};

use super::{
    LONGEST_SLEEP, SAME_SLEEP_WITHIN, Sleep, StageHours, UP_FOR,
    sleep::{daytime_within, from_hours},
};
use crate::{Grain, Metric, Reading, Teller, counting::covered_until, time_set::TimeSet};

/// One thing that a row tells.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Told<'r> {
    pub(super) source: &'r str,
    pub(super) teller: Teller,
    stage: Metric,
    time: Range<Timestamp>,
    /// The hours of a night summed up; `None` for a segment, which is as long as its time.
    summed: Option<f64>,
}

impl Told<'_> {
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let key = |told: &Self| (told.time.start, told.time.end, told.stage);
        key(self).cmp(&key(other)).then_with(|| {
            let hours = |told: &Self| told.summed.unwrap_or_default();
            hours(self).total_cmp(&hours(other))
        })
    }
}

/// What rows tell that count: those not superseded and, where segments lie in a night summed up,
/// only the segments. Segments also hide when they no longer count, as any finer row does. What
/// takes no time or more than a day is no sleep.
pub(super) fn told_by<'r>(rows: &[&'r Reading], zone: &TimeZone) -> Vec<Told<'r>> {
    let mut segments: Vec<Timestamp> = rows
        .iter()
        .filter(|row| is_segment(row))
        .map(|row| row.at)
        .collect();
    segments.sort_unstable();
    let counting = rows.iter().filter(|row| row.marks.counts());
    counting
        .filter_map(|row| told(row, &segments, zone))
        .collect()
}

fn told<'r>(row: &'r Reading, segments: &[Timestamp], zone: &TimeZone) -> Option<Told<'r>> {
    let hours = row.quantity.first();
    if !(0.0..=24.0).contains(&hours) {
        return None;
    }
    let segment = is_segment(row);
    let end = match row.until {
        Some(until) => until,
        None if segment => row.at.checked_add(from_hours(hours)).ok()?,
        None => row.at,
    };
    let length = row.at.duration_until(end);
    if length.is_negative() || length > LONGEST_SLEEP || (segment && length.is_zero()) {
        return None;
    }
    if !segment {
        let grain = row.grain.unwrap_or(Grain::Day);
        let covered = row.at..covered_until(row, grain, zone);
        let next = segments.partition_point(|at| *at < covered.start);
        if segments.get(next).is_some_and(|at| *at < covered.end) {
            return None;
        }
    }
    Some(Told {
        source: &row.source,
        teller: Teller::from(row),
        stage: row.metric,
        time: row.at..end,
        summed: (!segment).then_some(hours),
    })
}

/// Whether a row is one stretch of one stage. A total is a sum by nature.
fn is_segment(row: &Reading) -> bool {
    row.grain.is_none() && row.metric != Metric::SleepTotal
}

/// The sleeps of one source, in order. `told` is in the order of [`Told::compare`].
pub(super) fn sleeps_of(told: &[Told<'_>], zone: &TimeZone) -> Vec<Sleep> {
    let mut sleeps = Vec::new();
    let mut rest = told;
    while let Some(first) = rest.first() {
        let mut end = first.time.end;
        let mut length = 0;
        for next in rest {
            if is_up(&(end..next.time.start), zone) {
                break;
            }
            end = end.max(next.time.end);
            length += 1;
        }
        let (together, after) = rest.split_at(length);
        sleeps.push(one_sleep(together));
        rest = after;
    }
    sleeps
}

/// Whether whoever slept before and after a gap got up in it.
fn is_up(gap: &Range<Timestamp>, zone: &TimeZone) -> bool {
    let length = gap.start.duration_until(gap.end);
    length > SAME_SLEEP_WITHIN || (length >= UP_FOR && daytime_within(gap, zone) >= UP_FOR)
}

/// What belongs together, as one sleep.
fn one_sleep(told: &[Told<'_>]) -> Sleep {
    let asleep = told.iter().filter(|told| told.stage != Metric::SleepInBed);
    let asleep: Vec<&Told<'_>> = asleep.collect();
    let bounds: Vec<&Told<'_>> = if asleep.is_empty() {
        told.iter().collect()
    } else {
        asleep
    };
    let starts = bounds.iter().map(|told| told.time.start);
    let ends = bounds.iter().map(|told| told.time.end);
    Sleep {
        start: starts.min().unwrap_or_default(),
        end: ends.max().unwrap_or_default(),
        hours: hours_of(told),
    }
}

fn hours_of(told: &[Told<'_>]) -> StageHours {
    let segments = |stages: &[Metric]| -> TimeSet {
        let segments = told.iter().filter(|told| told.summed.is_none());
        segments
            .filter(|told| stages.contains(&told.stage))
            .map(|told| told.time.clone())
            .collect()
    };
    let staged = segments(&[Metric::SleepCore, Metric::SleepDeep, Metric::SleepRem]);
    let awake = segments(&[Metric::SleepAwake]);
    // Some apps write the whole night as asleep, and within it what they know better.
    let unspecified = segments(&[Metric::SleepUnspecified])
        .without(&staged)
        .without(&awake);

    let one = |stage: Metric| hours(segments(&[stage]).length()) + summed(told, stage);
    let (core, deep, rem) = (
        one(Metric::SleepCore),
        one(Metric::SleepDeep),
        one(Metric::SleepRem),
    );
    let summed_unspecified = summed(told, Metric::SleepUnspecified);
    let by_segments = hours(staged.length()) + hours(unspecified.length());
    let by_stages = [Metric::SleepCore, Metric::SleepDeep, Metric::SleepRem];
    let summed_total = match summed(told, Metric::SleepTotal) {
        0.0 => {
            by_stages
                .map(|stage| summed(told, stage))
                .iter()
                .sum::<f64>()
                + summed_unspecified
        }
        total => total,
    };

    let total = by_segments + summed_total;
    let awake = one(Metric::SleepAwake);
    let has_stages = core + deep + rem > 0.0;
    // Stretches show when a stage was not; a sum that is not sent is not known to be zero.
    let is_known = |stage: Metric| {
        let is_summed = |told: &Told<'_>| told.stage == stage && told.summed.is_some();
        has_stages && (!staged.ranges().is_empty() || told.iter().any(is_summed))
    };
    let if_told = |hours: f64| (hours > 0.0).then_some(hours);
    StageHours {
        total: (total + awake > 0.0).then_some(total),
        core: is_known(Metric::SleepCore).then_some(core),
        deep: is_known(Metric::SleepDeep).then_some(deep),
        rem: is_known(Metric::SleepRem).then_some(rem),
        unspecified: if_told(hours(unspecified.length()) + summed_unspecified),
        awake: (awake > 0.0 || is_known(Metric::SleepAwake)).then_some(awake),
        in_bed: if_told(one(Metric::SleepInBed)),
    }
}

/// The hours of one stage as summed up. A night is sent again while it goes on: of sums over the
/// same time the one over the longest stands.
fn summed(told: &[Told<'_>], stage: Metric) -> f64 {
    let mut sums: Vec<(&Range<Timestamp>, f64)> = told
        .iter()
        .filter(|told| told.stage == stage)
        .filter_map(|told| told.summed.map(|hours| (&told.time, hours)))
        .collect();
    sums.sort_by(|(a, a_hours), (b, b_hours)| {
        let length = |time: &Range<Timestamp>| time.start.duration_until(time.end);
        length(b)
            .cmp(&length(a))
            .then(b_hours.total_cmp(a_hours))
            .then(a.start.cmp(&b.start))
    });
    let mut standing = Standing::default();
    let mut hours = 0.0;
    for (time, sum) in sums {
        if standing.takes(time) {
            hours += sum;
        }
    }
    hours
}

/// Stretches of time of which none overlaps another, by their starts: so a day of very many sums
/// takes hardly longer than one of few.
#[derive(Default)]
struct Standing(BTreeMap<Timestamp, Timestamp>);

impl Standing {
    /// Takes a stretch that begins where none does and overlaps none. It must not be longer than
    /// those taken before.
    fn takes(&mut self, time: &Range<Timestamp>) -> bool {
        let before = self.0.range(..=time.start).next_back();
        let after = self.0.range(time.start..).next();
        let is_free = before.is_none_or(|(start, end)| *start < time.start && *end <= time.start)
            && after.is_none_or(|(start, _)| *start >= time.end);
        if is_free {
            self.0.insert(time.start, time.end);
        }
        is_free
    }
}

fn hours(length: SignedDuration) -> f64 {
    length.as_secs_f64() / 3600.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn stretches_stand_as_if_each_were_compared_with_all(
            times in prop::collection::vec((0_i64..40, 0_i64..12), 0..30)
        ) {
            let at = |second| Timestamp::from_second(second).unwrap();
            let mut times: Vec<_> = times
                .into_iter()
                .map(|(start, length)| at(start)..at(start + length))
                .collect();
            times.sort_by_key(|time| std::cmp::Reverse(time.start.duration_until(time.end)));
            let mut standing = Standing::default();
            let mut compared: Vec<Range<Timestamp>> = Vec::new();
            for time in &times {
                let overlaps = |known: &Range<Timestamp>| {
                    (time.start < known.end && known.start < time.end) || time.start == known.start
                };
                let is_free = !compared.iter().any(overlaps);
                if is_free {
                    compared.push(time.clone());
                }
                prop_assert_eq!(standing.takes(time), is_free, "{:?} of {:?}", time, &times);
            }
        }
    }
}
