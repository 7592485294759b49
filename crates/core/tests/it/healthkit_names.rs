//! `HealthKit`'s identifiers, with and without prefix.

use vitalog_core::Metric;

const QUANTITY_TYPES: &[(&str, &str)] = &[
    ("ActiveEnergyBurned", "active_energy"),
    ("AppleExerciseTime", "apple_exercise_time"),
    ("AppleMoveTime", "apple_move_time"),
    (
        "AppleSleepingBreathingDisturbances",
        "breathing_disturbances",
    ),
    (
        "AppleSleepingWristTemperature",
        "apple_sleeping_wrist_temperature",
    ),
    ("AppleStandTime", "apple_stand_time"),
    ("AtrialFibrillationBurden", "atrial_fibrillation_burden"),
    ("BasalBodyTemperature", "basal_body_temperature"),
    ("BasalEnergyBurned", "basal_energy_burned"),
    ("BloodAlcoholContent", "blood_alcohol_content"),
    ("BloodGlucose", "glucose"),
    ("BodyFatPercentage", "body_fat"),
    ("BodyMass", "weight"),
    ("BodyMassIndex", "body_mass_index"),
    ("BodyTemperature", "body_temperature"),
    ("CyclingCadence", "cycling_cadence"),
    (
        "CyclingFunctionalThresholdPower",
        "cycling_functional_threshold_power",
    ),
    ("CyclingPower", "cycling_power"),
    ("CyclingSpeed", "cycling_speed"),
    ("DietaryBiotin", "biotin"),
    ("DietaryCaffeine", "caffeine"),
    ("DietaryCalcium", "calcium"),
    ("DietaryCarbohydrates", "carbs"),
    ("DietaryChloride", "chloride"),
    ("DietaryCholesterol", "dietary_cholesterol"),
    ("DietaryChromium", "chromium"),
    ("DietaryCopper", "copper"),
    ("DietaryEnergyConsumed", "calories"),
    ("DietaryFatMonounsaturated", "monounsaturated_fat"),
    ("DietaryFatPolyunsaturated", "polyunsaturated_fat"),
    ("DietaryFatSaturated", "saturated_fat"),
    ("DietaryFatTotal", "fat"),
    ("DietaryFiber", "fiber"),
    ("DietaryFolate", "folate"),
    ("DietaryIodine", "iodine"),
    ("DietaryIron", "iron"),
    ("DietaryMagnesium", "magnesium"),
    ("DietaryManganese", "manganese"),
    ("DietaryMolybdenum", "molybdenum"),
    ("DietaryNiacin", "niacin"),
    ("DietaryPantothenicAcid", "pantothenic_acid"),
    ("DietaryPhosphorus", "phosphorus"),
    ("DietaryPotassium", "potassium"),
    ("DietaryProtein", "protein"),
    ("DietaryRiboflavin", "riboflavin"),
    ("DietarySelenium", "selenium"),
    ("DietarySodium", "sodium"),
    ("DietarySugar", "dietary_sugar"),
    ("DietaryThiamin", "thiamin"),
    ("DietaryVitaminA", "vitamin_a"),
    ("DietaryVitaminB12", "vitamin_b12"),
    ("DietaryVitaminB6", "vitamin_b6"),
    ("DietaryVitaminC", "vitamin_c"),
    ("DietaryVitaminD", "vitamin_d"),
    ("DietaryVitaminE", "vitamin_e"),
    ("DietaryVitaminK", "vitamin_k"),
    ("DietaryWater", "dietary_water"),
    ("DietaryZinc", "zinc"),
    ("DistanceCycling", "cycling_distance"),
    (
        "DistanceDownhillSnowSports",
        "distance_downhill_snow_sports",
    ),
    ("DistanceSwimming", "swimming_distance"),
    ("DistanceWalkingRunning", "walking_running_distance"),
    ("DistanceWheelchair", "wheelchair_distance"),
    ("ElectrodermalActivity", "electrodermal_activity"),
    ("EnvironmentalAudioExposure", "environmental_audio_exposure"),
    ("FlightsClimbed", "flights_climbed"),
    ("ForcedExpiratoryVolume1", "forced_expiratory_volume_1"),
    ("ForcedVitalCapacity", "forced_vital_capacity"),
    ("HeadphoneAudioExposure", "headphone_audio_exposure"),
    ("HeartRate", "heart_rate"),
    ("HeartRateRecoveryOneMinute", "cardio_recovery"),
    ("HeartRateVariabilitySDNN", "hrv_sdnn"),
    ("Height", "height"),
    ("InhalerUsage", "inhaler_usage"),
    ("InsulinDelivery", "insulin_delivery"),
    ("LeanBodyMass", "lean_mass"),
    (
        "NumberOfAlcoholicBeverages",
        "number_of_alcoholic_beverages",
    ),
    ("NumberOfTimesFallen", "number_of_times_fallen"),
    ("OxygenSaturation", "blood_oxygen_saturation"),
    ("PeakExpiratoryFlowRate", "peak_expiratory_flow_rate"),
    ("PeripheralPerfusionIndex", "peripheral_perfusion_index"),
    ("PhysicalEffort", "physical_effort"),
    ("PushCount", "push_count"),
    ("RespiratoryRate", "respiratory_rate"),
    ("RestingHeartRate", "resting_heart_rate"),
    ("RunningGroundContactTime", "running_ground_contact_time"),
    ("RunningPower", "running_power"),
    ("RunningSpeed", "running_speed"),
    ("RunningStrideLength", "running_stride_length"),
    ("RunningVerticalOscillation", "running_vertical_oscillation"),
    (
        "SixMinuteWalkTestDistance",
        "six_minute_walking_test_distance",
    ),
    ("StairAscentSpeed", "stair_speed_up"),
    ("StairDescentSpeed", "stair_speed_down"),
    ("StepCount", "step_count"),
    ("SwimmingStrokeCount", "swimming_stroke_count"),
    ("TimeInDaylight", "time_in_daylight"),
    ("UVExposure", "uv_exposure"),
    ("UnderwaterDepth", "underwater_depth"),
    ("VO2Max", "vo2_max"),
    ("WaistCircumference", "waist"),
    ("WalkingAsymmetryPercentage", "walking_asymmetry_percentage"),
    (
        "WalkingDoubleSupportPercentage",
        "walking_double_support_percentage",
    ),
    ("WalkingHeartRateAverage", "walking_heart_rate_average"),
    ("WalkingSpeed", "walking_speed"),
    ("WalkingStepLength", "walking_step_length"),
    ("WaterTemperature", "underwater_temperature"),
];

