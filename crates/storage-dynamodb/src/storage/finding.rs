//! Findings.

use async_trait::async_trait;
use vitalog_core::AccountId;
use vitalog_storage::{Finding, FindingStore, Published, StorageError};

use super::{DynamoStorage, ended};
use crate::finding;

#[async_trait]
impl FindingStore for DynamoStorage {
    async fn put_findings(
        &self,
        account: &AccountId,
        run: &str,
        findings: Vec<Finding>,
    ) -> Result<(), StorageError> {
        ended("put_findings", self.name_account(account).await)?;
        let put = finding::put(&self.table, account, run, &findings).await;
        ended("put_findings", put)
    }

    async fn publish_run(
        &self,
        account: &AccountId,
        run: &str,
        expected: Option<&str>,
    ) -> Result<Published, StorageError> {
        let published = finding::publish(&self.table, account, run, expected).await;
        ended("publish_run", published)
    }

    async fn current_run(&self, account: &AccountId) -> Result<Option<String>, StorageError> {
        let current = finding::current(&self.table, account).await;
        ended("current_run", current)
    }

    async fn list_findings(
        &self,
        account: &AccountId,
        run: &str,
        section: &str,
        after_key: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Finding>, StorageError> {
        let listed = finding::list(&self.table, account, (run, section), after_key, limit).await;
        ended("list_findings", listed)
    }

    async fn list_runs(&self, account: &AccountId) -> Result<Vec<String>, StorageError> {
        let runs = finding::runs(&self.table, account).await;
        ended("list_runs", runs)
    }

    async fn delete_run(&self, account: &AccountId, run: &str) -> Result<bool, StorageError> {
        let deleted = finding::delete(&self.table, account, run).await;
        ended("delete_run", deleted)
    }
}
