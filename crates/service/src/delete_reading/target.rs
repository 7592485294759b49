//! What sort of row a removal is about.

use std::ops::Range;

use jiff::{Timestamp, tz::TimeZone};
use vitalog_core::{Metric, Reading, counting::parts_that_count};
use vitalog_storage::{Record, RecordQuery};

use super::row::Row;
use crate::{
    HEALTH_METRICS,
    journal::{Journal, fold_name, is_of},
    metric_names,
};

/// What sort of row is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A reading of a metric.
    Reading(Metric),
    /// An entry under a name of the person's own.
    Custom(String),
    /// A workout.
    Workout,
}

impl Target {
    /// Every target that no person named, in the order of answers, workouts last.
    pub fn all() -> impl Iterator<Item = Self> {
        let metrics = HEALTH_METRICS.iter().chain(Metric::WORK);
        metrics.copied().map(Self::Reading).chain([Self::Workout])
    }

    /// What a word means: a metric by any of its names, a workout, or a name that the person may
    /// have chosen.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        let word = word.trim();
        if ["workout", "workouts"]
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known))
        {
            return Some(Self::Workout);
        }
        match metric_names::find(word) {
            Some(metric) => Self::all().find(|target| *target == Self::Reading(metric)),
            None => fold_name(word).ok().map(Self::Custom),
        }
    }

    /// The name in requests and answers: the metric's slug, the person's own, or `workout`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Reading(metric) => metric.slug(),
            Self::Custom(name) => name,
            Self::Workout => "workout",
        }
    }

    /// What reads the rows of some time.
    pub(super) fn rows_in(&self, instants: Range<Timestamp>) -> RecordQuery {
        match self {
            Self::Reading(metric) => RecordQuery {
                readings: vec![(*metric, instants)],
                workouts: Vec::new(),
                ..RecordQuery::default()
            },
            // All there are: with its last entry a name is forgotten.
            Self::Custom(_) => RecordQuery {
                readings: vec![(Metric::Custom, Timestamp::MIN..Timestamp::MAX)],
                documents: vec![Journal::document()],
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
    pub(super) fn rows_of<'r>(&self, record: &'r Record) -> Vec<Row<'r>> {
        match self {
            Self::Reading(metric) => readings(*metric, record).iter().map(Row::Reading).collect(),
            Self::Custom(name) => entries(name, record).map(Row::Reading).collect(),
            Self::Workout => record.workouts.iter().map(Row::Workout).collect(),
        }
    }

    /// Those of them that count in answers.
    pub(super) fn counting_rows_of<'r>(&self, record: &'r Record, zone: &TimeZone) -> Vec<Row<'r>> {
        match self {
            Self::Reading(metric) => parts_that_count(readings(*metric, record), zone)
                .into_iter()
                .map(|part| Row::Reading(part.row))
                .collect(),
            Self::Custom(_) => self.rows_of(record),
            Self::Workout => record
                .workouts
                .iter()
                .filter(|workout| workout.marks.counts())
                .map(Row::Workout)
                .collect(),
        }
    }
}

/// The entries under a name.
pub(super) fn entries<'r>(name: &str, record: &'r Record) -> impl Iterator<Item = &'r Reading> {
    let rows = readings(Metric::Custom, record).iter();
    rows.filter(move |row| is_of(row, name))
}

/// The readings of a metric.
pub(super) fn readings(metric: Metric, record: &Record) -> &[Reading] {
    record.readings.get(&metric).map_or(&[], Vec::as_slice)
}
