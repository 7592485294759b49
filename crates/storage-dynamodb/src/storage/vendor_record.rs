//! Vendor records.

use async_trait::async_trait;
use vitalog_core::AccountId;
use vitalog_storage::{StorageError, VendorRecord, VendorRecordStore};

use super::{DynamoStorage, ended};
use crate::vendor_record;

#[async_trait]
impl VendorRecordStore for DynamoStorage {
    async fn get_vendor_record(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        id: &str,
    ) -> Result<Option<VendorRecord>, StorageError> {
        let got = vendor_record::get(&self.table, account, vendor, kind, id).await;
        ended("get_vendor_record", got)
    }

    async fn list_vendor_records(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<VendorRecord>, StorageError> {
        let listed = vendor_record::list(&self.table, account, (vendor, kind), after, limit).await;
        ended("list_vendor_records", listed)
    }
}
