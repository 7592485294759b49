//! The first payload of each kind, shown once without its values.

use jiff::Timestamp;
use vitalog_connectors::hae::{Push, redact};
use vitalog_core::AccountId;
use vitalog_storage::{Owner, Storage, StorageError};

use super::{
    Ingest,
    once::{self, Occasion},
};
use crate::compute::compute;

const METRICS_LOGGED: &str = "hae-first-payload-logged";
const WORKOUTS_LOGGED: &str = "hae-first-workout-payload-logged";

/// Makes both be logged again.
pub(super) async fn rearm(storage: &dyn Storage, account: &AccountId) -> Result<(), StorageError> {
    let owner = Owner::Account(account.clone());
    for id in [METRICS_LOGGED, WORKOUTS_LOGGED] {
        storage.delete_document(&owner, once::KIND, id).await?;
    }
    Ok(())
}

impl Ingest {
    /// Logs the payload if it is the first with metrics or the first with workouts. The push is
    /// stored by now, so that a failure here is logged and not the sender's.
    pub(super) async fn log_first_payloads(
        &self,
        account: &AccountId,
        push: &Push<'_>,
        body: &[u8],
        now: Timestamp,
    ) {
        if !push.metrics.is_empty() && self.is_first(account, METRICS_LOGGED, now).await {
            let payload = compute(|| redact(body));
            tracing::info!(account.id = %account, payload, "hae first payload");
        }
        if push.workouts.received > 0 && self.is_first(account, WORKOUTS_LOGGED, now).await {
            let payload = compute(|| redact(body));
            tracing::info!(account.id = %account, payload, "hae first workout payload");
        }
    }

    async fn is_first(&self, account: &AccountId, id: &str, now: Timestamp) -> bool {
        let note = now.to_string();
        let occasion = Occasion::Ever { note: &note };
        match once::claim(self.storage.as_ref(), account, id, occasion).await {
            Ok(is_first) => is_first,
            Err(error) => {
                tracing::warn!(account.id = %account, %error, "hae first payload not logged");
                false
            }
        }
    }
}
