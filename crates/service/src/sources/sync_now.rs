//! Bringing the copies up to date because somebody asks for it.

use std::time::Duration;

use jiff::{Timestamp, civil::Date};
use vitalog_core::Account;
use vitalog_sync::vendor::{
    Fault, Freshness, RelayError, SourceStatus, SyncReport, Vendor, connection::how_to_reconnect,
};

use super::{Sources, status::notes};
use crate::{Service, ServiceError, code};

/// How long a call waits for a vendor's rate budget. What takes longer is left to whoever does what
/// is due: a host waits for an answer, and a person before it.
const WAIT_AT_MOST: Duration = Duration::from_secs(10);

/// What to do where a vendor's rate budget is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IfBusy {
    /// Say so, and let the person choose.
    #[default]
    Ask,
    /// Wait a little, then leave it to whoever does what is due.
    Wait,
    /// Go on with what is stored.
    UseCached,
}

/// What became of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyncOutcome {
    /// It is up to date.
    Synced,
    /// The vendor's rate budget is used up, and somebody has to choose.
    Busy,
    /// It is used up, and what is stored stands.
    Cached,
    /// It is used up, and the sync is planned.
    Queued,
    /// The person has to connect again.
    NeedsReconnect,
    /// Nobody connected it, or the account has no place.
    NotConnected,
    /// The vendor did not answer, or nothing could be stored.
    Failed,
}

impl SyncOutcome {
    /// The shown name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Synced => "synced",
            Self::Busy => "busy",
            Self::Cached => "cached",
            Self::Queued => "queued",
            Self::NeedsReconnect => "needs_reconnect",
            Self::NotConnected => "not_connected",
            Self::Failed => "failed",
        }
    }
}

/// One source.
#[derive(Clone, Debug)]
pub struct SourceSync {
    /// Which.
    pub source: Vendor,
    /// What became of it.
    pub outcome: SyncOutcome,
    /// Documents that are new, changed or gone.
    pub news: usize,
    /// When the vendor takes requests again.
    pub again_at: Option<Timestamp>,
    /// When all of it was last brought up to date.
    pub last_ok_at: Option<Timestamp>,
    /// The last day of any document.
    pub data_through: Option<Date>,
}

/// What became of a sync.
#[derive(Clone, Debug)]
pub struct SyncAnswer {
    /// The sources that were to be synced.
    pub sources: Vec<SourceSync>,
    /// What to know about the answer.
    pub notes: Vec<String>,
    /// The last day of any document.
    pub data_through: Option<Date>,
}

impl SyncAnswer {
    /// The sources whose rate budget is used up, and about which somebody has to choose.
    pub fn busy(&self) -> impl Iterator<Item = &SourceSync> {
        let sources = self.sources.iter();
        sources.filter(|source| source.outcome == SyncOutcome::Busy)
    }
}

impl Service {
    /// Brings the recent days of one source, or of all that are connected, up to date.
    ///
    /// # Errors
    ///
    /// If the source is not set up, or storage cannot be read. A vendor that does not answer is no
    /// error: what is stored still is.
    pub async fn sync_now(
        &self,
        account: &Account,
        source: Option<Vendor>,
        if_busy: IfBusy,
    ) -> Result<SyncAnswer, ServiceError> {
        let sources = self.sources.as_ref().ok_or_else(not_set_up)?;
        let before = sources.status.sources(&account.id).await?;
        let wanted: Vec<Vendor> = before
            .iter()
            .filter(|known| match source {
                Some(source) => known.vendor == source,
                None => is_connected(known),
            })
            .map(|known| known.vendor)
            .collect();
        if source.is_some() && wanted.is_empty() {
            return Err(not_set_up());
        }
        let mut outcomes = Vec::new();
        for vendor in wanted {
            let outcome = sources.sync(account, vendor, if_busy).await?;
            // Weather is asked for of accounts that have a place.
            if source.is_none() && outcome.0 == SyncOutcome::NotConnected {
                continue;
            }
            outcomes.push((vendor, outcome));
        }
        let after = sources.status.sources(&account.id).await?;
        Ok(answer(account, outcomes, &after))
    }
}

fn is_connected(known: &SourceStatus) -> bool {
    // Whether the account has a place shows when the weather is asked for.
    known.state != Freshness::NotConnected || known.vendor == Vendor::Weather
}

fn not_set_up() -> ServiceError {
    ServiceError::new(code::NOT_AVAILABLE, "This server does not ask that source.").advise(
        "`get_sync_status` lists those that it asks. The guides docs/guides/oura.md, whoop.md and \
         weather.md tell how to set one up.",
    )
}

type Outcome = (SyncOutcome, usize, Option<Timestamp>);

impl Sources {
    async fn sync(
        &self,
        account: &Account,
        vendor: Vendor,
        if_busy: IfBusy,
    ) -> Result<Outcome, ServiceError> {
        let first = self.try_once(account, vendor).await;
        let (SyncOutcome::Busy, news, Some(again_at)) = first else {
            return Ok(first);
        };
        match if_busy {
            IfBusy::Ask => Ok(first),
            IfBusy::UseCached => Ok((SyncOutcome::Cached, news, Some(again_at))),
            IfBusy::Wait => self.wait(account, vendor, news, again_at).await,
        }
    }

