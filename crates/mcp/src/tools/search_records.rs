//! `search_records`: days by their figure.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_service::{FoundDay, FoundRecords, RecordSearch};

use crate::{
    ToolError, Toolset,
    arguments::{KnownMetric, clamped},
    registry::{Call, Published, Stamp},
    wire::{Number, TrendFoot, TrendHead, trend_ends},
};

pub(crate) struct Tool;

const DEFAULT_DAYS: i32 = 90;
const MOST_DAYS: i32 = 1825;
const DEFAULT_LIMIT: i32 = 100;
const MOST_LIMIT: i32 = 1000;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    metric_type: KnownMetric,
    /// How many days up to and with today. Without it 90, at most 1825.
    days: Option<i64>,
    /// Only days of at least this, in the metric's unit.
    min_value: Option<f64>,
    /// Only days of at most this.
    max_value: Option<f64>,
    /// Most days to list. Without it 100, at most 1000.
    limit: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    #[serde(flatten)]
    head: TrendHead,
    days_searched: i32,
    /// How many days match, listed or not.
    days_matched: usize,
    /// The highest first.
    results: Vec<Found>,
    #[serde(flatten)]
    foot: TrendFoot,
}

#[derive(Serialize, JsonSchema)]
struct Found {
    /// YYYY-MM-DD.
    date: String,
    /// The figure that `value_type` names.
    value: Number,
    /// summary or raw.
    source: &'static str,
}

impl Published for Tool {
    const NAME: &'static str = "search_records";
    const TITLE: &'static str = "Search days";
    const DESCRIPTION: &'static str = "Finds the days of the last months or years on which a \
        metric was above or below something, the highest first: on which days did I walk more \
        than 15000 steps, when was I asleep for less than five hours, what was my best day? It \
        compares the total of the day, or the mean of its readings; single readings are in \
        `query_metric`.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Trends];
    const STAMPS: &'static [Stamp] = &[Stamp::Carbs, Stamp::BodyUnits, Stamp::Names];
    const HINT: &'static str = "Ask for fewer days with `limit`.";
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let (days, days_note) = clamped("days", input.days, DEFAULT_DAYS, MOST_DAYS);
        let (limit, limit_note) = clamped("limit", input.limit, DEFAULT_LIMIT, MOST_LIMIT);
        let notes: Vec<String> = days_note.into_iter().chain(limit_note).collect();
        let search = RecordSearch {
            metric: input.metric_type.metric(&call, "metric_type").await?,
            days,
            least: input.min_value,
            most: input.max_value,
            limit: usize::try_from(limit).unwrap_or_default(),
        };
        let answer = call.service.search_records(call.account(), &search).await?;
        Ok(Output::new(&answer, days, &notes))
    }
}

impl Output {
    fn new(answer: &FoundRecords, days_searched: i32, notes: &[String]) -> Self {
        let (head, foot) = trend_ends(&answer.about, notes);
        Self {
            head,
            days_searched,
            days_matched: answer.days_matched,
            results: answer.results.iter().map(Found::from).collect(),
            foot,
        }
    }
}

impl From<&FoundDay> for Found {
    fn from(day: &FoundDay) -> Self {
        Self {
            date: day.date.to_string(),
            value: Number(day.value),
            source: day.tier.as_str(),
        }
    }
}
