//! The log line for a refused ingest key: enough to find the mistake, nothing that is a secret.

use http::HeaderMap;
use secrecy::{ExposeSecret, SecretString};
use vitalog_core::AccountId;

use super::{KEY_HEADER, header_name::Named, presented_key::PresentedKey};

/// As many headers are described; a real phone sends about ten.
const MOST_HEADERS: usize = 40;
/// As many characters of the key in a row are no coincidence.
const PART_OF_KEY: usize = 8;

/// Logs the lengths of the headers and those of their names that are known, and what is wrong if
/// it can be told.
pub(super) fn log(
    account: &AccountId,
    headers: &HeaderMap,
    presented: PresentedKey<'_>,
    key: &SecretString,
) {
    let lengths = describe(headers);
    let hint = hint(headers, presented, key.expose_secret());
    tracing::warn!(
        account.id = account.as_str(),
        headers = lengths,
        hint,
        "ingest key refused: {hint}"
    );
}

/// `name:length` of each header; of a name that is not known, its own length.
fn describe(headers: &HeaderMap) -> String {
    let described: Vec<String> = headers
        .iter()
        .take(MOST_HEADERS)
        .map(|(name, value)| match Named::of(name.as_str()) {
            Named::Other => format!(
                "{}({}):{}",
                Named::Other.shown(),
                name.as_str().len(),
                value.len()
            ),
            named @ (Named::Key | Named::Known(_) | Named::AlmostKey) => {
                format!("{}:{}", named.shown(), value.len())
            }
        })
        .collect();
    described.join(" ")
}

fn hint(headers: &HeaderMap, presented: PresentedKey<'_>, key: &str) -> &'static str {
    let in_a_name = || {
        headers
            .keys()
            .any(|name| shares_a_part(name.as_str(), &key.to_ascii_lowercase()))
    };
    let elsewhere = || {
        headers
            .iter()
            .filter(|(name, _)| *name != KEY_HEADER)
            .any(|(_, value)| value.to_str().is_ok_and(|value| value.contains(key)))
    };
    let misspelt = || {
        headers
            .keys()
            .any(|name| Named::of(name.as_str()) == Named::AlmostKey)
    };
    let presented = match presented {
        PresentedKey::One(presented) => presented,
        PresentedKey::Several => return "there are several keys, and they differ",
    };
    if in_a_name() {
        "the key or a part of it stands in the name of a header"
    } else if presented.contains(key) {
        "the value holds the key and more text"
    } else if presented.eq_ignore_ascii_case(key) {
        "the value differs from the key in upper and lower case"
    } else if misspelt() {
        "the name of the header is misspelt"
    } else if elsewhere() {
        "the key stands in another header"
    } else if presented.is_empty() {
        "there is no key"
    } else {
        "the value is not the key"
    }
}

/// Whether a text holds so many characters of the key in a row that someone typed them there.
fn shares_a_part(text: &str, key: &str) -> bool {
    key.as_bytes().windows(PART_OF_KEY).any(|part| {
        text.as_bytes()
            .windows(PART_OF_KEY)
            .any(|piece| piece == part)
    })
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

    use super::*;

    const KEY: &str = "0a1b2c3d4e5f60718293a4b5c6d7e8f9";

    fn check(sent: &[(&str, &str)], expected_hint: &str, expected_lengths: &str) {
        let mut headers = HeaderMap::new();
        for (name, value) in sent {
            headers.append(
                name.parse::<HeaderName>().unwrap(),
                HeaderValue::from_str(value).unwrap(),
            );
        }
        assert_eq!(
            hint(&headers, PresentedKey::of(&headers), KEY),
            expected_hint
        );
        assert_eq!(describe(&headers), expected_lengths);
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
            &[("x-ingest-kay", KEY)],
            "the name of the header is misspelt",
            "<almost x-ingest-key>:32",
        );
        check(
            &[("authorization", KEY)],
            "the key stands in another header",
            "authorization:32",
        );
        check(
            &[("x-ingest-key", KEY), ("x-ingest-key", "wrong")],
            "there are several keys, and they differ",
            "x-ingest-key:32 x-ingest-key:5",
        );
    }

    #[test]
    fn no_character_of_a_key_in_a_name_is_in_the_line() {
        for part in [KEY, &KEY[..31], &KEY[5..20], &KEY[24..]] {
            check(
                &[(part, "x")],
                "the key or a part of it stands in the name of a header",
                &format!("<other>({}):1", part.len()),
            );
        }
        let name = format!("x-{}", &KEY[..8]);
        check(
            &[(&name, "x")],
            "the key or a part of it stands in the name of a header",
            "<other>(10):1",
        );
        check(&[(&KEY[..7], "x")], "there is no key", "<other>(7):1");
    }
}
