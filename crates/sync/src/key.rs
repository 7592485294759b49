//! What tells rows of one metric and second apart.
//!
//! A fingerprint is the start of a SHA-256 over a JSON array, written as JavaScript writes it, so
//! that rows keep their keys when a record moves between implementations.

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use vitalog_core::{Fingerprint, Grain, Quantity};

/// The key of a sample that is a fact: over its source, its values as sent and its unit as sent,
/// `["OMRON connect",[121,78],"mmHg"]`. A value sent as text counts as its number.
#[must_use]
pub fn sample_fingerprint(source: &str, sent: Quantity, unit: &str) -> Fingerprint {
    let mut array = Array::new();
    array.text(source);
    match sent {
        Quantity::Single(value) => array.numbers(&[value]),
        Quantity::Pressure {
            systolic,
            diastolic,
        } => array.numbers(&[systolic, diastolic]),
    }
    array.text(unit);
    array.fingerprint()
}

/// The key of a sample that is the latest word on a slot of time: over its source and the length
/// of the slot, `["slot","Food App","day"]`, so that a value sent again takes the place of the one
/// before.
#[must_use]
pub fn slot_fingerprint(source: &str, grain: Grain) -> Fingerprint {
    let mut array = Array::new();
    array.text("slot");
    array.text(source);
    array.text(grain.as_str());
    array.fingerprint()
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
    let mut array = Array::new();
    if let Some(id) = id {
        array.text("id");
        array.text(id);
    } else {
        array.text(source);
        array.text(name);
        array.text(&end.to_string());
    }
    array.fingerprint()
}

/// A JSON array in the making.
struct Array(String);

impl Array {
    fn new() -> Self {
        Self(String::new())
    }

    fn text(&mut self, text: &str) {
        self.separate();
        // serde_json escapes exactly what JavaScript does.
        self.0.push_str(&serde_json::Value::from(text).to_string());
    }

    fn numbers(&mut self, numbers: &[f64]) {
        self.separate();
        let mut buffer = ryu_js::Buffer::new();
        let written: Vec<String> = numbers
            .iter()
            .map(|number| buffer.format(*number).to_owned())
            .collect();
        self.0.push('[');
        self.0.push_str(&written.join(","));
        self.0.push(']');
    }

    fn separate(&mut self) {
        self.0.push(if self.0.is_empty() { '[' } else { ',' });
    }

    fn fingerprint(mut self) -> Fingerprint {
        self.0.push(']');
        let hash = Sha256::digest(self.0.as_bytes());
        let mut start = [0; 6];
        for (byte, hashed) in start.iter_mut().zip(hash) {
            *byte = hashed;
        }
        Fingerprint::new(start, 0)
    }
}

#[cfg(test)]
mod tests;
