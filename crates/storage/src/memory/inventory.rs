//! Everything there is.

use std::collections::BTreeSet;

use async_trait::async_trait;
use vitalog_core::{AccountId, Metric, Reading, Workout};

use super::{MemoryStorage, document, must_fit};
use crate::{
    Document, Finding, Inventory, JobState, Owner, RowKey, StorageError, VendorRecord,
    VendorRecordKey,
    limits::stored_reason,
    precision::{cut_to_millisecond, cut_to_second},
};

#[async_trait]
impl Inventory for MemoryStorage {
    async fn list_owners(&self) -> Result<Vec<Owner>, StorageError> {
        let state = self.begin("list_owners")?;
        let of_documents = state.documents.keys().map(|(owner, _, _)| owner.clone());
        let of_log = state.access_log.keys().map(|(account, _, _)| account);
        let accounts = state.records.keys().chain(state.runs.keys()).chain(of_log);
        let owners: BTreeSet<Owner> = of_documents
            .chain(accounts.cloned().map(Owner::Account))
            .collect();
        Ok(owners.into_iter().collect())
    }

    async fn list_readings(
        &self,
        account: &AccountId,
        metric: Metric,
        after: Option<RowKey>,
        limit: usize,
    ) -> Result<Vec<Reading>, StorageError> {
        let state = self.begin("list_readings")?;
        let stored = state.records.get(account);
        let readings = stored.into_iter().flat_map(|stored| &stored.readings);
        let page = readings.filter(|((its_metric, at, fingerprint), _)| {
            *its_metric == metric && after.is_none_or(|after| (*at, *fingerprint) > after)
        });
        Ok(page.take(limit).map(|(_, row)| row.clone()).collect())
    }

    async fn list_workouts(
        &self,
        account: &AccountId,
        after: Option<RowKey>,
        limit: usize,
    ) -> Result<Vec<Workout>, StorageError> {
        let state = self.begin("list_workouts")?;
        let stored = state.records.get(account);
        let workouts = stored.into_iter().flat_map(|stored| &stored.workouts);
        let page = workouts.filter(|(key, _)| after.is_none_or(|after| **key > after));
        Ok(page.take(limit).map(|(_, row)| row.clone()).collect())
    }

    async fn list_all_vendor_records(
        &self,
        account: &AccountId,
        after: Option<&VendorRecordKey>,
        limit: usize,
    ) -> Result<Vec<VendorRecord>, StorageError> {
        let state = self.begin("list_all_vendor_records")?;
        let stored = state.records.get(account);
        let records = stored.into_iter().flat_map(|stored| &stored.vendor_records);
        let page = records.filter(|(key, _)| after.is_none_or(|after| *key > after));
        Ok(page.take(limit).map(|(_, record)| record.clone()).collect())
    }

    async fn list_all_documents(
        &self,
        owner: &Owner,
        after: Option<&(String, String)>,
        limit: usize,
    ) -> Result<Vec<(String, Document)>, StorageError> {
        let state = self.begin("list_all_documents")?;
        let page = state.documents.iter().filter(|((its_owner, kind, id), _)| {
            its_owner == owner
                && after.is_none_or(|(after_kind, after_id)| (kind, id) > (after_kind, after_id))
        });
        let page = page.map(|((_, kind, _), document)| (kind.clone(), document.clone()));
        Ok(page.take(limit).collect())
    }

    async fn list_all_findings(
        &self,
        account: &AccountId,
        run: &str,
        after: Option<&(String, String)>,
        limit: usize,
    ) -> Result<Vec<Finding>, StorageError> {
        let state = self.begin("list_all_findings")?;
        let rows = state.runs.get(account).and_then(|runs| runs.rows(run));
        let page = rows
            .into_iter()
            .flatten()
            .filter(|(key, _)| after.is_none_or(|after| *key > after));
        Ok(page.take(limit).map(|(_, row)| row.clone()).collect())
    }

    async fn list_queues(&self) -> Result<Vec<String>, StorageError> {
        let state = self.begin("list_queues")?;
        let queues: BTreeSet<&str> = state.jobs.queues().collect();
        Ok(queues.into_iter().map(str::to_owned).collect())
    }

    async fn restore_document(
        &self,
        owner: &Owner,
        kind: &str,
        document: &Document,
    ) -> Result<(), StorageError> {
        let mut state = self.begin_change("restore_document")?;
        let stored = Document {
            expires_at: document.expires_at.map(cut_to_second),
            ..document.clone()
        };
        let key = document::key(owner, kind, &document.id);
        state.documents.insert(key, stored);
        Ok(())
    }

    async fn restore_job(&self, job: &JobState) -> Result<(), StorageError> {
        let mut state = self.begin_change("restore_job")?;
        must_fit("restore_job", &[&job.queue, &job.id], &job.body)?;
        state.jobs.restore(JobState {
            run_at: cut_to_millisecond(job.run_at),
            leased_until: None,
            dead: job.dead.as_deref().map(stored_reason).map(str::to_owned),
            ..job.clone()
        });
        Ok(())
    }
}
