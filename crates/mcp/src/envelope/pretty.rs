//! Printing a document so that a model reads it easily and it stays short.
//!
//! Objects are indented, one key on a line; each element of a list stands on one line, and so does
//! a whole list of plain values. A year of days is then a line a day instead of forty.

use std::fmt::Write;

use serde_json::Value;

/// The document as text.
pub(crate) fn pretty(document: &Value) -> String {
    let mut text = String::new();
    write(&mut text, document, 0);
    text
}

fn write(text: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            let entries = members.iter().map(|(key, value)| (Some(key), value));
            write_block(text, ('{', '}'), entries, depth, |text, value| {
                write(text, value, depth + 1);
            });
        }
        Value::Array(elements) if elements.iter().any(|e| e.is_object() || e.is_array()) => {
            let entries = elements.iter().map(|element| (None, element));
            write_block(text, ('[', ']'), entries, depth, write_line);
        }
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => write_line(text, value),
    }
}

fn write_block<'a>(
    text: &mut String,
    (open, close): (char, char),
    entries: impl Iterator<Item = (Option<&'a String>, &'a Value)>,
    depth: usize,
    mut write_value: impl FnMut(&mut String, &Value),
) {
    text.push(open);
    for (position, (key, value)) in entries.enumerate() {
        text.push_str(if position == 0 { "\n" } else { ",\n" });
        indent(text, depth + 1);
        if let Some(key) = key {
            write_line(text, &Value::from(key.as_str()));
            text.push_str(": ");
        }
        write_value(text, value);
    }
    text.push('\n');
    indent(text, depth);
    text.push(close);
}

fn write_line(text: &mut String, value: &Value) {
    // Writing to a string cannot fail.
    let _ = write!(text, "{value}");
}

fn indent(text: &mut String, depth: usize) {
    text.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(document: &Value, expected: &str) {
        let text = pretty(document);
        assert_eq!(text, expected);
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(&read, document, "the text is the document");
    }

    #[test]
    fn objects_are_indented_and_keep_the_order_of_their_keys() {
        check(
            &json!({"z": {"b": 1, "a": "x"}, "a": null}),
            "{\n  \"z\": {\n    \"b\": 1,\n    \"a\": \"x\"\n  },\n  \"a\": null\n}",
        );
    }

    #[test]
    fn each_element_of_a_list_stands_on_one_line() {
        check(
            &json!({"days": [{"date": "2026-10-01", "w": [{"v": 1}]}, {"date": "2026-10-02"}]}),
            "{\n  \"days\": [\n    {\"date\":\"2026-10-01\",\"w\":[{\"v\":1}]},\n    \
             {\"date\":\"2026-10-02\"}\n  ]\n}",
        );
    }

    #[test]
    fn a_list_of_plain_values_stands_on_one_line() {
        check(
            &json!({"n": [1, 2.5, null, "a\nb"]}),
            "{\n  \"n\": [1,2.5,null,\"a\\nb\"]\n}",
        );
    }

    #[test]
    fn what_is_empty_stays_on_its_line() {
        check(
            &json!({"a": {}, "b": []}),
            "{\n  \"a\": {},\n  \"b\": []\n}",
        );
    }
}
