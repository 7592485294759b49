//! `get_coaching_brief`: recovery, sleep, training and activity, and how fresh they are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_core::Metric;
use vitalog_service::{
    ActivityBrief, CoachingBrief, DataFreshness, FitnessMarker, Recovery as Recovered, SleepBrief,
    TrainingLoad,
};

use crate::{
    ToolError, Toolset,
    registry::{Call, Published},
    wire::Number,
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// YYYY-MM-DD.
    date: String,
    /// The zone that cuts the days.
    timezone: String,
    data_status: DataStatus,
    recovery: Recovery,
    sleep: Sleep,
    training_load_30d: Load,
    activity_7d: Activity,
    /// The latest of each in the last year.
    fitness_markers: Vec<Marker>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day with any of it.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// How old what the brief rests on is. Unless it is fresh, say so before anything else.
#[derive(Serialize, JsonSchema)]
struct DataStatus {
    /// fresh, stale or none.
    status: &'static str,
    /// Local time with its offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    newest_sample_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hours_since_newest_sample: Option<Number>,
    fresh_threshold_hours: i64,
    /// Days with data in the last 30, and workouts.
    counts: Counts,
    guidance: String,
}

/// Days with data in the last 30.
#[derive(Serialize, JsonSchema, Default)]
struct Counts {
    hrv_sdnn: usize,
    hrv_rmssd: usize,
    resting_heart_rate: usize,
    sleep_total: usize,
    step_count: usize,
    active_energy: usize,
    apple_exercise_time: usize,
    /// Workouts, not days.
    workouts: usize,
}

/// The last seven days against the seven before. A day counts once, however often it was measured.
#[derive(Serialize, JsonSchema)]
struct Recovery {
    /// improving, stable (within 2 ms) or declining, by heart rate variability; unknown where the data
    /// are not fresh, or too few.
    status: &'static str,
    /// Which measure of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    hrv_metric: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hrv_7d_avg_ms: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hrv_prior_7d_avg_ms: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resting_hr_7d_avg_bpm: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resting_hr_prior_7d_avg_bpm: Option<Number>,
    /// The last day with either.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_day: Option<String>,
}

/// The nights of the last seven days.
#[derive(Serialize, JsonSchema)]
struct Sleep {
    nights: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    avg_hours: Option<Number>,
    /// The last night of the last 30 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_night_hours: Option<Number>,
    /// The day of waking.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_night: Option<String>,
    /// good from 7.5 hours on average, borderline from 6.5, poor below, or no data.
    quality_flag: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct Load {
    workouts: usize,
    total_minutes: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    active_kcal: Option<Number>,
    days_with_workouts: usize,
    by_type: Vec<OfType>,
}

#[derive(Serialize, JsonSchema)]
struct OfType {
    #[serde(rename = "type")]
    kind: String,
    count: usize,
    minutes: Number,
}

/// Means of the days that have data.
#[derive(Serialize, JsonSchema)]
struct Activity {
    #[serde(skip_serializing_if = "Option::is_none")]
    avg_steps: Option<Number>,
    days_with_steps: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    avg_active_energy_kcal: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    avg_exercise_min: Option<Number>,
}

#[derive(Serialize, JsonSchema)]
struct Marker {
    /// The metric's key.
    metric: &'static str,
    value: Number,
    unit: &'static str,
    /// YYYY-MM-DD.
    date: String,
}

impl Published for Tool {
    const NAME: &'static str = "get_coaching_brief";
    const TITLE: &'static str = "Coaching brief";
    const DESCRIPTION: &'static str = "What a coach wants to know before a training day: recovery \
        (heart rate variability and resting heart rate, this week against the last), sleep of \
        seven nights, workouts of 30 days, activity of seven, and markers of fitness. Read \
        `data_status` first: if it is stale or none, nothing of this tells how the person is \
        today. It is no medical advice.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Trends];
    // How old data are changes by the hour.
    const LASTS: bool = false;
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, _: Input) -> Result<Output, ToolError> {
        Ok(call.service.coaching_brief(call.account()).await?.into())
    }
}

impl From<CoachingBrief> for Output {
    fn from(brief: CoachingBrief) -> Self {
        Self {
            date: brief.date.to_string(),
            timezone: brief.timezone,
            data_status: DataStatus::new(brief.freshness, &brief.counts),
            recovery: brief.recovery.into(),
            sleep: brief.sleep.into(),
            training_load_30d: brief.load.into(),
            activity_7d: brief.activity.into(),
            fitness_markers: brief.markers.into_iter().map(Marker::from).collect(),
            notes: brief.notes,
            data_through: brief.data_through.map(|day| day.to_string()),
        }
    }
}

impl DataStatus {
    fn new(freshness: DataFreshness, counts: &[(&'static str, usize)]) -> Self {
        let of = |key: &str| {
            let found = counts.iter().find(|(name, _)| *name == key);
            found.map_or(0, |(_, count)| *count)
        };
        Self {
            status: freshness.state.as_str(),
            newest_sample_at: freshness.newest_sample_at,
            hours_since_newest_sample: freshness.hours.map(Number),
            fresh_threshold_hours: freshness.threshold_hours,
            counts: Counts {
                hrv_sdnn: of(Metric::HrvSdnn.slug()),
                hrv_rmssd: of(Metric::HrvRmssd.slug()),
                resting_heart_rate: of(Metric::RestingHeartRate.slug()),
                sleep_total: of(Metric::SleepTotal.slug()),
                step_count: of(Metric::StepCount.slug()),
                active_energy: of(Metric::ActiveEnergy.slug()),
                apple_exercise_time: of(Metric::AppleExerciseTime.slug()),
                workouts: of("workouts"),
            },
            guidance: freshness.guidance,
        }
    }
}

impl From<Recovered> for Recovery {
    fn from(recovery: Recovered) -> Self {
        let direction = recovery.direction;
        Self {
            status: direction.map_or("unknown", vitalog_service::Direction::as_str),
            hrv_metric: recovery.hrv.map(Metric::slug),
            hrv_7d_avg_ms: recovery.hrv_ms.map(Number),
            hrv_prior_7d_avg_ms: recovery.hrv_before_ms.map(Number),
            resting_hr_7d_avg_bpm: recovery.resting_hr_bpm.map(Number),
            resting_hr_prior_7d_avg_bpm: recovery.resting_hr_before_bpm.map(Number),
            last_day: recovery.last_day.map(|day| day.to_string()),
        }
    }
}

impl From<SleepBrief> for Sleep {
    fn from(sleep: SleepBrief) -> Self {
        Self {
            nights: sleep.nights,
            avg_hours: sleep.avg_hours.map(Number),
            last_night_hours: sleep.last_hours.map(Number),
            last_night: sleep.last_night.map(|day| day.to_string()),
            quality_flag: sleep.quality.as_str(),
        }
    }
}

impl From<TrainingLoad> for Load {
    fn from(load: TrainingLoad) -> Self {
        let kinds = load.by_kind.into_iter();
        Self {
            workouts: load.workouts,
            total_minutes: Number(load.minutes),
            active_kcal: load.active_kcal.map(Number),
            days_with_workouts: load.days,
            by_type: kinds
                .map(|(kind, count, minutes)| OfType {
                    kind,
                    count,
                    minutes: Number(minutes),
                })
                .collect(),
        }
    }
}

impl From<ActivityBrief> for Activity {
    fn from(activity: ActivityBrief) -> Self {
        Self {
            avg_steps: activity.steps.map(Number),
            days_with_steps: activity.days_with_steps,
            avg_active_energy_kcal: activity.active_energy_kcal.map(Number),
            avg_exercise_min: activity.exercise_min.map(Number),
        }
    }
}

impl From<FitnessMarker> for Marker {
    fn from(marker: FitnessMarker) -> Self {
        Self {
            metric: marker.metric.slug(),
            value: Number(marker.value),
            unit: marker.unit,
            date: marker.date.to_string(),
        }
    }
}
