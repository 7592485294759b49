//! Prompts that show something: the tool's answer, and how to lay it out.

use std::sync::Arc;

use rmcp::ErrorData;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;
use vitalog_core::Metric;
use vitalog_service::{HEART_RATE_MAX_DAYS, MAX_DAYS, find_health_metric};

use super::{Given, invalid, range};
use crate::{
    Principal,
    arguments::{means_all, slugs},
    asking::Asking,
    calls::{Caller, Tools},
};

const DAYS_LAYOUT: &str = "Show the following as one compact table, a row a day, with columns \
    only where there is data. Below it, list the days without data and repeat the notes. Add no \
    commentary.";
const WORKOUTS_LAYOUT: &str = "Show the following as one compact table, a row a workout, with \
    columns only where there is data, then one line of totals. Repeat the notes. Add no \
    commentary.";

/// The message: layout, then the answer.
pub(super) async fn write(
    tools: &Tools,
    principal: &Arc<Principal>,
    tool: &str,
    given: &Given<'_>,
    cancel: &CancellationToken,
) -> Result<String, ErrorData> {
    let today = tools.context(principal).today();
    let max_days = if tool == "get_heart_rate" {
        HEART_RATE_MAX_DAYS
    } else {
        MAX_DAYS
    };
    let (start, end) = range::parse(given.get("range").unwrap_or_default(), today, max_days)
        .ok_or_else(|| invalid(range::grammar(max_days)))?;
    let mut arguments = Map::new();
    for (name, day) in [("start_date", start), ("end_date", end)] {
        if let Some(day) = day {
            arguments.insert(name.to_owned(), json!(day.to_string()));
        }
    }
    if tool == "get_health_metrics" {
        arguments.insert("metric".to_owned(), json!(metric(given.get("metric"))?));
    }
    let layout = if tool == "get_workouts" {
        WORKOUTS_LAYOUT
    } else {
        DAYS_LAYOUT
    };
    let caller = Caller {
        cancel,
        client: None,
        asking: Asking::default(),
    };
    let Ok(reply) = tools.call(principal, tool, arguments, caller).await else {
        return Err(ErrorData::internal_error(
            "the server could not answer",
            None,
        ));
    };
    if reply.is_error {
        return Err(refused(&reply.structured, max_days));
    }
    Ok(format!("{layout}\n\n{}", reply.text))
}

fn metric(word: Option<&str>) -> Result<&'static str, ErrorData> {
    let word = word.unwrap_or_default();
    if means_all(word) {
        return Ok("all");
    }
    find_health_metric(word)
        .map(Metric::slug)
        .ok_or_else(|| invalid(format!("`metric` must be one of {}, or all", slugs())))
}

/// A tool's refusal as a prompt's: the person typed the range, so it is theirs to mend.
fn refused(structured: &Value, max_days: i32) -> ErrorData {
    let error = &structured["error"];
    let text = |key: &str| error[key].as_str().unwrap_or_default().to_owned();
    if error["code"]
        .as_str()
        .is_some_and(|code| code.contains("range"))
    {
        invalid(format!("{} {}", text("message"), range::grammar(max_days)))
    } else {
        ErrorData::internal_error(format!("{} {}", text("message"), text("advice")), None)
    }
}
