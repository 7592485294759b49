//! What each measure is called in an export, and in which units it is written.

use super::Units;

/// From the facts' unit to another: its name, a factor, an addition.
pub(super) type Unit = (&'static str, f64, f64);

/// A measure in an export.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type {
    /// The measure.
    pub(super) measure: &'static str,
    /// The type without what stands before all of its sort.
    name: &'static str,
    metric: Unit,
    us: Unit,
}

impl Type {
    pub(super) fn unit(&self, units: Units) -> Unit {
        match units {
            Units::Metric => self.metric,
            Units::Us => self.us,
        }
    }

    pub(super) fn identifier(&self) -> String {
        format!("HKQuantityTypeIdentifier{}", self.name)
    }
}

const KG_IN_LB: f64 = 1.0 / 0.453_592_37;
const KM_IN_MI: f64 = 1.0 / 1.609_344;
const CM_IN_IN: f64 = 1.0 / 2.54;
const M_IN_FT: f64 = 1.0 / 0.3048;
/// HealthKit's molar mass of glucose.
const MG_DL_IN_MMOL: f64 = 1.0 / 18.015_588_000_005_41;

const fn same(measure: &'static str, name: &'static str, unit: &'static str) -> Type {
    differ(measure, name, (unit, 1.0, 0.0), (unit, 1.0, 0.0))
}

const fn differ(measure: &'static str, name: &'static str, metric: Unit, us: Unit) -> Type {
    Type {
        measure,
        name,
        metric,
        us,
    }
}

const fn share(measure: &'static str, name: &'static str) -> Type {
    differ(measure, name, ("%", 0.01, 0.0), ("%", 0.01, 0.0))
}

const fn mass(measure: &'static str, name: &'static str) -> Type {
    differ(measure, name, ("kg", 1.0, 0.0), ("lb", KG_IN_LB, 0.0))
}

const fn way(measure: &'static str, name: &'static str) -> Type {
    differ(measure, name, ("km", 1.0, 0.0), ("mi", KM_IN_MI, 0.0))
}

const fn speed(measure: &'static str, name: &'static str) -> Type {
    differ(measure, name, ("km/hr", 1.0, 0.0), ("mi/hr", KM_IN_MI, 0.0))
}

const fn warmth(measure: &'static str, name: &'static str) -> Type {
    differ(measure, name, ("degC", 1.0, 0.0), ("degF", 1.8, 32.0))
}

const fn energy(measure: &'static str, name: &'static str) -> Type {
    differ(measure, name, ("kJ", 4.184, 0.0), ("Cal", 1.0, 0.0))
}

