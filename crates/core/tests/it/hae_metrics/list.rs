//! The list. It is written out by hand and knows nothing of the table: each row has the name that
//! is sent, other spellings of it, how its values are summed up, and one sample value in each unit
//! with what is stored of it.

use vitalog_core::metric::DailyRule::{self, Last, Max, Mean, Night, Sum};

pub(super) struct Sent {
    pub(super) slug: &'static str,
    pub(super) name: &'static str,
    pub(super) also: &'static [&'static str],
    pub(super) daily: DailyRule,
    /// Unit, value in it, value as stored.
    pub(super) units: &'static [(&'static str, f64, f64)],
}

const fn sent(
    name: &'static str,
    also: &'static [&'static str],
    daily: DailyRule,
    units: &'static [(&'static str, f64, f64)],
) -> Sent {
    Sent {
        slug: name,
        name,
        also,
        daily,
        units,
    }
}

impl Sent {
    /// Stored under another name than it is sent under.
    const fn stored_as(mut self, slug: &'static str) -> Self {
        self.slug = slug;
        self
    }
}

type Units = &'static [(&'static str, f64, f64)];

const COUNT: Units = &[("count", 12.0, 12.0)];
const KM_MI: Units = &[("km", 5.0, 5.0), ("mi", 3.1, 4.98897), ("m", 420.0, 0.42)];
const M_YD: Units = &[("m", 1500.0, 1.5), ("yd", 100.0, 0.09144)];
const KCAL: Units = &[
    ("kcal", 312.4, 312.4),
    ("kJ", 418.4, 100.0),
    ("Cal", 250.0, 250.0),
    ("cal", 250.0, 250.0),
];
const MIN: Units = &[("min", 34.0, 34.0), ("s", 90.0, 1.5), ("hr", 1.5, 90.0)];
const SPEED: Units = &[
    ("km/hr", 9.0, 2.5),
    ("mi/hr", 3.0, 1.341),
    ("m/s", 1.25, 1.25),
    ("mph", 3.0, 1.341),
    ("kmph", 9.0, 2.5),
];
const WATTS: Units = &[("W", 205.0, 205.0), ("watts", 205.0, 205.0)];
const RATE: Units = &[
    ("count/min", 58.0, 58.0),
    ("bpm", 58.0, 58.0),
    ("BPM", 58.0, 58.0),
];
const CADENCE: Units = &[
    ("count/min", 86.0, 86.0),
    ("rpm", 86.0, 86.0),
    ("spm", 86.0, 86.0),
];
const PERCENT: Units = &[("%", 27.5, 27.5)];
const MASS: Units = &[
    ("kg", 80.0, 176.37),
    ("lb", 180.4, 180.4),
    ("st", 12.5, 175.0),
];
const TEMPERATURE: Units = &[
    ("degC", 36.6, 36.6),
    ("degF", 98.6, 37.0),
    ("ºC", 36.6, 36.6),
    ("ºF", 98.6, 37.0),
    ("°C", 36.6, 36.6),
    ("°F", 97.7, 36.5),
    ("degF", 100.22, 37.9),
];
const LITRES: Units = &[("L", 3.45, 3.45)];
const SOUND: Units = &[("dBASPL", 71.2, 71.2)];
const GRAMS: Units = &[("g", 12.5, 12.5), ("oz", 2.0, 56.7), ("mg", 500.0, 0.5)];
const GRAMS_FINER: Units = &[("g", 12.55, 12.55), ("oz", 2.0, 56.7), ("mg", 500.0, 0.5)];
const MILLIGRAMS: Units = &[
    ("mg", 320.0, 320.0),
    ("g", 1.2, 1200.0),
    ("mcg", 900.0, 0.9),
];
const MICROGRAMS: Units = &[
    ("mcg", 2.4, 2.4),
    ("µg", 2.4, 2.4),
    ("μg", 2.4, 2.4),
    ("ug", 2.4, 2.4),
    ("mg", 0.4, 400.0),
];
const METRES: Units = &[("m", 520.0, 520.0), ("ft", 1000.0, 304.8)];
const STAIRS: Units = &[("m/s", 0.35, 0.35), ("ft/s", 1.0, 0.305)];

