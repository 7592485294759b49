//! A record of WHOOP's, read one member at a time.
//!
//! A scored record may have a null where a number is promised, members appear and disappear from
//! one month to the next, and numbers change between whole and broken. So nothing is demanded that
//! is not needed: a member of another type is as good as none.

use jiff::{
    SignedDuration, Timestamp, Unit,
    civil::{Date, DateTime},
    tz::Offset,
};
use serde_json::{Map, Value};
use vitalog_core::{quantity::LARGEST, sent_time::PLAUSIBLE_YEARS};

use crate::Unreadable;

/// The longest identifier that is taken; the vendor's have 36 letters.
const LONGEST_ID: usize = 128;

/// The members of a record.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// Reads a record.
    pub(super) fn read(body: &str) -> Result<Self, Unreadable> {
        serde_json::from_str(body)
            .map(Self)
            .map_err(|_| Unreadable {
                expected: "a record",
            })
    }

    /// What lies at a path, its steps parted by dots.
    fn at(&self, path: &str) -> Option<&Value> {
        let mut steps = path.split('.');
        let first = self.0.get(steps.next()?)?;
        steps.try_fold(first, |value, step| value.get(step))
    }

    /// A number that can be a measurement; of yes and no 1 and 0.
    pub(super) fn number(&self, path: &str) -> Option<f64> {
        let value = self.at(path)?;
        let yes = value.as_bool().map(|yes| f64::from(u8::from(yes)));
        let number = yes.or_else(|| value.as_f64())?;
        (number.abs() <= LARGEST).then_some(number + 0.0)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// An identifier: a text, or a whole number.
    pub(super) fn id(&self, name: &str) -> Option<String> {
        let value = self.0.get(name)?;
        let number = || Some(value.as_i64()?.to_string());
        let id = value.as_str().map(str::to_owned).or_else(number)?;
        (!id.is_empty() && id.len() <= LONGEST_ID).then_some(id)
    }

    /// An instant.
    pub(super) fn instant(&self, name: &str) -> Option<Timestamp> {
        let at: Timestamp = self.text(name)?.trim().parse().ok()?;
        let year = i32::from(Offset::UTC.to_datetime(at).year());
        PLAUSIBLE_YEARS.contains(&year).then_some(at)
    }

    /// An instant, with the clock of where the person was.
    pub(super) fn time(&self, name: &str) -> Option<Local> {
        let offset = read_offset(self.text("timezone_offset")?)?;
        Some(Local::new(self.instant(name)?, offset))
    }

    /// Whether it is scored; what else a score says does not count.
    pub(super) fn is_scored(&self) -> bool {
        self.text("score_state") == Some("SCORED")
    }

    /// Whether it is a nap.
    pub(super) fn is_nap(&self) -> bool {
        self.0.get("nap") == Some(&Value::Bool(true))
    }
}

/// An instant as the clock of a place shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Local {
    /// In whole seconds.
    pub(super) at: Timestamp,
    /// What the clock shows.
    wall: DateTime,
    offset: Offset,
}

impl Local {
    fn new(at: Timestamp, offset: Offset) -> Self {
        // Down to the second, as every row is; no instant is so near the edge that it cannot be.
        let at = Timestamp::from_second(at.as_second()).unwrap_or(at);
        let wall = offset.to_datetime(at);
        Self { at, wall, offset }
    }

    /// The local day.
    pub(super) fn day(&self) -> Date {
        self.wall.date()
    }

    /// The day on which half a day after it lies.
    pub(super) fn day_of_half_a_day_later(&self) -> Date {
        self.wall
            .saturating_add(SignedDuration::from_hours(12))
            .date()
    }

    /// Minutes from the midnight at which `day` begins.
    pub(super) fn minutes_since(&self, day: Date) -> Option<f64> {
        let midnight = day.to_datetime(jiff::civil::Time::midnight());
        let since = self.wall.since((Unit::Second, midnight)).ok()?;
        since.total(Unit::Second).ok().map(|seconds| seconds / 60.0)
    }

    /// In the form that is kept beside every row.
    pub(super) fn text(&self) -> String {
        let minutes = self.offset.seconds() / 60;
        let sign = if minutes < 0 { '-' } else { '+' };
        let (hours, minutes) = (minutes.abs() / 60, minutes.abs() % 60);
        let wall = self.wall.strftime("%FT%T");
        format!("{wall}{sign}{hours:02}:{minutes:02}")
    }
}

/// `-05:00`, `+05:30`, `+0530`, `Z`.
fn read_offset(text: &str) -> Option<Offset> {
    let text = text.trim();
    if matches!(text, "Z" | "z") {
        return Some(Offset::UTC);
    }
    let (sign, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-" | "\u{2212}", rest) => (-1, rest),
        _ => return None,
    };
    let digits: String = rest.chars().filter(|c| *c != ':').collect();
    if digits.len() != 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: i32 = digits.parse().ok()?;
    let (hours, minutes) = (number / 100, number % 100);
    if hours > 18 || minutes > 59 {
        return None;
    }
    Offset::from_seconds(sign * (hours * 3600 + minutes * 60)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_of_a_record_makes_its_day() {
        for (offset, expected) in [
            ("Z", Some("2026-09-13T23:30:00+00:00")),
            ("+02:00", Some("2026-09-14T01:30:00+02:00")),
            ("+0530", Some("2026-09-14T05:00:00+05:30")),
            ("-05:00", Some("2026-09-13T18:30:00-05:00")),
            ("-03:30", Some("2026-09-13T20:00:00-03:30")),
            ("+14:00", Some("2026-09-14T13:30:00+14:00")),
            ("+19:00", None),
            ("+02:60", None),
            ("02:00", None),
            ("Europe/Berlin", None),
            ("+2", None),
            ("", None),
        ] {
            let record =
                format!(r#"{{"end": "2026-09-13T23:30:00.999Z", "timezone_offset": "{offset}"}}"#);
            let time = Fields::read(&record).unwrap().time("end");
            let text = time.as_ref().map(Local::text);
            assert_eq!(text.as_deref(), expected, "{offset}");
            let day = time.map(|time| time.day().to_string());
            assert_eq!(day.as_deref(), expected.map(|text| &text[..10]), "{offset}");
        }
    }

    #[test]
    fn what_is_of_another_type_is_as_good_as_none() {
        let record = r#"{"id": 7.5, "uuid": "", "score": {"a": null, "b": "7", "c": 1e300,
            "d": -0.0, "e": true}, "at": "0001-01-01T00:00:00Z"}"#;
        let fields = Fields::read(record).unwrap();
        assert_eq!(fields.id("id"), None);
        assert_eq!(fields.id("uuid"), None);
        for path in ["score.a", "score.b", "score.c", "score", "score.x.y"] {
            assert_eq!(fields.number(path), None, "{path}");
        }
        assert_eq!(
            fields.number("score.d").map(f64::is_sign_negative),
            Some(false)
        );
        assert_eq!(fields.number("score.e"), Some(1.0));
        assert_eq!(fields.instant("at"), None);
        assert!(Fields::read("[]").is_err());
    }
}
