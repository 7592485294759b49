//! What tells rows of one metric and second apart.
//!
//! A fingerprint is the start of a SHA-256 over a JSON array, written as JavaScript writes it, so
//! that rows keep their keys when a record moves between implementations.

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use vitalog_core::{Fingerprint, Grain, Quantity};

/// The key of a sample that is a fact: over its source, its values as sent and its unit as sent,
/// `["OMRON connect",[121,78],"mmHg"]`, and its label if it has one, `["Pen",[4],"IU","Bolus"]`. A
/// value sent as text counts as its number.
#[must_use]
pub fn sample_fingerprint(
    source: &str,
    sent: Quantity,
    unit: &str,
    label: Option<&str>,
) -> Fingerprint {
    SampleKeys::default().fingerprint(source, sent, unit, label)
}

/// Makes the keys of many samples. Those beside one another mostly share their source and unit,
/// whose part of the array is then written once.
#[derive(Debug, Default)]
pub(crate) struct SampleKeys<'a> {
    last: Option<(&'a str, &'a str)>,
    /// `["OMRON connect",[` of the last key, and what was written after it.
    array: String,
    /// The length of that start.
    start: usize,
    /// `],"mmHg"`
    end: String,
}

impl<'a> SampleKeys<'a> {
    /// As [`sample_fingerprint`].
    pub(crate) fn fingerprint(
        &mut self,
        source: &'a str,
        sent: Quantity,
        unit: &'a str,
        label: Option<&str>,
    ) -> Fingerprint {
        if self.last != Some((source, unit)) {
            self.last = Some((source, unit));
            self.array = format!("[{},[", quoted(source));
            self.start = self.array.len();
            self.end = format!("],{}", quoted(unit));
        }
        self.array.truncate(self.start);
        let mut buffer = ryu_js::Buffer::new();
        match sent {
            Quantity::Single(value) => self.array.push_str(buffer.format(value)),
            Quantity::Spread { min, mean, max } => {
                for (number, comma) in [(min, ","), (mean, ","), (max, "")] {
                    self.array.push_str(buffer.format(number));
                    self.array.push_str(comma);
                }
            }
            Quantity::Pressure {
                systolic,
                diastolic,
            } => {
                self.array.push_str(buffer.format(systolic));
                self.array.push(',');
                self.array.push_str(buffer.format(diastolic));
            }
        }
        self.array.push_str(&self.end);
        if let Some(label) = label {
            self.array.push(',');
            self.array.push_str(&quoted(label));
        }
        self.array.push(']');
        hash(&self.array)
    }
}

/// The key of a sample that is the latest word on a slot of time: over its source, the length of
/// the bucket it was summed up in, and its label if it has one, `["slot","Food App","day"]`,
/// `["slot","Watch","none"]`, `["slot","Meter","none","Sinus Rhythm"]`. So a value sent again takes
/// the place of the one before.
///
/// The end of the slot is no part of it: a slot that is sent without its end is the same one, and
/// that of an interval that still grows moves.
#[must_use]
pub fn slot_fingerprint(source: &str, grain: Option<Grain>, label: Option<&str>) -> Fingerprint {
    let mut texts = vec!["slot", source, grain.map_or(NO_GRAIN, Grain::as_str)];
    texts.extend(label);
    hash(&array(&texts))
}

/// Stands in the key of a slot that was not summed up.
const NO_GRAIN: &str = "none";

/// The key of a sample that was read from a record with a name of its own,
/// `["record","48E0171F"]`: whatever a later version of the record says, it says it in the place of
/// the one before, unless it is of another time.
#[must_use]
pub fn record_fingerprint(record: &str) -> Fingerprint {
    hash(&array(&["record", record]))
}

/// The key of a workout: over the identifier the app gave it, `["id","59973A93-…"]`, so that one
/// whose numbers change stays one row; without an identifier over source, name and end,
/// `["Strava","Run","2026-09-27T17:30:00Z"]`.
#[must_use]
pub fn workout_fingerprint(
    id: Option<&str>,
    source: &str,
    name: &str,
    end: Timestamp,
) -> Fingerprint {
    hash(&match id {
        Some(id) => array(&["id", id]),
        None => array(&[source, name, &end.to_string()]),
    })
}

/// A JSON array of texts.
fn array(texts: &[&str]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("[{}]", quoted.join(","))
}

/// A text in JSON; `serde_json` escapes exactly what JavaScript does.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn hash(array: &str) -> Fingerprint {
    let hash = Sha256::digest(array.as_bytes());
    let mut start = [0; 6];
    for (byte, hashed) in start.iter_mut().zip(hash) {
        *byte = hashed;
    }
    Fingerprint::new(start, 0)
}

#[cfg(test)]
mod tests;
