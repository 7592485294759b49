//! A stand-in for storage that leaves some of it as it is.

/// Implements [`JobStore`](crate::JobStore), [`FindingStore`](crate::FindingStore),
/// [`AccessLog`](crate::AccessLog) and [`Inventory`](crate::Inventory) for a type whose field `inner` is (or points to) storage, by
/// passing every call on to it. For stand-ins of tests that change what the others do.
#[macro_export]
macro_rules! pass_on {
    ($stand_in:ty) => {
        const _: () = {
            use $crate::{
                AccessEntry, AccessLog, Claim, ClaimedJob, Document, Enqueued, Finding,
                FindingStore, Inventory, JobState, JobStore, NewJob, Owner, Published, RowKey,
                StorageError, VendorRecord, VendorRecordKey,
            };

            type Account = vitalog_core::AccountId;
            type Answer<T> = Result<T, StorageError>;
            type Time = jiff::Timestamp;

            #[async_trait::async_trait]
            impl JobStore for $stand_in {
                async fn enqueue(&self, job: &NewJob) -> Answer<Enqueued> {
                    self.inner.enqueue(job).await
                }

                async fn claim_jobs(
                    &self,
                    queue: &str,
                    now: Time,
                    lease_until: Time,
                    limit: usize,
                ) -> Answer<Vec<ClaimedJob>> {
                    self.inner.claim_jobs(queue, now, lease_until, limit).await
                }

                async fn extend_lease(&self, claim: &Claim, until: Time) -> Answer<bool> {
                    self.inner.extend_lease(claim, until).await
                }

                async fn complete_job(&self, claim: &Claim) -> Answer<bool> {
                    self.inner.complete_job(claim).await
                }

                async fn retry_job(&self, claim: &Claim, run_at: Time) -> Answer<bool> {
                    self.inner.retry_job(claim, run_at).await
                }

                async fn bury_job(&self, claim: &Claim, reason: &str) -> Answer<bool> {
                    self.inner.bury_job(claim, reason).await
                }

                async fn list_jobs(
                    &self,
                    queue: &str,
                    after: Option<&str>,
                    limit: usize,
                ) -> Answer<Vec<JobState>> {
                    self.inner.list_jobs(queue, after, limit).await
                }

                async fn revive_job(&self, queue: &str, id: &str, run_at: Time) -> Answer<bool> {
                    self.inner.revive_job(queue, id, run_at).await
                }

                async fn drop_job(&self, queue: &str, id: &str) -> Answer<bool> {
                    self.inner.drop_job(queue, id).await
                }
            }

            #[async_trait::async_trait]
            impl FindingStore for $stand_in {
                async fn put_findings(
                    &self,
                    account: &Account,
                    run: &str,
                    findings: Vec<Finding>,
                ) -> Answer<()> {
                    self.inner.put_findings(account, run, findings).await
                }

                async fn publish_run(
                    &self,
                    account: &Account,
                    run: &str,
                    expected: Option<&str>,
                ) -> Answer<Published> {
                    self.inner.publish_run(account, run, expected).await
                }

                async fn current_run(&self, account: &Account) -> Answer<Option<String>> {
                    self.inner.current_run(account).await
                }

                async fn list_findings(
                    &self,
                    account: &Account,
                    run: &str,
                    section: &str,
                    after_key: Option<&str>,
                    limit: usize,
                ) -> Answer<Vec<Finding>> {
                    let found = self
                        .inner
                        .list_findings(account, run, section, after_key, limit);
                    found.await
                }

                async fn list_runs(&self, account: &Account) -> Answer<Vec<String>> {
                    self.inner.list_runs(account).await
                }

                async fn delete_run(&self, account: &Account, run: &str) -> Answer<bool> {
                    self.inner.delete_run(account, run).await
                }
            }

            #[async_trait::async_trait]
            impl AccessLog for $stand_in {
                async fn append_access(&self, entries: Vec<AccessEntry>) -> Answer<()> {
                    self.inner.append_access(entries).await
                }

                async fn list_access(
                    &self,
                    account: &Account,
                    since: Time,
                    after: Option<(Time, String)>,
                    limit: usize,
                ) -> Answer<Vec<AccessEntry>> {
                    self.inner.list_access(account, since, after, limit).await
                }

                async fn purge_access(&self, account: &Account, before: Time) -> Answer<u64> {
                    self.inner.purge_access(account, before).await
                }
            }

            #[async_trait::async_trait]
            impl Inventory for $stand_in {
                async fn list_owners(&self) -> Answer<Vec<Owner>> {
                    self.inner.list_owners().await
                }

                async fn list_readings(
                    &self,
                    account: &Account,
                    metric: vitalog_core::Metric,
                    after: Option<RowKey>,
                    limit: usize,
                ) -> Answer<Vec<vitalog_core::Reading>> {
                    self.inner
                        .list_readings(account, metric, after, limit)
                        .await
                }

                async fn list_workouts(
                    &self,
                    account: &Account,
                    after: Option<RowKey>,
                    limit: usize,
                ) -> Answer<Vec<vitalog_core::Workout>> {
                    self.inner.list_workouts(account, after, limit).await
                }

                async fn list_all_vendor_records(
                    &self,
                    account: &Account,
                    after: Option<&VendorRecordKey>,
                    limit: usize,
                ) -> Answer<Vec<VendorRecord>> {
                    let found = self.inner.list_all_vendor_records(account, after, limit);
                    found.await
                }

                async fn list_all_documents(
                    &self,
                    owner: &Owner,
                    after: Option<&(String, String)>,
                    limit: usize,
                ) -> Answer<Vec<(String, Document)>> {
                    self.inner.list_all_documents(owner, after, limit).await
                }

                async fn list_all_findings(
                    &self,
                    account: &Account,
                    run: &str,
                    after: Option<&(String, String)>,
                    limit: usize,
                ) -> Answer<Vec<Finding>> {
                    let found = self.inner.list_all_findings(account, run, after, limit);
                    found.await
                }

                async fn list_queues(&self) -> Answer<Vec<String>> {
                    self.inner.list_queues().await
                }

                async fn restore_document(
                    &self,
                    owner: &Owner,
                    kind: &str,
                    document: &Document,
                ) -> Answer<()> {
                    self.inner.restore_document(owner, kind, document).await
                }

                async fn restore_job(&self, job: &JobState) -> Answer<()> {
                    self.inner.restore_job(job).await
                }
            }
        };
    };
}
