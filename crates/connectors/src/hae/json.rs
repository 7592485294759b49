//! One JSON value as it stands in the body, decoded only when it is used.

use std::borrow::Cow;

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess},
};
use serde_json::value::RawValue;

use super::lenient::{FromMembers, Object};

/// Lists and objects inside one another beyond which a document is an attack, not an export: the
/// deepest element that the app sends has six.
const MAX_NESTING: usize = 128;

/// A value that is known to be JSON, as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Json<'a>(&'a str);

/// What sort of value it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Null,
    Bool,
    Number,
    Text,
    List,
    Object,
}

impl<'de: 'a, 'a> Deserialize<'de> for Json<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        if nesting(raw) > MAX_NESTING {
            return Err(D::Error::custom("nested too deeply"));
        }
        Ok(Self(raw))
    }
}

impl<'a> Json<'a> {
    pub(super) fn kind(self) -> Kind {
        match self.0.as_bytes().first() {
            Some(b'"') => Kind::Text,
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::List,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') | None => Kind::Null,
            Some(_) => Kind::Number,
        }
    }

    /// The value as it stands in the body.
    pub(super) fn raw(self) -> &'a str {
        self.0
    }

    /// The content of a string; `None` for anything else.
    pub(super) fn text(self) -> Option<Cow<'a, str>> {
        let inner = self.0.strip_prefix('"')?.strip_suffix('"')?;
        if inner.contains('\\') {
            Some(Cow::Owned(unescape(inner)))
        } else {
            Some(Cow::Borrowed(inner))
        }
    }

    /// A finite number, also one written as a string (`"512"`).
    pub(super) fn number(self) -> Option<f64> {
        match self.kind() {
            Kind::Number => finite(self.0),
            Kind::Text => decimal(self.text()?.trim()),
            Kind::Null | Kind::Bool | Kind::List | Kind::Object => None,
        }
    }

    /// The elements of a list; empty for anything else.
    pub(super) fn items(self) -> Vec<Json<'a>> {
        serde_json::from_str(self.0).unwrap_or_default()
    }

    /// The members of an object; none for anything else.
    pub(super) fn members(self) -> Members<'a> {
        match serde_json::from_str(self.0) {
            Ok(Object::Is(members)) => members,
            Ok(Object::Null | Object::Other) | Err(_) => Members(Vec::new()),
        }
    }

    /// The member of that name of an object.
    pub(super) fn member(self, name: &str) -> Option<Json<'a>> {
        self.members().get(name)
    }
}

/// The members of an object in the order sent.
#[derive(Debug)]
pub(super) struct Members<'a>(pub(super) Vec<(Cow<'a, str>, Json<'a>)>);

impl<'a> Members<'a> {
    /// The member of that name; of several the last, as everywhere in JSON.
    pub(super) fn get(&self, name: &str) -> Option<Json<'a>> {
        let found = self.0.iter().rev().find(|(key, _)| key == name);
        found.map(|(_, value)| *value)
    }
}

impl<'de: 'a, 'a> FromMembers<'de> for Members<'a> {
    fn from_members<A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        let mut members = Vec::new();
        while let Some((key, value)) = map.next_entry::<Json<'de>, Json<'de>>()? {
            members.push((key.text().unwrap_or_default(), value));
        }
        Ok(Self(members))
    }
}

/// How many lists and objects stand inside one another.
fn nesting(raw: &str) -> usize {
    if !raw.starts_with(['[', '{']) {
        return 0;
    }
    let (mut depth, mut deepest, mut in_text, mut escaped) = (0_usize, 0, false, false);
    for byte in raw.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_text,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// A number as third-party senders write it into a string: plain decimal notation with an optional
/// exponent. What a language's own parser takes beyond that (`inf`, `NaN`) is no measurement.
fn decimal(text: &str) -> Option<f64> {
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    plain.then(|| finite(text)).flatten()
}

/// Replaces the escapes of a string that is known to be well formed. Half of a surrogate pair,
/// which names no character, becomes U+FFFD instead of an error.
fn unescape(inner: &str) -> String {
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let mut chars = after.chars();
        match chars.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('b') => text.push('\u{8}'),
            Some('f') => text.push('\u{c}'),
            Some('u') => {
                let (character, left) = unicode_escape(chars.as_str());
                text.push(character);
                rest = left;
                continue;
            }
            Some(other) => text.push(other),
            None => {}
        }
        rest = chars.as_str();
    }
    text.push_str(rest);
    text
}

