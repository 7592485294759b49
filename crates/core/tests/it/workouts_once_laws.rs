//! Laws of workouts that several sources recorded. The oracle goes minute by minute.

use std::collections::BTreeSet;

use proptest::prelude::*;
use vitalog_core::{SourcePriority, Via, Workout, workouts_once};

use crate::workouts_once::workout;

/// Those believed first stand first.
const SOURCES: [(Via, &str); 5] = [
    (Via::Oura, "Oura"),
    (Via::Whoop, "WHOOP"),
    (Via::Hae, "Watch"),
    (Via::Hae, "iPhone"),
    (Via::Hae, "Strava"),
];

/// Place in [`SOURCES`], first minute, minutes.
type Session = (usize, i64, i64);

/// Sessions, no two of them the same.
fn sessions() -> impl Strategy<Value = Vec<Session>> {
    let session = (0..SOURCES.len(), 0_i64..240, 1_i64..90);
    prop::collection::btree_set(session, 0..16)
        .prop_map(Vec::from_iter)
        .prop_shuffle()
}

fn rows(sessions: &[Session]) -> Vec<Workout> {
    let row = |(place, from, minutes): &Session| {
        let (via, source) = SOURCES[*place];
        workout(via, source, *from, from + minutes)
    };
    sessions.iter().map(row).collect()
}

/// The sessions that count, as the rule finds.
fn counted(sessions: &[Session]) -> BTreeSet<Session> {
    let rows = rows(sessions);
    let once = workouts_once(&rows, &SourcePriority::default());
    assert_eq!(once.counting.len() + once.hidden.len(), rows.len());
    let counts = |row: &Workout| once.counting.contains(&row);
    let told = sessions.iter().zip(&rows);
    told.filter(|(_, row)| counts(row))
        .map(|(session, _)| *session)
        .collect()
}

fn minutes((_, from, minutes): &Session) -> BTreeSet<i64> {
    (*from..from + minutes).collect()
}

/// The sessions that count, source by source, minute by minute.
fn oracle(sessions: &[Session]) -> BTreeSet<Session> {
    let mut counting: BTreeSet<Session> = BTreeSet::new();
    for place in 0..SOURCES.len() {
        let before: Vec<Session> = counting.iter().copied().collect();
        for session in sessions.iter().filter(|(source, ..)| *source == place) {
            let own = minutes(session);
            let is_told = before.iter().any(|other| {
                let other = minutes(other);
                let common = own.intersection(&other).count();
                2 * common >= own.len().min(other.len())
            });
            if !is_told {
                counting.insert(*session);
            }
        }
    }
    counting
}

proptest! {
    #[test]
    fn each_exercise_counts_once(sessions in sessions()) {
        prop_assert_eq!(counted(&sessions), oracle(&sessions));
    }

    #[test]
    fn order_does_not_matter(sessions in sessions()) {
        let turned: Vec<Session> = sessions.iter().rev().copied().collect();
        prop_assert_eq!(counted(&sessions), counted(&turned));
    }

    #[test]
    fn one_more_source_takes_nothing_from_those_before_it(sessions in sessions()) {
        let last = SOURCES.len() - 1;
        let before: Vec<Session> = sessions.iter().filter(|(place, ..)| *place < last).copied().collect();
        let all = counted(&sessions);
        let of_others: BTreeSet<Session> = all.into_iter().filter(|(place, ..)| *place < last).collect();
        prop_assert_eq!(of_others, counted(&before));
    }
}
