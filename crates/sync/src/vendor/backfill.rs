//! Bringing in history: window after window, from the latest to the earliest, so that what matters
//! most is there first. How far each collection has come is stored after each window.

use std::collections::BTreeMap;

use jiff::{Timestamp, ToSpan, civil::Date};
use vitalog_connectors::{Collection, Vendor};
use vitalog_core::{Account, DayRange};

use super::{
    apply::Applied,
    budget::Lane,
    caller::CallError,
    progress::{Backfill, Fault, Progress},
    relay::{Relay, RelayError, Visit},
};

/// Days of a window: with the margin that a connector asks for beside it, three pages of 25 nights.
const WINDOW_DAYS: i64 = 61;

/// How far history has come in.
#[derive(Clone, Debug)]
pub struct BackfillReport {
    /// The vendor.
    pub vendor: Vendor,
    /// The days that are wanted.
    pub window: DayRange,
    /// The share that is there, from 0 to 1.
    pub share: f64,
    /// What became of the documents so far, of this run.
    pub applied: Applied,
    /// Set if the vendor's budget is used up: when to go on.
    pub put_off: Option<Timestamp>,
}

impl Relay {
    /// Has history brought in, of so many months or as many as the vendor's connector says. One that is
    /// under way and wants the same or more is left as it is.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn begin_backfill(
        &self,
        account: &Account,
        vendor: Vendor,
        months: Option<u8>,
    ) -> Result<(), vitalog_storage::StorageError> {
        let Ok(visit) = self.visit(account, vendor) else {
            return Ok(());
        };
        let months = months.unwrap_or(visit.connector.capabilities().backfill_months);
        let today = visit.today;
        let wanted = Backfill {
            start: today.saturating_sub(i64::from(months).months()).to_string(),
            end: today.to_string(),
            done_to: BTreeMap::new(),
            is_done: false,
        };
        let place = Progress::place(&account.id, vendor);
        place
            .change(self.inner.storage.as_ref(), |progress: &mut Progress| {
                let goes_on = progress.backfill.as_ref().is_some_and(|known| {
                    !known.is_done && known.start <= wanted.start && known.end >= wanted.end
                });
                if !goes_on {
                    progress.backfill = Some(wanted.clone());
                }
            })
            .await
    }

    /// Goes on bringing in history until all is there, the vendor's budget is used up, or
    /// `on_progress` says no.
    ///
    /// # Errors
    ///
    /// If the vendor cannot be asked, or nothing can be stored. What came until then is kept, and
    /// the next call goes on from there.
    pub async fn backfill(
        &self,
        account: &Account,
        vendor: Vendor,
        mut on_progress: impl FnMut(&BackfillReport) -> bool + Send,
    ) -> Result<Option<BackfillReport>, RelayError> {
        let visit = self.visit(account, vendor)?;
        let mut applied = Applied::default();
        loop {
            let progress = self.progress(account, vendor).await?;
            let Some((mut report, state)) = progress
                .backfill
                .as_ref()
                .and_then(|backfill| Some((report(&visit, backfill, applied)?, backfill.clone())))
            else {
                return Ok(None);
            };
            let Some((window, kinds)) = next_window(&visit, &state) else {
                self.finish_backfill(&visit, &state).await?;
                report.share = 1.0;
                on_progress(&report);
                return Ok(Some(report));
            };
            if !on_progress(&report) {
                return Ok(Some(report));
            }
            let pass = self.pass(&visit, window, Some(&kinds), Lane::Bulk).await?;
            applied.add(pass.applied);
            let of = |wanted: Fault| {
                let faults = pass.faults.iter();
                let kinds = faults.filter(move |(_, fault)| **fault == wanted);
                kinds.map(|(kind, _)| *kind)
            };
            let refused: Vec<&str> = of(Fault::NotGranted).collect();
            // What cannot be read today will not be tomorrow; later passes try again.
            let passed = pass.listed.iter().copied();
            let unread = of(Fault::Unreadable).chain(of(Fault::NotOffered));
            let passed: Vec<&str> = passed.chain(unread).collect();
            self.advance(&visit, &state, window, &passed, &refused)
                .await?;
            if pass.put_off.is_some() {
                report.put_off = pass.put_off;
                report.applied = applied;
                return Ok(Some(report));
            }
            if of(Fault::Unavailable).next().is_some() {
                return Err(CallError::Unavailable.into());
            }
        }
    }

    /// Notes that a window was listed.
    async fn advance(
        &self,
        visit: &Visit<'_>,
        state: &Backfill,
        window: DayRange,
        passed: &[&str],
        refused: &[&str],
    ) -> Result<(), RelayError> {
        let change = |progress: &mut Progress| {
            let Some(known) = progress.backfill.as_mut() else {
                return;
            };
            // Another may have begun a longer one meanwhile.
            if known.start != state.start || known.end != state.end {
                return;
            }
            for kind in passed {
                let done_to = known.done_to.entry((*kind).to_owned());
                let done_to = done_to.or_insert_with(|| window.start.to_string());
                if *done_to > window.start.to_string() {
                    *done_to = window.start.to_string();
                }
            }
            for kind in refused {
                // There is nothing to wait for.
                let start = known.start.clone();
                known.done_to.insert((*kind).to_owned(), start);
            }
        };
        let place = Progress::place(&visit.account.id, visit.vendor);
        place.change(self.inner.storage.as_ref(), change).await?;
        Ok(())
    }

    async fn finish_backfill(&self, visit: &Visit<'_>, state: &Backfill) -> Result<(), RelayError> {
        let change = |progress: &mut Progress| {
            if let Some(known) = progress.backfill.as_mut()
                && (&known.start, &known.end) == (&state.start, &state.end)
            {
                known.is_done = true;
            }
        };
        let place = Progress::place(&visit.account.id, visit.vendor);
        place.change(self.inner.storage.as_ref(), change).await?;
        Ok(())
    }
}

