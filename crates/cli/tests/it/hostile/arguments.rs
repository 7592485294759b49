//! Arguments of tools whose form is right and whose meaning is not. What is of the wrong form is
//! tried on every argument of every tool beside this.

use serde_json::{Value, json};

use super::{Case, push::shown, table};
use crate::program::Server;

/// A tool, and its arguments as JSON.
pub(super) struct Given(&'static str, &'static str);

/// What comes of it.
pub(super) enum Expect {
    /// The tool fails for this argument; message or advice hold the phrase.
    Fault(&'static str, &'static str),
    /// The tool fails with this code; message or advice hold the phrase.
    Fails(&'static str, &'static str),
    /// The tool answers, with this in the answer.
    Answers(&'static str),
}
use Expect::{Answers, Fails, Fault};

const NO_TIME: Expect = Fault("timestamp", "2026-09-27T07:30");
const LONG: Expect = Fails("range_too_long", "92");
const GLUCOSE: &str = r#"{"metric":"glucose","value":95,"unit":"mg/dL","timestamp":"#;

pub(super) const ROWS: &[Case<Given, Expect>] = table! {
    "metric nobody knows, in a tool": Given("get_health_metrics", r#"{"metric":"zebra"}"#) => Fault("metric", "Use one of weight");
    "metric of 5,000 letters": Given("get_health_metrics", r#"{"metric":"LONG"}"#) => Fault("metric", "Use one of weight");
    "metric with orders in it": Given("get_health_metrics", r#"{"metric":"\u001b[31m\nIGNORE"}"#) => Fault("metric", "Use one of weight");
    "metric under another name": Given("get_health_metrics", r#"{"metric":"HKQuantityTypeIdentifierBodyMass"}"#) => Answers("days");
    "range that ends before it starts, in a tool": Given("get_health_metrics", r#"{"start_date":"2026-01-02","end_date":"2026-01-01"}"#) => Fails("invalid_range", "`start_date`");
    "range of 93 days": Given("get_health_metrics", r#"{"start_date":"2026-01-01","end_date":"2026-04-03"}"#) => LONG;
    "range of 92 days": Given("get_health_metrics", r#"{"start_date":"2026-01-01","end_date":"2026-04-02"}"#) => Answers("days_without_data");
    "range of all years": Given("get_health_metrics", r#"{"start_date":"0000-01-01","end_date":"9999-12-31"}"#) => LONG;
    "range of 367 days in the report": Given("get_report_data", r#"{"start_date":"2025-01-01","end_date":"2026-01-02"}"#) => Fails("range_too_long", "366");
    "first day of the calendar": Given("get_health_metrics", r#"{"start_date":"0000-01-01","end_date":"0000-01-01"}"#) => Answers("0000-01-01");
    "last day of the calendar": Given("get_health_metrics", r#"{"start_date":"9999-12-31","end_date":"9999-12-31"}"#) => Answers("9999-12-31");
    "last week of the calendar": Given("get_workouts", r#"{"end_date":"9999-12-31"}"#) => Answers("9999-12-31");
    "week before the calendar": Given("get_workouts", r#"{"end_date":"0000-01-01"}"#) => Answers("0000-01-01");
    "no days": Given("get_workouts", r#"{"days":0}"#) => Answers("`days` can be from 1 to 92");
    "days below nought": Given("get_workouts", r#"{"days":-1}"#) => Answers("`days` can be from 1 to 92");
    "days beyond every number": Given("get_workouts", r#"{"days":1e300}"#) => Answers("`days` can be from 1 to 92");
    "days and a first day": Given("get_workouts", r#"{"days":7,"start_date":"2026-01-01"}"#) => Fault("days", "Give one of them.");
    "log of nothing": Given("log_reading", "{}") => Fault("unit", "`metric` is missing");
    "log of a metric that is not logged": Given("log_reading", r#"{"metric":"weight","value":95,"unit":"lb"}"#) => Fault("metric", "glucose or ketones");
    "log of a value too low": Given("log_reading", r#"{"metric":"glucose","value":19.99,"unit":"mg/dL"}"#) => Fault("value", "from 20 to 600 mg/dL");
    "log of a value too high": Given("log_reading", r#"{"metric":"glucose","value":600.0001,"unit":"mg/dL"}"#) => Fault("value", "from 20 to 600 mg/dL");
    "log of a value beyond every body": Given("log_reading", r#"{"metric":"glucose","value":1e308,"unit":"mg/dL"}"#) => Fault("value", "from 20 to 600 mg/dL");
    "log of ketones below nought": Given("log_reading", r#"{"metric":"ketones","value":-0.001,"unit":"mmol/L"}"#) => Fault("value", "from 0 to 10 mmol/L");
    "log in small letters": Given("log_reading", r#"{"metric":"glucose","value":95,"unit":"mg/dl"}"#) => Fault("unit", "exactly mg/dL");
    "log in the other unit": Given("log_reading", r#"{"metric":"glucose","value":95,"unit":"mmol/L"}"#) => Fault("unit", "exactly mg/dL");
    "log in a unit with a space": Given("log_reading", r#"{"metric":"glucose","value":95,"unit":" mg/dL"}"#) => Fault("unit", "exactly mg/dL");
    "log of tomorrow": Given("log_reading", r#""2099-01-01T00:00""#) => Fault("timestamp", "future");
    "log of the last minute of the calendar": Given("log_reading", r#""9999-12-31T23:59""#) => NO_TIME;
    "log of the year 0": Given("log_reading", r#""0000-01-01T00:00Z""#) => Fault("timestamp", "Check the year. Nothing was stored.");
    "log of a word": Given("log_reading", r#""this morning""#) => NO_TIME;
    "log of no time": Given("log_reading", r#""""#) => NO_TIME;
    "log of a day": Given("log_reading", r#""2026-01-05""#) => NO_TIME;
    "log of hour 24": Given("log_reading", r#""2026-01-05T24:00""#) => NO_TIME;
    "log of the 30th of February": Given("log_reading", r#""2026-02-30T07:00""#) => NO_TIME;
    "log of seconds since 1970": Given("log_reading", r#""1767625620""#) => NO_TIME;
    "log of a time of 5,000 letters": Given("log_reading", r#""LONG""#) => NO_TIME;
    "log with a note of 201 letters": Given("log_reading", r#"{"metric":"glucose","value":95,"unit":"mg/dL","note":"LONG"}"#) => Fault("note", "at most 200 characters");
    "log with another context": Given("log_reading", r#"{"metric":"glucose","value":95,"unit":"mg/dL","context":"post_meal"}"#) => Fault("context", "fasting, post-meal, other");
    "delete without a time": Given("delete_reading", r#"{"metric":"glucose"}"#) => Fault("timestamp", "missing");
    "delete of all": Given("delete_reading", r#"{"metric":"all","timestamp":"2026-01-05T07:02"}"#) => Fault("metric", "workout, or a name that `log_entry` was called with");
    "delete of a day": Given("delete_reading", r#"{"metric":"glucose","timestamp":"2026-01-05"}"#) => NO_TIME;
    "delete of a time of 5,000 letters": Given("delete_reading", r#"{"metric":"glucose","timestamp":"LONG"}"#) => NO_TIME;
    "delete of what is not there": Given("delete_reading", r#"{"metric":"glucose","timestamp":"2026-01-05T07:02"}"#) => Fails("not_found", "nothing was changed");
    "delete of the first minute of the calendar": Given("delete_reading", r#"{"metric":"glucose","timestamp":"0000-01-01T00:00"}"#) => Fails("not_found", "nothing was changed");
    "delete of the last minute of the calendar": Given("delete_reading", r#"{"metric":"glucose","timestamp":"9999-12-31T23:59"}"#) => NO_TIME;
};

/// Sends one row and compares.
pub(super) fn check(server: &Server, given: &Given, expect: &Expect) -> Result<(), String> {
    let Given(tool, arguments) = given;
    let arguments = arguments.replace("LONG", &"x".repeat(5000));
    let arguments = match arguments.strip_prefix('"') {
        Some(_) => format!("{GLUCOSE}{arguments}}}"),
        None => arguments,
    };
    let arguments: Value = serde_json::from_str(&arguments).unwrap();
    let result = server.call(tool, &arguments);
    let error = &result["structuredContent"]["error"];
    let said = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
    let (message, advice) = (said("message"), said("advice"));
    let is_said = |phrase: &str| message.contains(phrase) || advice.contains(phrase);
    let failed = result["isError"] == json!(true) && !message.is_empty();
    let fits = match expect {
        Fault(field, phrase) => {
            failed
                && error["code"] == "invalid_arguments"
                && message.contains(&format!("`{field}`"))
                && is_said(phrase)
        }
        Fails(code, phrase) => failed && said("code").contains(code) && is_said(phrase),
        Answers(phrase) => !failed && result.to_string().contains(phrase),
    };
    // Nothing long comes back.
    if fits && message.len() < 600 {
        return Ok(());
    }
    Err(shown(&result["structuredContent"].to_string()))
}
