//! Routes of workouts, as GPX.

use jiff::Timestamp;

use super::{super::SentFile, document};

/// The kind under which routes are kept.
const KIND: &str = "workout-route";

/// A route without what says when it was exported.
pub(super) fn read(text: &str) -> Option<SentFile> {
    if !text.contains("<gpx") {
        return None;
    }
    let body = without_metadata(text);
    // The first point; the phone writes the time of each in UTC.
    let first = body.split_once("<time>").and_then(|(_, rest)| {
        let (time, _) = rest.split_once("</time>")?;
        time.trim().parse::<Timestamp>().ok()
    });
    Some(document(KIND, first, body))
}

fn without_metadata(text: &str) -> String {
    let parts = text.split_once("<metadata>").and_then(|(before, rest)| {
        let (_, after) = rest.split_once("</metadata>")?;
        Some((before, after))
    });
    parts.map_or_else(
        || text.to_owned(),
        |(before, after)| format!("{before}{after}"),
    )
}
