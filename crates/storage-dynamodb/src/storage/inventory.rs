//! Everything there is.

use async_trait::async_trait;
use vitalog_core::{AccountId, Metric, Reading, Workout};
use vitalog_storage::{
    Document, Finding, Inventory, JobState, Owner, RowKey, StorageError, VendorRecord,
    VendorRecordKey,
};

use super::{DynamoStorage, ended};
use crate::{catalogue, document, finding, job, record, vendor_record};

#[async_trait]
impl Inventory for DynamoStorage {
    async fn list_owners(&self) -> Result<Vec<Owner>, StorageError> {
        ended("list_owners", catalogue::owners(&self.table).await)
    }

    async fn list_readings(
        &self,
        account: &AccountId,
        metric: Metric,
        after: Option<RowKey>,
        limit: usize,
    ) -> Result<Vec<Reading>, StorageError> {
        let listed = record::readings(&self.table, account, metric, after, limit).await;
        ended("list_readings", listed)
    }

    async fn list_workouts(
        &self,
        account: &AccountId,
        after: Option<RowKey>,
        limit: usize,
    ) -> Result<Vec<Workout>, StorageError> {
        let listed = record::workouts(&self.table, account, after, limit).await;
        ended("list_workouts", listed)
    }

    async fn list_all_vendor_records(
        &self,
        account: &AccountId,
        after: Option<&VendorRecordKey>,
        limit: usize,
    ) -> Result<Vec<VendorRecord>, StorageError> {
        let listed = vendor_record::list_all(&self.table, account, after, limit).await;
        ended("list_all_vendor_records", listed)
    }

    async fn list_all_documents(
        &self,
        owner: &Owner,
        after: Option<&(String, String)>,
        limit: usize,
    ) -> Result<Vec<(String, Document)>, StorageError> {
        let listed = document::list_all(&self.table, owner, after, limit).await;
        ended("list_all_documents", listed)
    }

    async fn list_all_findings(
        &self,
        account: &AccountId,
        run: &str,
        after: Option<&(String, String)>,
        limit: usize,
    ) -> Result<Vec<Finding>, StorageError> {
        let listed = finding::list_all(&self.table, account, run, after, limit).await;
        ended("list_all_findings", listed)
    }

    async fn list_queues(&self) -> Result<Vec<String>, StorageError> {
        ended("list_queues", catalogue::queues(&self.table).await)
    }

    async fn restore_document(
        &self,
        owner: &Owner,
        kind: &str,
        document: &Document,
    ) -> Result<(), StorageError> {
        let operation = "restore_document";
        ended(
            operation,
            self.catalogue.name_owner(&self.table, owner).await,
        )?;
        let restored = document::restore(&self.table, owner, kind, document).await;
        ended(operation, restored)
    }

    async fn restore_job(&self, job: &JobState) -> Result<(), StorageError> {
        let operation = "restore_job";
        ended(
            operation,
            self.catalogue.name_queue(&self.table, &job.queue).await,
        )?;
        ended(operation, job::restore(&self.table, job).await)?;
        self.wake(&job.queue, &job.id, job.run_at).await
    }
}
