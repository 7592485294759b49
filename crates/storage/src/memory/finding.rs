//! Runs of findings and the one that is current.

use std::collections::BTreeMap;

use async_trait::async_trait;
use vitalog_core::AccountId;

use super::{MemoryStorage, must_fit};
use crate::{Finding, FindingStore, Published, StorageError};

/// The runs of an account.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    current: Option<String>,
    rows: BTreeMap<String, Rows>,
}

/// The rows of a run, by section and key.
type Rows = BTreeMap<(String, String), Finding>;

impl Runs {
    /// The rows of a run that is there.
    pub(super) fn rows(&self, run: &str) -> Option<&Rows> {
        self.rows.get(run)
    }
}

#[async_trait]
impl FindingStore for MemoryStorage {
    async fn put_findings(
        &self,
        account: &AccountId,
        run: &str,
        findings: Vec<Finding>,
    ) -> Result<(), StorageError> {
        let mut state = self.begin_change("put_findings")?;
        must_fit("put_findings", &[run], "")?;
        for finding in &findings {
            let names: [&str; 2] = [&finding.section, &finding.key];
            must_fit("put_findings", &names, &finding.body)?;
        }
        let runs = state.runs.entry(account.clone()).or_default();
        let rows = runs.rows.entry(run.to_owned()).or_default();
        for finding in findings {
            rows.insert((finding.section.clone(), finding.key.clone()), finding);
        }
        Ok(())
    }

    async fn publish_run(
        &self,
        account: &AccountId,
        run: &str,
        expected: Option<&str>,
    ) -> Result<Published, StorageError> {
        let mut state = self.begin_change("publish_run")?;
        let Some(runs) = state.runs.get_mut(account) else {
            return Ok(Published::Stale);
        };
        if runs.current.as_deref() != expected || !runs.rows.contains_key(run) {
            return Ok(Published::Stale);
        }
        runs.current = Some(run.to_owned());
        Ok(Published::Done)
    }

    async fn current_run(&self, account: &AccountId) -> Result<Option<String>, StorageError> {
        let state = self.begin("current_run")?;
        Ok(state
            .runs
            .get(account)
            .and_then(|runs| runs.current.clone()))
    }

    async fn list_findings(
        &self,
        account: &AccountId,
        run: &str,
        section: &str,
        after_key: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Finding>, StorageError> {
        let state = self.begin("list_findings")?;
        let rows = state
            .runs
            .get(account)
            .and_then(|runs| runs.rows(run))
            .into_iter()
            .flat_map(BTreeMap::values);
        let page = rows.filter(|finding| {
            finding.section == section && after_key.is_none_or(|after| finding.key.as_str() > after)
        });
        Ok(page.take(limit).cloned().collect())
    }

    async fn list_runs(&self, account: &AccountId) -> Result<Vec<String>, StorageError> {
        let state = self.begin("list_runs")?;
        let runs = state.runs.get(account).into_iter();
        Ok(runs.flat_map(|runs| runs.rows.keys()).cloned().collect())
    }

    async fn delete_run(&self, account: &AccountId, run: &str) -> Result<bool, StorageError> {
        let mut state = self.begin_change("delete_run")?;
        let Some(runs) = state.runs.get_mut(account) else {
            return Ok(false);
        };
        Ok(runs.current.as_deref() != Some(run) && runs.rows.remove(run).is_some())
    }
}
