//! What the body makes of the day before: where the planted effects are.

use super::Habits;
use crate::{
    Person,
    planted::{
        DEEP_MIN_PER_EXERCISE_MIN, HRV_MS_PER_DRINK, HRV_MS_PER_WATER_ML, RESTING_BPM_PER_DRINK,
        WEIGHT_KG_PER_DAY, WEIGHT_LOSS_DAYS, WRIST_DEG_C_OF_CYCLE, illness,
    },
    story,
    stream::{Stream, Topic, drift},
};

/// The state of a day, from the night before on.
pub(crate) struct Body {
    pub(crate) hrv_ms: f64,
    pub(crate) resting_bpm: f64,
    pub(crate) deep_min: f64,
    pub(crate) breaths: f64,
    pub(crate) oxygen_pct: f64,
    pub(crate) wrist_deg_c: f64,
    pub(crate) weight_kg: f64,
}

impl Body {
    pub(crate) fn of(person: &Person, index: i64, before: &Habits) -> Self {
        let traits = person.traits();
        let key = person.key(index);
        let mut stream = Stream::of(person.seed(), Topic::Body, key);
        let drift = drift(person.seed(), Topic::BodyDrift, key);
        let sick = if story::is_ill(person, index) {
            1.0
        } else {
            0.0
        };
        let drinks = f64::from(before.drinks);
        let luteal = story::day_of_cycle(person, index) >= 14;
        Self {
            hrv_ms: traits.hrv_ms
                + HRV_MS_PER_DRINK * drinks
                + HRV_MS_PER_WATER_ML * before.water_ml
                + illness::HRV_MS * sick
                + story::hrv_shift(index)
                + 2.0 * drift
                + stream.normal(0.0, 3.5),
            resting_bpm: traits.resting_bpm
                + RESTING_BPM_PER_DRINK * drinks
                + illness::RESTING_BPM * sick
                - 0.8 * drift
                + stream.normal(0.0, 1.1),
            deep_min: 62.0
                + DEEP_MIN_PER_EXERCISE_MIN * before.exercise_min
                + stream.normal(0.0, 9.0),
            breaths: traits.breaths + illness::RESPIRATORY_RATE * sick + stream.normal(0.0, 0.35),
            oxygen_pct: 96.8 + illness::OXYGEN_PCT * sick + stream.normal(0.0, 0.4),
            wrist_deg_c: traits.wrist_deg_c
                + illness::WRIST_DEG_C * sick
                + if luteal { WRIST_DEG_C_OF_CYCLE } else { 0.0 }
                + stream.normal(0.0, 0.12),
            weight_kg: traits.weight_kg
                + trend_kg(index)
                + 0.35 * self::drift(person.seed(), Topic::WeightDrift, key)
                + stream.normal(0.0, 0.15),
        }
    }
}

/// Kilograms lost since the first day: so many days down, twice as many up, and again.
fn trend_kg(index: i64) -> f64 {
    let down = i64::from(WEIGHT_LOSS_DAYS);
    let day = index.rem_euclid(3 * down);
    let halves = (2 * day).min(3 * down - day);
    WEIGHT_KG_PER_DAY / 2.0 * f64::from(i32::try_from(halves).unwrap_or_default())
}
