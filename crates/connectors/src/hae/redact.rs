//! A payload without its content, for the one log line that shows what an export looks like.

use super::{
    json::{Json, Kind},
    redact_text::{NUMBER, date_form, redact_text},
    walk::Walk,
};
use vitalog_core::{Metric, log_text, unit::is_known_unit};

/// Stands in place of a text that is not known to be a part of the form.
const TEXT: &str = "<text>";
/// Stands in place of `true` and `false`.
const BOOLEAN: &str = "<boolean>";
/// Lists and objects inside one another that are shown.
const MAX_DEPTH: usize = 8;
/// Elements shown of a metric's samples and of a series in a workout.
const MAX_SERIES: usize = 2;
/// Workouts shown.
const MAX_WORKOUTS: usize = 3;
/// Elements and members shown of anything else.
const MAX_ELEMENTS: usize = 100;
/// Bytes of the whole; log services refuse lines of several hundred kilobytes.
const MAX_OUTPUT: usize = 100_000;

/// Shows the form of a payload: its lists and members, few elements of each list, and of what
/// stands in them only what says nothing about a person.
///
/// That is decided by a list of what may be shown: the name of a metric that the table has, a unit
/// that some metric accepts, `null`, and how a date is written. Everything else is replaced,
/// whatever it is: a name, a mood, a medicine, a note. What is no JSON gives an empty text.
#[must_use]
pub fn redact(body: &[u8]) -> String {
    let body = std::str::from_utf8(body).unwrap_or_default();
    let body = body.strip_prefix('\u{FEFF}').unwrap_or(body);
    let mut shown = String::new();
    if let Some(json) = Json::parse(body) {
        write_value(&mut shown, &mut Walk::new(json), Place::Top, 0);
    }
    shown
}

/// Where in the payload a value stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Top,
    Data,
    Metrics,
    Workouts,
    /// A metric; its lists are series.
    Metric,
    MetricName,
    /// A workout; its lists are series.
    Workout,
    Series,
    Unit,
    Elsewhere,
}

impl Place {
    fn of_member(self, name: &str) -> Self {
        match (self, name) {
            (Self::Top, "data") => Self::Data,
            (Self::Data, "metrics") => Self::Metrics,
            (Self::Data, "workouts") => Self::Workouts,
            (Self::Metric, "name") => Self::MetricName,
            (_, "units") => Self::Unit,
            (Self::Metric | Self::Workout, _) => Self::Series,
            _ => Self::Elsewhere,
        }
    }

    fn of_element(self) -> Self {
        match self {
            Self::Metrics => Self::Metric,
            Self::Workouts => Self::Workout,
            Self::Top
            | Self::Data
            | Self::Metric
            | Self::MetricName
            | Self::Workout
            | Self::Series
            | Self::Unit
            | Self::Elsewhere => Self::Elsewhere,
        }
    }

    fn shown_elements(self) -> usize {
        match self {
            Self::Workouts => MAX_WORKOUTS,
            Self::Series => MAX_SERIES,
            Self::Top
            | Self::Data
            | Self::Metrics
            | Self::Metric
            | Self::MetricName
            | Self::Workout
            | Self::Unit
            | Self::Elsewhere => MAX_ELEMENTS,
        }
    }

    /// A text in this place as it may be shown.
    fn shown_text(self, text: &str) -> String {
        if self == Self::MetricName && Metric::find(text).is_some() {
            return log_text::fit(text, &[]);
        }
        if self == Self::Unit && is_known_unit(text) {
            return redact_text(text);
        }
        let is_number = !text.is_empty() && redact_text(text.trim()) == NUMBER;
        if is_number {
            return NUMBER.to_owned();
        }
        date_form(text).unwrap_or_else(|| TEXT.to_owned())
    }
}

/// Shows the value ahead.
fn write_value(shown: &mut String, walk: &mut Walk<'_>, place: Place, depth: usize) {
    let kind = walk.kind();
    let too_deep = depth >= MAX_DEPTH && matches!(kind, Kind::List | Kind::Object);
    if too_deep || shown.len() > MAX_OUTPUT {
        walk.value();
        shown.push_str("\"<…>\"");
        return;
    }
    match kind {
        Kind::Null => shown.push_str(walk.value().raw()),
        Kind::Bool => {
            walk.value();
            write_text(shown, BOOLEAN);
        }
        Kind::Number => {
            walk.value();
            write_text(shown, NUMBER);
        }
        Kind::Text => {
            let text = walk.value().text().unwrap_or_default();
            write_text(shown, &place.shown_text(&text));
        }
        Kind::List => write_list(shown, walk, place, depth),
        Kind::Object => write_object(shown, walk, place, depth),
    }
}

