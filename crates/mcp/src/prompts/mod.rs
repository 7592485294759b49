//! Prompts: ready-made commands that a person picks from a menu, one for each tool but the
//! report's, which serves a page and nobody.
//!
//! A reading prompt runs its tool and hands the result to the model with how to show it. A writing
//! prompt only phrases a request: picking it changes nothing.

mod range;
mod read;
mod write;

use std::sync::Arc;

use rmcp::{
    ErrorData,
    model::{GetPromptResult, Prompt, PromptArgument, PromptMessage, Role},
};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::{Principal, calls::Tools, revision::Revision};

/// One prompt as it is listed. Its name is its tool's.
struct Listed {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    arguments: &'static [Argument],
}

/// One argument of a prompt.
struct Argument {
    name: &'static str,
    description: &'static str,
    required: bool,
}

const RANGE: Argument = Argument {
    name: "range",
    description: "7d, 30d, 90d, a date, or two dates (YYYY-MM-DD). Without it, the last 7 days.",
    required: false,
};

const PROMPTS: &[Listed] = &[
    Listed {
        name: "get_sleep",
        title: "Show sleep",
        description: "A row a night, with hours, stages and scores.",
        arguments: &[RANGE],
    },
    Listed {
        name: "get_heart_rate",
        title: "Show heart rate",
        description: "A row a day, for up to 31 days.",
        arguments: &[RANGE],
    },
    Listed {
        name: "get_readiness",
        title: "Show readiness",
        description: "A row a day, with the score and what it rests on.",
        arguments: &[RANGE],
    },
    Listed {
        name: "get_activity",
        title: "Show activity",
        description: "A row a day, with steps, energy and time.",
        arguments: &[RANGE],
    },
    Listed {
        name: "get_health_metrics",
        title: "Show health readings",
        description: "Readings and food by day as one table.",
        arguments: &[
            Argument {
                name: "metric",
                description: "weight, blood pressure, glucose, net carbs ... or all. Without it, \
                              all.",
                required: false,
            },
            RANGE,
        ],
    },
    Listed {
        name: "get_workouts",
        title: "Show workouts",
        description: "One row a workout and a line of totals.",
        arguments: &[RANGE],
    },
    Listed {
        name: "log_reading",
        title: "Log a reading",
        description: "Asks to store a glucose or ketone reading.",
        arguments: &[
            Argument {
                name: "metric",
                description: "glucose or ketones",
                required: true,
            },
            Argument {
                name: "value",
                description: "glucose in mg/dL, ketones in mmol/L",
                required: true,
            },
            Argument {
                name: "time",
                description: "Without it, now.",
                required: false,
            },
            Argument {
                name: "context",
                description: "fasting, post-meal or other",
                required: false,
            },
            Argument {
                name: "note",
                description: "Something to remember with it.",
                required: false,
            },
        ],
    },
    Listed {
        name: "delete_reading",
        title: "Remove a reading",
        description: "Asks to take out one reading or workout; without its time, lists the last \
                      7 days to choose from.",
        arguments: &[
            Argument {
                name: "metric",
                description: "weight, glucose, bp, workout ...",
                required: false,
            },
            Argument {
                name: "timestamp",
                description: "Its time, as 2026-10-05T07:02.",
                required: false,
            },
        ],
    },
];

/// The prompts whose tools the principal sees, in the catalog's order.
pub(crate) fn list(tools: &Tools, principal: &Principal, revision: Revision) -> Vec<Prompt> {
    PROMPTS
        .iter()
        .filter(|prompt| is_listed(tools, principal, prompt))
        .map(|prompt| {
            let arguments = prompt.arguments.iter().map(|argument| {
                PromptArgument::new(argument.name)
                    .with_description(argument.description)
                    .with_required(argument.required)
            });
            let listed = Prompt::new(
                prompt.name,
                Some(prompt.description),
                Some(arguments.collect()),
            );
            if revision.has_structured_content() {
                listed.with_title(prompt.title)
            } else {
                listed
            }
        })
        .collect()
}

/// Makes a prompt's message.
pub(crate) async fn get(
    tools: &Tools,
    principal: &Arc<Principal>,
    name: &str,
    given: &Map<String, Value>,
    cancel: &CancellationToken,
) -> Result<GetPromptResult, ErrorData> {
    let prompt = PROMPTS
        .iter()
        .find(|prompt| prompt.name == name && is_listed(tools, principal, prompt))
        .ok_or_else(|| invalid("no such prompt"))?;
    let given = Given::read(prompt, given)?;
    let text = match prompt.name {
        "log_reading" => write::log(&given)?,
        "delete_reading" => write::delete(&given)?,
        _ => read::write(tools, principal, prompt.name, &given, cancel).await?,
    };
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]).with_description(prompt.description))
}

fn is_listed(tools: &Tools, principal: &Principal, prompt: &Listed) -> bool {
    tools.list(principal).any(|tool| tool.name == prompt.name)
}

/// The arguments given. They are strings, as the protocol has them; an empty one is none.
struct Given<'a>(&'a Map<String, Value>);

impl<'a> Given<'a> {
    fn read(prompt: &Listed, given: &'a Map<String, Value>) -> Result<Self, ErrorData> {
        let is_known = |name: &str| prompt.arguments.iter().any(|known| known.name == name);
        if !given.keys().all(|name| is_known(name)) {
            let names: Vec<String> = prompt
                .arguments
                .iter()
                .map(|argument| format!("`{}`", argument.name))
                .collect();
            return Err(invalid(format!(
                "the arguments of this prompt are {}",
                names.join(", ")
            )));
        }
        for argument in prompt.arguments {
            match given.get(argument.name) {
                None | Some(Value::Null | Value::String(_)) => {}
                Some(_) => return Err(invalid(format!("`{}` must be a string", argument.name))),
            }
        }
        let read = Self(given);
        let missing = |argument: &&Argument| argument.required && read.get(argument.name).is_none();
        match prompt.arguments.iter().find(missing) {
            Some(argument) => Err(invalid(format!("`{}` is missing", argument.name))),
            None => Ok(read),
        }
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        self.0
            .get(name)
            .and_then(Value::as_str)
            .map(str::trim)
            .filter(|text| !text.is_empty())
    }
}

fn invalid(message: impl Into<std::borrow::Cow<'static, str>>) -> ErrorData {
    ErrorData::invalid_params(message, None)
}
