//! `get_workouts`: workouts and their daily totals.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_service::{MAX_DAYS, RangeRequest, Teller, WorkoutsAnswer, WorkoutsRequest};

use crate::{
    ToolError, Toolset,
    arguments::{Day, clamped, first_day},
    registry::{Call, Published},
    wire::{Number, Range, SourceName, Workout},
};

pub(crate) struct Tool;

/// As many as the service lists.
const MOST_WORKOUTS: i32 = 1000;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    /// The first day, YYYY-MM-DD. Without it, six days before `end_date`.
    start_date: Option<Day>,
    /// The last day, YYYY-MM-DD. Without it, today.
    end_date: Option<Day>,
    /// Instead of `start_date`: how many days up to `end_date`, at most 92.
    days: Option<i64>,
    /// Most workouts to list, the latest ones, at most 1000. The totals of days are of all.
    limit: Option<i64>,
    /// Only what this source recorded. Without it the workouts of all sources, each exercise once.
    source: Option<SourceName>,
}

/// The document, which is also a section of the report.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    range: Range,
    /// The zone that cuts the days.
    timezone: String,
    workouts: Vec<Workout>,
    /// Totals of the days that have a workout.
    days: Vec<DayTotals>,
    /// The days of the range that have none.
    days_without_workouts: Vec<String>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day with a workout.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// One day's totals.
#[derive(Serialize, JsonSchema)]
struct DayTotals {
    /// YYYY-MM-DD.
    date: String,
    /// How many started on it.
    workouts: usize,
    /// Their active minutes.
    duration_min: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    active_kcal: Option<Number>,
}

impl Published for Tool {
    const NAME: &'static str = "get_workouts";
    const TITLE: &'static str = "Workouts";
    const DESCRIPTION: &'static str = "Workouts recorded in Apple Health, by Oura and by WHOOP, \
        and their daily totals, for up to 92 days: type, start and end in local time, minutes, \
        active kcal, average and highest heart rate, recording app. Energy and heart rate are left \
        out where the workout did not record them. Exercise that several sources recorded counts \
        once, and a note says what is hidden; `source` shows that of one alone. A workout belongs \
        to the day it started. To take a wrong one out, call `delete_reading` with `metric` \
        workout and its start as `timestamp`.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Record, Toolset::Insight, Toolset::Trends];
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let (start, end) = (input.start_date, input.end_date);
        let (start, note) = first_day(start, end, input.days, MAX_DAYS, call.today())?;
        let request = WorkoutsRequest {
            range: RangeRequest::new(start, end.map(|day| day.0)),
            source: input.source.map(Teller::from),
        };
        let (limit, limit_note) = clamped("limit", input.limit, MOST_WORKOUTS, MOST_WORKOUTS);
        let answer = call.service.workouts(call.account(), request).await?;
        let mut output = Output::from(answer);
        output.notes.extend(note.into_iter().chain(limit_note));
        output.show_latest(usize::try_from(limit).unwrap_or_default());
        Ok(output)
    }
}

impl Output {
    /// Leaves the latest of the workouts that are listed.
    fn show_latest(&mut self, limit: usize) {
        let more = self.workouts.len().saturating_sub(limit);
        if more > 0 {
            self.workouts.drain(..more);
            self.notes.push(format!(
                "The {more} earlier workouts of these days are not listed; the daily totals are of \
                 all."
            ));
        }
    }
}

impl From<WorkoutsAnswer> for Output {
    fn from(answer: WorkoutsAnswer) -> Self {
        let days = answer.days.into_iter().map(|day| DayTotals {
            date: day.date.to_string(),
            workouts: day.workouts,
            duration_min: Number(day.duration_min),
            active_kcal: day.active_kcal.map(Number),
        });
        Self {
            range: answer.range.into(),
            timezone: answer.timezone,
            workouts: answer.workouts.into_iter().map(Workout::from).collect(),
            days: days.collect(),
            days_without_workouts: answer
                .days_without_workouts
                .iter()
                .map(ToString::to_string)
                .collect(),
            notes: answer.notes,
            data_through: answer.data_through.map(|day| day.to_string()),
        }
    }
}
