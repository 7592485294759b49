//! What several sources counted at the same time.

use jiff::{SignedDuration, Timestamp};
use vitalog_core::{
    SourcePriority,
    overlap::{Counted, count_once},
};

const WATCH: &str = "Anna's Apple Watch";
const PHONE: &str = "Anna's iPhone";
const RING: &str = "Oura";

fn minute(minute: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minute)
}

/// Checks which percentage of each interval (source, first and last minute) counts.
fn check(priority: &SourcePriority, intervals: &[(&str, i64, i64)], expected: &[u32]) {
    let counted: Vec<Counted<'_>> = intervals
        .iter()
        .map(|&(source, from, until)| Counted {
            source,
            time: minute(from)..minute(until),
        })
        .collect();
    let ever = minute(-1_000_000)..minute(1_000_000);
    let shares = count_once(&counted, priority);
    let shares: Vec<f64> = shares
        .iter()
        .map(|share| share.within(&ever).unwrap_or(0.0) * 100.0)
        .collect();
    assert_eq!(shares.len(), expected.len());
    for (share, expected) in shares.iter().zip(expected) {
        let off = (share - f64::from(*expected)).abs();
        assert!(off < 1e-9, "{intervals:?}: {shares:?}");
    }
}

fn check_by_default(intervals: &[(&str, i64, i64)], expected: &[u32]) {
    check(&SourcePriority::default(), intervals, expected);
}

#[test]
fn one_source_counts_whole_even_where_it_overlaps_itself() {
    check_by_default(
        &[(WATCH, 0, 10), (WATCH, 5, 15), (WATCH, 7, 7)],
        &[100, 100, 100],
    );
}

#[test]
fn source_believed_less_adds_the_share_of_its_time_that_is_not_covered() {
    check_by_default(&[(PHONE, 0, 10), (WATCH, 0, 10)], &[0, 100]);
    check_by_default(&[(PHONE, 0, 10), (WATCH, 2, 6)], &[60, 100]);
    check_by_default(
        &[(WATCH, 0, 5), (PHONE, 0, 10), (WATCH, 8, 20)],
        &[100, 30, 100],
    );
    check_by_default(&[(WATCH, 10, 20), (PHONE, 0, 10)], &[100, 100]);
}

#[test]
fn third_source_adds_what_neither_of_the_others_covers() {
    check_by_default(
        &[
            ("Strava", 0, 20),
            (PHONE, 5, 15),
            (RING, 10, 18),
            (WATCH, 0, 6),
        ],
        &[10, 40, 100, 100],
    );
}

#[test]
fn instant_counts_unless_a_source_believed_more_covers_it() {
    check_by_default(&[(WATCH, 0, 10), (PHONE, 5, 5)], &[100, 0]);
    check_by_default(&[(WATCH, 0, 10), (PHONE, 0, 0)], &[100, 0]);
    check_by_default(&[(WATCH, 0, 10), (PHONE, 10, 10)], &[100, 100]);
    check_by_default(
        &[(WATCH, 5, 5), (PHONE, 0, 10), (PHONE, 5, 5)],
        &[100, 100, 100],
    );
}

#[test]
fn person_decides_who_is_believed() {
    let phone_first = SourcePriority::new(["iphone"]);
    check(&phone_first, &[(PHONE, 0, 10), (WATCH, 0, 20)], &[100, 50]);
}

#[test]
fn share_within_a_time_is_the_share_of_the_interval_that_counts_there() {
    let counted = [
        Counted {
            source: PHONE,
            time: minute(0)..minute(100),
        },
        Counted {
            source: WATCH,
            time: minute(20)..minute(60),
        },
        Counted {
            source: RING,
            time: minute(70)..minute(70),
        },
    ];
    let shares = count_once(&counted, &SourcePriority::default());
    let within =
        |position: usize, from, until| shares[position].within(&(minute(from)..minute(until)));
    assert_eq!(within(0, 0, 100), Some(0.6));
    assert_eq!(within(0, 0, 50), Some(0.2));
    assert_eq!(within(0, 50, 100), Some(0.4));
    assert_eq!(within(0, 20, 60), None);
    assert_eq!(within(0, 100, 200), None);
    assert_eq!(within(1, 0, 30), Some(0.25));
    assert_eq!(within(2, 70, 71), Some(1.0));
    assert_eq!(within(2, 60, 70), None);
}
