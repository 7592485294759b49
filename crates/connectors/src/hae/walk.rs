//! Walking through text that is known to be JSON.

use serde::Deserialize;
use serde_json::{Deserializer, value::RawValue};

use super::json::{Json, Kind};

/// A place in a JSON text. What lies behind was taken or stepped over; a value, the end of a list
/// or the end of an object is ahead. Nothing is decoded and nothing is allocated.
#[derive(Clone, Debug)]
pub(super) struct Walk<'a>(&'a str);

impl<'a> Walk<'a> {
    /// Stands before a value.
    pub(super) fn new(json: Json<'a>) -> Self {
        Self(json.raw())
    }

    /// Stands before the first part of a list or object.
    pub(super) fn inside(json: Json<'a>) -> Self {
        let mut walk = Self::new(json);
        walk.enter();
        walk
    }

    /// What sort of value is ahead.
    pub(super) fn kind(&self) -> Kind {
        Kind::of(self.0)
    }

    /// Takes the value ahead, as a whole.
    pub(super) fn value(&mut self) -> Json<'a> {
        let length = match self.kind() {
            Kind::Text => text_length(self.0),
            Kind::List | Kind::Object => nested_length(self.0),
            Kind::Null | Kind::Bool | Kind::Number => scalar_length(self.0),
        };
        Json::known(self.take(length))
    }

    /// Steps into the list or object ahead.
    pub(super) fn enter(&mut self) {
        self.take(1);
    }

    /// Goes on to the next element of the list stepped into; says `false` at its end, which is
    /// behind then. An element that is ahead must be taken before the next call.
    pub(super) fn next_item(&mut self) -> bool {
        self.take_spaces();
        match self.0.as_bytes().first() {
            Some(b',') => {
                self.take(1);
                self.take_spaces();
                true
            }
            Some(b']' | b'}') => {
                self.take(1);
                false
            }
            Some(_) => true,
            None => false,
        }
    }

    /// Goes on to the next member of the object stepped into: tells its key, and its value is
    /// ahead. `None` at the end of the object, which is behind then.
    pub(super) fn next_key(&mut self) -> Option<Json<'a>> {
        if !self.next_item() {
            return None;
        }
        let key = self.value();
        self.take_spaces();
        // The colon.
        self.take(1);
        self.take_spaces();
        Some(key)
    }

    fn take_spaces(&mut self) {
        let spaces = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        if self.0.as_bytes().first().is_some_and(spaces) {
            let count = self.0.bytes().take_while(spaces).count();
            self.take(count);
        }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.0.split_at_checked(length).unwrap_or((self.0, ""));
        self.0 = rest;
        taken
    }
}

/// The length of a text that `ahead` starts with, quotes included.
fn text_length(ahead: &str) -> usize {
    let bytes = ahead.as_bytes();
    let mut at = 1;
    loop {
        match bytes.get(at) {
            Some(b'"') => return at + 1,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
            None => return bytes.len(),
        }
    }
}

/// The length of a list or object. They may be most of a body, so this is left to what is fastest.
fn nested_length(ahead: &str) -> usize {
    let value = <&RawValue>::deserialize(&mut Deserializer::from_str(ahead));
    value.map_or(ahead.len(), |value| value.get().len())
}

fn scalar_length(ahead: &str) -> usize {
    let ends = |byte: u8| matches!(byte, b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t');
    ahead.bytes().position(ends).unwrap_or(ahead.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value};

    use super::*;

    /// What a walk sees, as `serde_json` would have read it.
    fn read(walk: &mut Walk<'_>) -> Value {
        match walk.kind() {
            Kind::List => {
                let mut items = Vec::new();
                walk.enter();
                while walk.next_item() {
                    items.push(read(walk));
                }
                Value::from(items)
            }
            Kind::Object => {
                let mut members = Map::new();
                walk.enter();
                while let Some(key) = walk.next_key() {
                    let key = key.text().unwrap().into_owned();
                    // Stepping over is as good as stepping into.
                    let ahead = walk.value();
                    members.insert(key, read(&mut Walk::new(ahead)));
                }
                Value::Object(members)
            }
            Kind::Text => Value::from(walk.value().text().unwrap()),
            Kind::Null | Kind::Bool | Kind::Number => {
                serde_json::from_str(walk.value().raw()).unwrap()
            }
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "[\\PC\"\\\\/\u{1}]{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::hash_map("[a\"\\\\\\[{]{0,3}", inner, 0..5)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn walk_sees_what_any_json_reader_reads(value in any_json(), pretty: bool) {
            let text = if pretty {
                serde_json::to_string_pretty(&value).unwrap()
            } else {
                value.to_string()
            };
            let text = format!(" {text}\n");
            let json = Json::parse(&text).unwrap();
            let mut walk = Walk::new(json);
            prop_assert_eq!(read(&mut walk), value);
            prop_assert!(!walk.next_item());
        }
    }
}
