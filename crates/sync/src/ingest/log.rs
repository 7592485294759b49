//! The log line of a push: what it was like and what became of it, never a value.

use std::{collections::BTreeMap, time::Duration};

use serde_json::json;
use vitalog_connectors::hae::{Push, redact_text};
use vitalog_core::{AccountId, Metric, log_text};

use crate::{PushHeaders, PushReply};

pub(super) fn log_push(
    account: &AccountId,
    headers: &PushHeaders,
    push: &Push<'_>,
    reply: &PushReply,
    bytes: usize,
    took: Duration,
) {
    if !tracing::enabled!(tracing::Level::INFO) {
        return;
    }
    let mut samples: BTreeMap<String, usize> = BTreeMap::new();
    let mut units: BTreeMap<String, String> = BTreeMap::new();
    for metric in &push.metrics {
        let name = metric_name(&metric.name);
        *samples.entry(name.clone()).or_default() += metric.samples;
        units.insert(name, redact_text(&metric.unit));
    }
    let header = |value: &Option<String>| {
        let value = value.as_deref().unwrap_or_default();
        log_text::fit(value.trim(), &[])
    };
    let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    tracing::info!(
        account.id = %account,
        automation_name = header(&headers.automation_name),
        automation_id = header(&headers.automation_id),
        aggregation = header(&headers.automation_aggregation),
        period = header(&headers.automation_period),
        content_type = header(&headers.content_type),
        user_agent = header(&headers.user_agent),
        metrics = %json!(samples),
        units = %json!(units),
        sample_fields = %json!(redact_names(push.sample_fields.names())),
        workout_types = %json!(redact_counts(&push.workouts.types)),
        workout_fields = %json!(redact_names(push.workouts.fields.names())),
        reply = %json!(redact_reply(reply)),
        bytes,
        ms,
        "hae push"
    );
}

/// A metric's name: of one that we know as it is (`vitamin_b12`), of any other without numbers, as
/// anything may stand there.
fn metric_name(name: &str) -> String {
    if Metric::find(name).is_some() {
        log_text::fit(name, &[])
    } else {
        redact_text(name)
    }
}

fn redact_names(names: &[String]) -> Vec<String> {
    names.iter().map(|name| redact_text(name)).collect()
}

fn redact_counts(counts: &BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    let mut redacted = BTreeMap::new();
    for (name, count) in counts {
        *redacted.entry(redact_text(name)).or_default() += count;
    }
    redacted
}

/// The reply without numbers in the names that it gives back to the sender.
fn redact_reply(reply: &PushReply) -> PushReply {
    PushReply {
        ignored_metrics: redact_names(&reply.ignored_metrics),
        ignored_data: redact_counts(&reply.ignored_data),
        ..reply.clone()
    }
}
