//! A document of Oura's, read one member at a time.
//!
//! Most members may be null, words are added to every list of words, and what was a whole number
//! in one description has a fraction in the next. So nothing is demanded that is not needed: a
//! member of another type is as good as none.

use jiff::{
    Timestamp,
    civil::Date,
    tz::{Offset, TimeZone},
};
use serde_json::{Map, Value};
use vitalog_core::{
    SentTime,
    quantity::LARGEST,
    sent_time::{PLAUSIBLE_YEARS, parse_time},
};

use crate::Unreadable;

/// The longest identifier that is taken; the vendor's have 36 letters.
const LONGEST_ID: usize = 128;

/// The members of a document.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// Reads a document.
    pub(super) fn read(body: &str) -> Result<Self, Unreadable> {
        serde_json::from_str(body)
            .map(Self)
            .map_err(|_| Unreadable {
                expected: "a document",
            })
    }

    /// The document without one member.
    pub(super) fn without(&self, name: &str) -> String {
        let mut members = self.0.clone();
        members.shift_remove(name);
        Value::Object(members).to_string()
    }

    /// What lies at a path, its steps parted by dots.
    fn at(&self, path: &str) -> Option<&Value> {
        let mut steps = path.split('.');
        let first = self.0.get(steps.next()?)?;
        steps.try_fold(first, |value, step| value.get(step))
    }

    /// A number that can be a measurement.
    pub(super) fn number(&self, path: &str) -> Option<f64> {
        measured(self.at(path)?)
    }

    /// The numbers of a list; what else is in it is left out.
    pub(super) fn numbers(&self, path: &str) -> impl Iterator<Item = f64> {
        let list = self.at(path).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(measured)
    }

    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.at(path)?.as_str()
    }

    /// A day; of a date and time its date.
    pub(super) fn day(&self, name: &str) -> Option<Date> {
        let day: Date = self.text(name)?.get(..10)?.parse().ok()?;
        plausible(day).then_some(day)
    }

    /// A time, with the offset that the vendor localised it with.
    pub(super) fn time(&self, name: &str) -> Option<SentTime> {
        read_time(self.text(name)?)
    }

    /// When the vendor last changed it. Fractions tell versions apart.
    pub(super) fn updated_at(&self) -> Option<Timestamp> {
        self.text("meta.updated_at")?.parse().ok()
    }

    /// The vendor's identifier.
    pub(super) fn id(&self) -> Option<&str> {
        let fits =
            |id: &&str| !id.is_empty() && id.len() <= LONGEST_ID && !id.contains(char::is_control);
        self.text("id").filter(fits)
    }
}

/// Reads a time. One without an offset is of UTC.
pub(super) fn read_time(text: &str) -> Option<SentTime> {
    let (time, _) = parse_time(text, &TimeZone::UTC).ok()?;
    plausible(Offset::UTC.to_datetime(time.at).date()).then_some(time)
}

fn plausible(day: Date) -> bool {
    PLAUSIBLE_YEARS.contains(&day.year().into())
}

fn measured(value: &Value) -> Option<f64> {
    // Adding zero takes the sign off a zero.
    let number = value.as_f64()? + 0.0;
    (number.abs() <= LARGEST).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(body: &str) -> Fields {
        Fields::read(body).unwrap()
    }

    #[test]
    fn member_of_another_type_is_as_good_as_none() {
        let sent = fields(
            r#"{"a": "5", "b": null, "c": {"d": 7.5}, "e": [1, null, "x", -0.0, 1e300],
                "f": 1e12, "g": [3]}"#,
        );
        assert_eq!(sent.number("a"), None);
        assert_eq!(sent.number("b"), None);
        assert_eq!(sent.number("c"), None);
        assert_eq!(sent.number("c.d"), Some(7.5));
        assert_eq!(sent.number("c.d.e"), None);
        assert_eq!(sent.number("b.d"), None);
        assert_eq!(sent.number("f"), None);
        assert_eq!(sent.numbers("e").collect::<Vec<_>>(), [1.0, 0.0]);
        assert_eq!(sent.numbers("c").count(), 0);
        assert_eq!(sent.text("a"), Some("5"));
        assert_eq!(sent.text("f"), None);
    }

    #[test]
    fn day_is_a_date_with_or_without_a_time_after_it() {
        let check = |sent: &str, expected: Option<&str>| {
            let read = fields(&format!(r#"{{"day": "{sent}"}}"#)).day("day");
            assert_eq!(
                read.map(|day| day.to_string()).as_deref(),
                expected,
                "{sent}"
            );
        };
        check("2026-05-06", Some("2026-05-06"));
        check("2026-05-06T04:00:00.000+02:00", Some("2026-05-06"));
        check("2026-02-30", None);
        check("0001-01-01", None);
        check("2026-5-6", None);
        check("aaaaaaaaaé", None);
        check("", None);
    }

    #[test]
    fn identifier_is_a_short_text_without_what_cannot_be_seen() {
        let check = |sent: &str, expected: Option<&str>| {
            assert_eq!(
                fields(&format!(r#"{{"id": {sent}}}"#)).id(),
                expected,
                "{sent}"
            );
        };
        check(r#""a-1""#, Some("a-1"));
        check("7", None);
        check(r#""""#, None);
        check(r#""a\n""#, None);
        check(&format!("{:?}", "x".repeat(129)), None);
    }

    #[test]
    fn what_is_no_object_is_no_document() {
        for body in ["", "7", "[]", "null", "{"] {
            assert!(Fields::read(body).is_err(), "{body}");
        }
    }
}
