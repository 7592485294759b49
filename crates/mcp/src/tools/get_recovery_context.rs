//! `get_recovery_context`: how one is today, beside what is usual.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_core::Account;
use vitalog_service::{Band, Baseline, ContextInput, RecoveryContext};

use crate::{
    ToolError, Toolset,
    arguments::Day,
    registry::{Call, Published},
    wire::{Number, SourceName},
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    /// The day, YYYY-MM-DD. Without it, today.
    date: Option<Day>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// YYYY-MM-DD.
    date: String,
    /// Whether anything is known of it.
    found: bool,
    /// What is known, each value by one source.
    inputs: Vec<Measured>,
    /// The keys of what is not known of the day.
    missing: Vec<&'static str>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day that a value is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// One value beside what is usual.
#[derive(Serialize, JsonSchema)]
struct Measured {
    /// The metric's key.
    key: &'static str,
    label: &'static str,
    /// The day the value is of: strain is the day before's.
    date: String,
    value: Number,
    unit: &'static str,
    /// Who tells it.
    source: SourceName,
    /// The 28 days before it by the same source; left out with fewer than 14 values.
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<Usual>,
    /// Standard deviations from the mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    z: Option<Number>,
    /// normal below 1, notable below 2, else unusual.
    #[serde(skip_serializing_if = "Option::is_none")]
    band: Option<&'static str>,
}

/// What is usual.
#[derive(Serialize, JsonSchema)]
struct Usual {
    mean: Number,
    sd: Number,
    /// How many days.
    n: usize,
}

impl Published for Tool {
    const NAME: &'static str = "get_recovery_context";
    const TITLE: &'static str = "Recovery in context";
    const DESCRIPTION: &'static str = "How recovered the person is on a day, today unless another is named: recovery or \
        readiness, HRV, resting heart rate, breathing, the night's sleep and the day \
        before's strain, each beside the 28 days before it by the same source, with its \
        z score and how unusual that is. What is not known of the day is listed as \
        missing, which is not zero. It is live; nothing in it waits for a nightly run.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Insight];
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let date = input.date.map(|day| day.0);
        let context = call.service.recovery_context(call.account(), date).await?;
        Ok(Output::new(context, call.account()))
    }
}

impl Output {
    fn new(context: RecoveryContext, account: &Account) -> Self {
        let inputs = context.inputs.into_iter();
        Self {
            date: context.date.to_string(),
            found: inputs.len() > 0,
            inputs: inputs.map(|input| Measured::new(&input, account)).collect(),
            missing: context.missing.iter().map(|metric| metric.slug()).collect(),
            notes: context.notes,
            data_through: context.data_through.map(|day| day.to_string()),
        }
    }
}

impl Measured {
    fn new(input: &ContextInput, account: &Account) -> Self {
        Self {
            key: input.metric.slug(),
            label: input.metric.row().title,
            date: input.date.to_string(),
            value: Number(input.value),
            unit: account.units.unit_of(input.metric),
            source: input.source.into(),
            baseline: input.baseline.map(Usual::from),
            z: input.z.map(Number),
            band: input.band.map(Band::as_str),
        }
    }
}

impl From<Baseline> for Usual {
    fn from(usual: Baseline) -> Self {
        Self {
            mean: Number(usual.mean),
            sd: Number(usual.sd),
            n: usual.n,
        }
    }
}
