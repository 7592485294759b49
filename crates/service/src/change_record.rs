//! Changing a record that others may be changing too.

use vitalog_core::AccountId;
use vitalog_storage::{Record, RecordChange, RecordQuery, Written};

use crate::{Service, ServiceError, code};

/// How often a change is worked out anew when another writer was faster. Each loss means that
/// someone else made progress, and a phone pushes every few minutes, so this many in a row is
/// trouble rather than bad luck.
const ATTEMPTS: usize = 20;

impl Service {
    /// Reads a part of a record, lets `plan` work out a change from it, and writes the change if
    /// the record is still the one that was read; else begins again.
    pub(crate) async fn change_record<T: Send>(
        &self,
        account: &AccountId,
        query: &RecordQuery,
        plan: impl Fn(&Record) -> Result<(RecordChange, T), ServiceError> + Send + Sync,
    ) -> Result<T, ServiceError> {
        for _ in 0..ATTEMPTS {
            let record = self.storage.read_record(account, query).await?;
            let (change, outcome) = plan(&record)?;
            if change.is_empty() {
                return Ok(outcome);
            }
            let written = self
                .storage
                .write_record(account, record.revision, change)
                .await?;
            match written {
                Written::Done(_) => return Ok(outcome),
                Written::Stale => {}
            }
        }
        Err(ServiceError::new(
            code::STORAGE_UNAVAILABLE,
            "Other changes to the record kept coming first; nothing was stored.",
        )
        .advise("Try again in a moment."))
    }
}
