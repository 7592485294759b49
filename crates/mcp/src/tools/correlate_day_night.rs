//! `correlate_day_night`: whether what happens by day goes with the night after it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_service::{DayNight, DayNightRequest, WindowRequest};

use crate::{
    ToolError, Toolset,
    arguments::{Day, KnownMetric},
    registry::{Call, Published},
    wire::{Number, Range},
};

pub(crate) struct Tool;

/// How it is worked out.
const METHOD: &str = "Pearson correlation of what is left of both after intercept, day trend, weekday \
                      (under 84 days weekend) and the effect the day before are taken out by least \
                      squares; days on which all of it is known; p by Student's t with days counted \
                      as n (1 - ab) / (1 + ab), a and b being how much each is like itself a day \
                      later.";
/// What it is worth.
const LABEL: &str = "exploratory: one pair looked at on request, not corrected for how many pairs \
                     were looked at, and no tier";

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    /// What may be the cause, as `meeting_minutes`, `whoop_strain` or `step_count`: a key from
    /// `list_metrics`.
    cause: KnownMetric,
    /// What may be the effect, as `hrv_rmssd` or `sleep_total`: a key from `list_metrics`.
    effect: KnownMetric,
    /// The first day, YYYY-MM-DD.
    start_date: Option<Day>,
    /// The last day, YYYY-MM-DD. Without it, today.
    end_date: Option<Day>,
    /// Instead of `start_date`: how many days up to `end_date`. Without either, 90.
    #[schemars(range(min = 1, max = 365))]
    days: Option<i32>,
    /// What one number stands for. Only day can be answered.
    granularity: Option<Granularity>,
}

/// What one number stands for.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Granularity {
    Day,
    Hour,
    Minute,
    Event,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// The metric's key.
    cause: String,
    /// The metric's key.
    effect: String,
    range: Range,
    /// What it is worth: exploratory.
    label: &'static str,
    /// Days from the cause to the effect: 1 where a day comes before its night.
    lag: u8,
    /// Which comes first.
    direction: &'static str,
    /// Whether a correlation could be worked out.
    found: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Days on which everything is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<usize>,
    /// What is left to go with one another.
    #[serde(skip_serializing_if = "Option::is_none")]
    r: Option<Number>,
    /// The correlation of the two as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_r: Option<Number>,
    /// How likely such an r is where there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<Number>,
    /// The days that they are worth, as days are like their neighbours.
    #[serde(skip_serializing_if = "Option::is_none")]
    n_eff: Option<Number>,
    /// Columns taken out.
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<usize>,
    method: &'static str,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day with a value of either.
    #[serde(skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

impl Published for Tool {
    const NAME: &'static str = "correlate_day_night";
    const TITLE: &'static str = "Day against night";
    const DESCRIPTION: &'static str = "Whether one thing goes with another, by day: what happens on a day against the \
        night that ends on the next day, a night against the day that follows it, or two \
        things of one day. The lag follows from what the two are. It is one exploratory \
        look at one pair: say so, say \"goes with\", and call a null result no proof of \
        no effect. It knows one number a day: what one meeting, hour or workout did to \
        the heart cannot be answered from it.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Relay];
    const HINT: &'static str = "Ask about one pair at a time.";
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        if !matches!(input.granularity, None | Some(Granularity::Day)) {
            return Err(ToolError::new(
                "not_available",
                "There is one number a day of each metric, so that what happened within a day, as in \
                 one meeting or one hour, cannot be compared: WHOOP and Oura do not tell it, and a \
                 day's number would only seem to.",
                "Ask by day: leave `granularity` out.",
            ));
        }
        let request = DayNightRequest {
            cause: input.cause.metric(&call, "cause").await?,
            effect: input.effect.metric(&call, "effect").await?,
            window: WindowRequest {
                start: input.start_date.map(|day| day.0),
                end: input.end_date.map(|day| day.0),
                days: input.days,
            },
        };
        let answer = call.service.day_night(call.account(), &request).await?;
        Ok(answer.into())
    }
}

impl From<DayNight> for Output {
    fn from(answer: DayNight) -> Self {
        let found = answer.found.as_ref().ok().copied();
        let direction = match (answer.alignment.is_directed, answer.alignment.lag) {
            (false, _) => "same day, direction unknown",
            (true, 0) => "the cause comes first, on the same day",
            (true, _) => "the cause comes first, on the day before",
        };
        Self {
            cause: answer.cause.key().to_owned(),
            effect: answer.effect.key().to_owned(),
            range: answer.range.into(),
            label: LABEL,
            lag: answer.alignment.lag,
            direction,
            found: found.is_some(),
            reason: answer.found.err(),
            n: found.map(|found| found.n),
            r: found.map(|found| Number(found.r)),
            raw_r: found.map(|found| Number(found.raw_r)),
            p: found.map(|found| Number(found.p)),
            n_eff: found.map(|found| Number(found.n_effective)),
            k: found.map(|found| found.controls),
            method: METHOD,
            notes: answer.notes,
            data_through: answer.data_through.map(|day| day.to_string()),
        }
    }
}
