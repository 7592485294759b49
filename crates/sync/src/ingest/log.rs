//! The log line of a push: what it was like and what became of it, never a value.

use std::{collections::BTreeMap, time::Duration};

use serde_json::json;
use vitalog_connectors::hae::{Push, tidy};
use vitalog_core::AccountId;

use crate::{PushHeaders, PushReply};

/// Metrics that a line names; all that the app can send are about 150.
const MAX_METRICS: usize = 300;

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
    let mut samples: BTreeMap<&str, usize> = BTreeMap::new();
    let mut units: BTreeMap<&str, &str> = BTreeMap::new();
    for metric in push.metrics.iter().take(MAX_METRICS) {
        *samples.entry(&metric.name).or_default() += metric.samples;
        units.insert(&metric.name, &metric.unit);
    }
    let header = |value: &Option<String>| value.as_deref().map(tidy).unwrap_or_default();
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
        sample_fields = %json!(push.sample_fields.names()),
        workout_types = %json!(push.workouts.types),
        workout_fields = %json!(push.workouts.fields.names()),
        reply = %json!(reply),
        bytes,
        ms,
        "hae push"
    );
}
