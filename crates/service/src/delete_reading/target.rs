//! What sort of row a removal is about.

use std::ops::Range;

use jiff::{Timestamp, tz::TimeZone};
use vitalog_core::{Metric, Reading, counting::rows_that_count};
use vitalog_storage::{Record, RecordQuery};

use super::row::Row;
use crate::HEALTH_METRICS;

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
        HEALTH_METRICS
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
                ..RecordQuery::default()
            },
            Self::Workout => RecordQuery {
                readings: Vec::new(),
                workouts: vec![instants],
                ..RecordQuery::default()
            },
        }
    }

    /// The rows of this sort.
    pub(super) fn rows_of(self, record: &Record) -> Vec<Row<'_>> {
        match self {
            Self::Reading(metric) => readings(metric, record).iter().map(Row::Reading).collect(),
            Self::Workout => record.workouts.iter().map(Row::Workout).collect(),
        }
    }

    /// Those of them that count in answers.
    pub(super) fn counting_rows_of<'r>(self, record: &'r Record, zone: &TimeZone) -> Vec<Row<'r>> {
        match self {
            Self::Reading(metric) => rows_that_count(readings(metric, record), zone)
                .into_iter()
                .map(Row::Reading)
                .collect(),
            Self::Workout => record
                .workouts
                .iter()
                .filter(|workout| workout.marks.counts())
                .map(Row::Workout)
                .collect(),
        }
    }
}

/// The readings of a metric.
pub(super) fn readings(metric: Metric, record: &Record) -> &[Reading] {
    record.readings.get(&metric).map_or(&[], Vec::as_slice)
}
