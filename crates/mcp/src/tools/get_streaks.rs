//! `get_streaks`: runs of days.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_core::DayRange;
use vitalog_service::{Goal, MetricStreaks, Streaks, StreaksRequest};

use crate::{
    ToolError, Toolset,
    arguments::KnownMetric,
    registry::{Call, Published, Stamp},
    wire::Number,
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    metric: Option<KnownMetric>,
    /// The value that a day is held against, in the metric's unit. Without it a day counts that has
    /// any value, or of what is true or false one that is true.
    threshold: Option<f64>,
    /// Whether a day has to reach `threshold` or to stay within it. Without it: `at_least`.
    direction: Option<Side>,
}

#[derive(Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Side {
    AtLeast,
    AtMost,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// The zone that cuts the days.
    timezone: String,
    /// Whether there is any day to judge.
    found: bool,
    streaks: Vec<OfMetric>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day that was judged.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// The streaks of one metric.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfMetric {
    /// The metric's key.
    metric: String,
    label: String,
    unit: String,
    /// What a day has to be: logged, true, `at_least` or `at_most`.
    goal: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    threshold: Option<Number>,
    /// The streak that goes on. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<Run>,
    /// The longest one. Absent if there never was any.
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<Run>,
    /// How many days reach the goal.
    days_met: usize,
    /// How many days have a value.
    days_with_data: usize,
    /// The first day of it in the whole record.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_day: Option<String>,
    /// The last day of it in the whole record.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_day: Option<String>,
}

/// Days one after the other, both ends included.
#[derive(Serialize, JsonSchema)]
struct Run {
    days: i32,
    /// YYYY-MM-DD.
    start: String,
    /// YYYY-MM-DD.
    end: String,
}

impl Published for Tool {
    const NAME: &'static str = "get_streaks";
    const TITLE: &'static str = "Streaks";
    const DESCRIPTION: &'static str = "Runs of consecutive days: the current and the longest, with \
        their dates, of days on which a metric was at least or at most `threshold` (8000 steps, \
        at most 2000 kcal), or was logged at all, or was true. Without `metric`: every name that \
        the person keeps with `log_entry`. A day that is over and was not logged ends a streak; \
        today does not, since it may yet be logged.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Insight];
    const STAMPS: &'static [Stamp] = &[Stamp::Carbs, Stamp::BodyUnits, Stamp::Names];
    const HINT: &'static str = "Name the `metric`.";
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        if input.direction.is_some() && input.threshold.is_none() {
            return Err(ToolError::arguments(
                "`direction` says on which side of `threshold` a day has to be, and that is missing.",
                "Give a `threshold` too, or leave `direction` out.",
            ));
        }
        let metric = match &input.metric {
            Some(name) => Some(name.metric(&call, "metric").await?),
            None => None,
        };
        let request = StreaksRequest {
            metric,
            threshold: input.threshold,
            at_most: input.direction == Some(Side::AtMost),
        };
        Ok(call.service.streaks(call.account(), &request).await?.into())
    }
}

impl From<Streaks> for Output {
    fn from(answer: Streaks) -> Self {
        Self {
            timezone: answer.timezone,
            found: answer.streaks.iter().any(|streaks| streaks.days_with_data > 0),
            streaks: answer.streaks.into_iter().map(OfMetric::from).collect(),
            notes: answer.notes,
            data_through: answer.data_through.map(|day| day.to_string()),
        }
    }
}

impl From<MetricStreaks> for OfMetric {
    fn from(streaks: MetricStreaks) -> Self {
        let (goal, threshold) = match streaks.goal {
            Goal::Logged => ("logged", None),
            Goal::True => ("true", None),
            Goal::AtLeast(threshold) => ("at_least", Some(threshold)),
            Goal::AtMost(threshold) => ("at_most", Some(threshold)),
        };
        Self {
            metric: streaks.metric.key().to_owned(),
            label: streaks.metric.label().to_owned(),
            unit: streaks.unit,
            goal,
            threshold: threshold.map(Number),
            current: streaks.current.map(Run::from),
            longest: streaks.longest.map(Run::from),
            days_met: streaks.days_met,
            days_with_data: streaks.days_with_data,
            first_day: streaks.recorded.map(|days| days.first.to_string()),
            last_day: streaks.recorded.map(|days| days.last.to_string()),
        }
    }
}

impl From<DayRange> for Run {
    fn from(run: DayRange) -> Self {
        Self {
            days: run.len(),
            start: run.start.to_string(),
            end: run.end.to_string(),
        }
    }
}
