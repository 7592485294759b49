//! What sort of row a removal is about.

use std::ops::Range;

use jiff::Timestamp;
use vitalog_core::Metric;
use vitalog_storage::{Record, RecordQuery};

use super::row::Row;

/// What sort of row is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A reading of a metric.
    Reading(Metric),
    /// A workout.
    Workout,
}

impl Target {
    /// Every target, in the order of answers, workouts last.
    pub fn all() -> impl Iterator<Item = Self> {
        Metric::ALL
            .iter()
            .copied()
            .map(Self::Reading)
            .chain([Self::Workout])
    }

    /// The name in requests and answers: the metric's slug, or `workout`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Reading(metric) => metric.slug(),
            Self::Workout => "workout",
        }
    }

    /// What reads the rows of some time.
    pub(super) fn rows_in(self, instants: Range<Timestamp>) -> RecordQuery {
        match self {
            Self::Reading(metric) => RecordQuery {
                readings: vec![(metric, instants)],
                workouts: Vec::new(),
            },
            Self::Workout => RecordQuery {
                readings: Vec::new(),
                workouts: vec![instants],
            },
        }
    }

    /// The rows of this sort.
    pub(super) fn rows_of(self, record: &Record) -> Vec<Row<'_>> {
        match self {
            Self::Reading(metric) => record
                .readings
                .get(&metric)
                .into_iter()
                .flatten()
                .map(Row::Reading)
                .collect(),
            Self::Workout => record.workouts.iter().map(Row::Workout).collect(),
        }
    }
}
