//! A row that can be taken out, whatever its sort.

use jiff::{Timestamp, civil::Date};
use vitalog_core::{
    Account, DayFinder, Marks, Quantity, Reading, SupersededBy, UnitSystem, Via, Workout,
};

use super::RemovedRow;
use crate::{ShownReading, ShownWorkout, shown_time::local_iso, workouts::minutes};

/// A stored row.
#[derive(Clone, Copy, PartialEq)]
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

    /// The day on which answers show it.
    pub(super) fn day(self, account: &Account) -> Date {
        let mut days = DayFinder::new(&account.zone);
        match self {
            Self::Reading(reading) => reading.day_in(&mut days),
            Self::Workout(workout) => workout.day_in(&mut days),
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

    /// The route it came by.
    pub(super) fn via(self) -> Via {
        match self {
            Self::Reading(reading) => reading.via,
            Self::Workout(workout) => workout.via,
        }
    }

    /// Whether it was its vendor that took it out, which is not for the person to undo.
    pub(super) fn is_taken_back(self) -> bool {
        let superseded = self.marks().superseded;
        superseded.is_some_and(|superseded| superseded.by == SupersededBy::Vendor)
    }

    /// Whether it is a reading said in chat, which is deleted rather than marked.
    pub(super) fn is_from_chat(self) -> bool {
        match self {
            Self::Reading(reading) => reading.via == Via::Chat,
            Self::Workout(_) => false,
        }
    }

    /// The number by which a request picks it: the one that is shown.
    pub(super) fn value(self, units: UnitSystem) -> f64 {
        match self {
            Self::Reading(reading) => units.quantity_of(reading).first(),
            Self::Workout(workout) => minutes(workout.duration_s),
        }
    }

    /// The row on one line, with the exact time by which it can be pointed at.
    pub(super) fn describe(self, account: &Account) -> String {
        let what = match self {
            Self::Reading(reading) => {
                let unit = ShownReading::new(reading, account).unit;
                match account.units.quantity_of(reading) {
                    Quantity::Single(value) => format!("{value} {unit}"),
                    Quantity::Pressure {
                        systolic,
                        diastolic,
                    } => format!("{systolic}/{diastolic} {unit}"),
                    Quantity::Spread { min, mean, max } => {
                        format!("{mean} ({min} to {max}) {unit}")
                    }
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
            Self::Reading(reading) => RemovedRow::Reading(ShownReading::new(reading, account)),
            Self::Workout(workout) => {
                RemovedRow::Workout(ShownWorkout::new(workout, &account.zone))
            }
        }
    }
}
