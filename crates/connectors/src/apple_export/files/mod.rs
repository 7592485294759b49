//! The files beside the data: each is kept as one document.

mod clinical;
mod ecg;
mod route;

use std::io::Read;

use sha2::{Digest, Sha256};

use super::{ExportError, Found, Item, SentFile, Skip, archive::Sort, item::element, other::item};

/// The largest file that is kept; a day's hike has a third of it.
const MAX_FILE: u64 = 16 << 20;

/// Reads a file.
pub(super) fn read_file(sort: Sort, input: impl Read) -> Result<Option<Item>, ExportError> {
    let name = match sort {
        Sort::Xml => return Ok(None),
        Sort::Route => element::ROUTE_FILE,
        Sort::Ecg => element::ECG_FILE,
        Sort::Clinical => element::CLINICAL_FILE,
    };
    let mut bytes = Vec::new();
    input
        .take(MAX_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(ExportError::of_input)?;
    if bytes.len() as u64 > MAX_FILE {
        return Ok(Some(item(name, Found::Skipped(Skip::TooLarge), Vec::new())));
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let file = match sort {
        Sort::Xml => None,
        Sort::Route => route::read(text),
        Sort::Ecg => ecg::read(text),
        Sort::Clinical => clinical::read(text),
    };
    let found = file.map_or(Found::Skipped(Skip::UnreadableFile), Found::Document);
    Ok(Some(item(name, found, Vec::new())))
}

/// The name of a document that has none of its own: when it was, and what it holds.
fn id(when: &str, body: &str) -> String {
    let hash = Sha256::digest(body.as_bytes());
    let start = hash
        .iter()
        .take(6)
        .fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
    format!("{when}#{start:012x}")
}

/// A document of a day.
fn document(kind: &'static str, at: Option<jiff::Timestamp>, body: String) -> SentFile {
    let when = at.map(|at| at.to_string()).unwrap_or_default();
    SentFile {
        kind,
        id: id(&when, &body),
        day: at.map_or(crate::UNDATED, super::date::utc_day),
        body,
    }
}
