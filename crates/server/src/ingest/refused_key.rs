//! The log line for a refused ingest key: enough to find the mistake, nothing that is a secret.

use http::HeaderMap;
use secrecy::{ExposeSecret, SecretString};
use vitalog_core::AccountId;

use super::KEY_HEADER;

/// As many headers are described; a real phone sends about ten.
const MOST_HEADERS: usize = 40;

/// Logs the names and lengths of the headers, and what is wrong if it can be told.
pub(crate) fn log(account: &AccountId, headers: &HeaderMap, presented: &str, key: &SecretString) {
    let key = key.expose_secret();
    let lengths = describe(headers, key);
    let hint = hint(headers, presented, key);
    tracing::warn!(
        account.id = account.as_str(),
        headers = lengths,
        hint,
        "ingest key refused: {hint}"
    );
}

/// `name:length` of each header. A name that holds the key is left out: someone may have typed
/// the key into the wrong field.
fn describe(headers: &HeaderMap, key: &str) -> String {
    let described: Vec<String> = headers
        .iter()
        .take(MOST_HEADERS)
        .map(|(name, value)| {
            let name = if holds(name.as_str(), key) {
                "(the key)"
            } else {
                name.as_str()
            };
            format!("{name}:{}", value.len())
        })
        .collect();
    described.join(" ")
}

fn hint(headers: &HeaderMap, presented: &str, key: &str) -> &'static str {
    let elsewhere = || {
        headers
            .iter()
            .filter(|(name, _)| *name != KEY_HEADER)
            .any(|(_, value)| value.to_str().is_ok_and(|value| value.contains(key)))
    };
    if headers.keys().any(|name| holds(name.as_str(), key)) {
        "the key stands in the name of a header"
    } else if presented.contains(key) {
        "the value holds the key and more text"
    } else if presented.eq_ignore_ascii_case(key) {
        "the value differs from the key in upper and lower case"
    } else if elsewhere() {
        "the key stands in another header"
    } else if presented.is_empty() {
        "there is no key"
    } else {
        "the value is not the key"
    }
}

fn holds(name: &str, key: &str) -> bool {
    name.contains(&key.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

    use super::*;

    const KEY: &str = "0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d";

    fn check(sent: &[(&str, &str)], expected_hint: &str, expected_lengths: &str) {
        let mut headers = HeaderMap::new();
        for (name, value) in sent {
            headers.append(
                name.parse::<HeaderName>().unwrap(),
                HeaderValue::from_str(value).unwrap(),
            );
        }
        let presented = headers
            .get(KEY_HEADER)
            .map_or("", |value| value.to_str().unwrap());
        assert_eq!(hint(&headers, presented, KEY), expected_hint);
        let lengths = describe(&headers, KEY);
        assert_eq!(lengths, expected_lengths);
        assert!(!lengths.contains(KEY));
    }

    #[test]
    fn the_line_tells_the_common_mistakes_apart_without_the_key() {
        check(&[], "there is no key", "");
        check(
            &[("x-ingest-key", "wrong")],
            "the value is not the key",
            "x-ingest-key:5",
        );
        check(
            &[("x-ingest-key", &format!("X-Ingest-Key: {KEY}"))],
            "the value holds the key and more text",
            "x-ingest-key:46",
        );
        check(
            &[("x-ingest-key", &KEY.to_uppercase())],
            "the value differs from the key in upper and lower case",
            "x-ingest-key:32",
        );
        check(
            &[("authorization", KEY)],
            "the key stands in another header",
            "authorization:32",
        );
        check(
            &[(KEY, "x")],
            "the key stands in the name of a header",
            "(the key):1",
        );
    }
}
