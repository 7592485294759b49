//! Tools and a prompt that ask back: they answer with questions, and the client calls again with
//! the answers.

use rmcp::{
    ErrorData, RoleServer,
    model::{
        InputRequiredResult, InputResponses, RequestStateCodec, RequestStateError, SealOptions,
    },
    service::RequestContext,
};
use serde_json::{Map, Value, json};

use super::typed;

/// Guards nothing: what a fixture seals is the number of a round.
const KEY: &[u8] = b"the fixtures of the conformance suite";

/// What comes of a call.
pub(super) enum Next {
    /// Questions.
    Ask(Box<InputRequiredResult>),
    /// Everything is answered; a line that says so.
    Answered(String),
}

/// What a fixture asks.
struct Questions {
    /// Questions by their keys, round by round.
    rounds: Vec<Value>,
    /// Whether the number of the round is sealed into a state that has to come back.
    sealed: bool,
    /// Whether questions are left out that the client did not say it can answer; otherwise they are
    /// an error.
    lenient: bool,
}

fn questions(fixture: &str) -> Option<Questions> {
    let (rounds, sealed) = match fixture {
        "test_input_required_result_elicitation" => (vec![json!({"user_name": name()})], false),
        "test_input_required_result_sampling" | "test_missing_capability" => {
            let question = model("What is the capital of France?", 100);
            (vec![json!({"capital_question": question})], false)
        }
        "test_input_required_result_list_roots" => (vec![json!({"client_roots": roots()})], false),
        "test_input_required_result_request_state"
        | "test_input_required_result_tampered_state" => {
            (vec![json!({"confirm": confirm()})], true)
        }
        "test_input_required_result_multiple_inputs" => {
            let all = json!({
                "user_name": name(),
                "greeting": model("Generate a greeting", 50),
                "client_roots": roots(),
            });
            (vec![all], true)
        }
        "test_input_required_result_multi_round" => {
            let first = form("Step 1: What is your name?", "name", "string");
            let second = form("Step 2: What is your favorite color?", "color", "string");
            (
                vec![json!({"step1": first}), json!({"step2": second})],
                true,
            )
        }
        "test_input_required_result_capabilities" => {
            let both = json!({"user_name": name(), "greeting": model("Generate a greeting", 50)});
            (vec![both], false)
        }
        "test_input_required_result_prompt" => {
            let context = form("What context should the prompt use?", "context", "string");
            (vec![json!({"user_context": context})], false)
        }
        "test_streaming_elicitation" => (vec![json!({"confirm": confirm()})], false),
        _ => return None,
    };
    Some(Questions {
        rounds,
        sealed,
        lenient: fixture == "test_input_required_result_capabilities",
    })
}

/// What a fixture does with the answers and the state that came with a call.
pub(super) fn next(
    fixture: &str,
    answers: &InputResponses,
    state: Option<String>,
    context: &RequestContext<RoleServer>,
) -> Result<Next, ErrorData> {
    let Some(questions) = questions(fixture) else {
        return Err(ErrorData::invalid_params("no such fixture", None));
    };
    let returned = state.map(|state| open(fixture, &state)).transpose()?;
    let mut round = returned.unwrap_or(0);
    let trusted = returned.is_some() || !questions.sealed;
    if trusted && is_answered(questions.rounds.get(round), answers) {
        round += 1;
    }
    let Some(asked) = questions.rounds.get(round) else {
        let seal = if questions.sealed { "state-ok " } else { "" };
        return Ok(Next::Answered(format!("{seal}{}", json!(answers))));
    };
    let state = if questions.sealed {
        Some(seal(fixture, round)?)
    } else {
        None
    };
    let asked = answerable(asked, questions.lenient, context)?;
    let result = InputRequiredResult::new(Some(typed(Value::Object(asked))?), state);
    Ok(Next::Ask(Box::new(result)))
}

/// Whether every question has an answer of the right form. Answers to other questions are ignored.
fn is_answered(asked: Option<&Value>, answers: &InputResponses) -> bool {
    asked.and_then(Value::as_object).is_some_and(|asked| {
        asked
            .keys()
            .all(|key| answers.get(key).is_some_and(Value::is_object))
    })
}

/// The questions that the client says it can answer.
fn answerable(
    asked: &Value,
    lenient: bool,
    context: &RequestContext<RoleServer>,
) -> Result<Map<String, Value>, ErrorData> {
    let declared = json!(context.client_capabilities().unwrap_or_default());
    let mut kept = Map::new();
    for (key, question) in asked.as_object().into_iter().flatten() {
        let method = question["method"].as_str().unwrap_or_default();
        let capability = method.split('/').next().unwrap_or_default();
        if declared.get(capability).is_some() {
            kept.insert(key.clone(), question.clone());
        } else if !lenient {
            let required = typed(json!({capability: {}}))?;
            return Err(ErrorData::missing_required_client_capability(required));
        }
    }
    Ok(kept)
}

fn seal(fixture: &str, round: usize) -> Result<String, ErrorData> {
    let options = SealOptions::new().associated_data(fixture.as_bytes());
    Ok(codec()?.seal_with(round.to_string().as_bytes(), &options))
}

/// The round that a state was sealed in, for this fixture and no other.
fn open(fixture: &str, state: &str) -> Result<usize, ErrorData> {
    let forged = || ErrorData::invalid_params("`requestState` is not what was given out", None);
    let opened = codec()?
        .open_with(state, fixture.as_bytes())
        .map_err(|_| forged())?;
    std::str::from_utf8(&opened)
        .ok()
        .and_then(|round| round.parse().ok())
        .ok_or_else(forged)
}

fn codec() -> Result<RequestStateCodec, ErrorData> {
    RequestStateCodec::try_new(KEY)
        .map_err(|_: RequestStateError| ErrorData::internal_error("the key is too short", None))
}

fn name() -> Value {
    form("What is your name?", "name", "string")
}

fn confirm() -> Value {
    form("Please confirm", "ok", "boolean")
}

/// A question to the user: a form of one field.
fn form(message: &str, field: &str, kind: &str) -> Value {
    json!({
        "method": "elicitation/create",
        "params": {
            "message": message,
            "requestedSchema": {
                "type": "object",
                "properties": {field: {"type": kind}},
                "required": [field],
            },
        },
    })
}

/// A question to the model.
fn model(question: &str, most: u32) -> Value {
    let message = json!({"role": "user", "content": {"type": "text", "text": question}});
    json!({
        "method": "sampling/createMessage",
        "params": {"messages": [message], "maxTokens": most},
    })
}

fn roots() -> Value {
    json!({"method": "roots/list", "params": {}})
}
