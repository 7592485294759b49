//! Taking a reading or a workout out of the record, and putting it back.

mod apply;
mod moment;
mod pick;
mod row;
mod target;

use std::borrow::Cow;

use jiff::civil::Date;
use vitalog_core::Account;
use vitalog_storage::{Record, RecordChange};

pub use self::target::Target;
use self::{apply::apply, moment::Moment, pick::pick, target::entries};
use crate::{
    Service, ServiceError, ShownReading, ShownWorkout, health_metrics::around, journal::Journal,
};

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
            let request = as_named(&request, record)?;
            let row = pick(record, &moment, &request, account)?;
            let (mut change, removal) = apply(row, record, &request, now, account);
            forget_unused_name(&request, record, &mut change)?;
            Ok((change, removal))
        })
        .await
    }
}

/// The request with the name of the person's own as it is kept.
fn as_named<'q>(
    request: &'q DeleteReading,
    record: &Record,
) -> Result<Cow<'q, DeleteReading>, ServiceError> {
    let Target::Custom(name) = &request.target else {
        return Ok(Cow::Borrowed(request));
    };
    let journal = Journal::of(record)?;
    let known = journal.find(name).ok_or_else(no_such_target)?;
    Ok(Cow::Owned(DeleteReading {
        target: Target::Custom(known.name.clone()),
        ..request.clone()
    }))
}

/// Deleting the last entry of a name forgets what its first use fixed, so that a slip can be made
/// good by logging anew.
fn forget_unused_name(
    request: &DeleteReading,
    record: &Record,
    change: &mut RecordChange,
) -> Result<(), ServiceError> {
    let Target::Custom(name) = &request.target else {
        return Ok(());
    };
    if entries(name, record).count() > change.delete_readings.len() {
        return Ok(());
    }
    let mut journal = Journal::of(record)?;
    journal.metrics.retain(|metric| metric.name != *name);
    change.put_documents.push(journal.write()?);
    Ok(())
}

/// The refusal of a word that names nothing to take out.
#[must_use]
pub fn no_such_target() -> ServiceError {
    let names: Vec<String> = Target::all()
        .map(|target| target.name().to_owned())
        .collect();
    ServiceError::invalid_argument("`metric` names nothing that is recorded here.").advise(format!(
        "Use one of {}, or a name that `log_entry` was called with.",
        names.join(", ")
    ))
}
