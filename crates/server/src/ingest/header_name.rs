//! Which names of headers may be logged.
//!
//! Someone may type the key, or a part of it, into the field for a header's name. A name is
//! therefore logged only if it is one that phones, proxies or a mistaken guide are known to send.

use super::KEY_HEADER;

/// A name that may be logged as it is, in alphabetical order.
const KNOWN: [&str; 64] = [
    "accept",
    "accept-charset",
    "accept-encoding",
    "accept-language",
    "api-key",
    "authorization",
    "automation-aggregation",
    "automation-id",
    "automation-name",
    "automation-period",
    "baggage",
    "cache-control",
    "cdn-loop",
    "cf-connecting-ip",
    "cf-ipcountry",
    "cf-ray",
    "cf-visitor",
    "cf-warp-tag-id",
    "connection",
    "content-encoding",
    "content-language",
    "content-length",
    "content-type",
    "cookie",
    "date",
    "dnt",
    "expect",
    "fly-client-ip",
    "fly-forwarded-port",
    "fly-forwarded-proto",
    "fly-region",
    "fly-request-id",
    "forwarded",
    "from",
    "host",
    "if-match",
    "if-none-match",
    "keep-alive",
    "origin",
    "pragma",
    "priority",
    "proxy-authorization",
    "referer",
    "session-id",
    "te",
    "tailscale-user-login",
    "tailscale-user-name",
    "traceparent",
    "tracestate",
    "trailer",
    "transfer-encoding",
    "true-client-ip",
    "upgrade",
    "user-agent",
    "via",
    "x-amzn-trace-id",
    "x-api-key",
    "x-correlation-id",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-port",
    "x-forwarded-proto",
    "x-real-ip",
    "x-request-id",
];

/// So many characters put in, left out or exchanged still make a misspelling.
const SLIPS: usize = 3;

/// What a header's name is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Named<'a> {
    /// That of the key.
    Key,
    /// Another one that may be logged.
    Known(&'a str),
    /// Almost that of the key.
    AlmostKey,
    /// Any other, which may hold anything.
    Other,
}

impl<'a> Named<'a> {
    /// Judges a name in lower case.
    pub(super) fn of(name: &'a str) -> Self {
        if name == KEY_HEADER {
            Self::Key
        } else if KNOWN.contains(&name) {
            Self::Known(name)
        } else if slips(name, KEY_HEADER) <= SLIPS {
            Self::AlmostKey
        } else {
            Self::Other
        }
    }

    /// How it stands in the log. A misspelt name is not shown: its odd characters may be those of
    /// the key.
    pub(super) fn shown(self) -> &'a str {
        match self {
            Self::Key => KEY_HEADER,
            Self::Known(name) => name,
            Self::AlmostKey => "<almost x-ingest-key>",
            Self::Other => "<other>",
        }
    }
}

/// How many characters must be put in, left out or exchanged to make one name of the other.
fn slips(one: &str, other: &str) -> usize {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len().abs_diff(other.len()) > SLIPS {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, byte) in one.iter().enumerate() {
        let mut previous = vec![line + 1];
        let mut left = line + 1;
        for (above, wanted) in row.windows(2).zip(other) {
            let exchanged = above[0] + usize::from(byte != wanted);
            left = exchanged.min(above[1] + 1).min(left + 1);
            previous.push(left);
        }
        row = previous;
    }
    row.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_only_if_they_are_known() {
        for (name, shown) in [
            ("x-ingest-key", "x-ingest-key"),
            ("user-agent", "user-agent"),
            ("automation-period", "automation-period"),
            ("x-ingest-kee", "<almost x-ingest-key>"),
            ("x-ingestkey", "<almost x-ingest-key>"),
            ("ingest-key", "<almost x-ingest-key>"),
            ("x_ingest_key", "<almost x-ingest-key>"),
            ("x-ingest-key0a1", "<almost x-ingest-key>"),
            ("x-ingest-key0a1b", "<other>"),
            ("x-key", "<other>"),
            ("0a1b2c3d", "<other>"),
            ("x-user-agent", "<other>"),
        ] {
            assert_eq!(Named::of(name).shown(), shown, "{name}");
        }
    }

    #[test]
    fn the_known_names_are_names() {
        for name in KNOWN {
            assert_eq!(
                name.parse::<http::HeaderName>().unwrap().as_str(),
                name,
                "in lower case"
            );
        }
    }

    #[test]
    fn slips_are_counted() {
        for (one, other, count) in [
            ("", "", 0),
            ("abc", "abc", 0),
            ("abc", "ab", 1),
            ("abc", "bc", 1),
            ("abc", "xbc", 1),
            ("abc", "xyz", 3),
            ("abc", "cab", 2),
            ("abc", "abcdefg", usize::MAX),
        ] {
            assert_eq!(slips(one, other), count, "{one} {other}");
            assert_eq!(slips(other, one), count, "{other} {one}");
        }
    }
}
