//! Everything that Oura has, in its own words.

use crate::{Capabilities, Collection, RateLimit, Shape};

/// The longest that a rest mode is taken to last. One without an end may have been forgotten.
pub(super) const LONGEST_REST_MODE_DAYS: u16 = 90;

/// What Oura has and bears.
pub(super) static CAPABILITIES: Capabilities = Capabilities {
    collections: COLLECTIONS,
    scopes: &[
        "personal",
        "daily",
        "heartrate",
        "workout",
        "tag",
        "session",
        "spo2",
        "stress",
        "heart_health",
        "ring_configuration",
    ],
    limits: &[RateLimit {
        requests: 5000,
        window_s: 300,
    }],
    backfill_months: 6,
    webhooks: true,
    pkce: false,
    person: Some(PERSONAL_INFO),
};

pub(super) const PERSONAL_INFO: &str = "personal_info";
pub(super) const SLEEP: &str = "sleep";
pub(super) const DAILY_SLEEP: &str = "daily_sleep";
pub(super) const DAILY_READINESS: &str = "daily_readiness";
pub(super) const DAILY_ACTIVITY: &str = "daily_activity";
pub(super) const DAILY_SPO2: &str = "daily_spo2";
pub(super) const DAILY_STRESS: &str = "daily_stress";
pub(super) const DAILY_RESILIENCE: &str = "daily_resilience";
pub(super) const DAILY_CARDIOVASCULAR_AGE: &str = "daily_cardiovascular_age";
pub(super) const VO2_MAX: &str = "vo2_max";
pub(super) const HEARTRATE: &str = "heartrate";
pub(super) const WORKOUT: &str = "workout";
pub(super) const SESSION: &str = "session";
pub(super) const REST_MODE_PERIOD: &str = "rest_mode_period";

static COLLECTIONS: &[Collection] = &[
    undated(PERSONAL_INFO, "personal", None),
    dated(SLEEP, "daily"),
    dated(DAILY_SLEEP, "daily"),
    dated(DAILY_READINESS, "daily"),
    dated(DAILY_ACTIVITY, "daily"),
    dated(DAILY_SPO2, "spo2"),
    dated(DAILY_STRESS, "stress"),
    dated(DAILY_RESILIENCE, "stress"),
    dated(DAILY_CARDIOVASCULAR_AGE, "heart_health"),
    dated(VO2_MAX, "heart_health"),
    series(HEARTRATE, "heartrate", 29, true),
    dated(WORKOUT, "workout"),
    dated(SESSION, "session"),
    dated("enhanced_tag", "tag"),
    dated("tag", "tag"),
    dated("sleep_time", "daily"),
    Collection {
        reach_days: LONGEST_REST_MODE_DAYS,
        ..dated(REST_MODE_PERIOD, "daily")
    },
    undated(
        "ring_configuration",
        "ring_configuration",
        Some("ring_configuration"),
    ),
    // Every heart beat of every night, and how full the battery was. No answer reads them.
    series("interbeat_interval", "heartrate", 1, false),
    series("ring_battery_level", "ring_configuration", 29, false),
];

const fn dated(kind: &'static str, scope: &'static str) -> Collection {
    Collection {
        kind,
        scope: Some(scope),
        shape: Shape::Dated,
        longest_window_days: 92,
        webhook: Some(kind),
        reach_days: 1,
        routine: true,
    }
}

/// The vendor takes 30 days at most, and a window is asked for with some time around it.
const fn series(
    kind: &'static str,
    scope: &'static str,
    longest_window_days: u16,
    routine: bool,
) -> Collection {
    Collection {
        kind,
        scope: Some(scope),
        shape: Shape::Series,
        longest_window_days,
        webhook: None,
        reach_days: 1,
        routine,
    }
}

const fn undated(
    kind: &'static str,
    scope: &'static str,
    webhook: Option<&'static str>,
) -> Collection {
    Collection {
        kind,
        scope: Some(scope),
        shape: Shape::Undated,
        longest_window_days: u16::MAX,
        webhook,
        reach_days: 0,
        routine: true,
    }
}
