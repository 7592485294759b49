//! Erasing an account: everything of it, in the record and beside it, so that nothing is left.
//!
//! The doors go first, so that nobody comes in any more while it is done. What was under way then
//! may still write something; so the store is looked at again after a while, and again until
//! nothing is found. A document notes that it was begun, so that whoever was broken off is followed
//! by somebody who goes on; it names the account by a digest alone, and is the last thing to go.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use vitalog_core::AccountId;
use vitalog_storage::{Document, DocumentWrite, JobState, Owner, copy::totals_of};

use crate::{Service, ServiceError, account_document::ACCOUNT_KIND, code};

/// The kind of the documents that note which erasures were begun.
const KIND: &str = "erasing";
/// How long to wait for what was under way when the doors were closed: longer than a write takes.
const GRACE: Duration = Duration::from_secs(1);
/// How often to look whether something came after.
const MOST_ROUNDS: usize = 20;
/// Documents or jobs that are read at once.
const PAGE: usize = 100;

/// How many rows of a sort there were.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ErasedRows {
    /// Which sort: the slug of a metric, or what else there is in a store.
    pub part: String,
    /// How many.
    pub rows: u64,
}

/// What an account has, and had when its erasure was begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Erasure {
    /// When it was begun.
    pub begun_at: String,
    /// What there was then.
    pub rows: Vec<ErasedRows>,
}

impl Service {
    /// Whether the erasure of an account was begun, and not finished.
    ///
    /// # Errors
    ///
    /// If storage cannot be read.
    pub async fn is_being_erased(&self, id: &AccountId) -> Result<bool, ServiceError> {
        let note = self
            .storage
            .get_document(&Owner::Deployment, KIND, &note_id(id))
            .await?;
        Ok(note.is_some())
    }

    /// What is stored for an account, by sort; of an erasure that was begun, what there was then.
    ///
    /// # Errors
    ///
    /// If there is neither such an account nor anything left of it, or storage cannot be read.
    pub async fn erasure(&self, id: &AccountId) -> Result<Erasure, ServiceError> {
        let note = self
            .storage
            .get_document(&Owner::Deployment, KIND, &note_id(id))
            .await?;
        if let Some(note) = note {
            return serde_json::from_str(&note.body).map_err(|cause| {
                ServiceError::server_fault("The note of an erasure is not readable.")
                    .caused_by(cause)
            });
        }
        if self.read_account(id).await?.is_none() {
            return Err(crate::accounts::no_account(id));
        }
        Ok(Erasure {
            begun_at: self.clock.now().to_string(),
            rows: self.stored_rows(id).await?,
        })
    }

    /// Erases everything of an account, and looks whether anything is left. To do it again after it
    /// was broken off finishes it.
    ///
    /// # Errors
    ///
    /// If storage fails, or something keeps writing for the account; then some may be left.
    pub async fn erase(&self, id: &AccountId, erasure: &Erasure) -> Result<(), ServiceError> {
        let body = serde_json::to_string(erasure).map_err(|cause| {
            ServiceError::server_fault("The note of an erasure could not be written.")
                .caused_by(cause)
        })?;
        let note = DocumentWrite {
            kind: KIND,
            id: note_id(id),
            body,
            expires_at: None,
        };
        // One that is there already is of the same erasure.
        self.storage
            .put_document(&Owner::Deployment, None, &note)
            .await?;
        let mut is_clean = false;
        for _ in 0..MOST_ROUNDS {
            self.close_doors(id).await?;
            self.drop_jobs(id).await?;
            self.storage.erase_account(id).await?;
            tokio::time::sleep(GRACE).await;
            if self.stored_rows(id).await?.is_empty() {
                is_clean = true;
                break;
            }
        }
        if !is_clean {
            return Err(ServiceError::new(
                code::CONFLICT,
                format!("Something keeps writing for the account {id}."),
            )
            .advise("Stop the servers, then erase it again: what was begun is finished."));
        }
        self.storage.scrub().await?;
        self.storage
            .delete_document(&Owner::Deployment, KIND, &note_id(id))
            .await?;
        Ok(())
    }

