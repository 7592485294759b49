//! Reading one JSON-RPC message, once.
//!
//! The SDK answers what it cannot read with `415` and the parser's own words (gap G2). Here each
//! fault has its JSON-RPC code, and what is passed on is written anew from what was read, so that
//! the message that was judged is the message that is served (a key given twice cannot mean one
//! thing here and another thing there).

use serde_json::{Map, Value};

use super::reply::{INVALID_REQUEST, PARSE_ERROR, Refusal};

/// Up to here a number with a fraction's point tells each integer from the next (2^53 - 1).
const LARGEST_EXACT_INTEGER: f64 = 9_007_199_254_740_991.0;

/// One message of a client.
#[derive(Debug)]
pub(crate) enum Message {
    /// It wants an answer.
    Request(Request),
    /// It wants none.
    Notification(Notification),
    /// It answers something this server never asks.
    Response,
}

/// A request.
#[derive(Debug)]
pub(crate) struct Request {
    /// A string or an integer, as the client wrote it.
    pub(crate) id: Value,
    /// The method's name.
    pub(crate) method: String,
    /// Its parameters; absent ones are an empty object.
    pub(crate) params: Map<String, Value>,
}

/// A notification.
#[derive(Debug)]
pub(crate) struct Notification {
    /// The method's name.
    pub(crate) method: String,
    /// Its parameters; absent ones are an empty object.
    pub(crate) params: Map<String, Value>,
}

/// Reads one message.
pub(crate) fn read(body: &[u8]) -> Result<Message, Refusal> {
    let value: Value = serde_json::from_slice(body)
        .map_err(|_| Refusal::new(PARSE_ERROR, "the body is not JSON"))?;
    match value {
        Value::Object(members) => read_members(members),
        Value::Array(_) => Err(invalid(
            "batches are not accepted: send one message per request",
        )),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            Err(invalid("a JSON-RPC message is an object"))
        }
    }
}

fn read_members(mut members: Map<String, Value>) -> Result<Message, Refusal> {
    let id = members.remove("id");
    let answer_to = id.clone().filter(is_id);
    let refuse = |text| {
        let refusal = invalid(text);
        match &answer_to {
            Some(id) => refusal.to(id),
            None => refusal,
        }
    };
    if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(refuse("`jsonrpc` must be \"2.0\""));
    }
    let method = match members.remove("method") {
        Some(Value::String(method)) => method,
        Some(_) => return Err(refuse("`method` must be a string")),
        None if members.contains_key("result") || members.contains_key("error") => {
            return Ok(Message::Response);
        }
        None => return Err(refuse("`method` is missing")),
    };
    let params = match members.remove("params") {
        Some(Value::Object(params)) => params,
        None | Some(Value::Null) => Map::new(),
        Some(_) => return Err(refuse("`params` must be an object")),
    };
    match id {
        None => Ok(Message::Notification(Notification { method, params })),
        Some(id) if is_id(&id) => Ok(Message::Request(Request { id, method, params })),
        Some(_) => Err(refuse("`id` must be a string or an integer below 2^64")),
    }
}

/// Whether this can be an id: a string, or a number that is an integer however it is written, as
/// long as it comes back as the number that was sent.
fn is_id(id: &Value) -> bool {
    let Value::Number(number) = id else {
        return id.is_string();
    };
    number.is_i64()
        || number.is_u64()
        || number
            .as_f64()
            .is_some_and(|number| number.fract() == 0.0 && number.abs() <= LARGEST_EXACT_INTEGER)
}

fn invalid(text: &'static str) -> Refusal {
    Refusal::new(INVALID_REQUEST, text)
}
