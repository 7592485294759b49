//! Content negotiation: what the client sends, and what it takes.
//!
//! The SDK wants both media types named literally (gap G5); simple clients name one, none, or a
//! wildcard.

use http::{HeaderMap, HeaderValue, header};

/// The form of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// One JSON document.
    Json,
    /// The same document as one server-sent event.
    Events,
}

/// The form to answer in; JSON wherever it is taken or nothing is named, `None` if neither form is
/// taken.
pub(crate) fn form(headers: &HeaderMap) -> Option<Form> {
    let mut values = headers.get_all(header::ACCEPT).iter();
    // An empty header names nothing, as a missing one does.
    if values.all(|value| value.as_bytes().trim_ascii().is_empty()) {
        return Some(Form::Json);
    }
    let ranges: Vec<Range> = headers
        .get_all(header::ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(Range::read)
        .collect();
    let takes = |kind: &str, subtype: &str| {
        ranges
            .iter()
            .filter(|range| range.covers(kind, subtype))
            .max_by_key(|range| range.specificity())
            .is_some_and(|range| range.wanted)
    };
    if takes("application", "json") {
        Some(Form::Json)
    } else if takes("text", "event-stream") {
        Some(Form::Events)
    } else {
        None
    }
}

/// Whether the body is said to be packed in any way.
pub(crate) fn is_packed(headers: &HeaderMap) -> bool {
    headers
        .get_all(header::CONTENT_ENCODING)
        .iter()
        .any(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity"))
}

/// Whether the body is said to be JSON, and nothing else beside.
pub(crate) fn sends_json(headers: &HeaderMap) -> bool {
    let is_json = |kind: &HeaderValue| {
        let essence = kind.to_str().ok().and_then(|kind| kind.split(';').next());
        essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
    };
    let mut kinds = headers.get_all(header::CONTENT_TYPE).iter();
    kinds.next().is_some_and(is_json) && kinds.next().is_none()
}

/// One entry of an `Accept` header.
struct Range {
    kind: String,
    subtype: String,
    wanted: bool,
}

impl Range {
    fn read(entry: &str) -> Option<Self> {
        let mut parts = entry.split(';').map(str::trim);
        let (kind, subtype) = parts.next()?.split_once('/')?;
        // Only a weight of nought says no; a malformed weight says nothing.
        let wanted = parts
            .filter_map(|parameter| parameter.split_once('='))
            .filter(|(name, _)| name.trim().eq_ignore_ascii_case("q"))
            .all(|(_, weight)| weight.trim().parse::<f32>() != Ok(0.0));
        Some(Self {
            kind: kind.to_ascii_lowercase(),
            subtype: subtype.to_ascii_lowercase(),
            wanted,
        })
    }

    fn covers(&self, kind: &str, subtype: &str) -> bool {
        (self.kind == "*" || self.kind == kind) && (self.subtype == "*" || self.subtype == subtype)
    }

    fn specificity(&self) -> u8 {
        u8::from(self.kind != "*") + u8::from(self.subtype != "*")
    }
}
