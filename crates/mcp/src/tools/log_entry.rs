//! `log_entry`: an entry of the person's journal.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};
use vitalog_service::{Combine, EntryValue, LogEntry, StoredEntry};

use crate::{
    ToolError, Toolset,
    arguments::Day,
    registry::{Call, Effect, Published, Stamp},
    wire::Number,
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    /// meetings, `meeting_minutes`, `call_sentiment` (-1 to 1), `messages_sent`, `issues_opened`,
    /// `issues_closed`; or a name of the person's own in letters, digits and `_`.
    #[schemars(length(max = 100))]
    name: String,
    value: Value,
    /// The day it is of as a whole, YYYY-MM-DD; logged again it replaces that day's entry.
    date: Option<Day>,
    /// Instead of `date`: when it was, as 2026-09-27T07:30 in local time or with an offset.
    /// Without both, now.
    timestamp: Option<String>,
    /// The unit, as mg. The first entry of a name fixes it.
    #[schemars(length(max = 20))]
    unit: Option<String>,
    /// Something to remember with it.
    #[schemars(length(max = 200))]
    note: Option<String>,
    /// How a day's entries become its value. The first entry of a name fixes it; without it: any
    /// for true and false, last for numbers.
    combine: Option<Rule>,
    /// true for a guess, as of a photographed meal.
    #[serde(default)]
    estimate: bool,
}

/// A number, or true or false.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Value {
    Flag(bool),
    Number(f64),
}

impl JsonSchema for Value {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["number", "boolean"],
            "description": "A number, or true or false.",
        })
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Flag(flag) => flag.serialize(serializer),
            Self::Number(number) => Number(*number).serialize(serializer),
        }
    }
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Rule {
    Sum,
    Mean,
    Last,
    Any,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The entry as it was stored.
    stored: Stored,
    /// What its day comes to now.
    day: OfDay,
    /// What to know about it; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The day of the entry.
    #[serde(rename = "dataThrough")]
    data_through: String,
}

#[derive(Serialize, JsonSchema)]
struct Stored {
    /// The name it is kept under; other tools take it as `metric`.
    name: String,
    /// YYYY-MM-DD.
    date: String,
    /// Local time, HH:MM; not of an entry of a whole day.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    /// How a day's entries become its value.
    combine: &'static str,
    /// Whether it is a guess.
    estimate: bool,
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The exact time; `delete_reading` takes it.
    timestamp: String,
    /// The value of the entry that it replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced: Option<Value>,
}

#[derive(Serialize, JsonSchema)]
struct OfDay {
    /// The day's value by the rule.
    value: Value,
    /// How many entries it is made of.
    entries: u32,
}

impl Published for Tool {
    const NAME: &'static str = "log_entry";
    const TITLE: &'static str = "Log a journal entry";
    const DESCRIPTION: &'static str = "Stores an entry of the person's journal: something they \
        count, rate or tick off under a name of their own (coffee_cups, mood_score, took_magnesium), \
        or a number of their working day. The first entry of a name fixes its unit and `combine`; \
        choose them with the person, and use a name that is there before you make another. Names \
        of recorded metrics are refused: glucose and ketones go to `log_reading`. Guesses of food \
        with `estimate` are kept as calories_estimate, protein_estimate and so on, and never enter \
        the sums of what was recorded; say that they are guesses. Call it only for what the person \
        tells you to keep. Say what was stored, and under which name.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Relay];
    const EFFECT: Effect = Effect::Adds;
    const STAMPS: &'static [Stamp] = &[Stamp::Names];
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let request = LogEntry {
            name: input.name,
            value: match input.value {
                Value::Flag(flag) => EntryValue::Flag(flag),
                Value::Number(number) => EntryValue::Number(number),
            },
            date: input.date.map(|day| day.0),
            timestamp: input.timestamp,
            unit: input.unit,
            note: input.note,
            combine: input.combine.map(|rule| match rule {
                Rule::Sum => Combine::Sum,
                Rule::Mean => Combine::Mean,
                Rule::Last => Combine::Last,
                Rule::Any => Combine::Any,
            }),
            is_estimate: input.estimate,
        };
        Ok(call.service.log_entry(call.account(), request).await?.into())
    }
}

impl From<EntryValue> for Value {
    fn from(value: EntryValue) -> Self {
        match value {
            EntryValue::Number(number) => Self::Number(number),
            EntryValue::Flag(flag) => Self::Flag(flag),
        }
    }
}

impl From<StoredEntry> for Output {
    fn from(stored: StoredEntry) -> Self {
        let date = stored.date.to_string();
        Self {
            stored: Stored {
                name: stored.name,
                date: date.clone(),
                time: stored.time,
                value: stored.value.into(),
                unit: stored.unit,
                combine: stored.combine.as_str(),
                estimate: stored.is_estimate,
                source: stored.source,
                note: stored.note,
                timestamp: stored.timestamp,
                replaced: stored.replaced.map(Value::from),
            },
            day: OfDay {
                value: stored.of_day.into(),
                entries: stored.entries,
            },
            notes: stored.notes,
            data_through: date,
        }
    }
}
