//! Taking a reading or a workout out of the record, and putting it back.

use jiff::civil::Date;
use vitalog_core::{Account, Metric};

use crate::{Service, ServiceError, ShownReading, ShownWorkout};

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
}

/// Which row to take out or put back.
#[derive(Clone, PartialEq, Debug)]
pub struct DeleteReading {
    /// What sort of row.
    pub target: Target,
    /// Its time as said: to the second, or to the minute.
    pub timestamp: String,
    /// Its value, where several share the time: the systolic pressure of a blood pressure, the
    /// minutes of a workout.
    pub value: Option<f64>,
    /// Whether to put back what was taken out.
    pub undo: bool,
}

/// What was done.
#[derive(Clone, PartialEq, Debug)]
pub enum Removal {
    /// A reading logged in chat was deleted.
    Deleted(Affected),
    /// A row from Apple Health was marked as removed and no longer counts.
    Removed(Affected),
    /// A row from Apple Health counts again.
    Restored(Affected),
}

/// The row that a removal is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Affected {
    /// What sort of row.
    pub target: Target,
    /// The local day.
    pub date: Date,
    /// The row (`reading` on the wire).
    pub row: RemovedRow,
    /// Its exact time in local ISO form with its offset.
    pub timestamp: String,
    /// What to know about it.
    pub note: Option<String>,
}

/// A row taken out or put back.
#[derive(Clone, PartialEq, Debug)]
pub enum RemovedRow {
    /// A reading.
    Reading(ShownReading),
    /// A workout.
    Workout(ShownWorkout),
}

impl Service {
    /// Takes one row out, or puts one back. A reading logged in chat is deleted; a row from
    /// elsewhere is only marked, and can be put back.
    ///
    /// # Errors
    ///
    /// If an argument is not allowed, or if not exactly one row fits; the advice then lists the
    /// rows near that time. Nothing is changed in that case.
    pub async fn delete_reading(
        &self,
        account: &Account,
        request: DeleteReading,
    ) -> Result<Removal, ServiceError> {
        unimplemented!("{} {request:?}", account.id)
    }
}
