//! `get_sync_status`: how fresh the copy of each source is.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_service::{EntityStatus, SourceStatus, SyncStatus};

use crate::{
    ToolError, Toolset,
    registry::{Call, Published},
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The sources that this server asks.
    sources: Vec<OfSource>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day that any source has told of.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// One source.
#[derive(Serialize, JsonSchema)]
struct OfSource {
    /// oura, whoop or weather.
    source: &'static str,
    /// fresh; stale: not brought up to date for longer than it should be; `needs_reconnect`: the
    /// person must connect again; backfilling: history is on its way in; or `not_connected`.
    state: &'static str,
    /// While history is on its way in: the share that is there, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    backfill_share: Option<f64>,
    /// When all of it was last brought up to date, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_ok_at: Option<String>,
    /// The last day of any document.
    #[serde(skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
    entities: Vec<OfEntity>,
    queue: Queue,
    budget: Budget,
}

/// One kind of document.
#[derive(Serialize, JsonSchema)]
struct OfEntity {
    /// Its name at the source.
    entity: &'static str,
    /// As of a source; or `not_granted`: the person did not allow it, or has no membership; or
    /// `not_offered`: the source does not have it for this app.
    state: &'static str,
    /// When it was last brought up to date, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_ok_at: Option<String>,
    /// The last day that there is a document of.
    #[serde(skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// What the source told and what is not dealt with yet, of all accounts.
#[derive(Serialize, JsonSchema)]
struct Queue {
    /// Events that wait.
    waiting: usize,
    /// Events that were given up; `vitalog queue list` shows them.
    dead: usize,
}

/// What is left of the requests that the source takes from this server, of all accounts.
#[derive(Serialize, JsonSchema)]
struct Budget {
    /// For somebody who waits.
    interactive: u32,
    /// For work that can wait.
    bulk: u32,
    /// When there is more, if nothing is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    again_at: Option<String>,
}

impl Published for Tool {
    const NAME: &'static str = "get_sync_status";
    const TITLE: &'static str = "Freshness of sources";
    const DESCRIPTION: &'static str = "How fresh the copy of each connected source (Oura, WHOOP, \
        weather) is: state, when it was last brought up to date, the last day with data, per \
        source and per kind of document; history that is still coming in, events that wait, and \
        what is left of the rate budget. Asks no vendor. Call it when something seems missing or \
        old; `sync_now` brings it up to date.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Relay];
    const HINT: &'static str = "There is no shorter answer.";
    const LASTS: bool = false;
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, _input: Input) -> Result<Output, ToolError> {
        Ok(call.service.sync_status(call.account()).await?.into())
    }
}

impl From<SyncStatus> for Output {
    fn from(status: SyncStatus) -> Self {
        Self {
            sources: status.sources.into_iter().map(OfSource::from).collect(),
            notes: status.notes,
            data_through: status.data_through.map(|day| day.to_string()),
        }
    }
}

impl From<SourceStatus> for OfSource {
    fn from(status: SourceStatus) -> Self {
        let shown = |at: Timestamp| at.to_string();
        Self {
            source: status.vendor.as_str(),
            state: status.state.as_str(),
            backfill_share: status
                .backfill_share
                .map(|share| (share * 100.0).floor() / 100.0),
            last_ok_at: status.last_ok_at.map(shown),
            data_through: status.data_through.map(|day| day.to_string()),
            entities: status.entities.into_iter().map(OfEntity::from).collect(),
            queue: Queue {
                waiting: status.waiting,
                dead: status.dead,
            },
            budget: Budget {
                interactive: status.budget.interactive,
                bulk: status.budget.bulk,
                again_at: status.budget.again_at.map(shown),
            },
        }
    }
}

impl From<EntityStatus> for OfEntity {
    fn from(status: EntityStatus) -> Self {
        Self {
            entity: status.kind,
            state: status.state.as_str(),
            last_ok_at: status.last_ok_at.map(|at| at.to_string()),
            data_through: status.data_through.map(|day| day.to_string()),
        }
    }
}
