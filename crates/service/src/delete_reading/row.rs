//! A row that can be taken out, whatever its sort.

use jiff::Timestamp;
use vitalog_core::{Account, Marks, Quantity, Reading, Via, Workout};

use super::RemovedRow;
use crate::{ShownReading, ShownWorkout, shown_time::local_iso, workouts::minutes};

/// A stored row.
#[derive(Clone, Copy)]
pub(super) enum Row<'r> {
    Reading(&'r Reading),
    Workout(&'r Workout),
}

impl Row<'_> {
    pub(super) fn at(self) -> Timestamp {
        match self {
            Self::Reading(reading) => reading.at,
            Self::Workout(workout) => workout.start,
        }
    }

    pub(super) fn marks(self) -> Marks {
        match self {
            Self::Reading(reading) => reading.marks,
            Self::Workout(workout) => workout.marks,
        }
    }

    pub(super) fn source(&self) -> &str {
        match self {
            Self::Reading(reading) => &reading.source,
            Self::Workout(workout) => &workout.source,
        }
    }

    /// Whether it is a reading said in chat, which is deleted rather than marked.
    pub(super) fn is_from_chat(self) -> bool {
        match self {
            Self::Reading(reading) => reading.via == Via::Chat,
            Self::Workout(_) => false,
        }
    }

    /// The number by which a request picks it.
    pub(super) fn value(self) -> f64 {
        match self {
            Self::Reading(reading) => reading.quantity.first(),
            Self::Workout(workout) => minutes(workout.duration_s),
        }
    }

    /// The row on one line, with the exact time by which it can be pointed at.
    pub(super) fn describe(self, account: &Account) -> String {
        let what = match self {
            Self::Reading(reading) => {
                let unit = reading.metric.row().unit;
                match reading.quantity {
                    Quantity::Single(value) => format!("{value} {unit}"),
                    Quantity::Pressure {
                        systolic,
                        diastolic,
                    } => format!("{systolic}/{diastolic} {unit}"),
                }
            }
            Self::Workout(workout) => {
                format!("{}, {} min", workout.name, minutes(workout.duration_s))
            }
        };
        let at = local_iso(self.at(), &account.zone);
        format!("{at} {what} ({})", self.source())
    }

    pub(super) fn show(self, account: &Account) -> RemovedRow {
        match self {
            Self::Reading(reading) => {
                RemovedRow::Reading(ShownReading::new(reading, &account.zone))
            }
            Self::Workout(workout) => {
                RemovedRow::Workout(ShownWorkout::new(workout, &account.zone))
            }
        }
    }
}
