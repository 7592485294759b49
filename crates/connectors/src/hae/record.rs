//! What is kept word for word: elements of data types beside metrics and workouts, and what no
//! version of this program reads yet.

use std::{borrow::Cow, collections::BTreeSet};

use jiff::{Timestamp, tz::TimeZone};
use serde_json::Value;
use sha2::{Digest, Sha256};
use vitalog_core::stored_text::clean_name;

use super::{
    data_type::DataType,
    date::read_date,
    json::{Json, Kind},
    names::tidy,
};

/// The longest unread element that is kept, and the longest that is taken apart to be named, in bytes.
const MAX_UNREAD: usize = 1 << 20;
/// Unread elements of one push that are kept.
const MAX_UNREAD_ELEMENTS: usize = 2_000;
/// Different kinds of them in one push.
const MAX_UNREAD_KINDS: usize = 20;
/// The longest identifier that is taken from an element, in bytes.
const MAX_ID: usize = 80;

/// One element as it was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentRecord<'a> {
    /// What sort of element: the key of its list, or `unknown:` and the key, or `metric:` and the
    /// name of a metric.
    pub kind: Cow<'a, str>,
    /// Its name within the kind, the same whenever it is sent again.
    pub id: String,
    /// The instant it is about.
    pub at: Option<Timestamp>,
    /// The element, as JSON.
    pub body: Cow<'a, str>,
}

/// The instant of a date, where there is one that can be read.
pub(super) fn instant(date: Option<Json<'_>>, zone: &TimeZone) -> Option<Timestamp> {
    read_date(date?, zone).ok().map(|date| date.at)
}

/// The name that a source gave an element.
pub(super) fn given_id(sent: Option<Json<'_>>) -> Option<String> {
    let id = clean_name(sent?.text()?);
    (!id.is_empty() && id.len() <= MAX_ID).then(|| id.into_owned())
}

/// The name of an element without one: its instant, and a hash over what tells it from others.
pub(super) fn made_id(at: Option<Timestamp>, content: &str) -> String {
    let hash = Sha256::digest(content.as_bytes());
    let hash = hash
        .iter()
        .take(6)
        .fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
    let at = at.map(|at| at.to_string()).unwrap_or_default();
    format!("{at}#{hash:012x}")
}

/// An element as text that is the same in whatever order its members come, which phones shuffle. One
/// that is longer than any of its kind is left as it is: taken apart it takes many times its length.
pub(super) fn content(element: Json<'_>) -> Cow<'_, str> {
    if element.raw().len() > MAX_UNREAD {
        return Cow::Borrowed(element.raw());
    }
    let Ok(mut value) = serde_json::from_str::<Value>(element.raw()) else {
        return Cow::Borrowed(element.raw());
    };
    value.sort_all_objects();
    Cow::Owned(value.to_string())
}

/// Elements that are not read, as many as a push may leave behind; nothing of those that hold
/// nothing.
#[derive(Debug, Default)]
pub(super) struct Unread<'a> {
    pub(super) records: Vec<SentRecord<'a>>,
    kinds: BTreeSet<String>,
}

impl<'a> Unread<'a> {
    /// Keeps the elements of a data type.
    pub(super) fn add_data(&mut self, key: &str, value: Json<'a>, zone: &TimeZone) {
        let elements = value.items().take(MAX_UNREAD_ELEMENTS);
        let whole = (value.kind() != Kind::List).then_some(value);
        for element in whole.into_iter().chain(elements) {
            self.add_element(key, element, zone);
        }
    }

    /// Keeps one element of a list, that of a data type or another.
    pub(super) fn add_element(&mut self, key: &str, element: Json<'a>, zone: &TimeZone) {
        let kind = format!("unknown:{}", tidy(key));
        let [start, date] = element.pick(["start", "date"]);
        let at = instant(start.or(date), zone);
        self.add(&kind, at, element, |element| element.raw().into());
    }

    /// Keeps an element of a data type that is read, whose time cannot be.
    pub(super) fn add_record(&mut self, kind: DataType, element: Json<'a>) {
        self.add(kind.key(), None, element, |element| element.raw().into());
    }

    /// Keeps a point that is not read.
    pub(super) fn add_point(&mut self, metric: &str, unit: &str, point: Json<'a>, zone: &TimeZone) {
        let kind = format!("metric:{}", tidy(metric));
        let [start, date] = point.pick(["start", "date"]);
        let at = instant(start.or(date), zone);
        self.add(&kind, at, point, |point| {
            let unit = Value::from(tidy(unit));
            format!("{{\"units\":{unit},\"point\":{}}}", point.raw()).into()
        });
    }

    fn add(
        &mut self,
        kind: &str,
        at: Option<Timestamp>,
        element: Json<'a>,
        body: impl FnOnce(Json<'a>) -> Cow<'a, str>,
    ) {
        let is_full = self.records.len() >= MAX_UNREAD_ELEMENTS;
        if is_full || element.raw().len() > MAX_UNREAD || element.is_empty() {
            return;
        }
        if !self.kinds.contains(kind) {
            if self.kinds.len() >= MAX_UNREAD_KINDS {
                return;
            }
            self.kinds.insert(kind.to_owned());
        }
        let body = body(element);
        let content = content(Json::known(&body)).into_owned();
        self.records.push(SentRecord {
            kind: Cow::Owned(kind.to_owned()),
            id: made_id(at, &content),
            at,
            body,
        });
    }
}