/// The character of a `\u` escape, whose four digits start `text`, and what follows it.
fn unicode_escape(text: &str) -> (char, &str) {
    let Some((high, rest)) = hex4(text) else {
        return (char::REPLACEMENT_CHARACTER, "");
    };
    if let Some(character) = char::from_u32(high) {
        return (character, rest);
    }
    let low = rest.strip_prefix("\\u").and_then(hex4);
    match low {
        Some((low @ 0xDC00..=0xDFFF, after)) if high < 0xDC00 => {
            let scalar = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
            (
                char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER),
                after,
            )
        }
        _ => (char::REPLACEMENT_CHARACTER, rest),
    }
}

fn hex4(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(4)?;
    u32::from_str_radix(digits, 16)
        .ok()
        .map(|code| (code, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json<'_> {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn number_is_read_from_a_number_or_a_decimal_string() {
        for (text, expected) in [
            ("512", Some(512.0)),
            ("61.999999999999993", Some(61.999_999_999_999_99)),
            ("-0.5e1", Some(-5.0)),
            ("\"512\"", Some(512.0)),
            ("\" 5.2\\u00a0\"", Some(5.2)),
            ("\"1e2\"", Some(100.0)),
            ("1e999", None),
            ("\"1e999\"", None),
            ("\"1,5\"", None),
            ("\"0x10\"", None),
            ("\"NaN\"", None),
            ("\"inf\"", None),
            ("\"infinity\"", None),
            ("\"\"", None),
            ("\"-\"", None),
            ("\"12 kg\"", None),
            ("null", None),
            ("true", None),
            ("[5]", None),
            ("{\"qty\":5}", None),
        ] {
            assert_eq!(json(text).number(), expected, "{text}");
        }
    }

    #[test]
    fn text_is_read_as_any_json_reader_reads_it() {
        for text in [
            r#""plain""#,
            r#""""#,
            r#""a\"b\\c\/d\b\f\n\r\t""#,
            r#""caf\u00e9 \ud83c\udfc3 end""#,
            r#""Robin\u2019s""#,
        ] {
            let expected: String = serde_json::from_str(text).unwrap();
            assert_eq!(
                json(text).text().as_deref(),
                Some(expected.as_str()),
                "{text}"
            );
        }
    }

    #[test]
    fn half_of_a_surrogate_pair_spoils_one_character() {
        assert_eq!(json(r#""a\ud800b""#).text().as_deref(), Some("a\u{fffd}b"));
        assert_eq!(
            json(r#""\udc00\ud800""#).text().as_deref(),
            Some("\u{fffd}\u{fffd}")
        );
        assert_eq!(
            json(r#""\ud800\u0041""#).text().as_deref(),
            Some("\u{fffd}A")
        );
    }

    #[test]
    fn member_that_comes_twice_counts_as_its_last() {
        let object = json(r#"{"a":1,"\u0061":2,"b":[1,{}]}"#);
        assert_eq!(object.member("a").and_then(Json::number), Some(2.0));
        assert_eq!(object.member("b").map(|list| list.items().len()), Some(2));
        assert_eq!(object.member("c"), None);
    }

    #[test]
    fn nesting_ignores_brackets_in_text() {
        for (text, depth) in [("1", 0), ("[]", 1), (r#"[{"a":"[[[\"["},[[]]]"#, 3)] {
            assert_eq!(nesting(text), depth, "{text}");
        }
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(serde_json::from_str::<Json<'_>>(&deep).is_err());
    }
}
