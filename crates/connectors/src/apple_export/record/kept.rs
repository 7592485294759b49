//! What of a record no row tells.

use std::sync::Arc;

use jiff::Timestamp;

use super::super::{
    Line,
    lines::{JsonLine, Stretches, metadata_entry, whole},
    xml::{Node, decode},
};

/// What a row is found by.
pub(super) struct Row<'a> {
    pub(super) at: Timestamp,
    pub(super) end: Option<Timestamp>,
    pub(super) source: &'a str,
    /// The value, in the canonical unit, where it tells rows of one second apart.
    pub(super) number: Option<f64>,
}

/// What metadata and other children of a record say beside its row.
pub(super) fn beside(
    node: Node<'_>,
    kind: &Arc<str>,
    row: &Row<'_>,
    stretches: &mut Stretches,
) -> Option<Line> {
    let mut line = JsonLine::new();
    line.instant("at", row.at);
    if let Some(end) = row.end.filter(|end| *end > row.at) {
        line.instant("until", end);
    }
    line.text("source", row.source);
    if let Some(number) = row.number {
        line.number("value", number);
    }
    if let Some((key, value)) = only_entry(node) {
        // Most have a single piece of metadata, and most records of some types do.
        let mut entry = JsonLine::new();
        entry.text(&decode(key), &decode(value));
        line.json("metadata", &entry.finish());
    } else if let serde_json::Value::Object(members) = whole(node) {
        for name in members.keys() {
            let is_told = matches!(
                name.as_str(),
                "type"
                    | "sourceName"
                    | "sourceVersion"
                    | "device"
                    | "unit"
                    | "value"
                    | "startDate"
                    | "endDate"
            );
            if let Some(member) = members.get(name)
                && !is_told
            {
                line.json(name, &member.to_string());
            }
        }
    }
    stretches.of_day(kind, Some(row.at), line.finish())
}

/// The metadata of a node that has this and nothing else.
fn only_entry(node: Node<'_>) -> Option<(&[u8], &[u8])> {
    let mut children = node.children();
    let only = children.next()?;
    let has_others = children.next().is_some() || only.has_children();
    (!has_others).then(|| metadata_entry(only)).flatten()
}

/// The whole of an element of which no row tells anything.
pub(in crate::apple_export) fn unread(
    node: Node<'_>,
    kind: &Arc<str>,
    at: Option<Timestamp>,
    stretches: &mut Stretches,
) -> Option<Line> {
    stretches.of_day(kind, at, whole(node).to_string())
}
