//! Who recorded a sample.

use std::borrow::Cow;

use vitalog_core::{
    reading::UNKNOWN_SOURCE,
    stored_text::{short_name, visible_name},
};

use super::json::{Json, Kind};

/// The word in the source of every sample that a ring of that brand recorded. Its maker is asked
/// directly, so that what comes by way of the phone would count twice.
const OURA: &[u8] = b"oura";

/// Who recorded something, as sent: the whole of a name that may be of any length.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct SentSource<'a>(Cow<'a, str>);

impl<'a> SentSource<'a> {
    /// Nobody that is named.
    pub(super) const UNKNOWN: Self = Self(Cow::Borrowed(UNKNOWN_SOURCE));

    /// Whether it was an Oura ring, or one of several that were.
    pub(super) fn is_oura(&self) -> bool {
        self.0
            .as_bytes()
            .windows(OURA.len())
            .any(|part| part.eq_ignore_ascii_case(OURA))
    }

    /// The name as it is stored.
    pub(super) fn into_name(self) -> Cow<'a, str> {
        short_name(self.0)
    }
}

/// The recording app or device; `None` if none is given. An object counts by its name, a number by
/// its text.
pub(super) fn source(sent: Option<Json<'_>>) -> Option<SentSource<'_>> {
    let sent = sent?;
    let name = match sent.kind() {
        Kind::Text => sent.text()?,
        Kind::Number => Cow::Borrowed(sent.raw()),
        Kind::Object => {
            let name = sent.member("name")?;
            name.text()
                .or_else(|| (name.kind() == Kind::Number).then(|| name.raw().into()))?
        }
        Kind::Null | Kind::Bool | Kind::List => return None,
    };
    let name = visible_name(name);
    (!name.is_empty()).then_some(SentSource(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_is_a_trimmed_name_whatever_its_type() {
        for (json, expected) in [
            ("\"OMRON connect\"", Some("OMRON connect")),
            ("\"  Scale\\u00a0\"", Some("Scale")),
            (
                "\"Robin\u{2019}s Apple\u{a0}Watch\"",
                Some("Robin\u{2019}s Apple\u{a0}Watch"),
            ),
            ("\"a\\u0000b\"", Some("ab")),
            ("\"\\u202eWatch\\u2028\\u2066 2\"", Some("Watch 2")),
            ("\"\\u200f\"", None),
            ("\"\"", None),
            ("\" \"", None),
            ("42", Some("42")),
            ("{\"name\":\"Watch\",\"identifier\":\"x\"}", Some("Watch")),
            ("{\"name\":7}", Some("7")),
            ("{\"identifier\":\"x\"}", None),
            ("{\"name\":{}}", None),
            ("null", None),
            ("true", None),
            ("[\"Watch\"]", None),
        ] {
            let json = Json::parse(json).unwrap();
            let name = source(Some(json)).map(SentSource::into_name);
            assert_eq!(name.as_deref(), expected, "{json:?}");
        }
        assert_eq!(source(None), None);
    }

    #[test]
    fn ring_is_recognised_in_any_letter_case() {
        let behind = "Apple Watch|".repeat(100_000) + "Oura";
        for (source, expected) in [
            (behind.as_str(), true),
            ("Oura", true),
            ("My OURA Ring", true),
            ("Apple Watch|oura", true),
            ("Our Scale", false),
            ("", false),
        ] {
            let source = SentSource(source.into());
            assert_eq!(source.is_oura(), expected, "{source:?}");
        }
    }

    #[test]
    fn name_is_stored_at_most_256_characters_long() {
        let long = format!("\"{}\"", "Watch ".repeat(200_000));
        let number = "9".repeat(1_000_000);
        for json in [long, number.clone(), format!("{{\"name\":{number}}}")] {
            let name = source(Json::parse(&json)).map(SentSource::into_name);
            assert_eq!(name.map(|name| name.chars().count()), Some(256));
        }
    }
}
