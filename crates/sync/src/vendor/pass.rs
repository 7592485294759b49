//! A pass: a window of every collection is listed anew and applied.

use std::collections::BTreeMap;

use jiff::{Timestamp, ToSpan, civil::Date};
use vitalog_connectors::{Collection, Shape, UNDATED, Vendor};
use vitalog_core::{Account, DayRange};

use super::{
    apply::{Applied, Arrived, names_of_days},
    budget::Lane,
    cadence::Cadence,
    caller::CallError,
    listing::{self, Listed},
    missing::{self, Compared},
    progress::{Fault, Progress},
    relay::{Relay, RelayError, Visit},
};

/// What a pass came to.
#[derive(Clone, Debug)]
pub struct SyncReport {
    /// The vendor.
    pub vendor: Vendor,
    /// The days that were listed.
    pub window: DayRange,
    /// What became of the documents.
    pub applied: Applied,
    /// Collections that were listed.
    pub listed: Vec<&'static str>,
    /// Collections that could not be, and why.
    pub faults: BTreeMap<&'static str, Fault>,
    /// Set if the vendor's budget ended before the pass did: when to go on.
    pub put_off: Option<Timestamp>,
}

impl Relay {
    /// Brings the recent days of an account's copy up to date. In the interactive lane it ends
    /// soon, in the bulk lane it waits for its turn.
    ///
    /// # Errors
    ///
    /// If the vendor cannot be asked at all, or nothing can be stored.
    pub async fn sync(
        &self,
        account: &Account,
        vendor: Vendor,
        lane: Lane,
    ) -> Result<SyncReport, RelayError> {
        let visit = self.visit(account, vendor)?;
        let progress: Progress = self.progress(account, vendor).await?;
        let days = Cadence::of(vendor).recent_days;
        // After a long silence it reaches back to where it ended. What the vendor refuses does not
        // make it reach further and further.
        let last_ok = progress
            .entities
            .values()
            .filter(|entity| matches!(entity.fault, None | Some(Fault::Unavailable)))
            .filter_map(|entity| entity.last_ok_at.as_ref()?.parse::<Timestamp>().ok())
            .min();
        let last_ok = last_ok.map(|at| vitalog_core::day::day_of(at, &account.zone));
        let window = recent_window(visit.today, days, last_ok);
        let refused = |kind: &str| {
            let entity = progress.entities.get(kind);
            entity.and_then(|entity| entity.fault.filter(|fault| fault.is_lasting()))
        };
        // What was refused is tried again by the wide window, not every time.
        let all = visit.connector.capabilities().collections.iter();
        let kinds: Vec<&str> = all
            .map(|collection| collection.kind)
            .filter(|kind| refused(kind).is_none())
            .collect();
        let mut report = self.pass(&visit, window, Some(&kinds), lane).await?;
        for collection in collections(&visit, None) {
            if let Some(fault) = refused(collection.kind) {
                report.faults.insert(collection.kind, fault);
            }
        }
        Ok(report)
    }

    /// Lists a long stretch of days anew, for what neither events nor the recent window tell of.
    ///
    /// # Errors
    ///
    /// If the vendor cannot be asked at all, or nothing can be stored.
    pub async fn sync_widely(
        &self,
        account: &Account,
        vendor: Vendor,
    ) -> Result<SyncReport, RelayError> {
        let visit = self.visit(account, vendor)?;
        let days = Cadence::of(vendor).wide_days;
        let window = recent_window(visit.today, days, None);
        self.pass(&visit, window, None, Lane::Bulk).await
    }

    /// Lists a window of the collections of these names, or of all.
    pub(super) async fn pass(
        &self,
        visit: &Visit<'_>,
        window: DayRange,
        only: Option<&[&str]>,
        lane: Lane,
    ) -> Result<SyncReport, RelayError> {
        let connection = visit.connection().await?;
        let granted = connection.as_ref().and_then(|known| known.scopes.clone());
        let mut report = SyncReport {
            vendor: visit.vendor,
            window,
            applied: Applied::default(),
            listed: Vec::new(),
            faults: BTreeMap::new(),
            put_off: None,
        };
        let progress: Progress = self.progress(visit.account, visit.vendor).await?;
        let mut arrived = Vec::new();
        let mut run = Vec::new();
        let mut through: BTreeMap<&'static str, Option<String>> = BTreeMap::new();
        let mut ended = None;
        let caller = visit.caller(lane);
        for collection in collections(visit, only) {
            let scopes = granted.as_deref().unwrap_or_default();
            if !visit.connector.is_granted(collection, scopes) {
                report.faults.insert(collection.kind, Fault::NotGranted);
                continue;
            }
            let api = &visit.room.settings.api_url;
            match listing::list(&caller, api, collection, window).await {
                Ok(listed) => {
                    report.listed.push(collection.kind);
                    report.applied.unreadable += listed.unreadable;
                    through.insert(collection.kind, last_day(&listed));
                    run.extend(compared(visit, collection, window, &listed).await?);
                    arrived.extend(listed.documents.into_iter().map(Arrived::Sent));
                }
                Err(CallError::BudgetSpent { again_at }) => {
                    report.put_off = Some(again_at);
                    break;
                }
                Err(CallError::Refused { status: 401 | 403 }) => {
                    report.faults.insert(collection.kind, Fault::NotGranted);
                }
                Err(CallError::Refused { status: 404 })
                    if !progress.was_listed(collection.kind) =>
                {
                    report.faults.insert(collection.kind, Fault::NotOffered);
                }
                Err(CallError::Refused { .. } | CallError::Unreadable) => {
                    report.faults.insert(collection.kind, Fault::Unreadable);
                }
                Err(error) => {
                    report.faults.insert(collection.kind, Fault::Unavailable);
                    ended = Some(error);
                    break;
                }
            }
        }
        arrived.extend(self.gone(visit, &run).await?);
        self.learn_person(visit, &arrived).await?;
        if !arrived.is_empty() {
            let _turn = self.inner.turns.take(&visit.account.id).await;
            report.applied.add(visit.applier().apply(arrived).await?);
        }
        self.note(visit, &report, &through).await?;
        log(visit, &report, ended.as_ref());
        match ended {
            // What came before is stored all the same.
            Some(error) if report.listed.is_empty() || error.needs_person() => Err(error.into()),
            Some(_) | None => Ok(report),
        }
    }

