//! Working all daily values of an account out anew, some days at a time.

use std::time::Duration;

use jiff::{ToSpan, civil::Date};
use vitalog_core::{Account, DayRange, Metric, daily::metrics_touched, day::day_of};
use vitalog_storage::{
    MetricDays, RecordChange, RecordQuery, Revision, Storage, StorageError, Written,
};

use super::{after::After, state::DailyState, touched::rows_of};
use crate::compute::compute;

/// Days that are read, worked out and written at once: of what is recorded every second that is
/// some ten megabytes.
const DAYS_AT_ONCE: i64 = 31;
/// How far beside the day of a reading its values may lie: it may cross midnight, or a night, or be
/// of a day that its source names by clocks on the other side of the earth.
const BESIDE_DAYS: i64 = 3;
/// The pause after another writer was faster.
const PAUSE: Duration = Duration::from_millis(20);

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The days of a metric that were worked out last.
    pub metric: Metric,
    /// These days.
    pub days: DayRange,
}

/// Works out whatever stored daily values are not those of the account as it is now: after a change
/// of its zone, of its order of sources or of the rules. Pushes and answers go on meanwhile. It may
/// be broken off at any moment and is taken up where it was, by whatever process. Says whether
/// there was anything to do.
///
/// # Errors
///
/// If storage fails.
pub async fn rebuild(
    storage: &dyn Storage,
    account: &Account,
    mut on_progress: impl FnMut(Progress) + Send,
) -> Result<bool, StorageError> {
    let mut has_worked = false;
    loop {
        let query = RecordQuery {
            documents: vec![DailyState::document()],
            ..RecordQuery::default()
        };
        let record = storage.read_record(&account.id, &query).await?;
        let written = match DailyState::of(&record, account) {
            // The first change of a record begins its daily values too.
            _ if record.revision == Revision(0) => return Ok(has_worked),
            None => begin(storage, account, record.revision).await?,
            Some(state) => match state.next_pending() {
                None => return Ok(has_worked),
                Some((metric, days)) => {
                    let (written, days) = go_on(storage, account, state, metric, days).await?;
                    if written != Written::Stale {
                        on_progress(Progress { metric, days });
                    }
                    written
                }
            },
        };
        has_worked = true;
        if written == Written::Stale {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Forgets all stored values and notes what is to be worked out.
async fn begin(
    storage: &dyn Storage,
    account: &Account,
    read_at: Revision,
) -> Result<Written, StorageError> {
    let bounds = storage.bounds(&account.id, Metric::ALL).await?;
    let mut state = DailyState::complete(account);
    for (metric, (first, last)) in bounds {
        let first = day_of(first, &account.zone).saturating_sub(BESIDE_DAYS.days());
        let last = day_of(last, &account.zone).saturating_add(BESIDE_DAYS.days());
        state.add_pending(
            metric,
            DayRange {
                start: first,
                end: last,
            },
        );
    }
    let always = DayRange {
        start: Date::MIN,
        end: Date::MAX,
    };
    let forgotten = Metric::ALL.iter().map(|metric| MetricDays {
        metric: *metric,
        days: always,
        values: Vec::new(),
    });
    let change = RecordChange {
        put_daily: forgotten.collect(),
        put_documents: vec![state.to_write()],
        ..RecordChange::default()
    };
    storage.write_record(&account.id, read_at, change).await
}

/// Works out the latest of the days of a metric, and of those that are worked out with it.
async fn go_on(
    storage: &dyn Storage,
    account: &Account,
    mut state: DailyState,
    metric: Metric,
    pending: DayRange,
) -> Result<(Written, DayRange), StorageError> {
    let metrics = metrics_touched(metric);
    let start = pending.end.saturating_sub((DAYS_AT_ONCE - 1).days());
    let days = DayRange {
        start: start.max(pending.start),
        end: pending.end,
    };
    let query = RecordQuery {
        readings: rows_of(metrics, days, &account.zone),
        documents: vec![DailyState::document()],
        ..RecordQuery::default()
    };
    let record = storage.read_record(&account.id, &query).await?;
    if DailyState::of(&record, account).as_ref() != Some(&state) {
        return Ok((Written::Stale, days));
    }
    let rest = (days.start > pending.start).then(|| DayRange {
        start: pending.start,
        end: days.start.saturating_sub(1.day()),
    });
    state.set_pending(metric, rest);
    let put_daily = compute(|| {
        let nothing = RecordChange::default();
        let after = After::new(record.readings.values().flatten(), &nothing);
        after.days(metrics, days, account)
    });
    let change = RecordChange {
        put_daily,
        put_documents: vec![state.to_write()],
        ..RecordChange::default()
    };
    let written = storage.write_record(&account.id, record.revision, change);
    Ok((written.await?, days))
}
