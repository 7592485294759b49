//! `log_reading`: a reading said in a conversation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_core::Context;
use vitalog_service::{LogReading, StoredReading};

use crate::{
    ToolError, Toolset,
    arguments::LoggableName,
    registry::{Call, Effect, Published},
    wire::Number,
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    metric: LoggableName,
    /// The value in the unit: glucose 20 to 600, ketones 0 to 10.
    value: f64,
    /// Exactly mg/dL for glucose, exactly mmol/L for ketones.
    unit: String,
    /// When it was measured: date and time, as 2026-09-27T07:30 in local time or with an offset.
    /// Without it, now.
    timestamp: Option<String>,
    /// What was going on.
    context: Option<Situation>,
    /// Something to remember with it.
    #[schemars(length(max = 200))]
    note: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Situation {
    Fasting,
    PostMeal,
    Other,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The reading as it was stored.
    stored: Stored,
    /// The day of the reading.
    #[serde(rename = "dataThrough")]
    data_through: String,
}

#[derive(Serialize, JsonSchema)]
struct Stored {
    metric: &'static str,
    /// YYYY-MM-DD.
    date: String,
    /// Local time, HH:MM.
    time: String,
    value: Number,
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<&'static str>,
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The exact time; `delete_reading` takes it.
    timestamp: String,
}

impl Published for Tool {
    const NAME: &'static str = "log_reading";
    const TITLE: &'static str = "Log a reading";
    const DESCRIPTION: &'static str = "Stores a glucose or ketone reading that the person \
        reports. Call it whenever they tell you one they measured; do not call it for values they \
        only ask about. Pass the time if they say one. It refuses a wrong unit, a value out of \
        range and a time in the future, and stores nothing then; it does not replace a reading \
        from Apple Health at the same second. Other readings are recorded in Apple Health. Say what was stored, with its time.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Record];
    const EFFECT: Effect = Effect::Adds;
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let request = LogReading {
            metric: input.metric.metric()?,
            value: input.value,
            unit: input.unit,
            timestamp: input.timestamp,
            context: input.context.map(|context| match context {
                Situation::Fasting => Context::Fasting,
                Situation::PostMeal => Context::PostMeal,
                Situation::Other => Context::Other,
            }),
            note: input.note,
        };
        Ok(call.service.log_reading(call.account(), request).await?.into())
    }
}

impl From<StoredReading> for Output {
    fn from(stored: StoredReading) -> Self {
        let date = stored.date.to_string();
        Self {
            stored: Stored {
                metric: stored.metric.slug(),
                date: date.clone(),
                time: stored.time,
                value: Number(stored.value),
                unit: stored.unit,
                context: stored.context.map(Context::as_str),
                source: stored.source,
                note: stored.note,
                timestamp: stored.timestamp,
            },
            data_through: date,
        }
    }
}
