//! Findings: handed to a thread that reads or to the one that writes.

use async_trait::async_trait;
use vitalog_core::AccountId;
use vitalog_storage::{Finding, FindingStore, Published, StorageError};

use super::SqliteStorage;
use crate::finding;

#[async_trait]
impl FindingStore for SqliteStorage {
    async fn put_findings(
        &self,
        account: &AccountId,
        run: &str,
        findings: Vec<Finding>,
    ) -> Result<(), StorageError> {
        let (account, run) = (account.clone(), run.to_owned());
        self.writer
            .run("put_findings", move |db| {
                db.write(|transaction, names| {
                    finding::put(transaction, names, &account, &run, &findings)
                })
            })
            .await
    }

    async fn publish_run(
        &self,
        account: &AccountId,
        run: &str,
        expected: Option<&str>,
    ) -> Result<Published, StorageError> {
        let (account, run) = (account.clone(), run.to_owned());
        let expected = expected.map(str::to_owned);
        self.writer
            .run("publish_run", move |db| {
                db.write(|transaction, names| {
                    finding::publish(transaction, names, &account, &run, expected.as_deref())
                })
            })
            .await
    }

    async fn current_run(&self, account: &AccountId) -> Result<Option<String>, StorageError> {
        let account = account.clone();
        self.readers
            .run("current_run", move |db| {
                db.read(|transaction, names| finding::current(transaction, names, &account))
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
        let (account, after) = (account.clone(), after_key.map(str::to_owned));
        let (run, section) = (run.to_owned(), section.to_owned());
        self.readers
            .run("list_findings", move |db| {
                db.read(|transaction, names| {
                    let (place, after) = ((&*run, &*section), after.as_deref());
                    finding::list(transaction, names, &account, place, after, limit)
                })
            })
            .await
    }

    async fn list_runs(&self, account: &AccountId) -> Result<Vec<String>, StorageError> {
        let account = account.clone();
        self.readers
            .run("list_runs", move |db| {
                db.read(|transaction, names| finding::runs(transaction, names, &account))
            })
            .await
    }

    async fn delete_run(&self, account: &AccountId, run: &str) -> Result<bool, StorageError> {
        let (account, run) = (account.clone(), run.to_owned());
        self.writer
            .run("delete_run", move |db| {
                db.write(|transaction, names| finding::delete(transaction, names, &account, &run))
            })
            .await
    }
}
