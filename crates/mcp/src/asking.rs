//! Asking back: a tool answers with a question, and the client calls again with the answer.
//!
//! Nothing is kept in between. What comes back with the answer is a state that only this server
//! can have made: for this account, this tool and these arguments, some minutes ago at most.

use std::{collections::BTreeMap, sync::Arc};

use hmac::{Hmac, KeyInit, Mac};
use jiff::{SignedDuration, Timestamp};
use rmcp::model::{InputRequests, InputRequiredResult};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::{ToolError, registry::Call};

/// How long a person may think.
const GOOD_FOR: SignedDuration = SignedDuration::from_mins(5);
/// The one question of a tool.
const KEY: &str = "choice";

/// What a call says about being asked back.
#[derive(Clone, Default)]
pub(crate) struct Asking {
    /// Whether the client said that it can show a form.
    pub(crate) can_ask: bool,
    /// What it answers.
    pub(crate) answers: Map<String, Value>,
    /// The state that came back with the answers.
    pub(crate) state: Option<String>,
}

/// What a state is bound to, besides the account.
#[derive(Clone, Default)]
pub(crate) struct Bound {
    tool: &'static str,
    arguments: Arc<str>,
}

/// A question to the person: one choice.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Question {
    message: String,
    /// Values, each with what it is called.
    choices: Vec<(&'static str, &'static str)>,
    state: String,
}

/// What the person answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// One of the values.
    Chosen(String),
    /// Nothing: the form was declined or closed.
    Declined,
}

impl Asking {
    /// Whether capabilities say that a form can be shown. One without any word about modes can.
    pub(crate) fn can_show_form(capabilities: &Value) -> bool {
        let elicitation = capabilities.get("elicitation").and_then(Value::as_object);
        elicitation.is_some_and(|modes| modes.is_empty() || modes.contains_key("form"))
    }
}

impl Bound {
    /// To a tool and the arguments of a call.
    pub(crate) fn new(tool: &'static str, given: &Map<String, Value>) -> Self {
        let sorted: BTreeMap<&String, &Value> = given.iter().collect();
        let digest = Sha256::digest(json!(sorted).to_string());
        Self {
            tool,
            arguments: hex::encode(digest).into(),
        }
    }
}

impl Call {
    /// What the person answered to the question of the call before, if this is an answer at all. One
    /// that cannot be read counts as none, and the question is asked again.
    pub(crate) async fn answer(&self) -> Result<Option<Answer>, ToolError> {
        let Some(state) = &self.asking.state else {
            return Ok(None);
        };
        let now = self.clock.now();
        let until = state.split('.').next().and_then(|until| until.parse().ok());
        let until = until.and_then(|until| Timestamp::from_second(until).ok());
        let is_ours = match until {
            Some(until) if until > now => self.mac(until).await?.verify_slice(&tag(state)).is_ok(),
            Some(_) | None => false,
        };
        if !is_ours {
            return Err(ToolError::bad_state());
        }
        let Some(answer) = self.asking.answers.get(KEY) else {
            return Ok(None);
        };
        let chosen = answer.get("content").and_then(|content| content.get(KEY));
        Ok(match answer.get("action").and_then(Value::as_str) {
            Some("accept") => chosen
                .and_then(Value::as_str)
                .map(|chosen| Answer::Chosen(chosen.to_owned())),
            Some("decline" | "cancel") => Some(Answer::Declined),
            Some(_) | None => None,
        })
    }

    /// A question, as the outcome of a call.
    pub(crate) async fn ask(
        &self,
        message: String,
        choices: Vec<(&'static str, &'static str)>,
    ) -> ToolError {
        let until = self.clock.now().checked_add(GOOD_FOR);
        let until = until.unwrap_or(Timestamp::MAX);
        let mac = match self.mac(until).await {
            Ok(mac) => mac,
            Err(error) => return error,
        };
        let tag = hex::encode(mac.finalize().into_bytes());
        ToolError::asks(Question {
            message,
            choices,
            state: format!("{}.{tag}", until.as_second()),
        })
    }

    /// What makes the tag of a state.
    async fn mac(&self, until: Timestamp) -> Result<Hmac<Sha256>, ToolError> {
        let account = self.account();
        let key = self.service.state_key(&account.id).await?;
        let mut mac = Hmac::<Sha256>::new_from_slice(&key)
            .map_err(|_| ToolError::new("server_fault", "The call could not be sealed.", ""))?;
        let bound = &self.bound;
        let until = until.as_second().to_string();
        for part in [account.id.as_str(), bound.tool, &bound.arguments, &until] {
            mac.update(part.as_bytes());
            // None of the parts holds one.
            mac.update(b"\n");
        }
        Ok(mac)
    }
}

fn tag(state: &str) -> Vec<u8> {
    let tag = state.split_once('.').map(|(_, tag)| tag);
    hex::decode(tag.unwrap_or_default()).unwrap_or_default()
}

impl Question {
    /// As the protocol says it; `None` if the SDK does not take it.
    pub(crate) fn into_result(self) -> Option<InputRequiredResult> {
        let choices = self.choices.iter();
        let choices: Vec<Value> = choices
            .map(|(value, title)| json!({"const": value, "title": title}))
            .collect();
        let asked = json!({KEY: {
            "method": "elicitation/create",
            "params": {
                "mode": "form",
                "message": self.message,
                "requestedSchema": {
                    "type": "object",
                    "properties": {KEY: {
                        "type": "string",
                        "title": "What to do",
                        "oneOf": choices,
                    }},
                    "required": [KEY],
                },
            },
        }});
        let asked: InputRequests = serde_json::from_value(asked).ok()?;
        Some(InputRequiredResult::new(Some(asked), Some(self.state)))
    }
}
