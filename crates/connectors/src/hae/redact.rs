//! A payload without its values, for the one log line that shows what an export looks like.

use super::{
    json::{Json, Kind},
    redact_text::{NUMBER, redact_text},
    walk::Walk,
};

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

/// Shows the structure of a payload: names, texts and dates, with `<number>` for each number, in
/// texts and names too, and few elements of each list, each text as [`redact_text`] leaves it.
/// What is no JSON gives an empty text.
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
    /// A metric or a workout: its lists are series.
    Entry,
    Series,
    Elsewhere,
}

impl Place {
    fn of_member(self, name: &str) -> Self {
        match (self, name) {
            (Self::Top, "data") => Self::Data,
            (Self::Data, "metrics") => Self::Metrics,
            (Self::Data, "workouts") => Self::Workouts,
            (Self::Entry, _) => Self::Series,
            _ => Self::Elsewhere,
        }
    }

    fn of_element(self) -> Self {
        if matches!(self, Self::Metrics | Self::Workouts) {
            Self::Entry
        } else {
            Self::Elsewhere
        }
    }

    fn shown_elements(self) -> usize {
        match self {
            Self::Workouts => MAX_WORKOUTS,
            Self::Series => MAX_SERIES,
            Self::Top | Self::Data | Self::Metrics | Self::Entry | Self::Elsewhere => MAX_ELEMENTS,
        }
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
        Kind::Null | Kind::Bool => shown.push_str(walk.value().raw()),
        Kind::Number => {
            walk.value();
            write_text(shown, NUMBER);
        }
        Kind::Text => {
            let text = walk.value().text().unwrap_or_default();
            write_text(shown, &redact_text(&text));
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
            r#"{"<number> bpm":true,"b":null,"c":"<number>","d":"<number>","e<number>":"hi"}"#
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
        assert_eq!(shown.matches("true").count(), 100);
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
