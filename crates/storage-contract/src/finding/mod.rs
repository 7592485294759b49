//! Promises of [`vitalog_storage::FindingStore`].

use vitalog_storage::{Finding, Published, Storage};

use crate::sample::me;

pub(crate) mod races;
pub(crate) mod rows;
pub(crate) mod runs;

fn finding(section: &str, key: &str, body: &str) -> Finding {
    Finding {
        section: section.to_owned(),
        key: key.to_owned(),
        body: body.to_owned(),
    }
}

/// Stores rows of a run of the first account.
async fn put(storage: &dyn Storage, run: &str, findings: Vec<Finding>) {
    storage.put_findings(&me(), run, findings).await.unwrap();
}

/// Every row of a section of a run of the first account.
async fn rows(storage: &dyn Storage, run: &str, section: &str) -> Vec<Finding> {
    storage
        .list_findings(&me(), run, section, None, usize::MAX)
        .await
        .unwrap()
}

async fn publish(storage: &dyn Storage, run: &str, expected: Option<&str>) -> Published {
    storage.publish_run(&me(), run, expected).await.unwrap()
}

async fn current(storage: &dyn Storage) -> Option<String> {
    storage.current_run(&me()).await.unwrap()
}

async fn runs(storage: &dyn Storage) -> Vec<String> {
    storage.list_runs(&me()).await.unwrap()
}
