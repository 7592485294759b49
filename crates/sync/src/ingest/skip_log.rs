//! Groups that reconciliation left alone, logged at most once an hour each.

use jiff::Timestamp;
use vitalog_core::AccountId;

use super::{
    Ingest,
    change::Outcome,
    once::{self, Occasion},
};
use crate::SkippedGroup;

impl Ingest {
    pub(super) async fn log_skipped_groups(
        &self,
        account: &AccountId,
        outcome: &Outcome,
        now: Timestamp,
    ) {
        // A clock hour, so that a push every five minutes gives one line an hour.
        let hour = now.strftime("%Y-%m-%dT%H").to_string();
        for group in outcome
            .readings
            .skipped
            .iter()
            .chain(&outcome.workouts.skipped)
        {
            self.log_skipped_group(account, group, &hour).await;
        }
    }

    async fn log_skipped_group(&self, account: &AccountId, group: &SkippedGroup, hour: &str) {
        let SkippedGroup {
            metric,
            day,
            missing,
            total,
        } = group;
        let id = format!("reconcile-skip/{metric}/{day}");
        match once::claim(self.storage.as_ref(), account, &id, Occasion::Each(hour)).await {
            Ok(true) => tracing::warn!(
                account.id = %account,
                metric,
                day,
                missing,
                total,
                "hae reconciliation skipped: {missing} of {total} rows of {metric} on {day} missing"
            ),
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(account.id = %account, %error, "hae skip not logged");
            }
        }
    }
}
