//! `get_activity`: activity by day.

use schemars::JsonSchema;
use serde::Serialize;
use vitalog_service::{MAX_DAYS, ActivityDay};

use crate::{
    ToolError, Toolset,
    registry::{Call, Published},
    wire::{Number, OrNull, ByDay, RowsInput, SourceName},
};

pub(crate) struct Tool;

/// The activity of a day.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Row {
    /// YYYY-MM-DD.
    date: String,
    /// Oura's score, 1 to 100.
    activity_score: OrNull<Number>,
    steps: OrNull<Number>,
    active_kcal: OrNull<Number>,
    total_kcal: OrNull<Number>,
    walking_equiv_km: OrNull<Number>,
    high_activity_min: OrNull<Number>,
    medium_activity_min: OrNull<Number>,
    low_activity_min: OrNull<Number>,
    sedentary_h: OrNull<Number>,
    non_wear_h: OrNull<Number>,
    /// Who tells the row.
    source: SourceName,
}

impl Published for Tool {
    const NAME: &'static str = "get_activity";
    const TITLE: &'static str = "Activity";
    const DESCRIPTION: &'static str = "Activity by day for up to 92 days: Oura's activity score, steps, active and \
        total energy in kcal, the distance of a walk of as much energy in km, minutes of \
        high, medium and low activity, hours sedentary and hours the device was not \
        worn. null is what the row's source does not say; a score is only ever its own \
        vendor's. A day without a row has no data, which is not a day without steps.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Record];
    type Input = RowsInput;
    type Output = ByDay<Row>;

    async fn run(call: Call, input: RowsInput) -> Result<ByDay<Row>, ToolError> {
        let (request, note) = input.request(&call, MAX_DAYS)?;
        let answer = call.service.activity(call.account(), request).await?;
        Ok(ByDay::from(answer).noting(note))
    }
}

impl From<ActivityDay> for Row {
    fn from(day: ActivityDay) -> Self {
        Self {
            date: day.date.to_string(),
            activity_score: OrNull(day.activity_score.map(Number)),
            steps: OrNull(day.steps.map(Number)),
            active_kcal: OrNull(day.active_kcal.map(Number)),
            total_kcal: OrNull(day.total_kcal.map(Number)),
            walking_equiv_km: OrNull(day.walking_equiv_km.map(Number)),
            high_activity_min: OrNull(day.high_activity_min.map(Number)),
            medium_activity_min: OrNull(day.medium_activity_min.map(Number)),
            low_activity_min: OrNull(day.low_activity_min.map(Number)),
            sedentary_h: OrNull(day.sedentary_h.map(Number)),
            non_wear_h: OrNull(day.non_wear_h.map(Number)),
            source: day.source.into(),
        }
    }
}