fn check(prefix: &str, identifiers: &[(&str, &str)]) {
    for (identifier, slug) in identifiers {
        for name in [(*identifier).to_owned(), format!("{prefix}{identifier}")] {
            let found = Metric::find(&name).map(Metric::slug);
            assert_eq!(found, Some(*slug), "{name}");
        }
    }
}

#[test]
fn quantity_types_find_their_metric() {
    check("HKQuantityTypeIdentifier", QUANTITY_TYPES);
}

#[test]
fn category_types_find_their_metric() {
    check(
        "HKCategoryTypeIdentifier",
        &[
            ("AppleStandHour", "apple_stand_hour"),
            ("HandwashingEvent", "handwashing"),
            ("HighHeartRateEvent", "heart_notifications"),
            ("IrregularHeartRhythmEvent", "heart_notifications"),
            ("LowHeartRateEvent", "heart_notifications"),
            ("MenstrualFlow", "menstrual_flow"),
            ("MindfulSession", "mindful_minutes"),
            ("SexualActivity", "sexual_activity"),
            ("SleepAnalysis", "sleep_total"),
            ("ToothbrushingEvent", "toothbrushing"),
        ],
    );
}

#[test]
fn other_types_find_their_metric() {
    check("HKCorrelationTypeIdentifier", &[("BloodPressure", "bp")]);
    check(
        "HKDataTypeIdentifier",
        &[("Electrocardiogram", "ecg_heart_rate")],
    );
}
