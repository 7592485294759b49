//! The coefficients that are planted in every person, so that an analysis can be held against
//! them. The table in the crate's documentation says what each is for.

/// Milliseconds of heart rate variability (SDNN) that each drink takes from the next night.
pub const HRV_MS_PER_DRINK: f64 = -3.5;
/// Beats per minute that each drink adds to the next day's resting heart rate.
pub const RESTING_BPM_PER_DRINK: f64 = 1.0;
/// Minutes of deep sleep that each minute of exercise adds to the next night.
pub const DEEP_MIN_PER_EXERCISE_MIN: f64 = 0.25;

/// What a late meal does to the night: nothing. Both go with evenings before a free day.
pub const SLEEP_H_PER_LATE_MEAL: f64 = 0.0;
/// Probability of a late meal on an evening before a free day (Friday and Saturday).
pub const LATE_MEAL_BEFORE_FREE_DAY: f64 = 0.9;
/// Probability of a late meal on any other evening.
pub const LATE_MEAL_ELSE: f64 = 0.07;
/// Grams of sugar in a late meal.
pub const SUGAR_G_IN_LATE_MEAL: f64 = 40.0;
/// Hours later to bed on an evening before a free day.
pub const BED_H_LATER_BEFORE_FREE_DAY: f64 = 1.6;
/// Hours later up on a free day (Saturday and Sunday).
pub const UP_H_LATER_ON_FREE_DAY: f64 = 0.3;

/// What a millilitre of water does to the next night's heart rate variability: nothing.
pub const HRV_MS_PER_WATER_ML: f64 = 0.0;

/// How many times an ordinary day's steps each weekday has, from Monday on.
pub const STEPS_BY_WEEKDAY: [f64; 7] = [1.0, 1.1, 1.0, 1.1, 1.0, 1.2, 0.65];

/// Kilograms a day over the first [`WEIGHT_LOSS_DAYS`].
pub const WEIGHT_KG_PER_DAY: f64 = -0.03;
/// Days of losing weight; as many again, times two, of gaining it back; and so on.
pub const WEIGHT_LOSS_DAYS: u16 = 180;

/// Days after the first on which a new watch takes over.
pub const NEW_WATCH_DAY: u16 = 97;
/// Days until the one after that.
pub const WATCH_LASTS_DAYS: u16 = 800;
/// Milliseconds that each new watch reads heart rate variability above the one before, in turn
/// above and back.
pub const HRV_MS_OF_NEW_WATCH: f64 = 4.0;

/// What illness adds, on each of its days.
pub mod illness {
    /// Beats per minute of resting heart rate.
    pub const RESTING_BPM: f64 = 8.0;
    /// Milliseconds of heart rate variability.
    pub const HRV_MS: f64 = -12.0;
    /// Breaths per minute.
    pub const RESPIRATORY_RATE: f64 = 2.2;
    /// Degrees Celsius at the wrist.
    pub const WRIST_DEG_C: f64 = 0.8;
    /// Percentage points of oxygen saturation.
    pub const OXYGEN_PCT: f64 = -1.2;
    /// Times an ordinary day's steps.
    pub const STEPS: f64 = 0.4;
}

/// Degrees Celsius at the wrist in the second half of a cycle.
pub const WRIST_DEG_C_OF_CYCLE: f64 = 0.25;
