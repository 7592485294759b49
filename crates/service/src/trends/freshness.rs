//! How old what an answer rests on is. A feed that has been dead for days still has a last value,
//! and would be told as the state of today.

use jiff::{SignedDuration, Timestamp};
use vitalog_core::{Account, Metric, unit::round_to};

use crate::{Service, ServiceError, shown_time::local_iso};

/// What is older does not tell how one is.
const FRESH: SignedDuration = SignedDuration::from_hours(48);

/// What a device records without being asked. What a person says in chat keeps no feed alive.
const RECORDED: [Metric; 9] = [
    Metric::HeartRate,
    Metric::StepCount,
    Metric::ActiveEnergy,
    Metric::RestingHeartRate,
    Metric::HrvSdnn,
    Metric::HrvRmssd,
    Metric::SleepTotal,
    Metric::SleepCore,
    Metric::SleepInBed,
];

/// How old the newest reading is.
#[derive(Clone, PartialEq, Debug)]
pub struct DataFreshness {
    /// Whether that is recent.
    pub state: FreshState,
    /// When the newest reading began, in local ISO form.
    pub newest_sample_at: Option<String>,
    /// How many hours ago that was, one decimal.
    pub hours: Option<f64>,
    /// Up to how many it is fresh.
    pub threshold_hours: i64,
    /// What to make of it.
    pub guidance: String,
}

/// Whether data are recent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreshState {
    /// They are.
    Fresh,
    /// They are not.
    Stale,
    /// There are none.
    None,
}

impl FreshState {
    /// The name in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Stale => "stale",
            Self::None => "none",
        }
    }
}

impl Service {
    /// How old the newest reading of a device is, or the newest of `others`.
    pub(super) async fn data_freshness(
        &self,
        account: &Account,
        others: impl IntoIterator<Item = Timestamp>,
    ) -> Result<DataFreshness, ServiceError> {
        let bounds = self.storage.bounds(&account.id, &RECORDED).await?;
        let newest = bounds.values().map(|(_, last)| *last).chain(others).max();
        Ok(DataFreshness::of(newest, self.clock.now(), account))
    }
}

impl DataFreshness {
    fn of(newest: Option<Timestamp>, now: Timestamp, account: &Account) -> Self {
        let age = newest.map(|newest| newest.duration_until(now).max(SignedDuration::ZERO));
        let state = match age {
            None => FreshState::None,
            Some(age) if age <= FRESH => FreshState::Fresh,
            Some(_) => FreshState::Stale,
        };
        let guidance = match state {
            FreshState::Fresh => "The data are recent.",
            FreshState::Stale => {
                "Nothing has arrived for more than two days, so none of this tells how the person \
                 is now. Say so first; `get_sync_status` and the app that pushes show what stopped."
            }
            FreshState::None => {
                "Nothing has ever arrived from a device, so there is nothing to say of the \
                 person's state. Connect a source first."
            }
        };
        Self {
            state,
            newest_sample_at: newest.map(|newest| local_iso(newest, &account.zone)),
            hours: age.map(|age| round_to(age.as_secs_f64() / 3600.0, 1)),
            threshold_hours: FRESH.as_hours(),
            guidance: guidance.to_owned(),
        }
    }
}
