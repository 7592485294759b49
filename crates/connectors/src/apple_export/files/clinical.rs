//! Documents of clinics, as FHIR.

use jiff::{
    Timestamp,
    civil::{Date, Time},
    tz::Offset,
};
use serde_json::Value;

use super::{super::SentFile, document};

/// The kind under which documents of clinics are kept.
const KIND: &str = "clinical";
/// Where resources of the two versions say when what they tell of was, the surest first.
const TIMES: &[&str] = &[
    "/effectiveDateTime",
    "/effectivePeriod/start",
    "/occurrenceDateTime",
    "/performedDateTime",
    "/performedPeriod/start",
    "/onsetDateTime",
    "/authoredOn",
    "/dateWritten",
    "/recordedDate",
    "/dateRecorded",
    "/dateAsserted",
    "/issued",
    "/date",
    "/period/start",
];

/// A document, as it is.
pub(super) fn read(text: &str) -> Option<SentFile> {
    let resource: Value = serde_json::from_str(text).ok()?;
    resource.get("resourceType")?.as_str()?;
    let at = TIMES
        .iter()
        .find_map(|place| instant(resource.pointer(place)?.as_str()?));
    Some(document(KIND, at, text.to_owned()))
}

fn instant(text: &str) -> Option<Timestamp> {
    if let Ok(at) = text.parse() {
        return Some(at);
    }
    let day: Date = text.get(..10)?.parse().ok()?;
    let midnight = day.to_datetime(Time::midnight());
    Offset::UTC.to_timestamp(midnight).ok()
}
