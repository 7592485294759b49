//! What a phone knows that is no value of a metric.

use jiff::{Timestamp, tz::Offset};

/// A symptom that was entered.
#[derive(Clone, PartialEq, Debug)]
pub struct Symptom {
    /// When it began.
    pub start: Timestamp,
    /// When it ended.
    pub end: Timestamp,
    /// The offset of the phone's clock.
    pub offset: Offset,
    /// What it was, in English.
    pub name: &'static str,
    /// How bad it was, in English.
    pub severity: &'static str,
    /// The app.
    pub source: &'static str,
}

/// A state of mind that was entered.
#[derive(Clone, PartialEq, Debug)]
pub struct Mood {
    /// Its identifier.
    pub id: String,
    /// When it was entered.
    pub at: Timestamp,
    /// Whether it is about the whole day, rather than about the moment.
    pub daily: bool,
    /// From −1, very unpleasant, to 1, very pleasant.
    pub valence: f64,
    /// Words for it.
    pub labels: Vec<&'static str>,
    /// What it has to do with.
    pub associations: Vec<&'static str>,
}

impl Mood {
    /// The valence as one of seven words.
    #[must_use]
    pub fn classification(&self) -> &'static str {
        match self.valence {
            v if v < -0.7 => "very_unpleasant",
            v if v < -0.4 => "unpleasant",
            v if v < -0.1 => "slightly_unpleasant",
            v if v <= 0.1 => "neutral",
            v if v <= 0.4 => "slightly_pleasant",
            v if v <= 0.7 => "pleasant",
            _ => "very_pleasant",
        }
    }
}

/// A dose of a medication: taken, skipped, or passed over.
#[derive(Clone, PartialEq, Debug)]
pub struct Dose {
    /// The medication.
    pub name: &'static str,
    /// What the person calls it.
    pub nickname: Option<&'static str>,
    /// When it was planned; what is taken as needed is not planned.
    pub scheduled: Option<Timestamp>,
    /// When it was logged.
    pub at: Timestamp,
    /// The offset of the phone's clock.
    pub offset: Offset,
    /// What became of it, in English.
    pub status: &'static str,
}

/// An electrocardiogram.
#[derive(Clone, PartialEq, Debug)]
pub struct Ecg {
    /// When it began.
    pub start: Timestamp,
    /// When it ended.
    pub end: Timestamp,
    /// The offset of the phone's clock.
    pub offset: Offset,
    /// What the watch made of it, in English.
    pub classification: &'static str,
    /// Beats per minute.
    pub average_heart_rate: f64,
    /// Measurements of the voltage per second.
    pub sampling_hz: f64,
    /// How many there are.
    pub measurements: u32,
    /// The watch.
    pub source: &'static str,
}

impl Ecg {
    /// The voltage of one measurement in microvolts: a plain spike at each beat.
    #[must_use]
    pub fn voltage(&self, measurement: u32) -> f64 {
        let beat = self.average_heart_rate / 60.0;
        let phase = (f64::from(measurement) / self.sampling_hz * beat).fract();
        if phase < 0.04 {
            (800.0 * (1.0 - (phase / 0.02 - 1.0).abs())).round()
        } else {
            20.0
        }
    }
}

/// An entry of cycle tracking.
#[derive(Clone, PartialEq, Debug)]
pub struct CycleEvent {
    /// The first second of its day.
    pub start: Timestamp,
    /// The last second of its day.
    pub end: Timestamp,
    /// The offset of the phone's clock.
    pub offset: Offset,
    /// What was observed, in English.
    pub name: &'static str,
    /// The observation, in English.
    pub value: &'static str,
    /// Whether a cycle begins with it.
    pub is_cycle_start: bool,
    /// The app.
    pub source: &'static str,
}

/// A notification of the watch about the heart.
#[derive(Clone, PartialEq, Debug)]
pub struct HeartAlert {
    /// Its kind, as a slug.
    pub kind: &'static str,
    /// The bound that was passed, in beats per minute.
    pub threshold: f64,
    /// When it began.
    pub start: Timestamp,
    /// When it ended.
    pub end: Timestamp,
    /// The offset of the phone's clock.
    pub offset: Offset,
    /// What was measured: when, and beats per minute.
    pub beats: Vec<(Timestamp, f64)>,
    /// The watch.
    pub source: &'static str,
}
