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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tools;

    #[test]
    fn every_schema_uses_only_what_is_checked() {
        for tool in tools::all() {
            let properties = tool.input["properties"].as_object().unwrap();
            for (name, field) in properties {
                for keyword in field.as_object().unwrap().keys() {
                    let known = KEYWORDS.contains(&keyword.as_str());
                    assert!(known, "{} {name} {keyword}", tool.name);
                }
                let format = field["format"].as_str();
                assert!(
                    matches!(format, None | Some("date")),
                    "{} {name}",
                    tool.name
                );
            }
            let root: Vec<_> = tool.input.keys().map(String::as_str).collect();
            for keyword in root {
                let known = ["type", "properties", "required", "additionalProperties"];
                assert!(known.contains(&keyword), "{} {keyword}", tool.name);
            }
        }
    }

    fn check_case(given: &Value, expected: Result<(), &str>) {
        let schema = json!({
            "type": "object",
            "properties": {
                "day": {"type": "string", "format": "date"},
                "kind": {"type": "string", "enum": ["a", "b"]},
                "count": {"type": "integer", "minimum": 1, "maximum": 9},
                "value": {"type": "number"},
                "flag": {"type": "boolean"},
                "note": {"type": "string", "maxLength": 3},
            },
            "required": ["value"],
            "additionalProperties": false,
        });
        let checked = check(
            schema.as_object().unwrap(),
            given.as_object().unwrap().clone(),
        );
        match (checked, expected) {
            (Ok(_), Ok(())) => {}
            (Err(error), Err(message)) => {
                assert_eq!(error.message, message, "{given}");
                assert_eq!(error.code, "invalid_arguments");
            }
            (checked, _) => panic!("{given}: {:?}", checked.map_err(|error| error.message)),
        }
    }

    #[test]
    fn faults_name_the_field_and_what_is_allowed() {
        check_case(
            &json!({"value": 1.5, "day": "2026-10-01", "note": "日本語", "flag": null}),
            Ok(()),
        );
        check_case(&json!({"value": 1, "kind": "a", "count": 9}), Ok(()));
        for (given, message) in [
            (json!({}), "`value` is missing."),
            (json!({"value": null}), "`value` is missing."),
            (json!({"value": "95"}), "`value` must be a number."),
            (
                json!({"value": 1, "day": 20_261_001}),
                "`day` must be a string.",
            ),
            (
                json!({"value": 1, "flag": "yes"}),
                "`flag` must be true or false.",
            ),
            (
                json!({"value": 1, "count": 1.5}),
                "`count` must be a whole number.",
            ),
            (
                json!({"value": 1, "count": 10}),
                "`count` must be from 1 to 9, and is 10.",
            ),
            (
                json!({"value": 1, "kind": "c"}),
                "`kind` must be one of a, b.",
            ),
            (
                json!({"value": 1, "kind": ["a"]}),
                "`kind` must be one of a, b.",
            ),
            (
                json!({"value": 1, "note": "four"}),
                "`note` must have at most 3 characters.",
            ),
            (
                json!({"value": 1, "day": "2026-02-30"}),
                "`day` must be a date that exists, as YYYY-MM-DD.",
            ),
            (
                json!({"value": 1, "day": "2026-1-1"}),
                "`day` must be a date that exists, as YYYY-MM-DD.",
            ),
            (
                json!({"value": 1, "x": 1}),
                "`x` is not an argument of this tool.",
            ),
            (
                json!({"x": 1, "flag": 1}),
                "`x` is not an argument of this tool; `flag` must be true or false; `value` is missing.",
            ),
        ] {
            check_case(&given, Err(message));
        }
    }
}
