//! What vendors sent, word for word.

use async_trait::async_trait;
use vitalog_core::AccountId;
use vitalog_storage::{StorageError, VendorRecord, VendorRecordStore};

use super::PostgresStorage;
use crate::vendor_record;

#[async_trait]
impl VendorRecordStore for PostgresStorage {
    async fn get_vendor_record(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        id: &str,
    ) -> Result<Option<VendorRecord>, StorageError> {
        self.run("get_vendor_record", async |session: &_| {
            vendor_record::get(session, &self.names, account, (vendor, kind), id).await
        })
        .await
    }

    async fn list_vendor_records(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<VendorRecord>, StorageError> {
        self.run("list_vendor_records", async |session: &_| {
            vendor_record::list(session, &self.names, account, (vendor, kind), after, limit).await
        })
        .await
    }
}
