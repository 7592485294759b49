//! Vendor records: handed to a thread that reads.

use async_trait::async_trait;
use vitalog_core::AccountId;
use vitalog_storage::{StorageError, VendorRecord, VendorRecordStore};

use super::SqliteStorage;
use crate::vendor_record;

#[async_trait]
impl VendorRecordStore for SqliteStorage {
    async fn get_vendor_record(
        &self,
        account: &AccountId,
        vendor: &str,
        kind: &str,
        id: &str,
    ) -> Result<Option<VendorRecord>, StorageError> {
        let account = account.clone();
        let (vendor, kind, id) = (vendor.to_owned(), kind.to_owned(), id.to_owned());
        self.readers
            .run("get_vendor_record", move |db| {
                db.read(|transaction, names| {
                    vendor_record::get(transaction, names, &account, &vendor, &kind, &id)
                })
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
        let (account, after) = (account.clone(), after.map(str::to_owned));
        let (vendor, kind) = (vendor.to_owned(), kind.to_owned());
        self.readers
            .run("list_vendor_records", move |db| {
                db.read(|transaction, names| {
                    let (of_kind, after) = ((&*vendor, &*kind), after.as_deref());
                    vendor_record::list(transaction, names, &account, of_kind, after, limit)
                })
            })
            .await
    }
}
