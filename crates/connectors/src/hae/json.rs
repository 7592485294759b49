//! One JSON value as it stands in the body, decoded only when it is used.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::walk::Walk;

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

impl Kind {
    /// The sort of the value that a JSON text starts with.
    pub(super) fn of(text: &str) -> Self {
        match text.as_bytes().first() {
            Some(b'"') => Self::Text,
            Some(b'{') => Self::Object,
            Some(b'[') => Self::List,
            Some(b't' | b'f') => Self::Bool,
            Some(b'n') | None => Self::Null,
            Some(_) => Self::Number,
        }
    }
}

impl<'a> Json<'a> {
    /// A text that is JSON as a whole. Every other value is a part of one that was read here, so
    /// that its form need not be looked at again.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let value: &RawValue = serde_json::from_str(text).ok()?;
        Some(Self(value.get()))
    }

    /// A part of a text that was parsed.
    pub(super) fn known(value: &'a str) -> Self {
        Self(value)
    }

    pub(super) fn kind(self) -> Kind {
        Kind::of(self.0)
    }

    /// The value as it stands in the body.
    pub(super) fn raw(self) -> &'a str {
        self.0
    }

    /// Whether there is nothing in it: null, and a list, an object or a text without anything.
    pub(super) fn is_empty(self) -> bool {
        match self.kind() {
            Kind::Null => true,
            Kind::List | Kind::Object => !Walk::inside(self).next_item(),
            Kind::Text => self.0.len() <= 2,
            Kind::Bool | Kind::Number => false,
        }
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

    /// The name that a key is, its escapes replaced.
    pub(super) fn name(self) -> Cow<'a, str> {
        self.text().unwrap_or_default()
    }

    /// The elements of a list, one after the other; none for anything else.
    pub(super) fn items(self) -> impl Iterator<Item = Json<'a>> {
        let mut walk = (self.kind() == Kind::List).then(|| Walk::inside(self));
        std::iter::from_fn(move || {
            let walk = walk.as_mut()?;
            walk.next_item().then(|| walk.value())
        })
    }

    /// The members of an object, one after the other; none for anything else.
    pub(super) fn members(self) -> impl Iterator<Item = (Cow<'a, str>, Json<'a>)> {
        let mut walk = (self.kind() == Kind::Object).then(|| Walk::inside(self));
        std::iter::from_fn(move || {
            let walk = walk.as_mut()?;
            let key = walk.next_key()?;
            Some((key.name(), walk.value()))
        })
    }

    /// The members of these names of an object; of several of a name the last, as everywhere in
    /// JSON.
    pub(super) fn pick<const N: usize>(self, names: [&str; N]) -> [Option<Json<'a>>; N] {
        let mut picked = [None; N];
        for (name, value) in self.members() {
            let places = names.iter().zip(&mut picked);
            for (_, place) in places.filter(|(wanted, _)| **wanted == name) {
                *place = Some(value);
            }
        }
        picked
    }

    /// The member of that name of an object.
    pub(super) fn member(self, name: &str) -> Option<Json<'a>> {
        let [member] = self.pick([name]);
        member
    }
}

/// The members of an object in the order sent.
#[derive(Debug)]
pub(super) struct Members<'a>(pub(super) Vec<(Cow<'a, str>, Json<'a>)>);

impl<'a> Members<'a> {
    /// None, if it is no object.
    pub(super) fn of(object: Json<'a>) -> Self {
        Self(object.members().collect())
    }

    /// The member of that name; of several the last.
    pub(super) fn get(&self, name: &str) -> Option<Json<'a>> {
        let found = self.0.iter().rev().find(|(key, _)| key == name);
        found.map(|(_, value)| *value)
    }
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
        Json::parse(text).unwrap()
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
    fn value_without_anything_in_it_is_empty() {
        for (text, expected) in [
            ("null", true),
            ("[ ]", true),
            ("{\n}", true),
            ("\"\"", true),
            ("[null]", false),
            ("{\"\":null}", false),
            ("\" \"", false),
            ("0", false),
            ("false", false),
        ] {
            assert_eq!(json(text).is_empty(), expected, "{text}");
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
        assert_eq!(object.member("b").map(|list| list.items().count()), Some(2));
        assert_eq!(object.member("c"), None);
        let [b, missing, a] = object.pick(["b", "c", "a"]);
        assert_eq!((b.map(Json::kind), missing), (Some(Kind::List), None));
        assert_eq!(a.and_then(Json::number), Some(2.0));
    }
}
