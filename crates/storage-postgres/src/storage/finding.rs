//! Runs of findings.

use async_trait::async_trait;
use vitalog_core::AccountId;
use vitalog_storage::{Finding, FindingStore, Published, StorageError};

use super::PostgresStorage;
use crate::finding;

#[async_trait]
impl FindingStore for PostgresStorage {
    async fn put_findings(
        &self,
        account: &AccountId,
        run: &str,
        findings: Vec<Finding>,
    ) -> Result<(), StorageError> {
        self.run("put_findings", async |session: &_| {
            finding::put(session, &self.names, account, run, &findings).await
        })
        .await
    }

    async fn publish_run(
        &self,
        account: &AccountId,
        run: &str,
        expected: Option<&str>,
    ) -> Result<Published, StorageError> {
        self.run("publish_run", async |session: &_| {
            finding::publish(session, &self.names, account, run, expected).await
        })
        .await
    }

    async fn current_run(&self, account: &AccountId) -> Result<Option<String>, StorageError> {
        self.run("current_run", async |session: &_| {
            finding::current(session, &self.names, account).await
        })
        .await
    }

    async fn list_findings(
        &self,
        account: &AccountId,
        run: &str,
        section: &str,
        after_key: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Finding>, StorageError> {
        self.run("list_findings", async |session: &_| {
            finding::list(
                session,
                &self.names,
                account,
                (run, section),
                after_key,
                limit,
            )
            .await
        })
        .await
    }

    async fn list_runs(&self, account: &AccountId) -> Result<Vec<String>, StorageError> {
        self.run("list_runs", async |session: &_| {
            finding::runs(session, &self.names, account).await
        })
        .await
    }

    async fn delete_run(&self, account: &AccountId, run: &str) -> Result<bool, StorageError> {
        self.run("delete_run", async |session: &_| {
            finding::delete(session, &self.names, account, run).await
        })
        .await
    }
}
