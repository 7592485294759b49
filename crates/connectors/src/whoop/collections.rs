//! Everything that WHOOP has, in its own words.

use crate::{Capabilities, Collection, RateLimit, Shape};

pub(super) const SLEEP: &str = "sleep";
pub(super) const CYCLE: &str = "cycle";
pub(super) const RECOVERY: &str = "recovery";
pub(super) const WORKOUT: &str = "workout";
pub(super) const PROFILE: &str = "profile";
pub(super) const BODY: &str = "body";

/// The scope without which there is no refresh token.
pub(super) const OFFLINE: &str = "offline";

/// What WHOOP has and bears.
pub(super) static CAPABILITIES: Capabilities = Capabilities {
    collections: COLLECTIONS,
    scopes: &[
        OFFLINE,
        "read:recovery",
        "read:cycles",
        "read:sleep",
        "read:workout",
        "read:profile",
        "read:body_measurement",
    ],
    limits: &[
        RateLimit {
            requests: 100,
            window_s: 60,
        },
        RateLimit {
            requests: 10_000,
            window_s: 86_400,
        },
    ],
    backfill_months: 6,
    webhooks: true,
    pkce: false,
    person: Some(PROFILE),
};

/// Sleeps come before the recoveries whose days they tell.
static COLLECTIONS: &[Collection] = &[
    undated(PROFILE, "read:profile"),
    undated(BODY, "read:body_measurement"),
    dated(SLEEP, "read:sleep", Some("sleep")),
    dated(CYCLE, "read:cycles", None),
    dated(RECOVERY, "read:recovery", Some("recovery")),
    dated(WORKOUT, "read:workout", Some("workout")),
];

/// The vendor sets no limit. A quarter of a year is four pages of nights, so that a listing that is
/// broken off costs little.
const LONGEST_WINDOW_DAYS: u16 = 92;

const fn dated(
    kind: &'static str,
    scope: &'static str,
    webhook: Option<&'static str>,
) -> Collection {
    Collection {
        kind,
        scope: Some(scope),
        shape: Shape::Dated,
        longest_window_days: LONGEST_WINDOW_DAYS,
        webhook,
        reach_days: 1,
        routine: true,
    }
}

const fn undated(kind: &'static str, scope: &'static str) -> Collection {
    Collection {
        kind,
        scope: Some(scope),
        shape: Shape::Undated,
        longest_window_days: LONGEST_WINDOW_DAYS,
        webhook: None,
        reach_days: 0,
        routine: true,
    }
}
