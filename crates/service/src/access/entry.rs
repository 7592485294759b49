//! One call, as it is noted, stored and told.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use vitalog_core::AccountId;
use vitalog_storage::AccessEntry;
use vitalog_sync::as_text;

use crate::ServiceError;

/// A call.
#[derive(Clone, PartialEq, Debug)]
pub struct Access {
    /// Whose record was asked.
    pub account: AccountId,
    /// By which door.
    pub door: &'static str,
    /// What the client calls itself.
    pub client: Option<String>,
    /// The identifier of the token that it came with.
    pub token: Option<String>,
    /// The tool.
    pub tool: &'static str,
    /// The metrics that were named, by their slugs.
    pub metrics: Vec<&'static str>,
    /// The first day asked about.
    pub from: Option<Date>,
    /// The last one.
    pub to: Option<Date>,
    /// How many rows were given.
    pub rows: Option<u64>,
    /// How it ended.
    pub outcome: AccessOutcome,
    /// How many milliseconds it took.
    pub ms: u64,
}

/// How a call ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessOutcome {
    /// It was answered.
    Ok,
    /// It failed.
    Error,
    /// Who called may not.
    Refused,
}

impl AccessOutcome {
    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
            Self::Refused => "refused",
        }
    }
}

/// Calls that were noted and not written yet: one, or several alike in a row.
#[derive(Clone, Debug)]
pub(super) struct Noted {
    pub(super) access: Access,
    pub(super) at: Timestamp,
    pub(super) id: String,
    pub(super) calls: u64,
}

impl Noted {
    /// Whether a call is like these.
    pub(super) fn is_like(&self, other: &Access) -> bool {
        let Access {
            account,
            door,
            client,
            token,
            tool,
            metrics,
            from,
            to,
            rows,
            outcome,
            ms: _,
        } = &self.access;
        *account == other.account
            && *door == other.door
            && *client == other.client
            && *token == other.token
            && *tool == other.tool
            && *metrics == other.metrics
            && (*from, *to, *rows) == (other.from, other.to, other.rows)
            && *outcome == other.outcome
    }

    pub(super) fn to_entry(&self) -> AccessEntry {
        let Access {
            door,
            client,
            token,
            tool,
            metrics,
            from,
            to,
            rows,
            outcome,
            ms,
            account,
        } = self.access.clone();
        let document = AccessDocument {
            door: door.to_owned(),
            client,
            token,
            tool: tool.to_owned(),
            metrics: metrics.into_iter().map(str::to_owned).collect(),
            from,
            to,
            rows,
            outcome,
            ms,
            calls: self.calls,
        };
        AccessEntry {
            account,
            at: self.at,
            id: self.id.clone(),
            body: serde_json::json!(document).to_string(),
        }
    }
}

/// The stored form. Fields are only ever added, each with a default.
#[derive(Serialize, Deserialize)]
struct AccessDocument {
    door: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    client: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    tool: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    metrics: Vec<String>,
    #[serde(default, with = "as_text::option")]
    from: Option<Date>,
    #[serde(default, with = "as_text::option")]
    to: Option<Date>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rows: Option<u64>,
    outcome: AccessOutcome,
    ms: u64,
    #[serde(default = "one")]
    calls: u64,
}

fn one() -> u64 {
    1
}

/// Calls as they are told: one, or several alike in a row.
#[derive(Clone, PartialEq, Debug)]
pub struct AccessRow {
    /// When the first of them was.
    pub at: Timestamp,
    /// By which door.
    pub door: String,
    /// What the client calls itself.
    pub client: Option<String>,
    /// The identifier of the token that they came with.
    pub token: Option<String>,
    /// The tool.
    pub tool: String,
    /// The metrics that were named.
    pub metrics: Vec<String>,
    /// The first day asked about.
    pub from: Option<Date>,
    /// The last one.
    pub to: Option<Date>,
    /// How many rows were given each time.
    pub rows: Option<u64>,
    /// How they ended.
    pub outcome: AccessOutcome,
    /// How many milliseconds the longest took.
    pub ms: u64,
    /// How many calls they are.
    pub calls: u64,
}

impl AccessRow {
    pub(super) fn from_entry(entry: &AccessEntry) -> Result<Self, ServiceError> {
        let document: AccessDocument = serde_json::from_str(&entry.body)
            .map_err(|_| ServiceError::server_fault("An entry of the access log is broken."))?;
        Ok(Self {
            at: entry.at,
            door: document.door,
            client: document.client,
            token: document.token,
            tool: document.tool,
            metrics: document.metrics,
            from: document.from,
            to: document.to,
            rows: document.rows,
            outcome: document.outcome,
            ms: document.ms,
            calls: document.calls,
        })
    }
}
