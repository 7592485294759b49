//! Findings: the rows of a run of the analysis, of which one run at a time is current.

use async_trait::async_trait;
use vitalog_core::AccountId;

use crate::StorageError;

/// One row of a run. Its key within the run is (`section`, `key`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The part of the run it belongs to.
    pub section: String,
    /// Its name within the section.
    pub key: String,
    /// Its content, of a form that its writer knows.
    pub body: String,
}

/// How making a run the current one ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Published {
    /// The run is the current one, durably.
    Done,
    /// Another run than the expected one is current, or the run to publish is not there (any
    /// more); nothing was changed.
    Stale,
}

/// Runs of findings. A run is written in as many steps as it needs and then published; readers
/// keep to the current run, which is whole, and an unfinished one is nobody's.
///
/// On DynamoDB one item per account names its runs and the current one. Each change of it is one
/// `PutItem` on the condition of its version, so a run can't be deleted and published at once.
/// Rows are items of their own, written in batches, before a run is published and after it is
/// no longer named.
#[async_trait]
pub trait FindingStore: Send + Sync {
    /// Stores rows of a run; a row of the same key is replaced, and of two in one call the later
    /// stands. The run is there from now on, even without rows. Rows may be stored in part when
    /// this fails or is dropped; to store them again is harmless. When it returns they are
    /// durable. (DynamoDB: `PutItem` for a run that is new, then `BatchWriteItem`.)
    async fn put_findings(
        &self,
        account: &AccountId,
        run: &str,
        findings: Vec<Finding>,
    ) -> Result<(), StorageError>;

    /// Makes a run the current one if `expected` still is (`None`: none is). Of any number of
    /// racing calls with the same expectation exactly one succeeds. (DynamoDB: `PutItem` on the
    /// condition of the version.)
    async fn publish_run(
        &self,
        account: &AccountId,
        run: &str,
        expected: Option<&str>,
    ) -> Result<Published, StorageError>;

    /// The run that is current. (DynamoDB: Query.)
    async fn current_run(&self, account: &AccountId) -> Result<Option<String>, StorageError>;

    /// The first `limit` rows of a section of a run, ordered by key (by its bytes), whose keys come
    /// after `after_key`; of any run, current or not. The last key of a page that is full is where
    /// the next one starts. (DynamoDB: Query.)
    async fn list_findings(
        &self,
        account: &AccountId,
        run: &str,
        section: &str,
        after_key: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Finding>, StorageError>;

    /// The runs that are there, in the order of their bytes. (DynamoDB: Query.)
    async fn list_runs(&self, account: &AccountId) -> Result<Vec<String>, StorageError>;

    /// Deletes a run with its rows; says whether it did. The current one is never deleted, nor one
    /// that becomes current at the same moment. (DynamoDB: `PutItem` on the condition of the
    /// version, then `BatchWriteItem` for the rows.)
    async fn delete_run(&self, account: &AccountId, run: &str) -> Result<bool, StorageError>;
}