    /// What is stored for an account, what has expired included. Jobs, and documents of the
    /// deployment that speak of it, count too.
    async fn stored_rows(&self, id: &AccountId) -> Result<Vec<ErasedRows>, ServiceError> {
        let owner = Owner::Account(id.clone());
        let totals = totals_of(self.storage.as_ref(), &owner, Timestamp::MIN).await?;
        let mut rows: Vec<ErasedRows> = totals
            .into_iter()
            .map(|total| ErasedRows {
                part: total.place.part.to_string(),
                rows: total.rows,
            })
            .collect();
        let others = [
            ("addresses and links", self.documents_about(id).await?.len()),
            ("jobs", self.jobs_of(id).await?.len()),
        ];
        for (part, number) in others {
            if number > 0 {
                rows.push(ErasedRows {
                    part: part.to_owned(),
                    rows: number as u64,
                });
            }
        }
        Ok(rows)
    }

    /// Takes away what points to the account: the account itself first.
    async fn close_doors(&self, id: &AccountId) -> Result<(), ServiceError> {
        let deployment = Owner::Deployment;
        self.storage
            .delete_document(&deployment, ACCOUNT_KIND, id.as_str())
            .await?;
        for (kind, document) in self.documents_about(id).await? {
            self.storage
                .delete_document(&deployment, &kind, &document)
                .await?;
        }
        Ok(())
    }

    /// Kinds and ids of the deployment's documents that speak of an account.
    async fn documents_about(&self, id: &AccountId) -> Result<Vec<(String, String)>, ServiceError> {
        let mut found = Vec::new();
        let mut after = None;
        loop {
            let page = self
                .storage
                .list_all_documents(&Owner::Deployment, after.as_ref(), PAGE)
                .await?;
            let is_last = page.len() < PAGE;
            for (kind, document) in page {
                if speaks_of(id, &kind, &document) {
                    found.push((kind.clone(), document.id.clone()));
                }
                after = Some((kind, document.id));
            }
            if is_last {
                return Ok(found);
            }
        }
    }

    async fn drop_jobs(&self, id: &AccountId) -> Result<(), ServiceError> {
        for (queue, job) in self.jobs_of(id).await? {
            self.storage.drop_job(&queue, &job).await?;
        }
        Ok(())
    }

    /// Queues and ids of the jobs that are an account's.
    async fn jobs_of(&self, id: &AccountId) -> Result<Vec<(String, String)>, ServiceError> {
        let mut found = Vec::new();
        for queue in self.storage.list_queues().await? {
            let mut after: Option<String> = None;
            loop {
                let page = self
                    .storage
                    .list_jobs(&queue, after.as_deref(), PAGE)
                    .await?;
                let is_last = page.len() < PAGE;
                after = page.last().map(|job| job.id.clone());
                let own = page.into_iter().filter(|job: &JobState| {
                    let is_named = job.id.split(' ').next() == Some(id.as_str());
                    is_named || names(id, &job.body)
                });
                found.extend(own.map(|job| (queue.clone(), job.id)));
                if is_last {
                    break;
                }
            }
        }
        Ok(found)
    }
}

/// Whether a document of the deployment is about an account. What the deployment keeps of accounts
/// has the account's name as the id of the account itself, or at the beginning of its body, or in
/// the member `account` of that.
fn speaks_of(id: &AccountId, kind: &str, document: &Document) -> bool {
    kind == ACCOUNT_KIND && document.id == id.as_str() || names(id, &document.body)
}

fn names(id: &AccountId, body: &str) -> bool {
    if body.split(' ').next() == Some(id.as_str()) {
        return true;
    }
    let object = serde_json::from_str::<Value>(body);
    object.is_ok_and(|object| object["account"] == id.as_str())
}

/// Under which id an erasure is noted. The name of the account stands nowhere once it is done.
fn note_id(id: &AccountId) -> String {
    hex::encode(Sha256::digest(format!("erasing {id}")))
}
