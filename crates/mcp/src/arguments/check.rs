//! Checking a tool's arguments against its schema.
//!
//! Written by hand over the few keywords that our own schemas use (a test walks them all), because
//! the messages are the point: each names its field and what is allowed, and none repeats a value
//! of the wrong type, which may be anything (gap G16). A general validator would be far larger
//! and would have to be talked out of quoting what it was given.

use jiff::civil::Date;
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
    "items",
    "minItems",
    "maxItems",
];

/// A longer name in the arguments is no slip of the pen and is not repeated.
const LONGEST_NAME: usize = 40;

/// Names of metrics are read by the tool, which knows more names than its schema lists.
const READ_BY_TOOL: &str = "metric";

/// Checks arguments against a schema; `null` counts as left out and is taken away, and a whole
/// number may be written with a fraction of zero. `today` is the person's day, for the advice.
pub(crate) fn check(
    schema: &Map<String, Value>,
    given: Map<String, Value>,
    today: Date,
) -> Result<Map<String, Value>, ToolError> {
    let mut given: Map<String, Value> = given
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .collect();
    let empty = Map::new();
    let fields = schema
        .get("properties")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    let mut faults = Faults::default();
    for (name, value) in &mut given {
        match fields.get(name) {
            Some(field) => {
                if field["type"] == "integer" {
                    write_whole(value);
                }
                faults.in_field(name, field, value, today);
            }
            None if name.len() <= LONGEST_NAME => {
                faults.in_names(format!("`{name}` is not an argument of this tool"), fields);
            }
            None => faults.in_names(
                "there is an argument that this tool does not have".to_owned(),
                fields,
            ),
        }
    }
    let required = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    for name in required.filter_map(Value::as_str) {
        if !given.contains_key(name) {
            faults.in_names(format!("`{name}` is missing"), fields);
        }
    }
    faults.into_result(given)
}

/// Writes 7.0 as 7, which JSON takes for the same number and the types behind a schema do not.
fn write_whole(value: &mut Value) {
    if value.is_i64() {
        return;
    }
    if let Some(number) = value.as_f64().filter(|number| number.fract() == 0.0) {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "beyond its bounds the nearest one is as far out of range"
        )]
        let whole = number as i64;
        *value = Value::from(whole);
    }
}

/// What is wrong, and what to do about it; each said once.
#[derive(Default)]
struct Faults {
    messages: Vec<String>,
    advice: Vec<String>,
}

impl Faults {
    fn add(&mut self, message: String, advice: String) {
        self.messages.push(message);
        if !self.advice.contains(&advice) {
            self.advice.push(advice);
        }
    }

    fn in_names(&mut self, message: String, fields: &Map<String, Value>) {
        let names: Vec<String> = fields.keys().map(|name| format!("`{name}`")).collect();
        let advice = if names.is_empty() {
            "This tool takes no arguments.".to_owned()
        } else {
            format!("The arguments of this tool are {}.", names.join(", "))
        };
        self.add(message, advice);
    }

    fn in_field(&mut self, name: &str, field: &Value, value: &Value, today: Date) {
        if let Some((message, advice)) = fault(name, field, value, today) {
            self.add(message, advice);
        }
    }

    fn into_result<T>(self, given: T) -> Result<T, ToolError> {
        if self.messages.is_empty() {
            return Ok(given);
        }
        let message = format!("{}.", self.messages.join("; "));
        Err(ToolError::arguments(message, self.advice.join(" ")))
    }
}

/// What is wrong with a list, and what to do about it. Its elements are plain texts.
fn fault_in_list(name: &str, field: &Value, list: &[Value]) -> Option<(String, String)> {
    let (least, most) = (field["minItems"].as_u64(), field["maxItems"].as_u64());
    let count = list.len() as u64;
    if least.is_some_and(|least| count < least) || most.is_some_and(|most| count > most) {
        let least = least.unwrap_or_default();
        let range = most.map_or_else(
            || format!("at least {least}"),
            |most| format!("from {least} to {most}"),
        );
        return Some((
            format!("`{name}` must have {range} elements, and has {count}"),
            "Ask for some of them at a time, or leave it out.".to_owned(),
        ));
    }
    (!list.iter().all(Value::is_string)).then(|| {
        (
            format!("`{name}` must be a list of strings"),
            "Put each element in quotes.".to_owned(),
        )
    })
}

