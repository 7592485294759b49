//! What is kept beside rows, as lines of JSON that are the same in every export.

use std::{borrow::Cow, sync::Arc};

use jiff::{
    Timestamp,
    civil::{Date, date},
};
use serde_json::{Map, Value};

use super::{
    Line,
    clock::time_of_day,
    date::{read_when, utc_day},
    xml::{Node, decode},
};
use crate::{UNDATED, hae::tidy};

/// The longest line that is kept; real ones have a thousandth of it.
const MAX_LINE: usize = 1 << 20;
/// The vendor record of what has no time.
const NO_DAY: &str = "undated";
const DAY_S: i64 = 86_400;
/// Attributes that are dates.
const DATES: &[&str] = &[
    "startDate",
    "endDate",
    "date",
    "receivedDate",
    "dateIssued",
    "expirationDate",
];
/// When the phone wrote it down, which says nothing of the person.
pub(super) const WRITTEN_AT: &[u8] = b"creationDate";

/// A line of a JSON object, written member by member.
#[derive(Debug)]
pub(super) struct JsonLine(String);

impl JsonLine {
    pub(super) fn new() -> Self {
        Self(String::from("{"))
    }

    pub(super) fn text(&mut self, name: &str, value: &str) -> &mut Self {
        self.name(name);
        push_quoted(&mut self.0, value);
        self
    }

    pub(super) fn instant(&mut self, name: &str, at: Timestamp) -> &mut Self {
        self.name(name);
        self.0.push('"');
        self.0.push_str(&at.to_string());
        self.0.push('"');
        self
    }

    pub(super) fn number(&mut self, name: &str, value: f64) -> &mut Self {
        self.json(name, &Value::from(value).to_string())
    }

    /// A member whose value is JSON already.
    pub(super) fn json(&mut self, name: &str, value: &str) -> &mut Self {
        self.name(name);
        self.0.push_str(value);
        self
    }

    pub(super) fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }

    fn name(&mut self, name: &str) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        push_quoted(&mut self.0, name);
        self.0.push(':');
    }
}

/// A text in JSON. Nearly all need no escape.
pub(super) fn push_quoted(line: &mut String, text: &str) {
    let is_plain = |byte: u8| byte >= 0x20 && byte != b'"' && byte != b'\\';
    if text.bytes().all(is_plain) {
        line.push('"');
        line.push_str(text);
        line.push('"');
    } else {
        line.push_str(&Value::from(text).to_string());
    }
}

/// The vendor records by stretch of time: their names are made once for many lines.
#[derive(Debug)]
pub(super) struct Stretches {
    day: (i64, Date, Arc<str>),
    year: (i16, Date, Arc<str>),
    none: Arc<str>,
}

impl Default for Stretches {
    fn default() -> Self {
        let none: Arc<str> = NO_DAY.into();
        Self {
            day: (i64::MIN, UNDATED, Arc::clone(&none)),
            year: (i16::MIN, UNDATED, Arc::clone(&none)),
            none,
        }
    }
}

impl Stretches {
    /// A line of the day of an instant; `None` if it is too long to keep.
    pub(super) fn of_day(
        &mut self,
        kind: &Arc<str>,
        at: Option<Timestamp>,
        text: String,
    ) -> Option<Line> {
        let Some(at) = at else {
            return line(kind, UNDATED, &self.none, text);
        };
        let number = at.as_second().div_euclid(DAY_S);
        if self.day.0 != number {
            let day = utc_day(at);
            self.day = (number, day, day.to_string().into());
        }
        line(kind, self.day.1, &self.day.2, text)
    }

    /// A line of the year of an instant.
    pub(super) fn of_year(&mut self, kind: &Arc<str>, at: Timestamp, text: String) -> Option<Line> {
        let year = utc_day(at).year();
        if self.year.0 != year {
            self.year = (year, date(year, 1, 1), format!("{year}").into());
        }
        line(kind, self.year.1, &self.year.2, text)
    }
}

fn line(kind: &Arc<str>, day: Date, id: &Arc<str>, text: String) -> Option<Line> {
    (text.len() <= MAX_LINE).then(|| Line {
        kind: Arc::clone(kind),
        id: Arc::clone(id),
        day,
        text,
    })
}

