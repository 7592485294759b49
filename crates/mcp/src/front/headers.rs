//! The headers that repeat parts of the body: checking them, and making them.

use base64::prelude::{BASE64_STANDARD, Engine};
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

use super::message::Request;
use crate::revision::Revision;

/// Names the revision.
pub(crate) const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// Repeats `method`.
pub(crate) const METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// Repeats what the request is about.
pub(crate) const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// What the names of headers begin with that repeat one argument each.
const PARAMETER: &str = "mcp-param-";

const ENCODED_PREFIX: &str = "=?base64?";
const ENCODED_SUFFIX: &str = "?=";

/// A header that may stand once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field<'a> {
    /// It is not there.
    Absent,
    /// Its value, without the white space round it.
    Value(&'a str),
    /// It is there twice, or holds characters that no value may have.
    Malformed,
}

/// Reads a header that may stand once. Its name compares without case, its value with.
pub(crate) fn field<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Field<'a> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Field::Absent,
        (Some(value), None) => match value.to_str() {
            Ok(text) => Field::Value(text.trim_matches([' ', '\t'])),
            Err(_) => Field::Malformed,
        },
        (Some(_), Some(_)) => Field::Malformed,
    }
}

/// Compares `Mcp-Method` and `Mcp-Name` with the request; says what is wrong.
pub(crate) fn check(headers: &HeaderMap, request: &Request) -> Result<(), &'static str> {
    match field(headers, &METHOD) {
        Field::Absent => return Err("the Mcp-Method header is missing"),
        Field::Value(method) if method == request.method => {}
        Field::Value(_) => return Err("the Mcp-Method header differs from the body's method"),
        Field::Malformed => return Err("the Mcp-Method header is malformed or repeated"),
    }
    let Some(expected) = name_of(request) else {
        return Ok(());
    };
    match field(headers, &NAME) {
        Field::Absent => Err("the Mcp-Name header is missing"),
        Field::Value(value) => match decode(value) {
            Some(name) if name == expected => Ok(()),
            Some(_) => Err("the Mcp-Name header differs from the body"),
            None => Err("the Mcp-Name header is not valid base64 of UTF-8"),
        },
        Field::Malformed => Err("the Mcp-Name header is malformed or repeated"),
    }
}

/// The headers that a request would carry over HTTP.
pub(crate) fn of(request: &Request, revision: Option<&str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let mut put = |name: HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    if let Some(revision) = revision {
        put(VERSION, revision);
    }
    if revision
        .and_then(Revision::parse)
        .is_some_and(Revision::is_modern)
    {
        put(METHOD, &request.method);
        if let Some(name) = name_of(request) {
            put(NAME, &encode(name));
        }
    }
    headers
}

/// Copies the headers that repeat one argument each; the SDK compares them for the tools that ask
/// for it.
pub(crate) fn copy_parameters(from: &HeaderMap, to: &mut HeaderMap) {
    for (name, value) in from {
        if name.as_str().starts_with(PARAMETER) {
            to.append(name, value.clone());
        }
    }
}

/// What a request is about, for the methods that are about something.
fn name_of(request: &Request) -> Option<&str> {
    let key = match request.method.as_str() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        _ => return None,
    };
    request.params.get(key).and_then(Value::as_str)
}

fn decode(value: &str) -> Option<String> {
    let encoded = value
        .strip_prefix(ENCODED_PREFIX)
        .and_then(|rest| rest.strip_suffix(ENCODED_SUFFIX));
    match encoded {
        Some(encoded) => String::from_utf8(BASE64_STANDARD.decode(encoded).ok()?).ok(),
        None => Some(value.to_owned()),
    }
}

/// Encodes what a header cannot carry as it is, and what would read as encoded.
pub(super) fn encode(value: &str) -> String {
    let plain = value.bytes().all(|byte| (b' '..=b'~').contains(&byte))
        && !value.starts_with([' ', '='])
        && !value.ends_with(' ');
    if plain {
        value.to_owned()
    } else {
        format!(
            "{ENCODED_PREFIX}{}{ENCODED_SUFFIX}",
            BASE64_STANDARD.encode(value)
        )
    }
}
