//! Walking about: when, and how many steps.

use jiff::Timestamp;

use crate::{
    Density, Person,
    planted::{STEPS_BY_WEEKDAY, illness},
    stream::{Stream, Topic, drift},
    time::{later, seconds},
};

/// A stretch of walking.
pub(crate) struct Bout {
    pub(crate) start: Timestamp,
    pub(crate) end: Timestamp,
    pub(crate) steps: f64,
}

/// Steps a minute, of somebody in no hurry.
const PACE: f64 = 105.0;

impl Bout {
    /// The bouts of a day, one in each of as many equal parts of the time out of bed.
    pub(crate) fn of(
        person: &Person,
        index: i64,
        ill: bool,
        out: (Timestamp, Timestamp),
    ) -> Vec<Self> {
        let key = person.key(index);
        let mut stream = Stream::of(person.seed(), Topic::Bouts, key);
        let parts: u32 = match person.density() {
            Density::Light => 14,
            Density::Dense => 48,
        };
        let weekday = person.date(index).weekday().to_monday_zero_offset();
        let steps = person.traits().steps
            * STEPS_BY_WEEKDAY[usize::from(weekday.unsigned_abs())]
            * (1.0 + 0.12 * drift(person.seed(), Topic::StepsDrift, key))
            * if ill { illness::STEPS } else { 1.0 };
        let each_s = seconds(out.0, out.1) / f64::from(parts);
        if each_s < 60.0 {
            // A flight to the far east landed in the evening.
            return Vec::new();
        }
        let shares: Vec<f64> = (0..parts).map(|_| stream.between(0.3, 1.7)).collect();
        let all: f64 = shares.iter().sum();
        shares
            .iter()
            .zip(0_u32..)
            .map(|(share, part)| {
                let steps = (steps * share / all).round();
                let walk_s = (steps / PACE * 60.0).clamp(30.0, (each_s * 0.8).max(30.0));
                let from = later(out.0, each_s * f64::from(part));
                let start = later(from, stream.unit() * (each_s - walk_s).max(0.0));
                Self {
                    start,
                    end: later(start, walk_s),
                    steps,
                }
            })
            .collect()
    }
}