pub(super) const ALL: &[Sent] = &[
    sent(
        "step_count",
        &["steps"],
        Sum,
        &[("count", 8123.0, 8123.0), ("steps", 12.0, 12.0)],
    ),
    sent(
        "walking_running_distance",
        &[
            "walking_plus_running_distance",
            "distance_walking_running",
            "walking_+_running_distance",
        ],
        Sum,
        KM_MI,
    ),
    sent("cycling_distance", &[], Sum, KM_MI),
    sent("swimming_distance", &[], Sum, M_YD),
    sent("wheelchair_distance", &[], Sum, KM_MI),
    sent(
        "distance_downhill_snow_sports",
        &["downhill_snow_sports"],
        Sum,
        KM_MI,
    ),
    sent("flights_climbed", &[], Sum, COUNT),
    sent("push_count", &["wheelchair_push_count"], Sum, COUNT),
    sent("swimming_stroke_count", &["swim_stroke_count"], Sum, COUNT),
    sent("active_energy", &["active_energy_burned"], Sum, KCAL),
    sent(
        "basal_energy_burned",
        &["basal_energy", "resting_energy"],
        Sum,
        KCAL,
    ),
    sent("apple_exercise_time", &[], Sum, MIN),
    sent("apple_move_time", &[], Sum, MIN),
    sent("apple_stand_time", &["apple_standtime"], Sum, MIN),
    sent(
        "apple_stand_hour",
        &[],
        Sum,
        &[("count", 11.0, 11.0), ("hours", 11.0, 11.0)],
    ),
    sent(
        "physical_effort",
        &[],
        Mean,
        &[
            ("kcal/hr·kg", 3.25, 3.25),
            ("MET", 3.25, 3.25),
            ("kcal/hr*kg", 3.25, 3.25),
        ],
    ),
    sent("time_in_daylight", &[], Sum, MIN),
    sent(
        "vo2_max",
        &["vo2max"],
        Last,
        &[
            ("ml/(kg·min)", 42.35, 42.35),
            ("mL/min·kg", 42.35, 42.35),
            ("ml/(kg*min)", 42.35, 42.35),
            ("mL/(kg⋅min)", 42.35, 42.35),
        ],
    ),
    sent("running_speed", &[], Mean, SPEED),
    sent("cycling_speed", &[], Mean, SPEED),
    sent("walking_speed", &[], Mean, SPEED),
    sent("running_power", &[], Mean, WATTS),
    sent("cycling_power", &[], Mean, WATTS),
    sent(
        "running_stride_length",
        &["running_stride"],
        Mean,
        &[("m", 1.123, 1.123), ("ft", 4.0, 1.219), ("in", 40.0, 1.016)],
    ),
    sent(
        "running_vertical_oscillation",
        &[],
        Mean,
        &[("cm", 8.4, 8.4), ("in", 3.0, 7.62)],
    ),
    sent(
        "running_ground_contact_time",
        &[],
        Mean,
        &[("ms", 242.0, 242.0)],
    ),
    sent("cycling_cadence", &[], Mean, CADENCE),
    sent("cycling_functional_threshold_power", &[], Last, WATTS),
    sent(
        "height",
        &[],
        Last,
        &[
            ("m", 1.78, 1.78),
            ("cm", 178.5, 1.785),
            ("ft", 6.0, 1.829),
            ("in", 70.0, 1.778),
        ],
    ),
    sent(
        "weight_body_mass",
        &[
            "weight_&_body_mass",
            "weight",
            "body_mass",
            "weight_divided_by_body_mass",
            "weight/body_mass",
        ],
        Last,
        MASS,
    )
    .stored_as("weight"),
    sent("body_mass_index", &[], Last, &[("count", 24.31, 24.31)]),
    sent(
        "body_fat_percentage",
        &[],
        Last,
        &[("%", 27.5, 27.5), ("%", 0.275, 27.5)],
    )
    .stored_as("body_fat"),
    sent("lean_body_mass", &[], Last, MASS).stored_as("lean_mass"),
    sent(
        "waist_circumference",
        &[],
        Last,
        &[("cm", 90.0, 35.43), ("in", 34.5, 34.5), ("m", 0.9, 35.43)],
    )
    .stored_as("waist"),
    sent("apple_sleeping_wrist_temperature", &[], Mean, TEMPERATURE),
    sent("resting_heart_rate", &[], Last, RATE),
    sent(
        "walking_heart_rate_average",
        &["walking_heart_rate"],
        Last,
        RATE,
    ),
    sent(
        "heart_rate_variability",
        &["heart_rate_variability_sdnn"],
        Mean,
        &[("ms", 48.37, 48.37)],
    )
    .stored_as("hrv_sdnn"),
    sent(
        "cardio_recovery",
        &["heart_rate_recovery_one_minute"],
        Last,
        RATE,
    ),
    sent(
        "atrial_fibrillation_burden",
        &[],
        Last,
        &[("%", 2.0, 2.0), ("%", 0.5, 0.5)],
    ),
    sent(
        "blood_oxygen_saturation",
        &["oxygen_saturation", "blood_oxygen"],
        Mean,
        &[("%", 97.0, 97.0), ("%", 0.97, 97.0)],
    ),
    sent("respiratory_rate", &[], Mean, RATE),
    sent(
        "forced_expiratory_volume_1",
        &["forced_expiratory_volume"],
        Last,
        LITRES,
    ),
    sent("forced_vital_capacity", &[], Last, LITRES),
    sent(
        "peak_expiratory_flow_rate",
        &[],
        Last,
        &[("L/min", 512.0, 512.0)],
    ),
    sent(
        "peripheral_perfusion_index",
        &[],
        Last,
        &[("%", 4.2, 4.2), ("%", 0.6, 0.6)],
    ),
    sent("inhaler_usage", &[], Sum, COUNT),
    sent("breathing_disturbances", &[], Mean, COUNT),
    sent("body_temperature", &[], Last, TEMPERATURE),
    sent("basal_body_temperature", &[], Last, TEMPERATURE),
    sent(
        "blood_glucose",
        &[],
        // The mean of the day, as ever since the first release.
        Mean,
        &[
            ("mg/dL", 99.0, 99.0),
            ("mmol/L", 5.5, 99.1),
            ("mmol<180.1558800000541>/L", 5.5, 99.1),
        ],
    )
    .stored_as("glucose"),
    sent("insulin_delivery", &[], Sum, &[("IU", 4.25, 4.25)]),
    sent("blood_alcohol_content", &[], Last, &[("%", 0.08, 0.08)]),
    sent(
        "number_of_alcoholic_beverages",
        &["alcohol_consumption"],
        Sum,
        COUNT,
    ),
    sent(
        "electrodermal_activity",
        &[],
        Mean,
        &[
            ("S", 0.000_004, 4.0),
            ("mcS", 4.125, 4.125),
            ("µS", 4.125, 4.125),
        ],
    ),
    sent(
        "environmental_audio_exposure",
        &["environmental_audio"],
        Mean,
        SOUND,
    ),
    sent(
        "headphone_audio_exposure",
        &["headphone_audio"],
        Mean,
        SOUND,
    ),
    sent("uv_exposure", &[], Mean, COUNT),
    sent(
        "underwater_depth",
        &["under_water_depth"],
        Max,
        &[("m", 12.34, 12.34), ("ft", 40.0, 12.19)],
    ),
    sent(
        "underwater_temperature",
        &["under_water_temperature"],
        Mean,
        TEMPERATURE,
    ),
    sent(
        "walking_step_length",
        &[],
        Mean,
        &[("cm", 71.5, 71.5), ("in", 28.0, 71.12), ("m", 0.715, 71.5)],
    ),
    sent(
        "walking_asymmetry_percentage",
        &[],
        Mean,
        &[("%", 3.0, 3.0), ("%", 0.5, 0.5)],
    ),
    sent("walking_double_support_percentage", &[], Mean, PERCENT),
    sent(
        "six_minute_walking_test_distance",
        &["six-minute_walking_test_distance"],
        Last,
        METRES,
    ),
    sent("stair_speed_up", &["stair_speed:_up"], Mean, STAIRS),
    sent("stair_speed_down", &["stair_speed:_down"], Mean, STAIRS),
    sent(
        "number_of_times_fallen",
        &["number_of_time_fallen"],
        Sum,
        &[("count", 1.0, 1.0), ("falls", 2.0, 2.0)],
    ),
    sent("handwashing", &[], Sum, &[("s", 22.0, 22.0)]),
    sent("toothbrushing", &[], Sum, &[("s", 120.0, 120.0)]),
    sent("mindful_minutes", &[], Sum, MIN),
    sent(
        "sexual_activity",
        &[],
        Sum,
        &[("times", 1.0, 1.0), ("count", 1.0, 1.0)],
    ),
    sent(
        "sleep_analysis",
        &[],
        Night,
        &[("hr", 7.25, 7.25), ("min", 435.0, 7.25)],
    )
    .stored_as("sleep_total"),
    sent(
        "dietary_energy",
        &[],
        Sum,
        &[
            ("kcal", 640.0, 640.0),
            ("kJ", 418.4, 100.0),
            ("Cal", 250.0, 250.0),
        ],
    )
    .stored_as("calories"),
    sent("carbohydrates", &[], Sum, GRAMS).stored_as("carbs"),
    sent("protein", &[], Sum, GRAMS),
    sent("fiber", &[], Sum, GRAMS),
    sent("total_fat", &[], Sum, GRAMS).stored_as("fat"),
    sent("saturated_fat", &[], Sum, GRAMS_FINER),
    sent("polyunsaturated_fat", &[], Sum, GRAMS_FINER),
    sent(
        "monounsaturated_fat",
        &["monosaturated_fat"],
        Sum,
        GRAMS_FINER,
    ),
    sent("dietary_sugar", &["sugar"], Sum, GRAMS_FINER),
    sent("dietary_cholesterol", &["cholesterol"], Sum, MILLIGRAMS),
    sent("sodium", &[], Sum, MILLIGRAMS),
    sent("potassium", &[], Sum, MILLIGRAMS),
    sent("calcium", &[], Sum, MILLIGRAMS),
    sent("iron", &[], Sum, MILLIGRAMS),
    sent("magnesium", &[], Sum, MILLIGRAMS),
    sent("phosphorus", &[], Sum, MILLIGRAMS),
    sent("zinc", &[], Sum, MILLIGRAMS),
    sent("copper", &[], Sum, MILLIGRAMS),
    sent("manganese", &[], Sum, MILLIGRAMS),
    sent("chloride", &[], Sum, MILLIGRAMS),
    sent("niacin", &[], Sum, MILLIGRAMS),
    sent("thiamin", &[], Sum, MILLIGRAMS),
    sent("riboflavin", &[], Sum, MILLIGRAMS),
    sent("pantothenic_acid", &[], Sum, MILLIGRAMS),
    sent("vitamin_b6", &[], Sum, MILLIGRAMS),
    sent("vitamin_c", &[], Sum, MILLIGRAMS),
    sent("vitamin_e", &[], Sum, MILLIGRAMS),
    sent("caffeine", &["dietary_caffeine"], Sum, MILLIGRAMS),
    sent("folate", &[], Sum, MICROGRAMS),
    sent("biotin", &["dietary_biotin"], Sum, MICROGRAMS),
    sent("chromium", &[], Sum, MICROGRAMS),
    sent("iodine", &[], Sum, MICROGRAMS),
    sent("molybdenum", &[], Sum, MICROGRAMS),
    sent("selenium", &[], Sum, MICROGRAMS),
    sent("vitamin_a", &[], Sum, MICROGRAMS),
    sent("vitamin_b12", &[], Sum, MICROGRAMS),
    sent("vitamin_d", &[], Sum, MICROGRAMS),
    sent("vitamin_k", &[], Sum, MICROGRAMS),
    sent(
        "dietary_water",
        &["water"],
        Sum,
        &[
            ("mL", 250.0, 250.0),
            ("ml", 250.0, 250.0),
            ("L", 0.5, 500.0),
            ("fl_oz_us", 8.0, 236.6),
            ("fl oz", 8.0, 236.6),
        ],
    ),
];
