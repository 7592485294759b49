//! Exercise that several sources recorded counts once.

use std::collections::{BTreeMap, BTreeSet};

use crate::{SourcePriority, Teller, Workout, source_priority::fold_source};

/// Workouts, each exercise once.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkoutsOnce<'w> {
    /// Those that count, by start.
    pub counting: Vec<&'w Workout>,
    /// Those of which another source's stands for the same exercise, by start.
    pub hidden: Vec<&'w Workout>,
}

/// Of these workouts those that count: none that is superseded, and of several sources' words on one
/// exercise that of the source believed first.
///
/// Two are of one exercise if they overlap by half of the shorter, from start to end. Only one that
/// counts hides another. Workouts of one source are never weighed against one another: who
/// records a warm-up inside of a match means two.
///
/// The order of sources is that of [`SourcePriority::teller`], and of one teller's sources that of
/// [`SourcePriority::sort`].
#[must_use]
pub fn workouts_once<'w>(
    rows: impl IntoIterator<Item = &'w Workout>,
    priority: &SourcePriority,
) -> WorkoutsOnce<'w> {
    let mut by_source: BTreeMap<(Teller, String), Vec<&Workout>> = BTreeMap::new();
    for row in rows.into_iter().filter(|row| row.marks.counts()) {
        let source = (Teller::from(row), fold_source(&row.source));
        by_source.entry(source).or_default().push(row);
    }
    let mut by_source: Vec<_> = by_source.into_iter().collect();
    by_source.sort_by_cached_key(|((teller, source), _)| priority.rank_told(*teller, source));

    let mut once = WorkoutsOnce::default();
    let mut told = Told::default();
    for (_, rows) in by_source {
        let (hidden, counting): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| told.has(Seconds::of(row)));
        told.extend(counting.iter().map(|row| Seconds::of(row)));
        once.counting.extend(counting);
        once.hidden.extend(hidden);
    }
    let by_start = |row: &&Workout| (row.start, row.fingerprint);
    once.counting.sort_by_key(by_start);
    once.hidden.sort_by_key(by_start);
    once
}

/// From the start of a workout to its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Seconds {
    start: i64,
    end: i64,
}

impl Seconds {
    fn of(row: &Workout) -> Self {
        let start = row.start.as_second();
        Self {
            start,
            end: row.end.as_second().max(start),
        }
    }

    fn length(self) -> i64 {
        self.end - self.start
    }

    /// Whether the two have half of the shorter in common. An instant is wholly in what is going
    /// on then.
    fn is_half_of(self, other: Self) -> bool {
        let shorter = self.length().min(other.length());
        let common = self.end.min(other.end) - self.start.max(other.start);
        if shorter > 0 {
            common * 2 >= shorter
        } else {
            common == 0 && (self == other || self.start.max(other.start) < self.end.max(other.end))
        }
    }
}

/// When there was exercise by the sources asked so far.
#[derive(Default)]
struct Told {
    times: BTreeSet<Seconds>,
    longest: i64,
}

impl Told {
    fn has(&self, time: Seconds) -> bool {
        // Nothing that began before this lasted until then.
        let first = Seconds {
            start: time.start.saturating_sub(self.longest),
            end: i64::MIN,
        };
        let last = Seconds {
            start: time.end,
            end: i64::MAX,
        };
        let mut near = self.times.range(first..=last);
        near.any(|other| time.is_half_of(*other))
    }

    fn extend(&mut self, times: impl Iterator<Item = Seconds>) {
        for time in times {
            self.longest = self.longest.max(time.length());
            self.times.insert(time);
        }
    }
}
