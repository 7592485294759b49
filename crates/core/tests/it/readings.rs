//! Readings as the two routes store them.

use jiff::Timestamp;
use vitalog_core::{Fingerprint, Marks, Metric, Quantity, Reading, Via, reading::CHAT_SOURCE};

/// A reading sent by the phone.
pub(crate) fn phone(metric: Metric, at: Timestamp, quantity: Quantity, source: &str) -> Reading {
    let mut hash = [0; 6];
    hash.copy_from_slice(&quantity.first().to_bits().to_be_bytes()[..6]);
    Reading {
        metric,
        at,
        fingerprint: Fingerprint::new(hash, 0),
        quantity,
        original: quantity,
        original_unit: metric.row().unit.to_owned(),
        source: source.to_owned(),
        via: Via::Hae,
        recorded_at: at.to_string(),
        day: None,
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: at,
        marks: Marks::default(),
    }
}

/// A reading said in a conversation.
pub(crate) fn chat(metric: Metric, at: Timestamp, quantity: Quantity) -> Reading {
    Reading {
        fingerprint: Fingerprint::BARE,
        via: Via::Chat,
        ..phone(metric, at, quantity, CHAT_SOURCE)
    }
}

/// A reading sent by the phone of what a source measured over some time.
pub(crate) fn lasting(
    metric: Metric,
    from: Timestamp,
    until: Timestamp,
    value: f64,
    source: &str,
) -> Reading {
    Reading {
        until: Some(until),
        ..phone(metric, from, Quantity::Single(value), source)
    }
}