/// An element with all it holds: attributes by name, metadata as an object, the rest as a list.
/// What differs from export to export is left out or made the same: addresses of devices, the
/// offset of dates, when the phone wrote it down.
pub(super) fn whole(node: Node<'_>) -> Value {
    let mut members = Map::new();
    for (name, value) in node.attributes() {
        if name == WRITTEN_AT {
            continue;
        }
        let mut name = tidy(&decode(name));
        // A build of iOS 16 wrote the start twice and no end.
        if name == "startDate" && members.contains_key("startDate") {
            "endDate".clone_into(&mut name);
        }
        let value = member(&name, value);
        add(&mut members, name, value);
    }
    members.sort_keys();
    let mut metadata = Map::new();
    let mut held = Vec::new();
    for child in node.children() {
        if let Some((key, value)) = metadata_entry(child) {
            add(&mut metadata, tidy(&decode(key)), decode(value).into());
            continue;
        }
        let mut inner = Map::new();
        inner.insert("element".to_owned(), tidy(&decode(child.name())).into());
        if let Value::Object(rest) = whole(child) {
            inner.extend(rest);
        }
        held.push(Value::Object(inner));
    }
    if !metadata.is_empty() {
        metadata.sort_keys();
        members.insert("metadata".to_owned(), Value::Object(metadata));
    }
    if !held.is_empty() {
        members.insert("holds".to_owned(), Value::Array(held));
    }
    Value::Object(members)
}

fn member(name: &str, raw: &[u8]) -> Value {
    if DATES.contains(&name)
        && let Ok(when) = read_when(raw)
    {
        return when.at.to_string().into();
    }
    if name == "device" {
        return device(raw).into();
    }
    if name == "time"
        && let Some(time) = time_of_day(&decode(raw))
    {
        return time.into();
    }
    decode(raw).into()
}

/// Adds a member; what has one name becomes a list.
fn add(members: &mut Map<String, Value>, name: String, value: Value) {
    match members.get_mut(&name) {
        None => {
            members.insert(name, value);
        }
        Some(Value::Array(values)) => values.push(value),
        Some(first) => *first = Value::Array(vec![first.take(), value]),
    }
}

/// The key and the value of a piece of metadata.
pub(super) fn metadata_entry(node: Node<'_>) -> Option<(&[u8], &[u8])> {
    if node.name() != b"MetadataEntry" {
        return None;
    }
    Some((
        node.attribute("key")?,
        node.attribute("value").unwrap_or_default(),
    ))
}

/// A device without its address in the phone's memory, which is another in every export:
/// `name:Apple Watch, manufacturer:Apple Inc., …`.
pub(super) fn device(raw: &[u8]) -> Cow<'_, str> {
    let rest = without_address(raw);
    match decode(rest) {
        Cow::Borrowed(text) => Cow::Borrowed(text.strip_suffix('>').unwrap_or(text)),
        Cow::Owned(mut text) => {
            if text.ends_with('>') {
                text.pop();
            }
            Cow::Owned(text)
        }
    }
}

/// The part of a device's text that stays the same, undecoded.
pub(super) fn without_address(raw: &[u8]) -> &[u8] {
    const OPENS: [&[u8]; 2] = [b"&lt;&lt;HKDevice: ", b"<<HKDevice: "];
    const CLOSES: [&[u8]; 2] = [b"&gt;, ", b">, "];
    for (opens, closes) in OPENS.iter().zip(CLOSES) {
        if let Some(rest) = raw.strip_prefix(*opens) {
            let end = memchr::memmem::find(rest, closes);
            return end.map_or(rest, |end| &rest[end + closes.len()..]);
        }
    }
    raw
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_is_known_without_its_address() {
        for (raw, expected) in [
            (
                "&lt;&lt;HKDevice: 0x300000001&gt;, name:Apple Watch, hardware:Watch7,1&gt;",
                "name:Apple Watch, hardware:Watch7,1",
            ),
            ("<<HKDevice: 0x3>, name:A &amp; B>", "name:A & B"),
            ("Cuff", "Cuff"),
            ("&lt;&lt;HKDevice: 0x3", "0x3"),
            ("", ""),
        ] {
            assert_eq!(device(raw.as_bytes()), expected, "{raw}");
        }
    }

    #[test]
    fn line_is_json_whatever_is_in_it() {
        let mut line = JsonLine::new();
        line.text("a", "x\"y\\z\n")
            .number("b", 0.5)
            .json("c", "[1]");
        let value: Value = serde_json::from_str(&line.finish()).unwrap();
        assert_eq!(
            value,
            serde_json::json!({"a": "x\"y\\z\n", "b": 0.5, "c": [1]})
        );
    }
}
