//! Intervals of several devices, counted once.

use jiff::Timestamp;
use vitalog_core::Grain;

use super::bucket::Bucket;
use crate::{
    fact::{Fact, FactValue},
    time::seconds,
};

/// The pieces of intervals that count, each within one bucket. What has no length counts whole.
pub(super) fn counted_once(facts: &[&Fact], grain: Grain) -> Vec<Fact> {
    let mut covered: Vec<(Timestamp, Timestamp)> = Vec::new();
    let mut pieces = Vec::new();
    for rank in 0..=3 {
        let of_rank: Vec<&&Fact> = facts
            .iter()
            .filter(|fact| self::rank(fact) == rank)
            .collect();
        for fact in &of_rank {
            match fact.end.filter(|end| fact.start < *end) {
                None => pieces.push((**fact).clone()),
                Some(end) => {
                    for (from, to) in gaps(&covered, fact.start, end) {
                        cut(fact, from, to, grain, &mut pieces);
                    }
                }
            }
        }
        covered.extend(
            of_rank
                .iter()
                .filter_map(|fact| Some((fact.start, fact.end?))),
        );
        covered = merged(covered);
    }
    pieces
}

/// The watch, the ring, the phone, then all else.
fn rank(fact: &Fact) -> u8 {
    match fact.source.as_ref() {
        source if source.contains("Watch") => 0,
        source if source.contains("Ring") => 1,
        source if source.contains("iPhone") => 2,
        _ => 3,
    }
}

fn merged(mut stretches: Vec<(Timestamp, Timestamp)>) -> Vec<(Timestamp, Timestamp)> {
    stretches.sort_unstable();
    let mut merged: Vec<(Timestamp, Timestamp)> = Vec::new();
    for (from, to) in stretches {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    merged
}

/// What of a stretch is not covered. The covered ones are in order and apart.
fn gaps(
    covered: &[(Timestamp, Timestamp)],
    from: Timestamp,
    to: Timestamp,
) -> Vec<(Timestamp, Timestamp)> {
    let mut gaps = Vec::new();
    let mut at = from;
    let first = covered.partition_point(|(_, end)| *end <= from);
    for (start, end) in covered[first..].iter().take_while(|(start, _)| *start < to) {
        if at < *start {
            gaps.push((at, *start));
        }
        at = at.max(*end);
    }
    if at < to {
        gaps.push((at, to));
    }
    gaps
}

/// Adds the share of a fact that lies in a stretch, cut where buckets end.
fn cut(fact: &Fact, from: Timestamp, to: Timestamp, grain: Grain, pieces: &mut Vec<Fact>) {
    let (Some(whole), Some(end)) = (fact.single(), fact.end) else {
        return;
    };
    let lasts = seconds(fact.start, end);
    let mut at = from;
    while at < to {
        let next = Bucket::of(at, fact.offset, grain)
            .end(fact.offset, grain)
            .min(to);
        pieces.push(Fact {
            start: at,
            end: Some(next),
            value: FactValue::Single(whole * seconds(at, next) / lasts),
            ..fact.clone()
        });
        at = next;
    }
}
