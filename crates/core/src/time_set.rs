//! Sets of time: what is covered once, however often it is told.

use std::ops::Range;

use jiff::{SignedDuration, Timestamp};

/// Disjoint stretches of time, ascending, none of them empty or touching the next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TimeSet(Vec<Range<Timestamp>>);

impl TimeSet {
    /// The stretches, in order.
    #[must_use]
    pub fn ranges(&self) -> &[Range<Timestamp>] {
        &self.0
    }

    /// How long they are together.
    #[must_use]
    pub fn length(&self) -> SignedDuration {
        self.0
            .iter()
            .map(length_of)
            .fold(SignedDuration::ZERO, SignedDuration::saturating_add)
    }

    /// Whether an instant lies in it.
    #[must_use]
    pub fn contains(&self, at: Timestamp) -> bool {
        let next = self.0.partition_point(|range| range.end <= at);
        self.0.get(next).is_some_and(|range| range.start <= at)
    }

    /// The parts of `range` that are not in it, in order.
    #[must_use]
    pub fn gaps_in(&self, range: &Range<Timestamp>) -> Vec<Range<Timestamp>> {
        let mut gaps = Vec::new();
        let mut from = range.start;
        let first = self.0.partition_point(|covered| covered.end <= range.start);
        for covered in self.0[first..]
            .iter()
            .take_while(|covered| covered.start < range.end)
        {
            if from < covered.start {
                gaps.push(from..covered.start);
            }
            from = from.max(covered.end);
        }
        if from < range.end {
            gaps.push(from..range.end);
        }
        gaps
    }

    /// What of it is not in `other`.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let parts = self.0.iter().flat_map(|range| other.gaps_in(range));
        Self(parts.collect())
    }
}

impl FromIterator<Range<Timestamp>> for TimeSet {
    fn from_iter<I: IntoIterator<Item = Range<Timestamp>>>(ranges: I) -> Self {
        let mut ranges: Vec<_> = ranges.into_iter().filter(|r| r.start < r.end).collect();
        ranges.sort_unstable_by_key(|range| (range.start, range.end));
        let mut set: Vec<Range<Timestamp>> = Vec::with_capacity(ranges.len());
        for range in ranges {
            match set.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => set.push(range),
            }
        }
        Self(set)
    }
}

impl Extend<Range<Timestamp>> for TimeSet {
    fn extend<I: IntoIterator<Item = Range<Timestamp>>>(&mut self, ranges: I) {
        let known = std::mem::take(&mut self.0);
        *self = known.into_iter().chain(ranges).collect();
    }
}

/// How long a stretch of time is.
pub(crate) fn length_of(range: &Range<Timestamp>) -> SignedDuration {
    range.start.duration_until(range.end)
}
