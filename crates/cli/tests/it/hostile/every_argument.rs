//! Every argument of every tool, with values of every wrong type and at the edges of the right
//! one. The tools are those that the server lists, so that a new one is tried by itself.

use serde_json::{Map, Value, json};

use super::{push::shown, rpc};
use crate::program::Server;

/// Stands in whatever is sent, and must not come back.
const MARK: &str = "zebra86753";
const MARKED_NUMBER: f64 = 86_753.25;

/// Dates that are none.
const NO_DATES: &[&str] = &[
    "",
    "yesterday",
    "2026-02-30",
    "2026-13-01",
    "2026-1-1",
    "20260101",
    "01/02/2026",
    "2026-01-01T00:00:00Z",
    "2026-01-01 ",
    "-2026-01-01",
    "12026-01-01",
    "２０２６-01-01",
    MARK,
];

/// The ends of the calendar.
const EDGES: &[&str] = &["0000-01-01", "0001-01-01", "9999-12-31"];

/// Texts that a field of any text may get.
const ODD_TEXTS: &[&str] = &[
    "",
    " ",
    "\0",
    "\u{1b}[31m\r\n",
    "\u{202e}\u{2066}",
    "'; drop table readings; --",
    "../../etc/passwd",
    "{}",
    "null",
    "NaN",
    "ｍ",
    "\u{fffd}",
];

/// Numbers at the edges.
const ODD_NUMBERS: &[f64] = &[0.0, -0.0, -1.0, 1e15, -1e15, 1.7e308, -1.7e308, 5e-324];

/// What went wrong, a line for each.
pub(super) fn failures(server: &Server) -> Vec<String> {
    let message = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let answer = rpc::request(server, message.to_vec())
        .send(server.address())
        .unwrap();
    let list: Value = serde_json::from_str(&answer.body).unwrap();
    let tools = list["result"]["tools"].as_array().unwrap();
    let mut failures = Vec::new();
    let mut tried = 0;
    for tool in tools {
        let name = tool["name"].as_str().unwrap();
        let fields = tool["inputSchema"]["properties"]
            .as_object()
            .cloned()
            .unwrap_or_default();
        let required = tool["inputSchema"]["required"].clone();
        let trial = Trial {
            server,
            name,
            required,
        };
        let mut rows = trial.of_all(&fields);
        for (field, schema) in &fields {
            rows.extend(trial.of_field(field, schema));
        }
        tried += rows.len();
        failures.extend(rows.into_iter().flatten());
    }
    // Five tools with eighteen arguments had more than three hundred.
    assert!(tried > 300, "{tried} rows");
    failures
}

/// The arguments of one tool under trial.
struct Trial<'a> {
    server: &'a Server,
    name: &'a str,
    required: Value,
}

/// What went wrong, if anything did.
type Row = Option<String>;

