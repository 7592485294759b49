//! Taking a reading or a workout out of the record, and putting it back.

mod apply;
mod moment;
mod pick;
mod row;
mod target;

use jiff::civil::Date;
use vitalog_core::Account;

pub use self::target::Target;
use self::{apply::apply, moment::Moment, pick::pick};
use crate::{Service, ServiceError, ShownReading, ShownWorkout, health_metrics::around};

/// Which row to take out or put back.
#[derive(Clone, PartialEq, Debug)]
pub struct DeleteReading {
    /// What sort of row.
    pub target: Target,
    /// Its time as said: to the second, or to the minute.
    pub timestamp: String,
    /// Its value as it is shown, where several share the time: the systolic pressure of a blood
    /// pressure, the minutes of a workout.
    pub value: Option<f64>,
    /// Its app as it is shown, where several share time and value. Letter case and the kinds of
    /// spaces and apostrophes do not matter.
    pub source: Option<String>,
    /// Whether to put back what was taken out.
    pub undo: bool,
}

/// What was done.
#[derive(Clone, PartialEq, Debug)]
pub enum Removal {
    /// A reading logged in chat was deleted.
    Deleted(Affected),
    /// A row from Apple Health or a vendor was marked as removed and no longer counts.
    Removed(Affected),
    /// A row from Apple Health or a vendor counts again.
    Restored(Affected),
}

/// The row that a removal is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Affected {
    /// What sort of row (`metric` on the wire, by its name).
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
        let now = self.clock.now();
        let moment = Moment::parse(&request.timestamp, account, now)?;
        let query = request
            .target
            .rows_in(around(moment.day(account).instants(&account.zone)));
        self.change_record(account, &query, |record| {
            let row = pick(record, &moment, &request, account)?;
            Ok(apply(row, record, &request, now, account))
        })
        .await
    }
}
