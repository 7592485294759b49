//! Runs of an automation, and whether they come in one request.

use serde::{Deserialize, Serialize};
use vitalog_connectors::hae::tidy;
use vitalog_core::AccountId;
use vitalog_storage::{DocumentWrite, Owner, Put, StorageError};

use super::Ingest;
use crate::PushHeaders;

/// The kind of the documents that remember each automation's last run.
const KIND: &str = "hae-run";
/// Attempts to note a request while others note theirs.
const MAX_ATTEMPTS: u32 = 16;

/// How a run of an automation came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Run {
    /// In one request, as far as is known.
    Whole,
    /// This request is not the first of its run, or the run before had several.
    Split,
}

/// An automation's last run, as stored.
#[derive(Debug, Serialize, Deserialize)]
struct LastRun {
    /// The run.
    session: String,
    /// Requests seen of it.
    requests: u64,
}

impl Ingest {
    /// Notes a request of a run. Only the second request shows that a run is split; the first has
    /// been judged by then, and the guard against too much missing has protected the rest. From
    /// then on the automation is known to split.
    pub(super) async fn note_run(
        &self,
        account: &AccountId,
        headers: &PushHeaders,
    ) -> Result<Run, StorageError> {
        let Some(session) = headers
            .session_id
            .as_deref()
            .map(tidy)
            .filter(|id| !id.is_empty())
        else {
            return Ok(Run::Whole);
        };
        let owner = Owner::Account(account.clone());
        let automation = automation(headers);
        for _ in 0..MAX_ATTEMPTS {
            let known = self.storage.get_document(&owner, KIND, &automation).await?;
            let last: Option<LastRun> = known
                .as_ref()
                .and_then(|document| serde_json::from_str(&document.body).ok());
            let (requests, run) = match last {
                Some(last) if last.session == session => (last.requests + 1, Run::Split),
                Some(last) if last.requests > 1 => (1, Run::Split),
                Some(_) | None => (1, Run::Whole),
            };
            let write = DocumentWrite {
                kind: KIND,
                id: automation.clone(),
                body: serde_json::json!({"session": session, "requests": requests}).to_string(),
                expires_at: None,
            };
            let expected = known.map(|document| document.version);
            match self.storage.put_document(&owner, expected, &write).await? {
                Put::Done(_) => return Ok(run),
                Put::Stale => {}
            }
        }
        // So many requests at once are parts of something.
        Ok(Run::Split)
    }
}

/// What tells one automation from another.
fn automation(headers: &PushHeaders) -> String {
    let names = [
        &headers.automation_id,
        &headers.automation_name,
        &headers.automation_period,
    ];
    let found = names
        .into_iter()
        .flatten()
        .map(|name| tidy(name))
        .find(|name| !name.is_empty());
    found.unwrap_or_else(|| "unnamed".to_owned())
}
