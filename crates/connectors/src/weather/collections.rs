//! What Open-Meteo has and bears.

use crate::{Capabilities, Collection, RateLimit, Shape};

pub(super) const DAILY: &str = "daily";

/// What Open-Meteo has and bears. The limits are those published for free use.
pub(super) static CAPABILITIES: Capabilities = Capabilities {
    collections: &[Collection {
        kind: DAILY,
        scope: None,
        shape: Shape::Dated,
        // Answers are small; a longer window counts as several requests.
        longest_window_days: 366,
        webhook: None,
        reach_days: 0,
        routine: true,
    }],
    scopes: &[],
    limits: &[
        RateLimit {
            requests: 600,
            window_s: 60,
        },
        RateLimit {
            requests: 5_000,
            window_s: 3_600,
        },
        RateLimit {
            requests: 10_000,
            window_s: 86_400,
        },
    ],
    backfill_months: 6,
    webhooks: false,
    pkce: false,
    person: None,
};
