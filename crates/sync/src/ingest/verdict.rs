//! Whether a push is taken for the whole of its days.

use jiff::{
    Timestamp,
    tz::{Offset, TimeZone},
};
use vitalog_connectors::hae::{Push, Sample};
use vitalog_core::{Account, Aggregation, DayRange, Grain, Metric, Period, day::day_of};
use vitalog_storage::StorageError;

use super::{Ingest, run::Run};
use crate::PushHeaders;

const OTHER_ZONE: &str = "phone is in another time zone";
const AGGREGATED: &str = "the automation sends summed-up data, which is stored and replaced but \
    never compared; switch Summarize Data off to have deleted samples noticed";
const SPLIT: &str = "the automation splits its export into several requests, so that none of \
    them is complete; switch Batch Requests off to have deleted samples noticed";

/// What a push proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It holds every sample of these days.
    Whole(DayRange),
    /// It is only stored, for a reason worth saying or none.
    StoredOnly(Option<&'static str>),
}

impl Verdict {
    /// The days it holds every sample of.
    pub(super) fn days(self) -> Option<DayRange> {
        match self {
            Self::Whole(days) => Some(days),
            Self::StoredOnly(_) => None,
        }
    }

    pub(super) fn note(self) -> Option<&'static str> {
        match self {
            Self::Whole(_) => None,
            Self::StoredOnly(note) => note,
        }
    }
}

/// The length of the buckets into which the samples of a push were summed up. A length that this
/// version does not know is taken for days, what most people choose.
pub(super) fn bucket(headers: &PushHeaders) -> Option<Grain> {
    match Grain::from_aggregation(
        headers
            .automation_aggregation
            .as_deref()
            .unwrap_or_default(),
    ) {
        Aggregation::None => None,
        Aggregation::By(grain) => Some(grain),
        Aggregation::Unknown => Some(Grain::Day),
    }
}

impl Ingest {
    pub(super) async fn verdict(
        &self,
        account: &Account,
        headers: &PushHeaders,
        push: &Push<'_>,
        now: Timestamp,
    ) -> Result<Verdict, StorageError> {
        // Workouts are grouped by minutes in the usual settings, which sums up their series and
        // not the workouts.
        if bucket(headers).is_some() && !push.metrics.is_empty() {
            return Ok(Verdict::StoredOnly(Some(AGGREGATED)));
        }
        let period = headers.automation_period.as_deref().and_then(Period::parse);
        let Some(period) = period else {
            return Ok(Verdict::StoredOnly(None));
        };
        if self.note_run(&account.id, headers).await? == Run::Split {
            return Ok(Verdict::StoredOnly(Some(SPLIT)));
        }
        if period == Period::Today && is_from_another_zone(push, &account.zone) {
            return Ok(Verdict::StoredOnly(Some(OTHER_ZONE)));
        }
        if period == Period::Today && push.samples.iter().any(is_without_zone) {
            return Ok(Verdict::StoredOnly(None));
        }
        Ok(Verdict::Whole(period.days(day_of(now, &account.zone))))
    }
}

/// Whether a sample is of the one data type whose times never tell where the phone is, and so not
/// which day it calls today.
fn is_without_zone(sample: &Sample<'_>) -> bool {
    sample.metric == Metric::MoodValence
}

/// Whether the phone's "today" is another than the account's, as any of its times shows: one
/// without a numeric offset, or with one that the account's zone does not have then.
fn is_from_another_zone(push: &Push<'_>, zone: &TimeZone) -> bool {
    let dated = push
        .samples
        .iter()
        .filter(|sample| !is_without_zone(sample));
    dated
        .map(|sample| &sample.time)
        .map(|time| (time.at, time.offset))
        .chain(workout_offsets(push))
        .any(|(at, offset)| offset != Some(zone.to_offset(at)))
}

/// The instants of accepted samples and workouts with the offsets they were sent with.
pub(super) fn offsets(push: &Push<'_>) -> impl Iterator<Item = (Timestamp, Option<Offset>)> {
    let samples = push.samples.iter().map(|sample| &sample.time);
    samples
        .map(|time| (time.at, time.offset))
        .chain(workout_offsets(push))
}

fn workout_offsets(push: &Push<'_>) -> impl Iterator<Item = (Timestamp, Option<Offset>)> {
    let workouts = push.workouts.accepted.iter().map(|workout| &workout.start);
    workouts.map(|time| (time.at, time.offset))
}
