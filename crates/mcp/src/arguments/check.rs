//! Checking a tool's arguments against its schema.
//!
//! Written by hand over the few keywords that our own schemas use (a test walks them all), because
//! the messages are the point: each names its field and what is allowed, and none repeats a value
//! of the wrong type, which may be anything (gap G16). A general validator would be far larger
//! and would have to be talked out of quoting what it was given.

use serde_json::{Map, Value};

use super::day::parse_day;
use crate::ToolError;

/// The keywords that [`check`] knows; a schema that uses another would be checked too laxly.
#[cfg(test)]
pub(crate) const KEYWORDS: &[&str] = &[
    "type",
    "description",
    "enum",
    "format",
    "minimum",
    "maximum",
    "maxLength",
    "default",
];

/// A longer name in the arguments is no slip of the pen and is not repeated.
const LONGEST_NAME: usize = 40;

/// Checks arguments against a schema; `null` counts as left out and is taken away.
pub(crate) fn check(
    schema: &Map<String, Value>,
    given: Map<String, Value>,
) -> Result<Map<String, Value>, ToolError> {
    let given: Map<String, Value> = given
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .collect();
    let empty = Map::new();
    let fields = schema
        .get("properties")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    let mut faults = Vec::new();
    for (name, value) in &given {
        match fields.get(name) {
            Some(field) => faults.extend(fault(name, field, value)),
            None if name.len() <= LONGEST_NAME => {
                faults.push(format!("`{name}` is not an argument of this tool"));
            }
            None => faults.push("there is an argument that this tool does not have".to_owned()),
        }
    }
    let required = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    for name in required.filter_map(Value::as_str) {
        if !given.contains_key(name) {
            faults.push(format!("`{name}` is missing"));
        }
    }
    if faults.is_empty() {
        return Ok(given);
    }
    let names: Vec<&str> = fields.keys().map(String::as_str).collect();
    let advice = if names.is_empty() {
        "This tool takes no arguments.".to_owned()
    } else {
        format!("The arguments of this tool are: {}.", names.join(", "))
    };
    Err(ToolError::arguments(
        format!("{}.", faults.join("; ")),
        advice,
    ))
}

/// What is wrong with one value.
fn fault(name: &str, field: &Value, value: &Value) -> Option<String> {
    let kind = field["type"].as_str().unwrap_or_default();
    let (fits, wanted) = match kind {
        "string" => (value.is_string(), "a string"),
        "boolean" => (value.is_boolean(), "true or false"),
        "integer" => (value.is_i64(), "a whole number"),
        "number" => (value.is_number(), "a number"),
        _ => (false, "something else"),
    };
    if let Some(allowed) = field["enum"].as_array() {
        let allowed: Vec<&str> = allowed.iter().filter_map(Value::as_str).collect();
        return (!value.as_str().is_some_and(|text| allowed.contains(&text)))
            .then(|| format!("`{name}` must be one of {}", allowed.join(", ")));
    }
    if !fits {
        return Some(format!("`{name}` must be {wanted}"));
    }
    if field["format"] == "date" && value.as_str().and_then(parse_day).is_none() {
        return Some(format!(
            "`{name}` must be a date that exists, as YYYY-MM-DD"
        ));
    }
    if let (Some(longest), Some(text)) = (field["maxLength"].as_u64(), value.as_str())
        && text.chars().count() as u64 > longest
    {
        return Some(format!("`{name}` must have at most {longest} characters"));
    }
    let number = value.as_f64()?;
    let (least, most) = (field["minimum"].as_f64(), field["maximum"].as_f64());
    if least.is_some_and(|least| number < least) || most.is_some_and(|most| number > most) {
        let bound = |bound: Option<f64>| bound.map_or("any".to_owned(), |bound| bound.to_string());
        return Some(format!(
            "`{name}` must be from {} to {}, and is {value}",
            bound(least),
            bound(most)
        ));
    }
    None
}