impl Backfill {
    /// The days that are wanted.
    pub(super) fn window(&self) -> Option<DayRange> {
        let (start, end) = (self.start.parse().ok()?, self.end.parse().ok()?);
        (start <= end).then_some(DayRange { start, end })
    }

    /// The share that is there.
    #[expect(
        clippy::cast_precision_loss,
        reason = "there are not so many collections"
    )]
    pub(super) fn share(&self, collections: &[&Collection]) -> f64 {
        let Some(window) = self.window() else {
            return 1.0;
        };
        if self.is_done || collections.is_empty() {
            return 1.0;
        }
        let days = f64::from(window.len());
        let done = collections.iter().map(|collection| {
            let done_to = self.done_to.get(collection.kind);
            let done_to: Option<Date> = done_to.and_then(|day| day.parse().ok());
            done_to.map_or(0.0, |day| {
                let done = DayRange {
                    start: day,
                    end: window.end,
                };
                f64::from(done.len()) / days
            })
        });
        (done.sum::<f64>() / collections.len() as f64).clamp(0.0, 1.0)
    }
}

/// The collections that history is brought in of.
pub(super) fn wanted(collections: &'static [Collection]) -> Vec<&'static Collection> {
    collections
        .iter()
        .filter(|collection| collection.routine)
        .collect()
}

fn report(visit: &Visit<'_>, backfill: &Backfill, applied: Applied) -> Option<BackfillReport> {
    let collections = wanted(visit.connector.capabilities().collections);
    Some(BackfillReport {
        vendor: visit.vendor,
        window: backfill.window()?,
        share: backfill.share(&collections),
        applied,
        put_off: None,
    })
}

/// The next window, and the collections that have come just so far; `None` when all is there.
fn next_window(visit: &Visit<'_>, backfill: &Backfill) -> Option<(DayRange, Vec<&'static str>)> {
    if backfill.is_done {
        return None;
    }
    let window = backfill.window()?;
    // The day before which each has to go on. Those that are least far come first.
    let mut fronts: BTreeMap<Date, Vec<&'static str>> = BTreeMap::new();
    for collection in wanted(visit.connector.capabilities().collections) {
        let done_to = backfill.done_to.get(collection.kind);
        let front = match done_to.and_then(|day| day.parse::<Date>().ok()) {
            Some(done_to) if done_to <= window.start => continue,
            Some(done_to) => done_to.saturating_sub(1.day()),
            None => window.end,
        };
        fronts.entry(front).or_default().push(collection.kind);
    }
    let (end, kinds) = fronts.pop_last()?;
    let start = end
        .saturating_sub((WINDOW_DAYS - 1).days())
        .max(window.start);
    Some((DayRange { start, end }, kinds))
}