fn write_list(shown: &mut String, walk: &mut Walk<'_>, place: Place, depth: usize) {
    let limit = place.shown_elements();
    let mut elements = 0;
    shown.push('[');
    walk.enter();
    while walk.next_item() {
        if elements < limit {
            separate(shown, elements);
            write_value(shown, walk, place.of_element(), depth + 1);
        } else {
            walk.value();
        }
        elements += 1;
    }
    if elements > limit {
        separate(shown, limit);
        write_text(shown, &format!("<{} more>", elements - limit));
    }
    shown.push(']');
}

fn write_object(shown: &mut String, walk: &mut Walk<'_>, place: Place, depth: usize) {
    let mut members = 0;
    shown.push('{');
    walk.enter();
    while let Some(key) = walk.next_key() {
        if members < MAX_ELEMENTS {
            let name = key.text().unwrap_or_default();
            separate(shown, members);
            write_text(shown, &redact_text(&name));
            shown.push(':');
            write_value(shown, walk, place.of_member(&name), depth + 1);
        } else {
            walk.value();
        }
        members += 1;
    }
    if members > MAX_ELEMENTS {
        separate(shown, MAX_ELEMENTS);
        write_text(shown, &format!("<{} more>", members - MAX_ELEMENTS));
        shown.push_str(":null");
    }
    shown.push('}');
}

fn separate(shown: &mut String, position: usize) {
    if position > 0 {
        shown.push(',');
    }
}

fn write_text(shown: &mut String, text: &str) {
    shown.push_str(&serde_json::Value::from(text).to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_hidden_in_values_texts_and_names() {
        assert_eq!(
            redact(br#"{"72 bpm":true,"b":null,"c":5.25,"d":"5.25","e\u0031":"\u202ehi"}"#),
            r#"{"<number> bpm":"<boolean>","b":null,"c":"<number>","d":"<number>","e<number>":"<text>"}"#
        );
    }

    #[test]
    fn only_names_of_metrics_units_and_forms_of_dates_are_left_of_texts() {
        let body = br#"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"name":"step_count",
            "date":"2026-09-14 7:57:00 am +0200","source":"Robin's Watch","units":"migraine"}]},
            {"name":"Migraine","units":"mg / dL"},{"name":["weight"]}],
            "symptoms":[{"name":"weight","units":"kg"}],"workouts":[{"name":"weight"}]}}"#;
        assert_eq!(
            redact(body),
            "{\"data\":{\"metrics\":[{\"name\":\"step_count\",\"units\":\"count\",\"data\":[{\"name\":\"<text>\",\
            \"date\":\"0000-00-00 0:00:00 xx +0000\",\"source\":\"<text>\",\"units\":\"<text>\"}]},\
            {\"name\":\"<text>\",\"units\":\"mg / dL\"},{\"name\":[\"<text>\"]}],\
            \"symptoms\":[{\"name\":\"<text>\",\"units\":\"kg\"}],\"workouts\":[{\"name\":\"<text>\"}]}}"
        );
    }

    #[test]
    fn series_workouts_and_lists_are_cut_with_a_count() {
        let point = r#"{"qty":1}"#;
        let five = [point; 5].join(",");
        let metrics = format!(r#"{{"data":{{"metrics":[{{"data":[{five}]}}]}}}}"#);
        assert_eq!(
            redact(metrics.as_bytes()),
            r#"{"data":{"metrics":[{"data":[{"qty":"<number>"},{"qty":"<number>"},"<3 more>"]}]}}"#
        );
        let workout = format!(r#"{{"heartRateData":[{five}]}}"#);
        let workouts = format!(
            r#"{{"data":{{"workouts":[{}]}}}}"#,
            [workout.as_str(); 5].join(",")
        );
        let shown = redact(workouts.as_bytes());
        assert_eq!(shown.matches("heartRateData").count(), 3);
        assert!(shown.ends_with(r#","<3 more>"]},"<2 more>"]}}"#), "{shown}");
        let others = format!("{{\"x\":[{}]}}", ["true"; 250].join(","));
        let shown = redact(others.as_bytes());
        assert_eq!(shown.matches("<boolean>").count(), 100);
        assert!(shown.ends_with(r#","<150 more>"]}"#), "{shown}");
    }

    #[test]
    fn depth_and_length_have_an_end() {
        let deep = format!("{}7{}", "[".repeat(100), "]".repeat(100));
        assert_eq!(redact(deep.as_bytes()), "[[[[[[[[\"<…>\"]]]]]]]]");
        let wide = format!(
            "[{}]",
            vec![format!("[{}]", ["\"aaaaaaaaaa\""; 100].join(",")); 100].join(",")
        );
        let wider = format!("[{}]", [wide.as_str(); 10].join(","));
        assert!(redact(wider.as_bytes()).len() < 2 * MAX_OUTPUT);
        assert_eq!(redact(b"no json"), "");
    }
}