    pub(super) async fn progress(
        &self,
        account: &Account,
        vendor: Vendor,
    ) -> Result<Progress, RelayError> {
        let place = Progress::place(&account.id, vendor);
        Ok(place.read(self.inner.storage.as_ref()).await?)
    }

    async fn gone(&self, visit: &Visit<'_>, run: &[Compared]) -> Result<Vec<Arrived>, RelayError> {
        let gone = missing::find_gone(
            self.inner.storage.as_ref(),
            &visit.account.id,
            visit.vendor.as_str(),
            run,
            self.inner.clock.now(),
        );
        Ok(gone.await?)
    }

    async fn note(
        &self,
        visit: &Visit<'_>,
        report: &SyncReport,
        through: &BTreeMap<&'static str, Option<String>>,
    ) -> Result<(), RelayError> {
        let now = self.inner.clock.now();
        let change = |progress: &mut Progress| {
            for kind in &report.listed {
                let through = through.get(kind).cloned().flatten();
                progress.listed(kind, through, now);
            }
            for (kind, fault) in &report.faults {
                progress.failed(kind, *fault);
            }
        };
        let place = Progress::place(&visit.account.id, visit.vendor);
        place.change(self.inner.storage.as_ref(), change).await?;
        Ok(())
    }
}

/// What is kept of a collection beside what was listed of it, if that says anything of what is gone.
async fn compared(
    visit: &Visit<'_>,
    collection: &'static Collection,
    window: DayRange,
    listed: &Listed,
) -> Result<Option<Compared>, RelayError> {
    let Some(days) = missing::surely_listed(window) else {
        return Ok(None);
    };
    // One that could not be read may be the one that is missed.
    if collection.shape == Shape::Undated || listed.unreadable > 0 {
        return Ok(None);
    }
    let kept = names_of_days(&visit.applier(), collection, days).await?;
    let listed = listed.documents.iter();
    let listed = listed
        .filter(|document| days.contains(document.day) || kept.contains_key(&document.id))
        .map(|document| document.id.clone())
        .collect();
    Ok(Some(Compared {
        collection,
        kept,
        listed,
    }))
}

fn collections(
    visit: &Visit<'_>,
    only: Option<&[&str]>,
) -> impl Iterator<Item = &'static Collection> {
    let all = visit.connector.capabilities().collections.iter();
    all.filter(move |collection| {
        collection.routine && only.is_none_or(|only| only.contains(&collection.kind))
    })
}

/// The last days up to the one that begins first, somewhere, after the person's.
fn recent_window(today: Date, days: i64, last_ok: Option<Date>) -> DayRange {
    /// The vendor's window begins so many days before what is known to be there.
    const BEFORE: i64 = 3;
    /// And no longer ago than this: the rest is history, and brought in as such.
    const LONGEST: i64 = 184;
    let usual = today.saturating_sub(days.days());
    let start = last_ok.map_or(usual, |day| usual.min(day.saturating_sub(BEFORE.days())));
    DayRange {
        start: start.max(today.saturating_sub(LONGEST.days())),
        end: today.saturating_add(1.day()),
    }
}

fn last_day(listed: &Listed) -> Option<String> {
    let days = listed.documents.iter().map(|document| document.day);
    days.filter(|day| *day != UNDATED)
        .max()
        .map(|day| day.to_string())
}

fn log(visit: &Visit<'_>, report: &SyncReport, ended: Option<&CallError>) {
    let (vendor, account) = (visit.vendor.as_str(), &visit.account.id);
    let applied = &report.applied;
    if let Some(error) = ended {
        tracing::warn!(
            account = %account,
            vendor.name = vendor,
            "sync of {vendor} ended early: {error}"
        );
        return;
    }
    tracing::info!(
        account = %account,
        vendor.name = vendor,
        sync.collections = report.listed.len(),
        sync.faults = report.faults.len(),
        sync.news = applied.news,
        sync.rows_written = applied.rows.written,
        sync.superseded = applied.rows.superseded,
        sync.put_off = report.put_off.is_some(),
        "{vendor} synced"
    );
}
