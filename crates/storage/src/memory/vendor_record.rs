//! Vendor records, beside the rows that were read from them.

use async_trait::async_trait;
use vitalog_core::AccountId;

use super::MemoryStorage;
use crate::{StorageError, VendorRecord, VendorRecordStore};

#[async_trait]
impl VendorRecordStore for MemoryStorage {
    async fn get_vendor_record(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        id: &str,
    ) -> Result<Option<VendorRecord>, StorageError> {
        let state = self.begin("get_vendor_record")?;
        let key = (vendor.to_owned(), kind.to_owned(), id.to_owned());
        let stored = state.records.get(account);
        Ok(stored.and_then(|stored| stored.vendor_records.get(&key).cloned()))
    }

    async fn list_vendor_records(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<VendorRecord>, StorageError> {
        let state = self.begin("list_vendor_records")?;
        let stored = state.records.get(account);
        let records = stored
            .into_iter()
            .flat_map(|stored| stored.vendor_records.values());
        let page = records.filter(|record| {
            record.vendor == vendor
                && record.kind == kind
                && after.is_none_or(|after| record.id.as_str() > after)
        });
        Ok(page.take(limit).cloned().collect())
    }
}
