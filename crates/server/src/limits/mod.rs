//! How much a credential or an address may ask, and the headers that say so.
//!
//! Requests are counted in this process alone, in windows that begin with their first request. A
//! credential that fits is counted by itself, wherever it comes from; what shows none is counted by
//! address. The headers are those of the IETF draft on `RateLimit` header fields.

mod peer;
mod usage;

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use http::{HeaderMap, HeaderName, HeaderValue, header};
use tokio::time::Instant;
use vitalog_config::sections::limits::Limits as Settings;

pub(crate) use self::peer::{Peer, asker};
use self::usage::{DAY, MINUTE, Usage};

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LEFT: HeaderName = HeaderName::from_static("ratelimit");
/// Addresses and credentials that are counted at a time. Beyond that those whose windows are over are
/// forgotten, and if none is, whoever is new shares one count.
const MOST_KNOWN: usize = 10_000;

/// Whom a request is counted for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Who {
    /// A credential: the identifier of a token, or the account of a path secret.
    Credential(String),
    /// An address without one.
    Address(IpAddr),
    /// Whoever there is no room for.
    Anyone,
}

/// What requests were made of late.
pub(crate) struct Limits {
    settings: Settings,
    known: Mutex<HashMap<Who, Usage>>,
}

/// What became of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spent {
    /// Seconds until it may be made, if it may not be now.
    retry_after_s: Option<u64>,
    /// How many are left of the window that has the least, and the seconds until it begins anew; `None`
    /// where nothing limits.
    left: Option<Left>,
}

impl Spent {
    /// Whether the request may be made.
    pub(crate) fn is_allowed(self) -> bool {
        self.retry_after_s.is_none()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Left {
    policy: &'static str,
    requests: u32,
    seconds: u64,
}

impl Limits {
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            settings,
            known: Mutex::default(),
        }
    }

    /// Counts a request. One that is refused is not counted, so that waiting helps.
    pub(crate) fn spend(&self, who: &Who, now: Instant) -> Spent {
        let windows = self.windows(who);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_KNOWN && !known.contains_key(who) {
            known.retain(|_, usage| !usage.is_over(now));
        }
        let has_room = known.len() < MOST_KNOWN || known.contains_key(who);
        let who = if has_room { who.clone() } else { Who::Anyone };
        known.entry(who).or_default().spend(windows, now)
    }

    /// The windows that hold for somebody: the name, the most requests, and the length.
    fn windows(&self, who: &Who) -> [(&'static str, u32, u64); 2] {
        match who {
            Who::Credential(_) => [
                (MINUTELY, self.settings.per_minute, MINUTE),
                (DAILY, self.settings.per_day, DAY),
            ],
            Who::Address(_) | Who::Anyone => [
                (MINUTELY, self.settings.anonymous_per_minute, MINUTE),
                (DAILY, 0, DAY),
            ],
        }
    }

    /// Says on a reply what the limits are and, where something was spent, what is left.
    pub(crate) fn describe(&self, headers: &mut HeaderMap, who: &Who, spent: Spent) {
        let windows = self
            .windows(who)
            .into_iter()
            .filter(|(_, most, _)| *most > 0);
        let policy: Vec<String> = windows
            .map(|(name, most, seconds)| format!("\"{name}\";q={most};w={seconds}"))
            .collect();
        if !policy.is_empty() {
            insert(headers, POLICY, &policy.join(", "));
        }
        if let Some(left) = spent.left {
            let text = format!("\"{}\";r={};t={}", left.policy, left.requests, left.seconds);
            insert(headers, LEFT, &text);
        }
        if let Some(seconds) = spent.retry_after_s {
            insert(headers, header::RETRY_AFTER, &seconds.to_string());
        }
    }
}

/// The name of the window that most clients look at.
const MINUTELY: &str = "default";
const DAILY: &str = "daily";

fn insert(headers: &mut HeaderMap, name: HeaderName, text: &str) {
    if let Ok(value) = HeaderValue::from_str(text) {
        headers.insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn limits(per_minute: u32, per_day: u32, anonymous_per_minute: u32) -> Limits {
        Limits::new(Settings {
            per_minute,
            per_day,
            anonymous_per_minute,
        })
    }

    fn credential(name: &str) -> Who {
        Who::Credential(name.to_owned())
    }

    #[test]
    fn window_begins_with_its_first_request_and_ends_a_minute_later() {
        let limits = limits(2, 0, 0);
        let (me, begun) = (credential("me"), Instant::now());
        let at = |second| {
            limits
                .spend(&me, begun + Duration::from_secs(second))
                .retry_after_s
        };
        assert_eq!(
            [at(0), at(10), at(10), at(59)],
            [None, None, Some(50), Some(1)]
        );
        assert_eq!([at(60), at(60), at(61)], [None, None, Some(59)]);
    }

    #[test]
    fn day_is_counted_beside_the_minute_and_no_limit_is_none() {
        let limits = limits(0, 3, 0);
        let (me, begun) = (credential("me"), Instant::now());
        let at = |second| {
            limits
                .spend(&me, begun + Duration::from_secs(second))
                .retry_after_s
        };
        assert_eq!([at(0), at(1), at(100)], [None; 3]);
        assert_eq!(at(86_000), Some(400));
        assert_eq!(at(86_400), None);
        let free = super::Limits::new(Settings {
            per_minute: 0,
            per_day: 0,
            anonymous_per_minute: 0,
        });
        for _ in 0..1_000 {
            assert_eq!(free.spend(&me, begun).retry_after_s, None);
        }
        let mut headers = HeaderMap::new();
        free.describe(&mut headers, &me, free.spend(&me, begun));
        assert!(headers.is_empty());
    }

    #[test]
    fn credentials_and_addresses_are_counted_apart() {
        let limits = limits(1, 0, 1);
        let now = Instant::now();
        let address = |last| Who::Address(IpAddr::from([192, 0, 2, last]));
        for who in [credential("a"), credential("b"), address(1), address(2)] {
            assert_eq!(limits.spend(&who, now).retry_after_s, None, "{who:?}");
            assert!(limits.spend(&who, now).retry_after_s.is_some(), "{who:?}");
        }
    }

    #[test]
    fn headers_say_the_policy_and_what_is_left() {
        let limits = limits(120, 5_000, 30);
        let (me, now) = (credential("me"), Instant::now());
        let mut headers = HeaderMap::new();
        limits.describe(&mut headers, &me, limits.spend(&me, now));
        assert_eq!(
            headers["ratelimit-policy"],
            "\"default\";q=120;w=60, \"daily\";q=5000;w=86400"
        );
        assert_eq!(headers["ratelimit"], "\"default\";r=119;t=60");
        let mut headers = HeaderMap::new();
        limits.describe(&mut headers, &Who::Anyone, limits.spend(&Who::Anyone, now));
        assert_eq!(headers["ratelimit-policy"], "\"default\";q=30;w=60");
    }

    #[test]
    fn addresses_without_number_do_not_fill_the_memory() {
        let limits = limits(1, 0, 1);
        let now = Instant::now();
        for number in 0..20_000_u32 {
            limits.spend(&Who::Address(IpAddr::from(number.to_be_bytes())), now);
        }
        assert!(limits.known.lock().unwrap().len() <= MOST_KNOWN + 1);
        let later = now + Duration::from_mins(1);
        let new = Who::Address(IpAddr::from([203, 0, 113, 1]));
        assert_eq!(limits.spend(&new, later).retry_after_s, None);
        assert_eq!(limits.known.lock().unwrap().len(), 1);
    }
}