    async fn wait(
        &self,
        account: &Account,
        vendor: Vendor,
        news: usize,
        again_at: Timestamp,
    ) -> Result<Outcome, ServiceError> {
        let wait = again_at.duration_since(self.status.now());
        let wait = Duration::try_from(wait).unwrap_or_default();
        let mut again_at = again_at;
        let mut news = news;
        if wait <= WAIT_AT_MOST {
            tokio::time::sleep(wait).await;
            match self.try_once(account, vendor).await {
                (SyncOutcome::Busy, more, Some(later)) => {
                    news += more;
                    again_at = later;
                }
                (outcome, more, at) => return Ok((outcome, news + more, at)),
            }
        }
        let relay = self.relay.as_ref();
        relay.sync_later(&account.id, vendor, again_at).await?;
        Ok((SyncOutcome::Queued, news, Some(again_at)))
    }

    async fn try_once(&self, account: &Account, vendor: Vendor) -> Outcome {
        match self.relay.sync_now(account, vendor).await {
            Ok(report) => (outcome_of(&report), report.applied.news, report.put_off),
            Err(RelayError::NotSetUp) => (SyncOutcome::NotConnected, 0, None),
            Err(error) => match error.budget_spent_until() {
                Some(again_at) => (SyncOutcome::Busy, 0, Some(again_at)),
                None if error.needs_person() => (SyncOutcome::NeedsReconnect, 0, None),
                None => {
                    tracing::warn!(
                        account.id = %account.id,
                        vendor.name = vendor.as_str(),
                        "sync of {} failed: {error}",
                        vendor.as_str()
                    );
                    (SyncOutcome::Failed, 0, None)
                }
            },
        }
    }
}

fn outcome_of(report: &SyncReport) -> SyncOutcome {
    let failed = |fault: &Fault| matches!(fault, Fault::Unavailable | Fault::Unreadable);
    if report.put_off.is_some() {
        SyncOutcome::Busy
    } else if report.faults.values().any(failed) {
        SyncOutcome::Failed
    } else {
        SyncOutcome::Synced
    }
}

fn answer(
    account: &Account,
    outcomes: Vec<(Vendor, Outcome)>,
    after: &[SourceStatus],
) -> SyncAnswer {
    let known = |vendor| after.iter().find(|known| known.vendor == vendor);
    let asked: Vec<SourceStatus> = outcomes
        .iter()
        .filter_map(|(vendor, _)| known(*vendor).cloned())
        .collect();
    let mut notes = notes(&account.id, &asked);
    let sources = outcomes
        .into_iter()
        .map(|(source, (outcome, news, again_at))| {
            // One that was never connected has no state to speak of.
            let never = known(source).is_some_and(|known| known.connection.is_none());
            let outcome = if outcome == SyncOutcome::NeedsReconnect && never {
                SyncOutcome::NotConnected
            } else {
                outcome
            };
            if let Some(note) = note(account, source, outcome, again_at) {
                notes.push(note);
            }
            SourceSync {
                source,
                outcome,
                news,
                again_at,
                last_ok_at: known(source).and_then(|known| known.last_ok_at),
                data_through: known(source).and_then(|known| known.data_through),
            }
        });
    let sources: Vec<SourceSync> = sources.collect();
    if sources.is_empty() {
        notes.push(
            "No source is connected, so that there was nothing to sync. What a phone pushes \
             arrives by itself."
                .to_owned(),
        );
    }
    SyncAnswer {
        data_through: sources.iter().filter_map(|one| one.data_through).max(),
        sources,
        notes,
    }
}

fn note(
    account: &Account,
    source: Vendor,
    outcome: SyncOutcome,
    again_at: Option<Timestamp>,
) -> Option<String> {
    let name = source.source();
    let when = match again_at {
        Some(at) => {
            let at = account.zone.to_datetime(at);
            format!("from {} on", at.strftime("%Y-%m-%d %H:%M:%S"))
        }
        None => "later".to_owned(),
    };
    match outcome {
        SyncOutcome::Synced | SyncOutcome::NeedsReconnect => None,
        SyncOutcome::Busy => Some(format!(
            "{name} takes no more requests of this server for now, and does again {when}. Ask the \
             person: call again with if_busy `wait` to have it done as soon as it can be, or with \
             `use_cached` to go on with what is stored."
        )),
        SyncOutcome::Cached => Some(format!(
            "{name} takes no more requests for now; what is stored was used. It takes some again \
             {when}."
        )),
        SyncOutcome::Queued => Some(format!(
            "{name} takes no more requests for now; the sync is planned and will be done {when} by \
             the server, if it runs."
        )),
        SyncOutcome::NotConnected => Some(match source {
            Vendor::Weather => format!(
                "The account has no place to ask the weather of; `vitalog account set{} --place \
                 LAT,LON` sets one.",
                account.id.as_flag()
            ),
            Vendor::Oura | Vendor::Whoop => {
                let how = how_to_reconnect(&account.id, source);
                format!("{name} is not connected. {how}")
            }
        }),
        SyncOutcome::Failed => Some(format!(
            "{name} did not answer, or not as it should; what is stored still stands. The server \
             tries again by itself."
        )),
    }
}
