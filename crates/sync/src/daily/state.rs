//! By what an account's daily values were worked out, and which of them are still to be.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use vitalog_core::{
    Account, DayRange, Metric,
    daily::{RULES, metrics_touched},
    zone,
};
use vitalog_storage::{DocumentWrite, Record};

const KIND: &str = "daily-values";
const ID: &str = "state";
/// The document of daily values that fit no account.
const NOBODYS: &str = "{}";

/// What is stored about an account's daily values, in JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DailyState {
    /// The [`RULES`].
    rules: u32,
    /// The name of the zone that cuts the days.
    zone: String,
    /// The sources that the person believes first.
    sources: Vec<String>,
    /// The days that are still to be worked out, of the first of the metrics that are worked out
    /// together, by its slug: first and last.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pending: BTreeMap<String, (String, String)>,
}

impl DailyState {
    /// Where it is stored among the account's documents, as [`RecordQuery::documents`] asks.
    ///
    /// [`RecordQuery::documents`]: vitalog_storage::RecordQuery::documents
    #[must_use]
    pub fn document() -> (&'static str, String) {
        (KIND, ID.to_owned())
    }

    /// What a record says, if it was asked for [`Self::document`] and its daily values are those of
    /// the account as it is now.
    #[must_use]
    pub fn of(record: &Record, account: &Account) -> Option<Self> {
        let key = (KIND.to_owned(), ID.to_owned());
        let stored = record.documents.get(&key)?;
        let state: Self = serde_json::from_str(&stored.body).ok()?;
        let fits = Self {
            pending: state.pending.clone(),
            ..Self::complete(account)
        };
        (state == fits).then_some(state)
    }

    /// Whether all stored values of a metric on some days are worked out.
    #[must_use]
    pub fn has(&self, metric: Metric, days: DayRange) -> bool {
        self.pending(metric)
            .is_none_or(|pending| pending.end < days.start || days.end < pending.start)
    }

    /// Whether everything is worked out.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.pending.is_empty()
    }

    /// Nothing is left to be worked out.
    pub(super) fn complete(account: &Account) -> Self {
        Self {
            rules: RULES,
            zone: zone::name_of(&account.zone).to_owned(),
            sources: account.sources.named().to_vec(),
            pending: BTreeMap::new(),
        }
    }

    /// Notes days that are to be worked out, beside those noted.
    pub(super) fn add_pending(&mut self, metric: Metric, days: DayRange) {
        let days = self.pending(metric).map_or(days, |pending| DayRange {
            start: pending.start.min(days.start),
            end: pending.end.max(days.end),
        });
        self.set_pending(metric, Some(days));
    }

    pub(super) fn set_pending(&mut self, metric: Metric, days: Option<DayRange>) {
        let lead = lead(metric).slug().to_owned();
        match days {
            None => self.pending.remove(&lead),
            Some(days) => {
                let days = (days.start.to_string(), days.end.to_string());
                self.pending.insert(lead, days)
            }
        };
    }

    /// The days of a metric that are still to be worked out. What cannot be read is all of them.
    fn pending(&self, metric: Metric) -> Option<DayRange> {
        let (start, end) = self.pending.get(lead(metric).slug())?;
        Some(DayRange {
            start: start.parse().unwrap_or(Date::MIN),
            end: end.parse().unwrap_or(Date::MAX),
        })
    }

    /// A metric of which days are still to be worked out, and these days.
    pub(super) fn next_pending(&self) -> Option<(Metric, DayRange)> {
        let metrics = self.pending.keys();
        let metric = metrics
            .into_iter()
            .find_map(|slug| Metric::from_slug(slug))?;
        Some((metric, self.pending(metric)?))
    }

    pub(super) fn to_write(&self) -> DocumentWrite {
        write(serde_json::json!(self).to_string())
    }

    /// What says that the stored daily values are nobody's, unless a record that was asked for
    /// [`Self::document`] says so already.
    pub(super) fn disowned(record: &Record) -> Option<DocumentWrite> {
        let key = (KIND.to_owned(), ID.to_owned());
        let stored = record.documents.get(&key)?;
        (stored.body != NOBODYS).then(|| write(NOBODYS.to_owned()))
    }
}

fn write(body: String) -> DocumentWrite {
    DocumentWrite {
        kind: KIND,
        id: ID.to_owned(),
        body,
        expires_at: None,
    }
}

/// The first of the metrics that are worked out together with this one.
fn lead(metric: Metric) -> Metric {
    metrics_touched(metric).first().copied().unwrap_or(metric)
}
