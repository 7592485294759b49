//! Everything there is: handed to a thread that reads or to the one that writes.

use async_trait::async_trait;
use vitalog_core::{AccountId, Metric, Reading, Workout};
use vitalog_storage::{
    Document, Finding, Inventory, JobState, Owner, RowKey, StorageError, VendorRecord,
    VendorRecordKey,
};

use super::SqliteStorage;
use crate::{document, finding, inventory, job, record, vendor_record};

#[async_trait]
impl Inventory for SqliteStorage {
    async fn list_owners(&self) -> Result<Vec<Owner>, StorageError> {
        self.readers
            .run("list_owners", move |db| db.read(inventory::owners))
            .await
    }

    async fn list_readings(
        &self,
        account: &AccountId,
        metric: Metric,
        after: Option<RowKey>,
        limit: usize,
    ) -> Result<Vec<Reading>, StorageError> {
        let account = account.clone();
        self.readers
            .run("list_readings", move |db| {
                db.read(|transaction, names| {
                    record::readings(transaction, names, &account, metric, after, limit)
                })
            })
            .await
    }

    async fn list_workouts(
        &self,
        account: &AccountId,
        after: Option<RowKey>,
        limit: usize,
    ) -> Result<Vec<Workout>, StorageError> {
        let account = account.clone();
        self.readers
            .run("list_workouts", move |db| {
                db.read(|transaction, names| {
                    record::workouts(transaction, names, &account, after, limit)
                })
            })
            .await
    }

    async fn list_all_vendor_records(
        &self,
        account: &AccountId,
        after: Option<&VendorRecordKey>,
        limit: usize,
    ) -> Result<Vec<VendorRecord>, StorageError> {
        let (account, after) = (account.clone(), after.cloned());
        self.readers
            .run("list_all_vendor_records", move |db| {
                db.read(|transaction, names| {
                    vendor_record::list_all(transaction, names, &account, after.as_ref(), limit)
                })
            })
            .await
    }

    async fn list_all_documents(
        &self,
        owner: &Owner,
        after: Option<&(String, String)>,
        limit: usize,
    ) -> Result<Vec<(String, Document)>, StorageError> {
        let (owner, after) = (owner.clone(), after.cloned());
        self.readers
            .run("list_all_documents", move |db| {
                db.read(|transaction, names| {
                    document::list_all(transaction, names, &owner, after.as_ref(), limit)
                })
            })
            .await
    }

    async fn list_all_findings(
        &self,
        account: &AccountId,
        run: &str,
        after: Option<&(String, String)>,
        limit: usize,
    ) -> Result<Vec<Finding>, StorageError> {
        let (account, run, after) = (account.clone(), run.to_owned(), after.cloned());
        self.readers
            .run("list_all_findings", move |db| {
                db.read(|transaction, names| {
                    finding::list_all(transaction, names, &account, &run, after.as_ref(), limit)
                })
            })
            .await
    }

    async fn list_queues(&self) -> Result<Vec<String>, StorageError> {
        self.readers
            .run("list_queues", move |db| {
                db.read(|transaction, _| inventory::queues(transaction))
            })
            .await
    }

    async fn restore_document(
        &self,
        owner: &Owner,
        kind: &str,
        document: &Document,
    ) -> Result<(), StorageError> {
        let (owner, kind, document) = (owner.clone(), kind.to_owned(), document.clone());
        self.writer
            .run("restore_document", move |db| {
                db.write(|transaction, names| {
                    document::restore(transaction, names, &owner, &kind, &document)
                })
            })
            .await
    }

    async fn restore_job(&self, job: &JobState) -> Result<(), StorageError> {
        let job = job.clone();
        self.writer
            .run("restore_job", move |db| {
                db.write(|transaction, names| job::restore(transaction, names, &job))
            })
            .await
    }
}
