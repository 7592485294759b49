//! What an answer's headers say about the requests that are left.

use http::{HeaderMap, header::RETRY_AFTER};

/// Requests left with a vendor, as far as an answer tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quota {
    /// Requests left in the window that is nearest to its end.
    pub remaining: Option<u32>,
    /// Seconds until that window begins anew.
    pub reset_s: Option<u32>,
    /// Seconds to wait before the next request.
    pub retry_after_s: Option<u32>,
}

impl Quota {
    /// Reads `X-RateLimit-Remaining`, `X-RateLimit-Reset` and `Retry-After` (in seconds); `None` if
    /// there is none of them.
    #[must_use]
    pub fn read(headers: &HeaderMap) -> Option<Self> {
        let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse().ok();
        let quota = Self {
            remaining: number("x-ratelimit-remaining"),
            reset_s: number("x-ratelimit-reset"),
            retry_after_s: number(RETRY_AFTER.as_str()),
        };
        (quota != Self::default()).then_some(quota)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_tell_what_is_left_and_nonsense_tells_nothing() {
        let check = |headers: &[(&'static str, &'static str)], expected: Option<Quota>| {
            let headers = headers
                .iter()
                .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
                .collect();
            assert_eq!(Quota::read(&headers), expected, "{headers:?}");
        };
        check(&[], None);
        check(&[("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT")], None);
        check(
            &[("retry-after", "30")],
            Some(Quota {
                retry_after_s: Some(30),
                ..Quota::default()
            }),
        );
        check(
            &[
                ("X-RateLimit-Remaining", "98"),
                ("X-RateLimit-Reset", " 3 "),
                ("X-RateLimit-Limit", "100, 100;window=60"),
            ],
            Some(Quota {
                remaining: Some(98),
                reset_s: Some(3),
                retry_after_s: None,
            }),
        );
    }
}
