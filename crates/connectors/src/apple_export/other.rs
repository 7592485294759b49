//! Elements that are neither records nor workouts.

use std::{borrow::Cow, sync::Arc};

use jiff::{Timestamp, civil::Date};
use serde_json::Value;

use super::{
    Found, Item, Line, SentFile, Skip,
    date::read_when,
    item::element,
    lines::{JsonLine, Stretches, metadata_entry, push_quoted, whole},
    record::source_name,
    xml::{Node, decode},
};

/// The kind under which a day's rings are kept.
pub(super) const RINGS: &str = "ActivitySummary";

/// A day's rings, as Apple shows them: kept whole by day, so that those of a day that was not over
/// are replaced.
pub(super) fn rings(node: Node<'_>) -> Item {
    let day = node
        .attribute("dateComponents")
        .and_then(|raw| decode(raw).trim().parse::<Date>().ok())
        .filter(|day| vitalog_core::sent_time::PLAUSIBLE_YEARS.contains(&i32::from(day.year())));
    let found = day.map_or(Found::Skipped(Skip::InvalidSample), |day| {
        Found::Document(SentFile {
            kind: RINGS,
            id: day.to_string(),
            day,
            body: whole(node).to_string(),
        })
    });
    item(element::ACTIVITY_SUMMARY, found, Vec::new())
}

/// The food of a correlation, or whatever else one says beside its records.
pub(super) fn correlation_line(
    node: Node<'_>,
    kind: &Arc<str>,
    stretches: &mut Stretches,
) -> Option<Line> {
    let at = instant(node, &["startDate", "endDate"]);
    let mut metadata = serde_json::Map::new();
    let mut types = Vec::new();
    for child in node.children() {
        if let Some((key, value)) = metadata_entry(child) {
            metadata.insert(decode(key).into_owned(), decode(value).into());
        } else if let Some(type_name) = child.attribute("type") {
            types.push(decode(type_name));
        }
    }
    if metadata.is_empty() {
        return None;
    }
    metadata.sort_keys();
    types.sort();
    let mut line = JsonLine::new();
    if let Some(at) = at {
        line.instant("at", at);
    }
    line.text(
        "source",
        &source_name(node.attribute("sourceName").unwrap_or_default()),
    );
    line.json("metadata", &Value::Object(metadata).to_string());
    let mut list = String::from("[");
    for (place, type_name) in types.iter().enumerate() {
        if place > 0 {
            list.push(',');
        }
        push_quoted(&mut list, type_name);
    }
    list.push(']');
    line.json("types", &list);
    stretches.of_day(kind, at, line.finish())
}

/// The first of some attributes that is a date.
pub(super) fn instant(node: Node<'_>, names: &[&str]) -> Option<Timestamp> {
    names
        .iter()
        .find_map(|name| Some(read_when(node.attribute(name)?).ok()?.at))
}

pub(super) fn item(element: &'static str, found: Found, lines: Vec<Line>) -> Item {
    Item {
        element: Cow::Borrowed(element),
        found,
        lines,
    }
}