/// The types of quantities, but for those of blood pressure.
pub(super) const TYPES: &[Type] = &[
    same("step_count", "StepCount", "count"),
    way("walking_running_distance", "DistanceWalkingRunning"),
    energy("active_energy", "ActiveEnergyBurned"),
    energy("basal_energy_burned", "BasalEnergyBurned"),
    same("heart_rate", "HeartRate", "count/min"),
    mass("weight_body_mass", "BodyMass"),
    differ(
        "waist_circumference",
        "WaistCircumference",
        ("cm", 1.0, 0.0),
        ("in", CM_IN_IN, 0.0),
    ),
    share("body_fat_percentage", "BodyFatPercentage"),
    mass("lean_body_mass", "LeanBodyMass"),
    same("body_mass_index", "BodyMassIndex", "count"),
    differ(
        "height",
        "Height",
        ("cm", 1.0, 0.0),
        ("ft", M_IN_FT / 100.0, 0.0),
    ),
    differ(
        "blood_glucose",
        "BloodGlucose",
        ("mmol<180.1558800000541>/L", MG_DL_IN_MMOL, 0.0),
        ("mg/dL", 1.0, 0.0),
    ),
    same("insulin_delivery", "InsulinDelivery", "IU"),
    way("cycling_distance", "DistanceCycling"),
    differ(
        "swimming_distance",
        "DistanceSwimming",
        ("m", 1.0, 0.0),
        ("yd", 1.0 / 0.9144, 0.0),
    ),
    way("wheelchair_distance", "DistanceWheelchair"),
    way(
        "distance_downhill_snow_sports",
        "DistanceDownhillSnowSports",
    ),
    same("flights_climbed", "FlightsClimbed", "count"),
    same("push_count", "PushCount", "count"),
    same("swimming_stroke_count", "SwimmingStrokeCount", "count"),
    same("apple_exercise_time", "AppleExerciseTime", "min"),
    same("apple_move_time", "AppleMoveTime", "min"),
    same("apple_stand_time", "AppleStandTime", "min"),
    same("physical_effort", "PhysicalEffort", "kcal/hr·kg"),
    same("time_in_daylight", "TimeInDaylight", "min"),
    same("vo2_max", "VO2Max", "mL/min·kg"),
    speed("running_speed", "RunningSpeed"),
    speed("cycling_speed", "CyclingSpeed"),
    speed("walking_speed", "WalkingSpeed"),
    same("running_power", "RunningPower", "W"),
    same("cycling_power", "CyclingPower", "W"),
    differ(
        "running_stride_length",
        "RunningStrideLength",
        ("m", 1.0, 0.0),
        ("ft", M_IN_FT, 0.0),
    ),
    differ(
        "running_vertical_oscillation",
        "RunningVerticalOscillation",
        ("cm", 1.0, 0.0),
        ("in", CM_IN_IN, 0.0),
    ),
    same(
        "running_ground_contact_time",
        "RunningGroundContactTime",
        "ms",
    ),
    same("cycling_cadence", "CyclingCadence", "count/min"),
    same(
        "cycling_functional_threshold_power",
        "CyclingFunctionalThresholdPower",
        "W",
    ),
    same("resting_heart_rate", "RestingHeartRate", "count/min"),
    same(
        "walking_heart_rate_average",
        "WalkingHeartRateAverage",
        "count/min",
    ),
    same("heart_rate_variability", "HeartRateVariabilitySDNN", "ms"),
    same("cardio_recovery", "HeartRateRecoveryOneMinute", "count/min"),
    share("atrial_fibrillation_burden", "AtrialFibrillationBurden"),
    share("blood_oxygen_saturation", "OxygenSaturation"),
    same("respiratory_rate", "RespiratoryRate", "count/min"),
    warmth(
        "apple_sleeping_wrist_temperature",
        "AppleSleepingWristTemperature",
    ),
    same(
        "breathing_disturbances",
        "AppleSleepingBreathingDisturbances",
        "count",
    ),
    warmth("body_temperature", "BodyTemperature"),
    warmth("basal_body_temperature", "BasalBodyTemperature"),
    same("forced_expiratory_volume_1", "ForcedExpiratoryVolume1", "L"),
    same("forced_vital_capacity", "ForcedVitalCapacity", "L"),
    same(
        "peak_expiratory_flow_rate",
        "PeakExpiratoryFlowRate",
        "L/min",
    ),
    share("peripheral_perfusion_index", "PeripheralPerfusionIndex"),
    same("inhaler_usage", "InhalerUsage", "count"),
    share("blood_alcohol_content", "BloodAlcoholContent"),
    same(
        "number_of_alcoholic_beverages",
        "NumberOfAlcoholicBeverages",
        "count",
    ),
    same("electrodermal_activity", "ElectrodermalActivity", "mcS"),
    same(
        "environmental_audio_exposure",
        "EnvironmentalAudioExposure",
        "dBASPL",
    ),
    same(
        "headphone_audio_exposure",
        "HeadphoneAudioExposure",
        "dBASPL",
    ),
    same("uv_exposure", "UVExposure", "count"),
    differ(
        "underwater_depth",
        "UnderwaterDepth",
        ("m", 1.0, 0.0),
        ("ft", M_IN_FT, 0.0),
    ),
    warmth("underwater_temperature", "WaterTemperature"),
    differ(
        "walking_step_length",
        "WalkingStepLength",
        ("cm", 1.0, 0.0),
        ("in", CM_IN_IN, 0.0),
    ),
    share("walking_asymmetry_percentage", "WalkingAsymmetryPercentage"),
    share(
        "walking_double_support_percentage",
        "WalkingDoubleSupportPercentage",
    ),
    same(
        "six_minute_walking_test_distance",
        "SixMinuteWalkTestDistance",
        "m",
    ),
    differ(
        "stair_speed_up",
        "StairAscentSpeed",
        ("m/s", 1.0, 0.0),
        ("ft/s", M_IN_FT, 0.0),
    ),
    differ(
        "stair_speed_down",
        "StairDescentSpeed",
        ("m/s", 1.0, 0.0),
        ("ft/s", M_IN_FT, 0.0),
    ),
    same("number_of_times_fallen", "NumberOfTimesFallen", "count"),
    energy("dietary_energy", "DietaryEnergyConsumed"),
    same("protein", "DietaryProtein", "g"),
    same("carbohydrates", "DietaryCarbohydrates", "g"),
    same("fiber", "DietaryFiber", "g"),
    same("total_fat", "DietaryFatTotal", "g"),
    same("dietary_sugar", "DietarySugar", "g"),
    same("saturated_fat", "DietaryFatSaturated", "g"),
    same("polyunsaturated_fat", "DietaryFatPolyunsaturated", "g"),
    same("monounsaturated_fat", "DietaryFatMonounsaturated", "g"),
    same("dietary_cholesterol", "DietaryCholesterol", "mg"),
    same("sodium", "DietarySodium", "mg"),
    same("potassium", "DietaryPotassium", "mg"),
    same("calcium", "DietaryCalcium", "mg"),
    same("iron", "DietaryIron", "mg"),
    same("magnesium", "DietaryMagnesium", "mg"),
    same("phosphorus", "DietaryPhosphorus", "mg"),
    same("zinc", "DietaryZinc", "mg"),
    same("copper", "DietaryCopper", "mg"),
    same("manganese", "DietaryManganese", "mg"),
    same("chloride", "DietaryChloride", "mg"),
    same("niacin", "DietaryNiacin", "mg"),
    same("thiamin", "DietaryThiamin", "mg"),
    same("riboflavin", "DietaryRiboflavin", "mg"),
    same("pantothenic_acid", "DietaryPantothenicAcid", "mg"),
    same("vitamin_b6", "DietaryVitaminB6", "mg"),
    same("vitamin_c", "DietaryVitaminC", "mg"),
    same("vitamin_e", "DietaryVitaminE", "mg"),
    same("caffeine", "DietaryCaffeine", "mg"),
    same("folate", "DietaryFolate", "mcg"),
    same("biotin", "DietaryBiotin", "mcg"),
    same("chromium", "DietaryChromium", "mcg"),
    same("iodine", "DietaryIodine", "mcg"),
    same("molybdenum", "DietaryMolybdenum", "mcg"),
    same("selenium", "DietarySelenium", "mcg"),
    same("vitamin_a", "DietaryVitaminA", "mcg"),
    same("vitamin_b12", "DietaryVitaminB12", "mcg"),
    same("vitamin_d", "DietaryVitaminD", "mcg"),
    same("vitamin_k", "DietaryVitaminK", "mcg"),
    differ(
        "dietary_water",
        "DietaryWater",
        ("mL", 1.0, 0.0),
        ("fl_oz_us", 1.0 / 29.573_529_562_5, 0.0),
    ),
];

/// The type of a measure, by its place among all.
pub(super) fn place(measure: &str) -> Option<usize> {
    TYPES.iter().position(|of| of.measure == measure)
}
