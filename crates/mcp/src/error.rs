//! How a tool fails: in words that let the model correct itself.

use std::{borrow::Cow, error::Error};

use serde::Serialize;
use vitalog_service::{ServiceError, code};

use crate::asking::Question;

/// The code of arguments that break the schema or make no sense.
pub(crate) const INVALID_ARGUMENTS: &str = "invalid_arguments";

/// A tool's failure, as it is sent. It has no `Debug`, because advice may list a person's own
/// readings.
#[derive(Clone, Serialize)]
pub(crate) struct ToolError {
    /// A name to act on; never changed or reused.
    pub(crate) code: &'static str,
    /// What is wrong. It repeats no value of the wrong type and no stored value.
    pub(crate) message: String,
    /// What to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) advice: Option<Cow<'static, str>>,
    /// What comes instead of an answer, where this is no failure.
    #[serde(skip)]
    pub(crate) instead: Option<Box<Instead>>,
}

/// What comes of a call that is neither answered nor failed.
#[derive(Clone)]
pub(crate) enum Instead {
    /// A question to the person.
    Asks(Question),
    /// A refusal: the state that came with the call is not one that was given out for it, or is too old.
    BadState,
}

impl ToolError {
    /// A failure with advice.
    pub(crate) fn new(
        code: &'static str,
        message: impl Into<String>,
        advice: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            code,
            message: message.into(),
            advice: Some(advice.into()),
            instead: None,
        }
    }

    /// A question.
    pub(crate) fn asks(question: Question) -> Self {
        Self {
            instead: Some(Box::new(Instead::Asks(question))),
            ..Self::new("input_required", "The person has to choose.", "")
        }
    }

    /// A state that is not ours.
    pub(crate) fn bad_state() -> Self {
        Self {
            instead: Some(Box::new(Instead::BadState)),
            ..Self::arguments("The state is not one that was given out.", "")
        }
    }

    /// Arguments that break the schema or make no sense.
    pub(crate) fn arguments(
        message: impl Into<String>,
        advice: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::new(INVALID_ARGUMENTS, message, advice)
    }
}

impl From<ServiceError> for ToolError {
    /// Here a failure's cause ends its way, so here it is logged.
    fn from(error: ServiceError) -> Self {
        if let Some(cause) = &error.source {
            tracing::error!(
                error.code = error.code,
                error.cause = chain(cause.as_ref()),
                "a tool failed: {}",
                error.message
            );
        }
        // Whether a schema or a use case refused an argument is no difference to a client.
        let code = match error.code {
            code::INVALID_ARGUMENT => INVALID_ARGUMENTS,
            other => other,
        };
        Self {
            code,
            message: error.message,
            advice: error.advice.map(Cow::Owned),
            instead: None,
        }
    }
}

/// An error and what caused it, as one line.
fn chain(error: &(dyn Error + Send + Sync)) -> String {
    let mut text = error.to_string();
    let mut below = error.source();
    while let Some(cause) = below {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        below = cause.source();
    }
    text
}