impl Trial<'_> {
    /// What concerns no field in particular.
    fn of_all(&self, fields: &Map<String, Value>) -> Vec<Row> {
        let long = MARK.repeat(1000);
        let mut rows = vec![
            self.refused(MARK, &json!({MARK: 1})),
            self.refused("", &json!({long: 1})),
            self.refused("", &json!({"": 1})),
            self.refused("", &json!({"__proto__": {"metric": 1}})),
        ];
        for field in fields.keys() {
            let other = field.to_uppercase();
            rows.push(self.refused(&other, &json!({&other: MARK})));
            rows.push(self.refused("", &json!({format!("{field} "): MARK})));
        }
        for field in self
            .required
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            rows.push(self.refused(field, &json!({})));
            rows.push(self.refused(field, &json!({field: null})));
        }
        rows
    }

    fn of_field(&self, field: &str, schema: &Value) -> Vec<Row> {
        let kind = &schema["type"];
        let kinds: Vec<&str> = kind.as_array().map_or_else(
            || vec![kind.as_str().unwrap_or_default()],
            |kinds| kinds.iter().filter_map(Value::as_str).collect(),
        );
        let mut deep = json!(MARK);
        for _ in 0..100 {
            deep = json!([deep]);
        }
        let wrong = [
            ("string", json!(MARK)),
            ("number", json!(MARKED_NUMBER)),
            ("boolean", json!(true)),
            ("array", json!([MARK, MARKED_NUMBER])),
            ("object", json!({MARK: MARKED_NUMBER})),
            ("array", deep),
            ("array", json!([])),
            ("object", json!({})),
        ];
        let mut rows: Vec<Row> = wrong
            .into_iter()
            .filter(|(of, _)| !kinds.contains(of))
            .map(|(_, value)| self.refused(field, &json!({field: value})))
            .collect();
        rows.push(self.sane(&json!({field: null})));
        if kinds == ["boolean"] {
            rows.extend([0, 1].map(|number| self.refused(field, &json!({field: number}))));
        }
        for kind in &kinds {
            rows.extend(self.of_kind(field, kind, schema));
        }
        rows
    }

    /// What concerns a field as one of a kind.
    fn of_kind(&self, field: &str, kind: &str, schema: &Value) -> Vec<Row> {
        let mut rows = Vec::new();
        let (least, most) = (schema["minimum"].as_f64(), schema["maximum"].as_f64());
        match kind {
            "string" if schema["format"] == "date" => {
                rows.extend(
                    NO_DATES
                        .iter()
                        .map(|text| self.refused(field, &json!({field: text}))),
                );
                rows.extend(EDGES.iter().map(|text| self.sane(&json!({field: text}))));
            }
            // Names of metrics are more than the schema lists.
            "string" if schema["enum"].is_array() && field != "metric" => {
                let first = schema["enum"][0].as_str().unwrap();
                for text in ["", MARK, &format!(" {first}"), &first.to_uppercase()] {
                    rows.push(self.refused(field, &json!({field: text})));
                }
            }
            "string" => {
                let long = "x".repeat(100_000);
                let texts = ODD_TEXTS.iter().copied().chain([long.as_str()]);
                rows.extend(texts.map(|text| self.sane(&json!({field: text}))));
                if let Some(longest) = schema["maxLength"].as_u64() {
                    let text = "é".repeat(usize::try_from(longest).unwrap() + 1);
                    rows.push(self.refused(field, &json!({field: text})));
                }
            }
            "number" | "integer" => {
                rows.push(self.refused(field, &json!({field: "7"})));
                if kind == "integer" {
                    rows.push(self.refused(field, &json!({field: 7.5})));
                }
                if let Some(least) = least {
                    rows.push(self.refused(field, &json!({field: least - 1.0})));
                }
                if let Some(most) = most {
                    rows.push(self.refused(field, &json!({field: most + 1.0})));
                }
                rows.extend(
                    ODD_NUMBERS
                        .iter()
                        .map(|number| self.sane(&json!({field: number}))),
                );
                rows.push(self.sane(&json!({field: u64::MAX})));
                rows.push(self.sane(&json!({field: i64::MIN})));
            }
            "boolean" => {
                for value in [json!("true"), json!([true]), json!("")] {
                    rows.push(self.refused(field, &json!({field: value})));
                }
            }
            "array" => {
                for item in [json!(MARKED_NUMBER), json!(null), json!([MARK]), json!({})] {
                    rows.push(self.refused("", &json!({field: [item]})));
                }
                if let Some(most) = schema["maxItems"].as_u64() {
                    let many = vec![MARK; usize::try_from(most).unwrap() + 1];
                    rows.push(self.refused("", &json!({field: many})));
                }
                rows.push(self.sane(&json!({field: ODD_TEXTS})));
            }
            other => rows.push(Some(format!("- {} {field}: type {other:?}", self.name))),
        }
        rows
    }

    /// The arguments are refused, the message names the field, and nothing of the value returns.
    fn refused(&self, field: &str, arguments: &Value) -> Row {
        let result = self.server.call(self.name, arguments);
        let error = &result["structuredContent"]["error"];
        let message = error["message"].as_str().unwrap_or_default();
        let named = field.is_empty() || message.contains(&format!("`{field}`"));
        let text = result.to_string();
        let repeated = field != MARK && text.contains(MARK) || text.contains("86753.25");
        let fits = result["isError"] == json!(true)
            && error["code"] == "invalid_arguments"
            && error["advice"].is_string()
            && named
            && !repeated
            && text.len() < 4000;
        (!fits).then(|| self.wrong(arguments, &result))
    }

    /// Whatever the tool says, it says it in good order: an answer, or an error with a code and a
    /// sentence that is none of the server's own.
    fn sane(&self, arguments: &Value) -> Row {
        let result = self.server.call(self.name, arguments);
        let content = &result["structuredContent"];
        let error = &content["error"];
        let code = error["code"].as_str().unwrap_or_default();
        let fits = if result["isError"] == json!(true) {
            let message = error["message"].as_str().unwrap_or_default();
            message.ends_with('.')
                && !code.is_empty()
                && !code.contains("internal")
                && message.len() < 600
        } else {
            content.is_object() && error.is_null()
        };
        (!fits).then(|| self.wrong(arguments, &result))
    }

    fn wrong(&self, arguments: &Value, result: &Value) -> String {
        let name = self.name;
        let arguments: String = arguments.to_string().chars().take(120).collect();
        let content = shown(&result["structuredContent"].to_string());
        format!("- {name} {arguments}: {content}")
    }
}
