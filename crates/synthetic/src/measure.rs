//! What the person's phone can measure: Health Auto Export's canonical names, the unit that facts
//! are in, and how several values are made one when a push is summarised.

/// How the phone makes several values of a bucket one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Summary {
    /// They are counted, overlapping devices once.
    Sum,
    /// Their mean.
    Mean,
    /// Their least, mean and greatest.
    Spread,
    /// Each stays as it is.
    Each,
    /// Stretches of a night become a night.
    Night,
}

/// One thing that can be measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Its name.
    pub name: &'static str,
    /// The unit of its facts.
    pub unit: &'static str,
    /// How it is summarised.
    pub summary: Summary,
}

macro_rules! measures {
    ($($constant:ident = $name:literal, $unit:literal, $summary:ident;)*) => {
        $(pub(crate) const $constant: Measure = Measure {
            name: $name,
            unit: $unit,
            summary: Summary::$summary,
        };)*

        /// Everything that some day of some person measures, but for [`NUTRIENTS`].
        pub const MEASURES: &[Measure] = &[$($constant,)*];
    };
}

measures! {
    WEIGHT = "weight_body_mass", "kg", Each;
    WAIST = "waist_circumference", "cm", Each;
    BODY_FAT = "body_fat_percentage", "%", Each;
    LEAN_MASS = "lean_body_mass", "kg", Each;
    BODY_MASS_INDEX = "body_mass_index", "count", Each;
    HEIGHT = "height", "cm", Each;
    BLOOD_PRESSURE = "blood_pressure", "mmHg", Each;
    GLUCOSE = "blood_glucose", "mg/dL", Each;
    INSULIN = "insulin_delivery", "IU", Sum;
    STEPS = "step_count", "count", Sum;
    DISTANCE = "walking_running_distance", "km", Sum;
    CYCLING_DISTANCE = "cycling_distance", "km", Sum;
    SWIMMING_DISTANCE = "swimming_distance", "m", Sum;
    WHEELCHAIR_DISTANCE = "wheelchair_distance", "km", Sum;
    SNOW_DISTANCE = "distance_downhill_snow_sports", "km", Sum;
    FLIGHTS = "flights_climbed", "count", Sum;
    PUSHES = "push_count", "count", Sum;
    STROKES = "swimming_stroke_count", "count", Sum;
    ACTIVE_ENERGY = "active_energy", "kcal", Sum;
    BASAL_ENERGY = "basal_energy_burned", "kcal", Sum;
    EXERCISE = "apple_exercise_time", "min", Sum;
    MOVE = "apple_move_time", "min", Sum;
    STAND_TIME = "apple_stand_time", "min", Sum;
    STAND_HOUR = "apple_stand_hour", "count", Sum;
    PHYSICAL_EFFORT = "physical_effort", "kcal/hr·kg", Mean;
    DAYLIGHT = "time_in_daylight", "min", Sum;
    VO2_MAX = "vo2_max", "ml/(kg·min)", Each;
    RUNNING_SPEED = "running_speed", "km/hr", Mean;
    CYCLING_SPEED = "cycling_speed", "km/hr", Mean;
    WALKING_SPEED = "walking_speed", "km/hr", Mean;
    RUNNING_POWER = "running_power", "W", Mean;
    CYCLING_POWER = "cycling_power", "W", Mean;
    RUNNING_STRIDE = "running_stride_length", "m", Mean;
    RUNNING_OSCILLATION = "running_vertical_oscillation", "cm", Mean;
    RUNNING_CONTACT = "running_ground_contact_time", "ms", Mean;
    CYCLING_CADENCE = "cycling_cadence", "count/min", Mean;
    CYCLING_THRESHOLD = "cycling_functional_threshold_power", "W", Each;
    HEART_RATE = "heart_rate", "count/min", Spread;
    RESTING_HEART_RATE = "resting_heart_rate", "count/min", Mean;
    WALKING_HEART_RATE = "walking_heart_rate_average", "count/min", Mean;
    HRV = "heart_rate_variability", "ms", Mean;
    CARDIO_RECOVERY = "cardio_recovery", "count/min", Mean;
    FIBRILLATION = "atrial_fibrillation_burden", "%", Mean;
    OXYGEN = "blood_oxygen_saturation", "%", Mean;
    RESPIRATORY_RATE = "respiratory_rate", "count/min", Mean;
    WRIST_TEMPERATURE = "apple_sleeping_wrist_temperature", "degC", Mean;
    BREATHING_DISTURBANCES = "breathing_disturbances", "count", Mean;
    BODY_TEMPERATURE = "body_temperature", "degC", Each;
    BASAL_TEMPERATURE = "basal_body_temperature", "degC", Each;
    EXPIRATORY_VOLUME = "forced_expiratory_volume_1", "L", Each;
    VITAL_CAPACITY = "forced_vital_capacity", "L", Each;
    PEAK_FLOW = "peak_expiratory_flow_rate", "L/min", Each;
    PERFUSION = "peripheral_perfusion_index", "%", Each;
    INHALER = "inhaler_usage", "count", Sum;
    BLOOD_ALCOHOL = "blood_alcohol_content", "%", Each;
    DRINKS = "number_of_alcoholic_beverages", "count", Sum;
    ELECTRODERMAL = "electrodermal_activity", "mcS", Mean;
    NOISE = "environmental_audio_exposure", "dBASPL", Mean;
    HEADPHONES = "headphone_audio_exposure", "dBASPL", Mean;
    UV = "uv_exposure", "count", Mean;
    DEPTH = "underwater_depth", "m", Mean;
    WATER_TEMPERATURE = "underwater_temperature", "degC", Mean;
    STEP_LENGTH = "walking_step_length", "cm", Mean;
    ASYMMETRY = "walking_asymmetry_percentage", "%", Mean;
    DOUBLE_SUPPORT = "walking_double_support_percentage", "%", Mean;
    SIX_MINUTES = "six_minute_walking_test_distance", "m", Each;
    STAIRS_UP = "stair_speed_up", "m/s", Mean;
    STAIRS_DOWN = "stair_speed_down", "m/s", Mean;
    FALLS = "number_of_times_fallen", "count", Sum;
    HANDWASHING = "handwashing", "s", Each;
    TOOTHBRUSHING = "toothbrushing", "s", Each;
    MINDFUL = "mindful_minutes", "min", Sum;
    SEX = "sexual_activity", "times", Each;
    SLEEP = "sleep_analysis", "hr", Night;
    ENERGY_EATEN = "dietary_energy", "kcal", Sum;
    PROTEIN = "protein", "g", Sum;
    CARBS = "carbohydrates", "g", Sum;
    FIBER = "fiber", "g", Sum;
    FAT = "total_fat", "g", Sum;
    SUGAR = "dietary_sugar", "g", Sum;
    SATURATED_FAT = "saturated_fat", "g", Sum;
    SODIUM = "sodium", "mg", Sum;
    CAFFEINE = "caffeine", "mg", Sum;
    WATER = "dietary_water", "mL", Sum;
}

