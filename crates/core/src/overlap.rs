//! Overlap: what several devices counted at the same time counts once.

use std::{collections::BTreeMap, ops::Range};

use jiff::Timestamp;

use crate::{
    SourcePriority,
    time_set::{TimeSet, length_of},
};

/// Something that a source counted over some time; at one instant, if `time` is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted<'a> {
    /// Who counted.
    pub source: &'a str,
    /// When.
    pub time: Range<Timestamp>,
}

/// The part of an interval's time that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Share {
    whole: Range<Timestamp>,
    parts: Vec<Range<Timestamp>>,
}

impl Share {
    /// All of it.
    #[must_use]
    pub fn all(time: Range<Timestamp>) -> Self {
        Self {
            parts: vec![time.clone()],
            whole: time,
        }
    }

    /// The share, from 0 to 1, that counts and lies within some time; `None` if nothing does. A
    /// share in time is a share in value: of what was counted, nobody knows more.
    #[must_use]
    pub fn within(&self, time: &Range<Timestamp>) -> Option<f64> {
        if is_instant(&self.whole) {
            let counts = !self.parts.is_empty() && time.contains(&self.whole.start);
            return counts.then_some(1.0);
        }
        let common: TimeSet = self
            .parts
            .iter()
            .map(|part| part.start.max(time.start)..part.end.min(time.end))
            .collect();
        let counted = common.length();
        (!counted.is_zero()).then(|| counted.as_secs_f64() / length_of(&self.whole).as_secs_f64())
    }
}

/// What counts of each interval, in the order given.
///
/// The source that is believed first counts whole. What another source counted counts for the time
/// that no source before it covers; so does what it counted at an instant. Intervals of one source
/// are never weighed against one another.
#[must_use]
pub fn count_once(counted: &[Counted<'_>], priority: &SourcePriority) -> Vec<Share> {
    let mut by_source: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (position, interval) in counted.iter().enumerate() {
        by_source.entry(interval.source).or_default().push(position);
    }
    let mut by_source: Vec<(&str, Vec<usize>)> = by_source.into_iter().collect();
    by_source.sort_by_cached_key(|(source, _)| priority.rank(source));

    let mut shares: Vec<Share> = counted
        .iter()
        .map(|interval| Share::all(interval.time.clone()))
        .collect();
    let mut covered = TimeSet::default();
    for (_, positions) in by_source {
        for position in &positions {
            let time = &counted[*position].time;
            if !is_instant(time) {
                shares[*position].parts = covered.gaps_in(time);
            } else if covered.contains(time.start) {
                shares[*position].parts.clear();
            }
        }
        covered.extend(positions.into_iter().map(|p| counted[p].time.clone()));
    }
    shares
}

fn is_instant(time: &Range<Timestamp>) -> bool {
    time.end <= time.start
}
