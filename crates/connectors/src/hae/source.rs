//! Who recorded a sample.

use std::borrow::Cow;

use vitalog_core::stored_text::clean_name;

use super::json::{Json, Kind};

/// The word in the source of every sample that a ring of that brand recorded. Its maker is asked
/// directly, so that what comes by way of the phone would count twice.
const OURA: &[u8] = b"oura";

/// The name of the recording app or device; `None` if none is given. An object counts by its name,
/// a number by its text.
pub(super) fn source_name(sent: Option<Json<'_>>) -> Option<Cow<'_, str>> {
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
    let name = clean_name(name);
    (!name.is_empty()).then_some(name)
}

/// Whether a sample of that source came from an Oura ring.
pub(super) fn is_oura(source: &str) -> bool {
    source
        .as_bytes()
        .windows(OURA.len())
        .any(|part| part.eq_ignore_ascii_case(OURA))
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
            assert_eq!(source_name(Some(json)).as_deref(), expected, "{json:?}");
        }
        assert_eq!(source_name(None), None);
    }

    #[test]
    fn ring_is_recognised_in_any_letter_case() {
        for (source, expected) in [
            ("Oura", true),
            ("My OURA Ring", true),
            ("Apple Watch|oura", true),
            ("Our Scale", false),
            ("", false),
        ] {
            assert_eq!(is_oura(source), expected, "{source}");
        }
    }
}
