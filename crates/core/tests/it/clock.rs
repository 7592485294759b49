//! The clock and the bytes that tests move by hand.

use jiff::{SignedDuration, Timestamp};
use vitalog_core::{
    Clock, Entropy,
    clock::{CountingEntropy, ManualClock},
};

use crate::moments::instant;

#[test]
fn manual_clock_stands_still_until_it_is_moved() {
    let clock = ManualClock::new(instant("2026-10-05T07:00:00Z"));
    assert_eq!(clock.now(), instant("2026-10-05T07:00:00Z"));
    clock.advance(SignedDuration::from_mins(15));
    assert_eq!(clock.now(), instant("2026-10-05T07:15:00Z"));
    clock.advance(SignedDuration::from_mins(-20));
    assert_eq!(clock.now(), instant("2026-10-05T06:55:00Z"));
    clock.set(instant("2027-01-01T00:00:00Z"));
    assert_eq!(clock.now(), instant("2027-01-01T00:00:00Z"));
}

#[test]
fn manual_clock_stops_at_the_ends_of_time() {
    let clock = ManualClock::new(Timestamp::UNIX_EPOCH);
    clock.advance(SignedDuration::MAX);
    assert_eq!(clock.now(), Timestamp::MAX);
    clock.advance(SignedDuration::MIN);
    assert_eq!(clock.now(), Timestamp::MIN);
}

#[test]
fn counted_bytes_are_the_same_in_every_run_and_never_repeat() {
    let draw = |entropy: &CountingEntropy| {
        let mut bytes = [0; 32];
        entropy.fill(&mut bytes);
        bytes
    };
    let (first, second) = (CountingEntropy::new(), CountingEntropy::new());
    let draws: Vec<_> = (0..1_000).map(|_| draw(&first)).collect();
    assert!(draws.iter().all(|bytes| *bytes == draw(&second)));
    let distinct: std::collections::BTreeSet<_> = draws.iter().collect();
    assert_eq!(distinct.len(), draws.len());
}
