//! Tools as data: one [`Definition`] each, listed and called by what a principal may see.

use std::sync::Arc;

use futures::future::BoxFuture;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use vitalog_core::{Account, Clock, day::day_of};
use vitalog_service::Service;

use crate::{
    Principal, ToolError, Toolset,
    asking::{Asking, Bound},
    envelope::DEFAULT_CAP,
    schema,
};

/// What a tool may do to the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// It reads.
    Reads,
    /// It asks elsewhere, and brings the copy of what is known there up to date. Who may read may do it.
    Syncs,
    /// It adds; doing it again adds again.
    Adds,
    /// It takes something out; doing it again changes nothing more.
    Removes,
}

/// A setting of the account that a tool's description states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stamp {
    /// From when on carbohydrates are totals.
    Carbs,
    /// In which units the body is measured.
    BodyUnits,
    /// Which names of their own the person keeps.
    Names,
}

/// One tool, as its file describes it.
pub(crate) trait Published {
    /// The name it is called by: short, because hosts put prefixes before it.
    const NAME: &'static str;
    /// The name for people.
    const TITLE: &'static str;
    /// What it does and when to use it, for the model.
    const DESCRIPTION: &'static str;
    /// The groups it is listed in.
    const TOOLSETS: &'static [Toolset];
    /// What it may do.
    const EFFECT: Effect = Effect::Reads;
    /// Whether it answers the same until the store changes, or the day.
    const LASTS: bool = true;
    /// The most characters of text it answers with.
    const CAP: usize = DEFAULT_CAP;
    /// What to ask instead where the text was cut.
    const HINT: &'static str = "Ask for fewer days.";
    /// What of the account its answers depend on, besides the zone.
    const STAMPS: &'static [Stamp] = &[];
    /// Its arguments.
    type Input: DeserializeOwned + JsonSchema + Send + 'static;
    /// Its document.
    type Output: Serialize + JsonSchema;

    /// Does it.
    fn run(
        call: Call,
        input: Self::Input,
    ) -> impl Future<Output = Result<Self::Output, ToolError>> + Send;
}

/// What a tool is given besides its arguments.
#[derive(Clone)]
pub(crate) struct Call {
    /// The use cases.
    pub(crate) service: Service,
    /// The time.
    pub(crate) clock: Arc<dyn Clock>,
    /// Who asks.
    pub(crate) principal: Arc<Principal>,
    /// What the call says about being asked back.
    pub(crate) asking: Asking,
    /// The tool and the arguments, for a question.
    pub(crate) bound: Bound,
}

impl Call {
    /// Whose record it is about.
    pub(crate) fn account(&self) -> &Account {
        &self.principal.account
    }

    /// The current day in the account's zone.
    pub(crate) fn today(&self) -> Date {
        day_of(self.clock.now(), &self.principal.account.zone)
    }
}

type Run = fn(Call, Map<String, Value>) -> BoxFuture<'static, Result<Value, ToolError>>;

/// One tool, with its types erased.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) toolsets: &'static [Toolset],
    pub(crate) effect: Effect,
    pub(crate) lasts: bool,
    pub(crate) cap: usize,
    pub(crate) hint: &'static str,
    pub(crate) stamps: &'static [Stamp],
    pub(crate) input: Arc<Map<String, Value>>,
    pub(crate) output: Arc<Map<String, Value>>,
    pub(crate) run: Run,
}

impl Definition {
    /// The definition of a tool.
    pub(crate) fn of<T: Published>() -> Self {
        Self {
            name: T::NAME,
            title: T::TITLE,
            description: T::DESCRIPTION,
            toolsets: T::TOOLSETS,
            effect: T::EFFECT,
            lasts: T::LASTS,
            cap: T::CAP,
            hint: T::HINT,
            stamps: T::STAMPS,
            input: Arc::new(schema::input::<T::Input>()),
            output: Arc::new(schema::output::<T::Output>()),
            run: run_erased::<T>,
        }
    }

    /// Whether a connection has chosen it.
    pub(crate) fn is_chosen(&self, principal: &Principal) -> bool {
        self.toolsets
            .iter()
            .any(|toolset| principal.toolsets.contains(*toolset))
    }

    /// Whether the principal may call it.
    pub(crate) fn is_allowed(&self, principal: &Principal) -> bool {
        match self.effect {
            Effect::Reads | Effect::Syncs => true,
            Effect::Adds | Effect::Removes => principal.write,
        }
    }
}

fn run_erased<T: Published>(
    call: Call,
    arguments: Map<String, Value>,
) -> BoxFuture<'static, Result<Value, ToolError>> {
    Box::pin(async move {
        // The schema has been checked, so this fails only where a type takes less than its schema.
        let input = serde_json::from_value(Value::Object(arguments)).map_err(|_| {
            ToolError::arguments(
                "The arguments are not what this tool takes.",
                "See its input schema.",
            )
        })?;
        let output = T::run(call, input).await?;
        serde_json::to_value(output).map_err(|_| {
            ToolError::new(
                "server_fault",
                "The answer could not be written.",
                "Try again later.",
            )
        })
    })
}
