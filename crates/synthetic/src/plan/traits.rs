//! What stays the same for a lifetime.

use crate::stream::{Stream, Topic, round};

/// A person's own middle of each thing.
#[derive(Clone, Debug)]
pub(crate) struct Traits {
    pub(crate) height_cm: f64,
    pub(crate) weight_kg: f64,
    pub(crate) fat_pct: f64,
    pub(crate) resting_bpm: f64,
    pub(crate) hrv_ms: f64,
    pub(crate) breaths: f64,
    pub(crate) wrist_deg_c: f64,
    pub(crate) steps: f64,
    /// Hours after midnight at which the person goes to bed before a working day; negative.
    pub(crate) bed_h: f64,
    /// Hours after midnight at which the person wakes up on a working day.
    pub(crate) up_h: f64,
    pub(crate) systolic: f64,
    pub(crate) glucose: f64,
}

impl Traits {
    pub(crate) fn of(seed: u64) -> Self {
        let mut stream = Stream::of(seed, Topic::Traits, 0);
        let mut middle = |low: f64, high: f64| round(stream.between(low, high), 2);
        Self {
            height_cm: middle(162.0, 182.0).round(),
            weight_kg: middle(72.0, 90.0),
            fat_pct: middle(22.0, 30.0),
            resting_bpm: middle(54.0, 62.0),
            hrv_ms: middle(52.0, 64.0),
            breaths: middle(13.0, 15.5),
            wrist_deg_c: middle(35.2, 36.1),
            steps: middle(7500.0, 9500.0),
            bed_h: middle(-1.5, -0.9),
            up_h: middle(6.3, 6.8),
            systolic: middle(116.0, 128.0),
            glucose: middle(88.0, 98.0),
        }
    }
}
