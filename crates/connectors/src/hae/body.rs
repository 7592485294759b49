//! The envelope of a push.

use std::borrow::Cow;

use jiff::tz::TimeZone;
use serde::de::MapAccess;

use super::{
    json::{Json, Kind, Members},
    lenient::{FromMembers, List, Object},
    metric::MetricEntry,
    push::Push,
};

/// Why a body is no push at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// Not JSON in UTF-8, or nested deeper than any export.
    #[error("the body is not JSON")]
    NotJson,
    /// JSON, but not the envelope of an export.
    #[error("{0}")]
    WrongShape(&'static str),
}

/// Reads a push. Wall clocks without an offset are read in `zone`, the account's.
///
/// # Errors
///
/// If the body as a whole is no export. One malformed point, metric or workout is counted in the
/// [`Push`] and never spoils the rest.
pub fn parse<'a>(body: &'a [u8], zone: &TimeZone) -> Result<Push<'a>, Refused> {
    let body = std::str::from_utf8(body).map_err(|_| Refused::NotJson)?;
    let body = body.strip_prefix('\u{FEFF}').unwrap_or(body);
    let Object::Is(envelope) =
        serde_json::from_str::<Object<Envelope<'_>>>(body).map_err(|_| Refused::NotJson)?
    else {
        return Err(Refused::WrongShape(
            "the body is not an object with a member \"data\"",
        ));
    };
    let Some(Object::Is(data)) = envelope.data else {
        return Err(Refused::WrongShape("\"data\" is missing or not an object"));
    };
    if matches!(data.metrics, List::Other) {
        return Err(Refused::WrongShape("\"data.metrics\" is not a list"));
    }
    Ok(Push::read(data, envelope.others, zone))
}

struct Envelope<'a> {
    data: Option<Object<Data<'a>>>,
    others: Vec<Unread<'a>>,
}

/// What stands under `data`.
#[derive(Debug)]
pub(super) struct Data<'a> {
    pub(super) metrics: List<Object<MetricEntry<'a>>>,
    pub(super) workouts: List<Object<Members<'a>>>,
    pub(super) others: Vec<Unread<'a>>,
}

/// A member that this version does not read.
#[derive(Debug)]
pub(super) struct Unread<'a> {
    pub(super) name: Cow<'a, str>,
    /// Elements of a list, otherwise 1; 0 for null.
    pub(super) elements: usize,
}

impl<'a> Unread<'a> {
    fn new(key: Json<'a>, value: Json<'a>) -> Self {
        let elements = match value.kind() {
            Kind::Null => 0,
            Kind::List => value.items().len(),
            Kind::Bool | Kind::Number | Kind::Text | Kind::Object => 1,
        };
        Self {
            name: key.text().unwrap_or_default(),
            elements,
        }
    }
}

impl<'de: 'a, 'a> FromMembers<'de> for Envelope<'a> {
    fn from_members<A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        let (mut data, mut others) = (None, Vec::new());
        while let Some(key) = map.next_key::<Json<'de>>()? {
            match key.raw() {
                "\"data\"" => data = Some(map.next_value()?),
                _ => others.push(Unread::new(key, map.next_value()?)),
            }
        }
        Ok(Self { data, others })
    }
}

impl<'de: 'a, 'a> FromMembers<'de> for Data<'a> {
    fn from_members<A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        let (mut metrics, mut workouts, mut others) = (List::Null, List::Null, Vec::new());
        while let Some(key) = map.next_key::<Json<'de>>()? {
            match key.raw() {
                "\"metrics\"" => metrics = map.next_value()?,
                "\"workouts\"" => workouts = map.next_value()?,
                _ => others.push(Unread::new(key, map.next_value()?)),
            }
        }
        Ok(Self {
            metrics,
            workouts,
            others,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &[u8]) -> Result<Push<'_>, Refused> {
        parse(body, &TimeZone::UTC)
    }

    #[test]
    fn body_that_is_no_json_is_refused() {
        let depth_bombs = [
            "[".repeat(100_000),
            "{\"data\":{\"metrics\":".to_owned() + &"[".repeat(100_000),
            format!(
                "{{\"data\":{{\"x\":{}{}}}}}",
                "[".repeat(100_000),
                "]".repeat(100_000)
            ),
            format!(
                "{{\"data\":{{\"metrics\":[{}{}]}}}}",
                "[".repeat(1000),
                "]".repeat(1000)
            ),
            "{\"data\":".repeat(100_000),
        ];
        for body in [
            "",
            " ",
            "{",
            "{\"data\":{}",
            "{'data':{}}",
            "{\"data\":{}} x",
            "data",
            "\0",
        ]
        .into_iter()
        .chain(depth_bombs.iter().map(String::as_str))
        {
            let refused = read(body.as_bytes()).unwrap_err();
            assert_eq!(
                refused,
                Refused::NotJson,
                "{}",
                body.get(..60).unwrap_or(body)
            );
        }
        assert_eq!(read(b"{\"data\":{\"a\":\"\xff\"}}"), Err(Refused::NotJson));
    }

    #[test]
    fn body_without_the_envelope_is_refused() {
        for body in [
            "null",
            "5",
            "\"data\"",
            "[]",
            "[{\"data\":{}}]",
            "{}",
            "{\"data\":null}",
            "{\"data\":[]}",
            "{\"data\":\"x\"}",
            "{\"Data\":{}}",
            "{\"data\":{\"metrics\":{}}}",
            "{\"data\":{\"metrics\":\"x\"}}",
            "{\"data\":{\"metrics\":5}}",
            "{\"data\":{\"metrics\":true}}",
        ] {
            let refused = read(body.as_bytes()).unwrap_err();
            assert!(matches!(refused, Refused::WrongShape(_)), "{body}");
        }
    }

    #[test]
    fn empty_and_null_lists_are_a_push() {
        for (body, has_metrics) in [
            ("{\"data\":{}}", false),
            ("\u{feff}{\"data\":{}}", false),
            ("{\"data\":{\"metrics\":null,\"workouts\":null}}", false),
            ("{\"data\":{\"metrics\":[]}}", true),
            ("{\"data\":5,\"data\":{\"metrics\":7,\"metrics\":[]}}", true),
        ] {
            let push = read(body.as_bytes()).unwrap();
            assert_eq!(push.has_metrics, has_metrics, "{body}");
            assert!(push.samples.is_empty() && push.ignored_data.is_empty());
        }
    }

    #[test]
    fn what_is_not_read_is_counted_by_name() {
        let body = br#"{"data":{"symptoms":[{},{}],"ecg":null,"odd":{"a":[1]},"none":[],
            "workouts":"x","sym\u0070toms":[1]},"version":2}"#;
        let push = read(body).unwrap();
        let counted: Vec<_> = push
            .ignored_data
            .iter()
            .map(|(k, n)| (k.as_str(), *n))
            .collect();
        assert_eq!(
            counted,
            [("odd", 1), ("symptoms", 3), ("version", 1), ("workouts", 1)]
        );
    }
}
