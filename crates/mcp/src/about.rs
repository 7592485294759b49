//! What a call was about, for the access log: which metrics and days, how many rows. Never a value.

use jiff::civil::Date;
use serde_json::{Map, Value};
use vitalog_core::Metric;

/// What a call was about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct About {
    /// The metrics that were named and are known; what is not known is the caller's own text.
    pub(crate) metrics: Vec<&'static str>,
    /// The first day.
    pub(crate) from: Option<Date>,
    /// The last day.
    pub(crate) to: Option<Date>,
    /// The rows of the answer.
    pub(crate) rows: Option<u64>,
}

/// Lists of an answer that hold no rows of it.
const NO_ROWS: [&str; 2] = ["notes", "days_without_data"];

impl About {
    /// What is asked for.
    pub(crate) fn asked(given: &Map<String, Value>) -> Self {
        let named = given.get("metric").into_iter();
        let named = named.chain(given.get("metric_type"));
        let listed = given.get("metrics").and_then(Value::as_array);
        let named = named.chain(listed.into_iter().flatten());
        let known = named.filter_map(|name| Metric::find(name.as_str()?));
        let day = |name: &str| given.get(name)?.as_str()?.parse().ok();
        Self {
            metrics: known.map(Metric::slug).collect(),
            from: day("start_date").or_else(|| day("date")),
            to: day("end_date").or_else(|| day("date")),
            rows: None,
        }
    }

    /// What was answered to it: the days as they were understood.
    pub(crate) fn answered(mut self, document: &Value) -> Self {
        let day = |value: Option<&Value>| value?.as_str()?.parse().ok();
        let range = document.get("range");
        let date = document.get("date");
        let edge = |name: &str| day(range.and_then(|range| range.get(name))).or_else(|| day(date));
        self.from = edge("start").or(self.from);
        self.to = edge("end").or(self.to);
        let lists = document.as_object().into_iter().flatten();
        let rows = lists
            .filter(|(name, _)| !NO_ROWS.contains(&name.as_str()))
            .filter_map(|(_, list)| list.as_array())
            .map(|list| list.len() as u64)
            .reduce(|sum, rows| sum + rows);
        self.rows = rows;
        self
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(given: Value) -> About {
        let Value::Object(given) = given else {
            unreachable!("arguments are an object");
        };
        About::asked(&given)
    }

    #[test]
    fn metrics_are_told_by_slug_and_what_is_none_is_left_out() {
        let about = asked(json!({
            "metrics": ["HKQuantityTypeIdentifierStepCount", "bp", "my weight is 80", 7],
            "start_date": "2026-10-01", "end_date": "2026-10-05",
        }));
        assert_eq!(about.metrics, ["step_count", "bp"]);
        assert_eq!(
            about.from.map(|day| day.to_string()).as_deref(),
            Some("2026-10-01")
        );
        let about = asked(json!({"metric": {"a": 1}, "date": "yesterday"}));
        assert_eq!(about, About::default());
    }

    #[test]
    fn answer_tells_the_days_as_they_were_understood_and_its_rows() {
        let about = asked(json!({"metric": "weight"})).answered(&json!({
            "range": {"start": "2026-09-29", "end": "2026-10-05"},
            "days": [{}, {}], "notes": ["a"], "days_without_data": ["b", "c", "d"],
        }));
        assert_eq!(about.rows, Some(2));
        assert_eq!(
            about.from.map(|day| day.to_string()).as_deref(),
            Some("2026-09-29")
        );
        let about = About::default().answered(&json!({"date": "2026-10-05", "found": true}));
        assert_eq!((about.rows, about.to.is_some()), (None, true));
    }
}
