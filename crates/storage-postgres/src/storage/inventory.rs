//! Everything there is, and what only a copy can put back.

use async_trait::async_trait;
use vitalog_core::{AccountId, Metric, Reading, Workout};
use vitalog_storage::{
    Document, Finding, Inventory, JobState, Owner, RowKey, StorageError, VendorRecord,
    VendorRecordKey,
};

use super::PostgresStorage;
use crate::{document, finding, inventory, job, record, vendor_record};

#[async_trait]
impl Inventory for PostgresStorage {
    async fn list_owners(&self) -> Result<Vec<Owner>, StorageError> {
        self.run("list_owners", async |session: &_| {
            inventory::owners(session).await
        })
        .await
    }

    async fn list_readings(
        &self,
        account: &AccountId,
        metric: Metric,
        after: Option<RowKey>,
        limit: usize,
    ) -> Result<Vec<Reading>, StorageError> {
        self.run("list_readings", async |session: &_| {
            record::readings(session, &self.names, account, metric, after, limit).await
        })
        .await
    }

    async fn list_workouts(
        &self,
        account: &AccountId,
        after: Option<RowKey>,
        limit: usize,
    ) -> Result<Vec<Workout>, StorageError> {
        self.run("list_workouts", async |session: &_| {
            record::workouts(session, &self.names, account, after, limit).await
        })
        .await
    }

    async fn list_all_vendor_records(
        &self,
        account: &AccountId,
        after: Option<&VendorRecordKey>,
        limit: usize,
    ) -> Result<Vec<VendorRecord>, StorageError> {
        self.run("list_all_vendor_records", async |session: &_| {
            vendor_record::list_all(session, &self.names, account, after, limit).await
        })
        .await
    }

    async fn list_all_documents(
        &self,
        owner: &Owner,
        after: Option<&(String, String)>,
        limit: usize,
    ) -> Result<Vec<(String, Document)>, StorageError> {
        self.run("list_all_documents", async |session: &_| {
            document::list_all(session, &self.names, owner, after, limit).await
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
        self.run("list_all_findings", async |session: &_| {
            finding::list_all(session, &self.names, account, run, after, limit).await
        })
        .await
    }

    async fn list_queues(&self) -> Result<Vec<String>, StorageError> {
        self.run("list_queues", async |session: &_| {
            inventory::queues(session).await
        })
        .await
    }

    async fn restore_document(
        &self,
        owner: &Owner,
        kind: &str,
        document: &Document,
    ) -> Result<(), StorageError> {
        self.run("restore_document", async |session: &_| {
            document::restore(session, &self.names, owner, kind, document).await
        })
        .await
    }

    async fn restore_job(&self, job: &JobState) -> Result<(), StorageError> {
        self.run("restore_job", async |session: &_| {
            job::restore(session, &self.names, job).await
        })
        .await
    }
}
