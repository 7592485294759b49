//! `delete_reading`: taking a reading or a workout out, and putting it back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_service::{Affected, DeleteReading, Removal, RemovedRow};

use crate::{
    ToolError, Toolset,
    arguments::TargetName,
    registry::{Call, Effect, Published, Stamp},
    wire::{Reading, Workout},
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    metric: TargetName,
    /// The reading's exact `timestamp`, or its time to the minute in local time, as
    /// 2026-10-05T07:02. For a workout, its start.
    timestamp: String,
    /// Which one, if several share the minute: its value as it is shown, the systolic pressure, or
    /// the minutes of a workout.
    value: Option<f64>,
    /// Which one, if several share time and value: the app that recorded it, as it is shown.
    source: Option<String>,
    /// true puts back what was taken out before.
    #[serde(default)]
    undo: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The reading logged in chat that is gone for good.
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted: Option<Row>,
    /// The reading or workout from Apple Health, Oura or WHOOP that no longer counts; `undo` puts
    /// it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<Row>,
    /// The reading or workout that was put back.
    #[serde(skip_serializing_if = "Option::is_none")]
    restored: Option<Row>,
    /// What to tell the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The day of the reading or workout.
    #[serde(rename = "dataThrough")]
    data_through: String,
}

#[derive(Serialize, JsonSchema)]
struct Row {
    metric: String,
    /// YYYY-MM-DD.
    date: String,
    /// The reading, or the workout.
    reading: AnyRow,
    /// Its exact time; with `undo`, it puts a removed one back.
    timestamp: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum AnyRow {
    Reading(Reading),
    Workout(Workout),
}

impl Published for Tool {
    const NAME: &'static str = "delete_reading";
    const TITLE: &'static str = "Remove or restore a reading";
    const DESCRIPTION: &'static str = "Takes one reading or workout out of the record, or with \
        `undo` puts it back. Find it first with `get_health_metrics` or `get_workouts`, and name \
        the one you mean to the person before you call this. A reading or entry logged in chat is \
        deleted for good: `undo` cannot bring it back. One from elsewhere is marked and stops counting. \
        One from Apple Health the person should delete there first, or a later push brings it \
        back; one from Oura or WHOOP stays out. If \
        several readings share the minute, nothing is changed and they are listed: call again \
        with what tells the one you mean apart, its exact `timestamp`, `value` or `source`. Food \
        is shown as sums of a day; to find one entry, call this with a `timestamp` on that day and `value` -1, which no entry has: nothing is changed, and the \
        entries of the day are listed with their exact times.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Record];
    const EFFECT: Effect = Effect::Removes;
    const STAMPS: &'static [Stamp] = &[Stamp::BodyUnits, Stamp::Names];
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let request = DeleteReading {
            target: input.metric.target()?,
            timestamp: input.timestamp,
            value: input.value,
            source: input.source,
            undo: input.undo,
        };
        Ok(call.service.delete_reading(call.account(), request).await?.into())
    }
}

impl From<Removal> for Output {
    fn from(removal: Removal) -> Self {
        let (Removal::Deleted(affected) | Removal::Removed(affected) | Removal::Restored(affected)) =
            &removal;
        let note = affected.note.clone();
        let data_through = affected.date.to_string();
        let (deleted, removed, restored) = match removal {
            Removal::Deleted(affected) => (Some(affected.into()), None, None),
            Removal::Removed(affected) => (None, Some(affected.into()), None),
            Removal::Restored(affected) => (None, None, Some(affected.into())),
        };
        Self { deleted, removed, restored, note, data_through }
    }
}

impl From<Affected> for Row {
    fn from(affected: Affected) -> Self {
        Self {
            metric: affected.target.name().to_owned(),
            date: affected.date.to_string(),
            reading: match affected.row {
                RemovedRow::Reading(reading) => AnyRow::Reading(reading.into()),
                RemovedRow::Workout(workout) => AnyRow::Workout(workout.into()),
            },
            timestamp: affected.timestamp,
        }
    }
}