/// What is wrong with one value, and what to do about it.
fn fault(name: &str, field: &Value, value: &Value, today: Date) -> Option<(String, String)> {
    // Of two sorts there is one pair alone.
    let kind = if field["type"].is_array() {
        "number or boolean"
    } else {
        field["type"].as_str().unwrap_or_default()
    };
    let (fits, wanted, advice) = match kind {
        "number or boolean" => (
            value.is_number() || value.is_boolean(),
            "a number, or true or false",
            "Send it without quotes and without its unit, as 2 or true.",
        ),
        "string" => (value.is_string(), "a string", "Put it in quotes."),
        "array" => {
            if let Some(list) = value.as_array() {
                return fault_in_list(name, field, list);
            }
            (false, "a list", "Put it in square brackets.")
        }
        "boolean" => (
            value.is_boolean(),
            "true or false",
            "Send true or false without quotes.",
        ),
        "integer" => (
            value.is_i64(),
            "a whole number",
            "Send a whole number without quotes, as 7.",
        ),
        "number" => (
            value.is_number(),
            "a number",
            "Send it as a number without quotes and without its unit, as 95.",
        ),
        _ => (false, "something else", "See the tool's input schema."),
    };
    if let Some(allowed) = field["enum"].as_array()
        && name != READ_BY_TOOL
    {
        let allowed: Vec<&str> = allowed.iter().filter_map(Value::as_str).collect();
        if value.as_str().is_some_and(|text| allowed.contains(&text)) {
            return None;
        }
        let message = format!("`{name}` must be one of {}", allowed.join(", "));
        return Some((message, "Use one of these words.".to_owned()));
    }
    if !fits {
        return Some((format!("`{name}` must be {wanted}"), advice.to_owned()));
    }
    if field["format"] == "date" && value.as_str().and_then(parse_day).is_none() {
        return Some((
            format!("`{name}` must be a date that exists, as YYYY-MM-DD"),
            format!("Today is {today} for the person; work the date out from that."),
        ));
    }
    if let (Some(longest), Some(text)) = (field["maxLength"].as_u64(), value.as_str())
        && text.chars().count() as u64 > longest
    {
        return Some((
            format!("`{name}` must have at most {longest} characters"),
            "Shorten it.".to_owned(),
        ));
    }
    let number = value.as_f64()?;
    let (least, most) = (field["minimum"].as_f64(), field["maximum"].as_f64());
    if least.is_some_and(|least| number < least) || most.is_some_and(|most| number > most) {
        let bound = |bound: Option<f64>| bound.map_or("any".to_owned(), |bound| bound.to_string());
        let range = format!("from {} to {}", bound(least), bound(most));
        return Some((
            format!("`{name}` must be {range}, and is {value}"),
            format!("Give a number {range}."),
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
                if field["type"] == "array" {
                    let items = field["items"].as_object().unwrap();
                    assert_eq!(items["type"], "string", "{} {name}", tool.name);
                    assert_eq!(items.len(), 1, "{} {name}", tool.name);
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

    fn check_case(given: &Value, expected: Result<&Value, (&str, &str)>) {
        let schema = json!({
            "type": "object",
            "properties": {
                "day": {"type": "string", "format": "date"},
                "kind": {"type": "string", "enum": ["a", "b"]},
                "metric": {"type": "string", "enum": ["a"]},
                "count": {"type": "integer", "minimum": 1, "maximum": 9},
                "free": {"type": "integer"},
                "value": {"type": "number"},
                "flag": {"type": "boolean"},
                "note": {"type": "string", "maxLength": 3},
                "some": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2},
            },
            "required": ["value"],
            "additionalProperties": false,
        });
        let checked = check(
            schema.as_object().unwrap(),
            given.as_object().unwrap().clone(),
            jiff::civil::date(2026, 10, 7),
        );
        match (checked, expected) {
            (Ok(checked), Ok(expected)) => {
                assert_eq!(Value::Object(checked).to_string(), expected.to_string());
            }
            (Err(error), Err((message, advice))) => {
                assert_eq!(error.message, message, "{given}");
                assert_eq!(error.advice.unwrap(), advice, "{given}");
                assert_eq!(error.code, "invalid_arguments");
            }
            (checked, _) => panic!("{given}: {:?}", checked.map_err(|error| error.message)),
        }
    }

    #[test]
    fn what_fits_is_taken_as_it_is_meant() {
        check_case(
            &json!({"value": 1.5, "day": "2026-10-01", "note": "日本語", "flag": null}),
            Ok(&json!({"value": 1.5, "day": "2026-10-01", "note": "日本語"})),
        );
        for given in [
            json!({"value": 1, "kind": "a", "count": 9}),
            json!({"value": -1.0, "metric": "any of its names"}),
            json!({"value": 1, "some": ["a", "b"]}),
        ] {
            check_case(&given, Ok(&given));
        }
        for (written, meant) in [
            (json!(7.0), json!(7)),
            (json!(7e0), json!(7)),
            (json!(1e300), json!(i64::MAX)),
            (json!(u64::MAX), json!(i64::MAX)),
            (json!(-0.0), json!(0)),
        ] {
            let given = json!({"value": 1, "free": written});
            check_case(&given, Ok(&json!({"value": 1, "free": meant})));
        }
    }

    #[test]
    fn faults_in_a_list_say_what_it_may_hold() {
        for (given, message, advice) in [
            (
                json!({"value": 1, "some": "a"}),
                "`some` must be a list.",
                "Put it in square brackets.",
            ),
            (
                json!({"value": 1, "some": ["a", 1]}),
                "`some` must be a list of strings.",
                "Put each element in quotes.",
            ),
            (
                json!({"value": 1, "some": ["a", "b", "c"]}),
                "`some` must have from 1 to 2 elements, and has 3.",
                "Ask for some of them at a time, or leave it out.",
            ),
            (
                json!({"value": 1, "some": []}),
                "`some` must have from 1 to 2 elements, and has 0.",
                "Ask for some of them at a time, or leave it out.",
            ),
        ] {
            check_case(&given, Err((message, advice)));
        }
    }

    #[test]
    fn faults_name_the_field_and_what_is_allowed() {
        const NAMES: &str = "The arguments of this tool are `day`, `kind`, `metric`, `count`, \
                             `free`, `value`, `flag`, `note`, `some`.";
        const DAY: &str = "Today is 2026-10-07 for the person; work the date out from that.";
        const NUMBER: &str = "Send it as a number without quotes and without its unit, as 95.";
        const WORD: &str = "Use one of these words.";
        const WHOLE: &str = "Send a whole number without quotes, as 7.";
        const FLAG: &str = "Send true or false without quotes.";
        for (given, message, advice) in [
            (json!({}), "`value` is missing.", NAMES),
            (json!({"value": null}), "`value` is missing.", NAMES),
            (json!({"value": "95"}), "`value` must be a number.", NUMBER),
            (
                json!({"value": 1, "day": 20_261_001}),
                "`day` must be a string.",
                "Put it in quotes.",
            ),
            (
                json!({"value": 1, "flag": "yes"}),
                "`flag` must be true or false.",
                FLAG,
            ),
            (
                json!({"value": 1, "count": 1.5}),
                "`count` must be a whole number.",
                WHOLE,
            ),
            (
                json!({"value": 1, "count": "7"}),
                "`count` must be a whole number.",
                WHOLE,
            ),
            (
                json!({"value": 1, "count": 10.0}),
                "`count` must be from 1 to 9, and is 10.",
                "Give a number from 1 to 9.",
            ),
            (
                json!({"value": 1, "kind": "c"}),
                "`kind` must be one of a, b.",
                WORD,
            ),
            (
                json!({"value": 1, "kind": ["a"]}),
                "`kind` must be one of a, b.",
                WORD,
            ),
            (
                json!({"value": 1, "metric": 5}),
                "`metric` must be a string.",
                "Put it in quotes.",
            ),
            (
                json!({"value": 1, "note": "four"}),
                "`note` must have at most 3 characters.",
                "Shorten it.",
            ),
            (
                json!({"value": 1, "day": "2026-02-30"}),
                "`day` must be a date that exists, as YYYY-MM-DD.",
                DAY,
            ),
            (
                json!({"value": 1, "day": "yesterday"}),
                "`day` must be a date that exists, as YYYY-MM-DD.",
                DAY,
            ),
            (
                json!({"value": 1, "x": 1}),
                "`x` is not an argument of this tool.",
                NAMES,
            ),
            (
                json!({"value": "1", "flag": 1}),
                "`value` must be a number; `flag` must be true or false.",
                &format!("{NUMBER} {FLAG}"),
            ),
            (
                json!({"x": 1, "flag": 1}),
                "`x` is not an argument of this tool; `flag` must be true or false; `value` is missing.",
                &format!("{NAMES} {FLAG}"),
            ),
        ] {
            check_case(&given, Err((message, advice)));
        }
    }
}
