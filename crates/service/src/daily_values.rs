//! Keeping the stored daily values those of the account.

use vitalog_core::Account;
use vitalog_sync::daily::{self, Progress};

use crate::{Service, ServiceError};

impl Service {
    /// Works out the stored daily values anew that an account's zone, its order of sources or this
    /// program's rules no longer fit; says whether there were any. Answers are right meanwhile,
    /// only slower. What is broken off is taken up by the next call.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn rebuild_daily_values(
        &self,
        account: &Account,
        on_progress: impl FnMut(Progress) + Send,
    ) -> Result<bool, ServiceError> {
        Ok(daily::rebuild(self.storage.as_ref(), account, on_progress).await?)
    }
}
