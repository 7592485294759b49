//! Prompts that ask for a change. They change nothing themselves.

use rmcp::ErrorData;
use vitalog_core::{Context, Metric};
use vitalog_service::{HEALTH_METRICS, LOGGABLE, MAX_NOTE_CHARS, Target};

use super::{Given, invalid};
use crate::arguments::slugs;

/// A time is shorter than this, whatever its form.
const LONGEST_TIME: usize = 40;

/// The request to store a reading, with the unit filled in.
pub(super) fn log(given: &Given<'_>) -> Result<String, ErrorData> {
    let metric = given
        .get("metric")
        .and_then(Metric::find)
        .filter(|metric| LOGGABLE.contains(metric))
        .ok_or_else(|| invalid("`metric` must be glucose or ketones"))?;
    let value = given
        .get("value")
        .and_then(|text| text.replace(',', ".").parse::<f64>().ok())
        .filter(|value| value.is_finite())
        .ok_or_else(|| invalid("`value` must be a number"))?;
    let mut lines = vec![
        "Store this reading with the tool log_reading, then say what was stored.".to_owned(),
        format!("metric: {}", metric.slug()),
        format!("value: {value}"),
        format!("unit: {}", metric.row().unit),
    ];
    if let Some(time) = given.get("time") {
        lines.push(format!(
            "time, as the person wrote it: {}",
            quoted("time", time, LONGEST_TIME)?
        ));
    }
    if let Some(word) = given.get("context") {
        let context = [Context::Fasting, Context::PostMeal, Context::Other]
            .iter()
            .find(|context| context.as_str().eq_ignore_ascii_case(word))
            .ok_or_else(|| invalid("`context` must be fasting, post-meal or other"))?;
        lines.push(format!("context: {}", context.as_str()));
    }
    if let Some(note) = given.get("note") {
        lines.push(format!("note: {}", quoted("note", note, MAX_NOTE_CHARS)?));
    }
    Ok(lines.join("\n"))
}

/// The request to take one row out, or to list what could be meant.
pub(super) fn delete(given: &Given<'_>) -> Result<String, ErrorData> {
    let target = match given.get("metric") {
        None => None,
        Some(word) => Some(target(word)?),
    };
    let time = match given.get("timestamp") {
        None => None,
        Some(time) => Some(quoted("timestamp", time, LONGEST_TIME)?),
    };
    Ok(match (target, time) {
        (Some(target), Some(time)) => format!(
            "Take this out of the record with the tool delete_reading, then say what was \
             removed.\nmetric: {}\ntimestamp: {time}",
            target.name()
        ),
        (Some(Target::Reading(metric)), None) if metric.is_summed() => format!(
            "Ask on which day the {0} to remove was recorded. List the entries of that day: call \
             delete_reading with metric {0}, a timestamp on that day and value -1, which no entry \
             has, so that nothing is removed. Number them, each with its time, value and source, \
             ask which one to remove, and remove nothing before there is an answer. Then remove \
             that one with the tool delete_reading.",
            metric.slug()
        ),
        (target, _) => {
            let (tool, what) = match &target {
                Some(Target::Workout) => ("get_workouts", "workouts"),
                Some(Target::Reading(metric)) if HEALTH_METRICS.contains(metric) => {
                    ("get_health_metrics", metric.slug())
                }
                Some(Target::Reading(metric)) => ("get_metric_series", metric.slug()),
                // A name of the person's own is folded to letters, digits and `_`.
                Some(Target::Custom(name)) => ("get_metric_series", name.as_str()),
                None => (
                    "get_health_metrics and get_workouts",
                    "readings and workouts",
                ),
            };
            format!(
                "List the {what} of the last 7 days with {tool}, numbered, each with its date, \
                 time, value and source. Ask which one to remove, and remove nothing before there \
                 is an answer. Then remove that one with the tool delete_reading."
            )
        }
    })
}

fn target(word: &str) -> Result<Target, ErrorData> {
    Target::find(word)
        .ok_or_else(|| invalid(format!("`metric` must be one of {}, or workout", slugs())))
}

/// A person's own words, as a JSON string: what they hold stays inside the quotes.
fn quoted(name: &str, text: &str, longest: usize) -> Result<String, ErrorData> {
    if text.chars().count() > longest {
        return Err(invalid(format!(
            "`{name}` must have at most {longest} characters"
        )));
    }
    Ok(serde_json::Value::from(text).to_string())
}
