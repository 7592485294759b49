//! Keeping the stored daily values those of the account.

use std::collections::BTreeMap;

use vitalog_core::{Account, Metric};
use vitalog_storage::RecordQuery;
use vitalog_sync::daily::{self, DailyState, Progress};

use crate::{Service, ServiceError};

impl Service {
    /// How many days of each of some metrics have a stored value; `None` unless all are worked out.
    pub(crate) async fn days_with_data(
        &self,
        account: &Account,
        metrics: &[Metric],
    ) -> Result<Option<BTreeMap<Metric, u32>>, ServiceError> {
        let query = RecordQuery {
            documents: vec![DailyState::document()],
            ..RecordQuery::default()
        };
        let record = self.storage.read_record(&account.id, &query).await?;
        if !DailyState::of(&record, account).is_some_and(|state| state.is_complete()) {
            return Ok(None);
        }
        let extents = self.storage.daily_extents(&account.id, metrics).await?;
        let days = extents.into_iter();
        Ok(Some(
            days.map(|(metric, extent)| (metric, extent.days)).collect(),
        ))
    }

    /// Works out the stored daily values anew that an account's zone, its order of sources or this
    /// program's rules no longer fit; says whether there were any. Answers are right meanwhile,
    /// only slower. What is broken off is taken up by the next call.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub async fn rebuild_daily_values(
        &self,
        account: &Account,
        on_progress: impl FnMut(Progress) + Send,
    ) -> Result<bool, ServiceError> {
        Ok(daily::rebuild(self.storage.as_ref(), account, on_progress).await?)
    }
}
