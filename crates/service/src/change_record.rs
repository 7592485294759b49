//! Changing a record that others may be changing too.

use vitalog_core::Account;
use vitalog_storage::{Record, RecordChange, RecordQuery, Written};
use vitalog_sync::daily::{self, Completed};

use crate::{Service, ServiceError, code};

/// How often a change is worked out anew when another writer was faster: a push, or a program beside
/// this one, since of this one's own changes one at a time is worked out. Each loss means that
/// someone else made progress, and a phone pushes every few minutes, so this many in a row is
/// trouble rather than bad luck.
const ATTEMPTS: usize = 20;

impl Service {
    /// Reads a part of a record, lets `plan` work out a change from it, and writes the change if
    /// the record is still the one that was read; else begins again. Its daily values change with it.
    pub(crate) async fn change_record<T: Send>(
        &self,
        account: &Account,
        query: &RecordQuery,
        plan: impl Fn(&Record) -> Result<(RecordChange, T), ServiceError> + Send + Sync,
    ) -> Result<T, ServiceError> {
        let _turn = self.turns.take(&account.id).await;
        for _ in 0..ATTEMPTS {
            let record = self.storage.read_record(&account.id, query).await?;
            let (mut change, outcome) = plan(&record)?;
            if change.is_empty() {
                return Ok(outcome);
            }
            let storage = self.storage.as_ref();
            let completed = daily::complete(storage, account, query, &record, &mut change).await?;
            let written = match completed {
                Completed::Stale => Written::Stale,
                Completed::Done => {
                    storage
                        .write_record(&account.id, record.revision, change)
                        .await?
                }
            };
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
