//! Laws of time that is told by several sources. The oracle goes through it minute by minute.

use std::{collections::BTreeSet, ops::Range};

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use vitalog_core::{
    SourcePriority,
    overlap::{Counted, count_once},
    time_set::TimeSet,
};

/// Those believed first stand first.
const SOURCES: &[&str] = &["Apple Watch", "Oura", "iPhone", "Strava"];
const END: i32 = 200;

fn minute(minute: i32) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_mins(i64::from(minute))
}

fn time(minutes: &Range<i32>) -> Range<Timestamp> {
    minute(minutes.start)..minute(minutes.end)
}

fn stretch() -> impl Strategy<Value = Range<i32>> {
    (0..END, 1_i32..60).prop_map(|(from, length)| from..from + length)
}

/// Intervals as (place in [`SOURCES`], minutes).
fn intervals() -> impl Strategy<Value = Vec<(usize, Range<i32>)>> {
    prop::collection::vec((0..SOURCES.len(), stretch()), 0..20)
}

/// The same, those of one source apart from one another.
fn disjoint_by_source() -> impl Strategy<Value = Vec<(usize, Range<i32>)>> {
    intervals().prop_map(|intervals| {
        let mut kept: Vec<(usize, Range<i32>)> = Vec::new();
        for (source, time) in intervals {
            let meets = |(other, known): &(usize, Range<i32>)| {
                *other == source && known.start < time.end && time.start < known.end
            };
            if !kept.iter().any(meets) {
                kept.push((source, time));
            }
        }
        kept
    })
}

/// The minutes of each interval that count, by what [`count_once`] says.
fn counted_minutes(intervals: &[(usize, Range<i32>)]) -> Vec<f64> {
    let counted: Vec<Counted<'_>> = intervals
        .iter()
        .map(|(source, minutes)| Counted {
            source: SOURCES[*source],
            time: time(minutes),
        })
        .collect();
    let ever = minute(-1)..minute(1_000_000);
    count_once(&counted, &SourcePriority::default())
        .iter()
        .zip(intervals)
        .map(|(share, (_, minutes))| share.within(&ever).unwrap_or(0.0) * count(minutes))
        .collect()
}

fn count(minutes: &Range<i32>) -> f64 {
    f64::from(minutes.end - minutes.start)
}

fn minutes_of<'r>(ranges: impl IntoIterator<Item = &'r Range<i32>>) -> BTreeSet<i32> {
    ranges.into_iter().flat_map(Clone::clone).collect()
}

/// The minutes of one interval that no source before its own covers.
fn oracle(intervals: &[(usize, Range<i32>)], (source, time): &(usize, Range<i32>)) -> f64 {
    let before = intervals.iter().filter(|(other, _)| other < source);
    let covered = minutes_of(before.map(|(_, time)| time));
    let left = time.clone().filter(|minute| !covered.contains(minute));
    left.map(|_| 1.0).sum()
}

proptest! {
    #[test]
    fn what_counts_is_what_no_source_before_covers(intervals in intervals()) {
        let counted = counted_minutes(&intervals);
        for (counted, interval) in counted.iter().zip(&intervals) {
            prop_assert!((counted - oracle(&intervals, interval)).abs() < 1e-6);
        }
    }

    #[test]
    fn at_equal_rates_the_total_is_that_of_the_time_covered(intervals in disjoint_by_source()) {
        let total: f64 = counted_minutes(&intervals).iter().sum();
        let union = minutes_of(intervals.iter().map(|(_, time)| time)).len();
        let union = f64::from(u32::try_from(union).unwrap());
        // Sources count at most the time they cover, and of two over the same time only one.
        prop_assert!(total <= union + 1e-6, "{} of {}", total, union);
        prop_assert!((total - union).abs() < 1e-6, "{} of {}", total, union);
    }

    #[test]
    fn order_does_not_matter(
        (intervals, order) in intervals().prop_flat_map(|intervals| {
            let order: Vec<usize> = (0..intervals.len()).collect();
            (Just(intervals), Just(order).prop_shuffle())
        }),
    ) {
        let counted = counted_minutes(&intervals);
        let shuffled: Vec<_> = order.iter().map(|place| intervals[*place].clone()).collect();
        for (place, shuffled) in order.iter().zip(counted_minutes(&shuffled)) {
            prop_assert_eq!(counted[*place].to_bits(), shuffled.to_bits());
        }
    }

    #[test]
    fn interval_that_is_covered_by_a_source_before_changes_nothing(
        intervals in intervals(),
        from in 0_i32..50,
        length in 1_i32..50,
    ) {
        let mut intervals = intervals;
        intervals.push((1, 0..100));
        let before = counted_minutes(&intervals);
        intervals.push((SOURCES.len() - 1, from..from + length));
        let mut after = counted_minutes(&intervals);
        prop_assert_eq!(after.pop(), Some(0.0));
        prop_assert_eq!(after, before);
    }

    #[test]
    fn sets_of_time_agree_with_sets_of_minutes(
        some in prop::collection::vec(stretch(), 0..12),
        others in prop::collection::vec(stretch(), 0..12),
        probe in 0..END + 60,
        range in stretch(),
    ) {
        let set: TimeSet = some.iter().map(time).collect();
        let other: TimeSet = others.iter().map(time).collect();
        let (minutes, other_minutes) = (minutes_of(&some), minutes_of(&others));
        let length = |set: &TimeSet| usize::try_from(set.length().as_mins()).unwrap();

        prop_assert_eq!(length(&set), minutes.len());
        prop_assert_eq!(set.contains(minute(probe)), minutes.contains(&probe));
        let without = set.without(&other);
        prop_assert_eq!(length(&without), minutes.difference(&other_minutes).count());
        let gaps: TimeSet = set.gaps_in(&time(&range)).into_iter().collect();
        prop_assert_eq!(length(&gaps), minutes_of([&range]).difference(&minutes).count());
        let mut both = set.clone();
        both.extend(other.ranges().iter().cloned());
        prop_assert_eq!(length(&both), minutes.union(&other_minutes).count());
        let is_apart = |pair: &[Range<Timestamp>]| pair[0].end < pair[1].start;
        prop_assert!(both.ranges().windows(2).all(is_apart));
    }
}
