//! Copying what lies beside the record. It is little, or put again without harm: a copy that is
//! continued begins it anew.

use jiff::Timestamp;
use vitalog_core::AccountId;

use super::{BODIES, Copier, CopyError, ENTRIES, Part, Place, mark};
use crate::{Owner, Published};

impl Copier<'_> {
    pub(super) async fn copy_documents(&mut self, owner: &Owner) -> Result<(), CopyError> {
        let place = Place {
            owner: owner.clone(),
            part: Part::Documents,
        };
        let mut after = None;
        loop {
            let page = self
                .from
                .list_all_documents(owner, after.as_ref(), BODIES)
                .await
                .map_err(CopyError::From)?;
            let rows = page.len();
            for (kind, document) in page {
                if kind != mark::KIND && document.is_live(self.now) {
                    let restored = self.to.restore_document(owner, &kind, &document).await;
                    restored.map_err(CopyError::To)?;
                }
                after = Some((kind, document.id));
            }
            self.wrote(&place, rows);
            if rows < BODIES {
                return Ok(());
            }
        }
    }

    pub(super) async fn copy_findings(&mut self, account: &AccountId) -> Result<(), CopyError> {
        let place = Place {
            owner: Owner::Account(account.clone()),
            part: Part::Findings,
        };
        for run in self
            .from
            .list_runs(account)
            .await
            .map_err(CopyError::From)?
        {
            let mut after = None;
            loop {
                let page = self
                    .from
                    .list_all_findings(account, &run, after.as_ref(), ENTRIES)
                    .await
                    .map_err(CopyError::From)?;
                let rows = page.len();
                after = page
                    .last()
                    .map(|row| (row.section.clone(), row.key.clone()));
                let put = self.to.put_findings(account, &run, page).await;
                put.map_err(CopyError::To)?;
                self.wrote(&place, rows);
                if rows < ENTRIES {
                    break;
                }
            }
        }
        let current = self
            .from
            .current_run(account)
            .await
            .map_err(CopyError::From)?;
        let there = self.to.current_run(account).await.map_err(CopyError::To)?;
        let Some(run) = current.filter(|run| there.as_ref() != Some(run)) else {
            return Ok(());
        };
        let published = self.to.publish_run(account, &run, there.as_deref()).await;
        match published.map_err(CopyError::To)? {
            Published::Done => Ok(()),
            Published::Stale => Err(CopyError::TargetChanged),
        }
    }

    pub(super) async fn copy_access_log(&mut self, account: &AccountId) -> Result<(), CopyError> {
        let place = Place {
            owner: Owner::Account(account.clone()),
            part: Part::AccessLog,
        };
        let mut after = None;
        loop {
            let page = self
                .from
                .list_access(account, Timestamp::MIN, after, ENTRIES)
                .await
                .map_err(CopyError::From)?;
            let rows = page.len();
            after = page.last().map(|entry| (entry.at, entry.id.clone()));
            if rows > 0 {
                let appended = self.to.append_access(page).await;
                appended.map_err(CopyError::To)?;
                self.wrote(&place, rows);
            }
            if rows < ENTRIES {
                return Ok(());
            }
        }
    }

    pub(super) async fn copy_jobs(&mut self) -> Result<(), CopyError> {
        let place = Place {
            owner: Owner::Deployment,
            part: Part::Jobs,
        };
        for queue in self.from.list_queues().await.map_err(CopyError::From)? {
            let mut after: Option<String> = None;
            loop {
                let page = self
                    .from
                    .list_jobs(&queue, after.as_deref(), ENTRIES)
                    .await
                    .map_err(CopyError::From)?;
                for job in &page {
                    self.to.restore_job(job).await.map_err(CopyError::To)?;
                }
                self.wrote(&place, page.len());
                after = page.last().map(|job| job.id.clone());
                if page.len() < ENTRIES {
                    break;
                }
            }
        }
        Ok(())
    }
}
