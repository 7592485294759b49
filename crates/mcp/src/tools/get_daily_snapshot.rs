//! `get_daily_snapshot`: one day in highlights, and all of its metrics.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_service::{DailySnapshot, Highlights as Told};

use crate::{
    ToolError, Toolset,
    arguments::DayOrToday,
    registry::{Call, Published, Stamp},
    wire::{Number, Workout},
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    date: Option<DayOrToday>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// YYYY-MM-DD.
    date: String,
    /// The zone that cuts the day.
    timezone: String,
    /// How many readings and workouts tell of the day.
    total_records: usize,
    /// Whether some are left out of the numbers; never, whatever their number.
    truncated: bool,
    /// The keys of what was recorded.
    metrics_present: Vec<String>,
    highlights: Highlights,
    /// The workouts of the day.
    workouts: Vec<Workout>,
    /// How many readings tell of the night that ended on the day.
    sleep_records: usize,
    /// Every metric of the day.
    all_metrics: Vec<OfMetric>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The day, if anything was recorded on it.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// What is not there was not recorded.
#[derive(Serialize, JsonSchema)]
struct Highlights {
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Number>,
    /// Kilocalories.
    #[serde(skip_serializing_if = "Option::is_none")]
    active_energy_cal: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resting_hr_bpm: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hrv_sdnn_ms: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight_kg: Option<Number>,
}

/// One metric, by its rule.
#[derive(Serialize, JsonSchema)]
struct OfMetric {
    /// The metric's key.
    metric: String,
    value: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    diastolic: Option<Number>,
    unit: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<Number>,
    /// How many readings the value is made of.
    count: u32,
}

impl Published for Tool {
    const NAME: &'static str = "get_daily_snapshot";
    const TITLE: &'static str = "Daily snapshot";
    const DESCRIPTION: &'static str = "One day at a glance: steps, active energy, resting heart \
        rate, heart rate variability and weight, the workouts, and the value of every metric that \
        was recorded. The night is the one that ended on the day. Use it for today or for one \
        past day; what each source said of it is in `get_day`. What is not there was not \
        recorded, which is not zero.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Trends];
    const STAMPS: &'static [Stamp] = &[Stamp::Carbs, Stamp::BodyUnits];
    const HINT: &'static str = "Ask for single metrics with `query_metric`.";
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let date = match &input.date {
            Some(date) => date.day("date", call.today())?,
            None => None,
        };
        Ok(call.service.daily_snapshot(call.account(), date).await?.into())
    }
}

impl From<DailySnapshot> for Output {
    fn from(snapshot: DailySnapshot) -> Self {
        let day = snapshot.day;
        let found = !day.is_empty();
        let metrics = day.groups.into_iter().flat_map(|group| group.metrics);
        let metrics = metrics.map(|measured| OfMetric {
            metric: measured.metric.slug().to_owned(),
            value: Number(measured.value.value),
            diastolic: measured.value.diastolic.map(Number),
            unit: measured.unit.to_owned(),
            min: measured.value.min.map(Number),
            max: measured.value.max.map(Number),
            count: measured.value.readings,
        });
        let own = day.custom.into_iter().map(|entered| OfMetric {
            unit: entered.metric.shown_unit().to_owned(),
            metric: entered.metric.name,
            value: Number(entered.value.value),
            diastolic: None,
            min: entered.value.min.map(Number),
            max: entered.value.max.map(Number),
            count: entered.value.readings,
        });
        let all: Vec<OfMetric> = metrics.chain(own).collect();
        Self {
            date: day.date.to_string(),
            timezone: day.timezone,
            total_records: snapshot.total_records,
            truncated: false,
            metrics_present: all.iter().map(|metric| metric.metric.clone()).collect(),
            highlights: snapshot.highlights.into(),
            workouts: day.workouts.into_iter().map(Workout::from).collect(),
            sleep_records: snapshot.sleep_records.total,
            all_metrics: all,
            notes: day.notes,
            data_through: found.then(|| day.date.to_string()),
        }
    }
}

impl From<Told> for Highlights {
    fn from(told: Told) -> Self {
        Self {
            steps: told.steps.map(Number),
            active_energy_cal: told.active_energy_kcal.map(Number),
            resting_hr_bpm: told.resting_hr_bpm.map(Number),
            hrv_sdnn_ms: told.hrv_sdnn_ms.map(Number),
            weight_kg: told.weight_kg.map(Number),
        }
    }
}