const fn nutrient(name: &'static str, unit: &'static str, a_meal: f64) -> (Measure, f64) {
    let summary = Summary::Sum;
    (
        Measure {
            name,
            unit,
            summary,
        },
        a_meal,
    )
}

/// What the food app logs with breakfast beside the usual, and about how much of it.
pub const NUTRIENTS: &[(Measure, f64)] = &[
    nutrient("polyunsaturated_fat", "g", 3.0),
    nutrient("monounsaturated_fat", "g", 5.0),
    nutrient("dietary_cholesterol", "mg", 90.0),
    nutrient("potassium", "mg", 800.0),
    nutrient("calcium", "mg", 260.0),
    nutrient("iron", "mg", 3.5),
    nutrient("magnesium", "mg", 95.0),
    nutrient("phosphorus", "mg", 310.0),
    nutrient("zinc", "mg", 2.8),
    nutrient("copper", "mg", 0.4),
    nutrient("manganese", "mg", 0.9),
    nutrient("chloride", "mg", 620.0),
    nutrient("niacin", "mg", 4.5),
    nutrient("thiamin", "mg", 0.4),
    nutrient("riboflavin", "mg", 0.5),
    nutrient("pantothenic_acid", "mg", 1.6),
    nutrient("vitamin_b6", "mg", 0.5),
    nutrient("vitamin_c", "mg", 32.0),
    nutrient("vitamin_e", "mg", 3.2),
    nutrient("folate", "mcg", 110.0),
    nutrient("biotin", "mcg", 9.0),
    nutrient("chromium", "mcg", 11.0),
    nutrient("iodine", "mcg", 45.0),
    nutrient("molybdenum", "mcg", 14.0),
    nutrient("selenium", "mcg", 17.0),
    nutrient("vitamin_a", "mcg", 240.0),
    nutrient("vitamin_b12", "mcg", 1.1),
    nutrient("vitamin_d", "mcg", 2.2),
    nutrient("vitamin_k", "mcg", 30.0),
];

/// The measure of this name.
#[must_use]
pub fn find(name: &str) -> Option<Measure> {
    let nutrients = NUTRIENTS.iter().map(|(measure, _)| measure);
    let mut all = MEASURES.iter().chain(nutrients);
    all.find(|measure| measure.name == name).copied()
}
