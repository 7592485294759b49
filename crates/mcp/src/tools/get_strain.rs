//! `get_strain`: WHOOP's strain by day.

use schemars::JsonSchema;
use serde::Serialize;
use vitalog_service::StrainDay;

use crate::{
    ToolError, Toolset,
    arguments::RangeInput,
    registry::{Call, Published},
    wire::{ByDay, Number, OrNull},
};

pub(crate) struct Tool;

/// The strain of a day.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Row {
    /// YYYY-MM-DD.
    date: String,
    /// 0 to 21.
    strain: OrNull<Number>,
    kilojoule: OrNull<Number>,
    avg_hr_bpm: OrNull<Number>,
    max_hr_bpm: OrNull<Number>,
    /// How many workouts WHOOP recorded.
    workouts: u32,
    /// true while the day goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    provisional: Option<bool>,
}

impl Published for Tool {
    const NAME: &'static str = "get_strain";
    const TITLE: &'static str = "Strain";
    const DESCRIPTION: &'static str = "WHOOP's strain for up to 92 days, one row for each day from waking on: strain (0 \
        to 21), energy in kJ, mean and highest heart rate, and the number of workouts \
        that WHOOP recorded. A row with `provisional` is of a day that still goes on. \
        null was not measured. A day without a row has no data.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Relay];
    type Input = RangeInput;
    type Output = ByDay<Row>;

    async fn run(call: Call, input: RangeInput) -> Result<ByDay<Row>, ToolError> {
        let (range, note) = input.request(&call)?;
        let answer = call.service.strain(call.account(), range).await?;
        Ok(ByDay::from(answer).noting(note))
    }
}

impl From<StrainDay> for Row {
    fn from(day: StrainDay) -> Self {
        Self {
            date: day.date.to_string(),
            strain: OrNull(day.strain.map(Number)),
            kilojoule: OrNull(day.kilojoule.map(Number)),
            avg_hr_bpm: OrNull(day.avg_hr_bpm.map(Number)),
            max_hr_bpm: OrNull(day.max_hr_bpm.map(Number)),
            workouts: day.workouts,
            provisional: day.provisional.then_some(true),
        }
    }
}
