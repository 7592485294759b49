//! A sync that somebody asks for: what is asked of the relay by those who answer questions, and
//! must not reach anything else of it.

use async_trait::async_trait;
use jiff::Timestamp;
use vitalog_connectors::Vendor;
use vitalog_core::{Account, AccountId};
use vitalog_storage::StorageError;

use super::{
    budget::Lane,
    pass::SyncReport,
    relay::{Relay, RelayError},
};

/// Brings a copy up to date when somebody asks for it.
#[async_trait]
pub trait SyncNow: Send + Sync {
    /// Lists the recent days, for somebody who waits.
    ///
    /// # Errors
    ///
    /// If the vendor cannot be asked at all, or nothing can be stored.
    async fn sync_now(&self, account: &Account, vendor: Vendor) -> Result<SyncReport, RelayError>;

    /// Has it done at that time, by whoever does what is due.
    ///
    /// # Errors
    ///
    /// If storage fails.
    async fn sync_later(
        &self,
        account: &AccountId,
        vendor: Vendor,
        at: Timestamp,
    ) -> Result<(), StorageError>;
}

#[async_trait]
impl SyncNow for Relay {
    async fn sync_now(&self, account: &Account, vendor: Vendor) -> Result<SyncReport, RelayError> {
        self.sync(account, vendor, Lane::Interactive).await
    }

    async fn sync_later(
        &self,
        account: &AccountId,
        vendor: Vendor,
        at: Timestamp,
    ) -> Result<(), StorageError> {
        self.plan_recent(account, vendor, at).await
    }
}
