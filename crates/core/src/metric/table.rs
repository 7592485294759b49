//! THE table: one row per metric, in the order of answers.
//!
//! A row names its group, how a day's readings become one value, the canonical unit (with all
//! that is converted to it) and the slug. Then come the words for people, other names, decimals
//! and the values a living person can have. What is left unsaid is what most metrics have: a
//! number, told apart by its slot of time, that belongs to the day.

use super::{
    DailyRule::{Last, Max, Mean, Night, Sum},
    Group::{
        Activity, Blood, Body, Environment, Events, Mind, Mobility, Nutrition, Respiration, Sleep,
        Vitals,
    },
    MetricRow, Shape,
    measure::{
        BODY_MASS_INDEX, CM, COUNT, DB, DEG_C, DOSES, DRINKS, FALLS, FLIGHTS, G, GLUCOSE,
        HOURS_STOOD, HR, IN, IU, KCAL, KETONES, KM, L, L_PER_MIN, LB, M, M_PER_S, MCG, MCS, MET,
        MG, MIN, ML, MMHG, MS, OXYGEN_UPTAKE, PER_MIN, PERCENT, S, SCORE, STEPS, TIMES, W,
    },
    row::row,
};

macro_rules! metrics {
    ($($variant:ident($($essence:expr),*) $(.$method:ident($($value:expr),* $(,)?))*;)*) => {
        /// A metric: what a reading measures.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[expect(missing_docs, reason = "each row of the table describes its variant")]
        pub enum Metric { $($variant,)* }

        impl Metric {
            /// Every metric, in the order of answers.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
        }

        /// The rows, in the order of [`Metric::ALL`].
        pub(super) static TABLE: &[MetricRow] =
            &[$(row(Metric::$variant, $($essence),*) $(.$method($($value),*))*,)*];
    };
}

metrics! {
    Weight(Body, Last, LB, "weight")
        .says("Weight", "Body weight in pounds.")
        .also(&["weight_body_mass", "weight_divided_by_body_mass", "body_mass", "body weight"])
        .decimals(2).between(2.0, 1500.0).fact().of_morning().in_metric("kg", 2);
    Waist(Body, Last, IN, "waist")
        .says("Waist", "Waist circumference in inches.")
        .also(&["waist_circumference"])
        .decimals(2).between(5.0, 150.0).fact().of_morning().in_metric("cm", 1);
    BodyFat(Body, Last, PERCENT, "body_fat")
        .says("Body fat", "Body fat as a percentage of body weight.")
        .also(&["body_fat_percentage"])
        .between(1.0, 90.0).up_to_one_is_a_fraction().fact().of_morning();
    LeanMass(Body, Last, LB, "lean_mass")
        .says("Lean mass", "Lean body mass in pounds.")
        .also(&["lean_body_mass"])
        .decimals(2).between(2.0, 1000.0).fact().of_morning().in_metric("kg", 2);
    BloodPressure(Vitals, Mean, MMHG, "bp")
        .says("Blood pressure", "Blood pressure in mmHg, systolic over diastolic.")
        .also(&["blood_pressure"])
        .decimals(0).between(20.0, 350.0).shaped(Shape::Pressure).fact();
    Glucose(Blood, Mean, GLUCOSE, "glucose")
        .says("Glucose", "Blood glucose in mg/dL.")
        .also(&["blood_glucose", "blood sugar"])
        .between(20.0, 600.0).fact().of_morning();
    Ketones(Blood, Mean, KETONES, "ketones")
        .says("Ketones", "Blood ketones in mmol/L.")
        .also(&["blood_ketones"])
        .decimals(2).between(0.0, 10.0).fact().of_morning();
    Protein(Nutrition, Sum, G, "protein")
        .says("Protein", "Protein eaten, in grams.")
        .also(&["dietary_protein"])
        .between(0.0, 2000.0).fact();
    Carbs(Nutrition, Sum, G, "carbs")
        .says("Carbohydrates", "Carbohydrates eaten, in grams.")
        .also(&["carbohydrates", "dietary_carbohydrates", "net carbs", "carbohydrate"])
        .between(0.0, 3000.0).fact();
    Fiber(Nutrition, Sum, G, "fiber")
        .says("Fiber", "Dietary fiber eaten, in grams.")
        .also(&["dietary_fiber", "fibre"])
        .between(0.0, 500.0).fact();
    Fat(Nutrition, Sum, G, "fat")
        .says("Fat", "Fat eaten, in grams.")
        .also(&["total_fat", "dietary_fat_total"])
        .between(0.0, 1500.0).fact();
    Calories(Nutrition, Sum, KCAL, "calories")
        .says("Calories", "Energy eaten, in kilocalories.")
        .also(&["dietary_energy", "dietary_energy_consumed", "energy eaten"])
        .between(0.0, 30_000.0).fact();
    StepCount(Activity, Sum, STEPS, "step_count")
        .says("Steps", "Steps taken.")
        .also(&["steps"])
        .decimals(2).between(0.0, 200_000.0).higher_is_better();
    WalkingRunningDistance(Activity, Sum, KM, "walking_running_distance")
        .says("Walking and running distance", "Distance walked and run, in kilometres.")
        .also(&["walking_plus_running_distance", "distance_walking_running"])
        .decimals(5).between(0.0, 300.0).higher_is_better();
    CyclingDistance(Activity, Sum, KM, "cycling_distance")
        .says("Cycling distance", "Distance cycled, in kilometres.")
        .also(&["distance_cycling"])
        .decimals(5).between(0.0, 1500.0);
    SwimmingDistance(Activity, Sum, KM, "swimming_distance")
        .says("Swimming distance", "Distance swum, in kilometres.")
        .also(&["distance_swimming"])
        .decimals(5).between(0.0, 150.0);
    WheelchairDistance(Activity, Sum, KM, "wheelchair_distance")
        .says("Wheelchair distance", "Distance pushed in a wheelchair, in kilometres.")
        .also(&["distance_wheelchair"])
        .decimals(5).between(0.0, 300.0);
    DistanceDownhillSnowSports(Activity, Sum, KM, "distance_downhill_snow_sports")
        .says(
            "Downhill snow sports distance",
            "Distance skied or snowboarded downhill, in kilometres.",
        )
        .also(&["downhill_snow_sports"])
        .decimals(5).between(0.0, 300.0);
    FlightsClimbed(Activity, Sum, FLIGHTS, "flights_climbed")
        .says("Flights climbed", "Flights of stairs climbed.")
        .decimals(2).between(0.0, 2000.0).higher_is_better();
    PushCount(Activity, Sum, COUNT, "push_count")
        .says("Wheelchair pushes", "Pushes of a wheelchair.")
        .also(&["wheelchair_push_count"])
        .decimals(2).between(0.0, 100_000.0);
    SwimmingStrokeCount(Activity, Sum, COUNT, "swimming_stroke_count")
        .says("Swimming strokes", "Strokes swum.")
        .also(&["swim_stroke_count"])
        .decimals(2).between(0.0, 100_000.0);
    ActiveEnergy(Activity, Sum, KCAL, "active_energy")
        .says("Active energy", "Energy burned by moving, in kilocalories.")
        .also(&["active_energy_burned"])
        .decimals(3).between(0.0, 20_000.0).higher_is_better();
    BasalEnergyBurned(Activity, Sum, KCAL, "basal_energy_burned")
        .says("Resting energy", "Energy burned at rest, in kilocalories.")
        .also(&["basal_energy", "resting_energy"])
        .decimals(3).between(0.0, 10_000.0);
    AppleExerciseTime(Activity, Sum, MIN, "apple_exercise_time")
        .says("Exercise time", "Minutes of exercise.")
        .also(&["exercise_time"])
        .decimals(2).between(0.0, 1440.0).higher_is_better();
    AppleMoveTime(Activity, Sum, MIN, "apple_move_time")
        .says("Move time", "Minutes of movement.")
        .also(&["move_time"])
        .decimals(2).between(0.0, 1440.0).higher_is_better();
    AppleStandTime(Activity, Sum, MIN, "apple_stand_time")
        .says("Stand time", "Minutes on one's feet.")
        .also(&["stand_time"])
        .decimals(2).between(0.0, 1440.0).higher_is_better();
    AppleStandHour(Activity, Sum, HOURS_STOOD, "apple_stand_hour")
        .says("Stand hours", "Hours with at least a minute on one's feet.")
        .also(&["stand_hours"])
        .decimals(2).between(0.0, 25.0).higher_is_better();
    PhysicalEffort(Activity, Mean, MET, "physical_effort")
        .says("Physical effort", "Effort in metabolic equivalents (kcal per hour and kilogram).")
        .decimals(2).between(0.0, 40.0);
    TimeInDaylight(Environment, Sum, MIN, "time_in_daylight")
        .says("Time in daylight", "Minutes outdoors in daylight.")
        .decimals(2).between(0.0, 1440.0).higher_is_better();
    Vo2Max(Activity, Last, OXYGEN_UPTAKE, "vo2_max")
        .says("VO2 max", "Estimated maximal oxygen uptake in mL per kilogram and minute.")
        .also(&["cardio_fitness"])
        .decimals(2).between(5.0, 100.0).higher_is_better();
    RunningSpeed(Activity, Mean, M_PER_S, "running_speed")
        .says("Running speed", "Speed of running, in metres per second.")
        .decimals(3).between(0.0, 15.0);
    CyclingSpeed(Activity, Mean, M_PER_S, "cycling_speed")
        .says("Cycling speed", "Speed of cycling, in metres per second.")
        .decimals(3).between(0.0, 40.0);
    WalkingSpeed(Mobility, Mean, M_PER_S, "walking_speed")
        .says("Walking speed", "Speed of walking, in metres per second.")
        .decimals(3).between(0.0, 5.0).higher_is_better();
    RunningPower(Activity, Mean, W, "running_power")
        .says("Running power", "Power while running, in watts.")
        .between(0.0, 2000.0);
    CyclingPower(Activity, Mean, W, "cycling_power")
        .says("Cycling power", "Power while cycling, in watts.")
        .between(0.0, 3000.0);
    RunningStrideLength(Activity, Mean, M, "running_stride_length")
        .says("Running stride length", "Length of a stride while running, in metres.")
        .also(&["running_stride"])
        .decimals(3).between(0.0, 5.0);
    RunningVerticalOscillation(Activity, Mean, CM, "running_vertical_oscillation")
        .says(
            "Running vertical oscillation",
            "Rise and fall of the body while running, in centimetres.",
        )
        .decimals(2).between(0.0, 50.0);
    RunningGroundContactTime(Activity, Mean, MS, "running_ground_contact_time")
        .says(
            "Running ground contact time",
            "Time a foot is on the ground while running, in milliseconds.",
        )
        .between(50.0, 1000.0);
    CyclingCadence(Activity, Mean, PER_MIN, "cycling_cadence")
        .says("Cycling cadence", "Turns of the pedals a minute.")
        .between(0.0, 300.0);
    CyclingFunctionalThresholdPower(Activity, Last, W, "cycling_functional_threshold_power")
        .says(
            "Cycling threshold power",
            "Power that can be kept up for an hour of cycling, in watts.",
        )
        .also(&["functional_threshold_power"])
        .between(20.0, 800.0).higher_is_better();
    Height(Body, Last, M, "height")
        .says("Height", "Body height in metres.")
        .also(&["body_height"])
        .decimals(3).between(0.3, 2.8).of_morning();
    BodyMassIndex(Body, Last, BODY_MASS_INDEX, "body_mass_index")
        .says("Body mass index", "Weight over height squared, in kg/m2.")
        .also(&["bmi"])
        .decimals(2).between(5.0, 150.0).of_morning();
    AppleSleepingWristTemperature(Vitals, Mean, DEG_C, "apple_sleeping_wrist_temperature")
        .says(
            "Wrist temperature asleep",
            "Skin temperature at the wrist during sleep, in degrees Celsius.",
        )
        .also(&["sleeping_wrist_temperature", "wrist_temperature"])
        .decimals(2).between(20.0, 45.0).of_night();
    HeartRate(Vitals, Mean, PER_MIN, "heart_rate")
        .says(
            "Heart rate",
            "Heart beats a minute, with the lowest and highest where they are known.",
        )
        .also(&["pulse"])
        .between(20.0, 300.0).shaped(Shape::Spread);
    RestingHeartRate(Vitals, Last, PER_MIN, "resting_heart_rate")
        .says("Resting heart rate", "Heart beats a minute at rest.")
        .also(&["resting_hr"])
        .between(20.0, 200.0).of_night().lower_is_better();
    WalkingHeartRateAverage(Vitals, Last, PER_MIN, "walking_heart_rate_average")
        .says("Walking heart rate", "Mean heart beats a minute while walking.")
        .also(&["walking_heart_rate"])
        .between(30.0, 250.0).lower_is_better();
    HrvSdnn(Vitals, Mean, MS, "hrv_sdnn")
        .says(
            "Heart rate variability (SDNN)",
            "Standard deviation of the time between heart beats, in milliseconds. Never mixed \
             with RMSSD.",
        )
        .also(&["heart_rate_variability", "heart_rate_variability_sdnn"])
        .decimals(2).between(1.0, 500.0).of_night().higher_is_better();
    CardioRecovery(Vitals, Last, PER_MIN, "cardio_recovery")
        .says(
            "Cardio recovery",
            "Heart beats a minute that the pulse falls by in the first minute after exercise.",
        )
        .also(&["heart_rate_recovery_one_minute"])
        .between(0.0, 150.0).higher_is_better();
    AtrialFibrillationBurden(Vitals, Last, PERCENT, "atrial_fibrillation_burden")
        .says("Atrial fibrillation burden", "Share of the time in atrial fibrillation, in percent.")
        .also(&["afib_burden"])
        .decimals(2).between(0.0, 100.0).lower_is_better();
    BloodOxygenSaturation(Respiration, Mean, PERCENT, "blood_oxygen_saturation")
        .says("Blood oxygen", "Oxygen saturation of the blood, in percent.")
        .also(&["oxygen_saturation", "blood_oxygen", "spo2"])
        .decimals(2).between(50.0, 100.0).up_to_one_is_a_fraction().of_night().higher_is_better();
    RespiratoryRate(Respiration, Mean, PER_MIN, "respiratory_rate")
        .says("Respiratory rate", "Breaths a minute.")
        .also(&["breathing_rate"])
        .decimals(2).between(3.0, 80.0).of_night();
    ForcedExpiratoryVolume1(Respiration, Last, L, "forced_expiratory_volume_1")
        .says(
            "Forced expiratory volume",
            "Air breathed out in the first second of a forced breath, in litres.",
        )
        .also(&["forced_expiratory_volume", "fev1"])
        .decimals(3).between(0.1, 10.0).higher_is_better();
    ForcedVitalCapacity(Respiration, Last, L, "forced_vital_capacity")
        .says("Forced vital capacity", "Air breathed out in a forced breath, in litres.")
        .also(&["fvc"])
        .decimals(3).between(0.1, 12.0).higher_is_better();
    PeakExpiratoryFlowRate(Respiration, Last, L_PER_MIN, "peak_expiratory_flow_rate")
        .says("Peak expiratory flow", "Fastest flow of a forced breath out, in litres per minute.")
        .also(&["peak_flow"])
        .between(10.0, 1200.0).higher_is_better();
    PeripheralPerfusionIndex(Vitals, Last, PERCENT, "peripheral_perfusion_index")
        .says("Perfusion index", "Strength of the pulse at the finger, in percent.")
        .also(&["perfusion_index"])
        .decimals(2).between(0.0, 30.0);
    InhalerUsage(Events, Sum, DOSES, "inhaler_usage")
        .says("Inhaler usage", "Puffs from an inhaler.")
        .decimals(2).between(0.0, 200.0).fact();
    BreathingDisturbances(Respiration, Mean, COUNT, "breathing_disturbances")
        .says(
            "Breathing disturbances",
            "Interruptions of breathing during sleep, as counted by the device.",
        )
        .also(&["apple_sleeping_breathing_disturbances"])
        .decimals(2).between(0.0, 200.0).of_night().lower_is_better();
    BodyTemperature(Vitals, Last, DEG_C, "body_temperature")
        .says("Body temperature", "Body temperature in degrees Celsius.")
        .decimals(2).between(25.0, 45.0);
    BasalBodyTemperature(Vitals, Last, DEG_C, "basal_body_temperature")
        .says("Basal body temperature", "Body temperature on waking, in degrees Celsius.")
        .decimals(2).between(25.0, 45.0).of_morning();
    InsulinDelivery(Blood, Sum, IU, "insulin_delivery")
        .says("Insulin", "Insulin delivered, in international units.")
        .also(&["insulin"])
        .decimals(3).between(0.0, 1000.0).fact();
    BloodAlcoholContent(Blood, Last, PERCENT, "blood_alcohol_content")
        .says("Blood alcohol", "Alcohol in the blood, in percent.")
        .decimals(4).between(0.0, 1.0);
    NumberOfAlcoholicBeverages(Nutrition, Sum, DRINKS, "number_of_alcoholic_beverages")
        .says("Alcoholic drinks", "Standard alcoholic drinks.")
        .also(&["alcohol_consumption", "alcoholic_drinks"])
        .decimals(2).between(0.0, 100.0).fact();
    ElectrodermalActivity(Vitals, Mean, MCS, "electrodermal_activity")
        .says("Electrodermal activity", "Conductance of the skin, in microsiemens.")
        .decimals(3).between(0.0, 200.0);
    EnvironmentalAudioExposure(Environment, Mean, DB, "environmental_audio_exposure")
        .says("Environmental sound", "Level of the sound around, in dB(A).")
        .also(&["environmental_audio"])
        .between(0.0, 200.0).lower_is_better();
    HeadphoneAudioExposure(Environment, Mean, DB, "headphone_audio_exposure")
        .says("Headphone sound", "Level of the sound in headphones, in dB(A).")
        .also(&["headphone_audio"])
        .between(0.0, 200.0).lower_is_better();
    UvExposure(Environment, Mean, COUNT, "uv_exposure")
        .says("UV exposure", "Ultraviolet radiation, as UV index.")
        .also(&["uv_index"])
        .decimals(2).between(0.0, 20.0);
    UnderwaterDepth(Environment, Max, M, "underwater_depth")
        .says("Underwater depth", "Depth under water, in metres.")
        .decimals(2).between(0.0, 350.0);
    UnderwaterTemperature(Environment, Mean, DEG_C, "underwater_temperature")
        .says("Water temperature", "Temperature of the water, in degrees Celsius.")
        .also(&["water_temperature"])
        .decimals(2).between(-2.0, 50.0);
    WalkingStepLength(Mobility, Mean, CM, "walking_step_length")
        .says("Step length", "Length of a step while walking, in centimetres.")
        .also(&["step_length"])
        .decimals(2).between(0.0, 200.0).higher_is_better();
    WalkingAsymmetryPercentage(Mobility, Mean, PERCENT, "walking_asymmetry_percentage")
        .says("Walking asymmetry", "Share of steps that differ from side to side, in percent.")
        .also(&["walking_asymmetry"])
        .decimals(2).between(0.0, 100.0).lower_is_better();
    WalkingDoubleSupportPercentage(Mobility, Mean, PERCENT, "walking_double_support_percentage")
        .says("Double support time", "Share of a step with both feet on the ground, in percent.")
        .also(&["double_support_time", "walking_double_support"])
        .decimals(2).between(0.0, 100.0).up_to_one_is_a_fraction().lower_is_better();
    SixMinuteWalkingTestDistance(Mobility, Last, M, "six_minute_walking_test_distance")
        .says("Six-minute walk", "Distance that can be walked in six minutes, in metres.")
        .also(&["six_minute_walk_test_distance", "six_minute_walk"])
        .between(0.0, 1500.0).higher_is_better();
    StairSpeedUp(Mobility, Mean, M_PER_S, "stair_speed_up")
        .says("Stair speed up", "Speed of climbing stairs, in metres per second.")
        .also(&["stair_ascent_speed"])
        .decimals(3).between(0.0, 5.0).higher_is_better();
    StairSpeedDown(Mobility, Mean, M_PER_S, "stair_speed_down")
        .says("Stair speed down", "Speed of descending stairs, in metres per second.")
        .also(&["stair_descent_speed"])
        .decimals(3).between(0.0, 5.0).higher_is_better();
    NumberOfTimesFallen(Events, Sum, FALLS, "number_of_times_fallen")
        .says("Falls", "Times fallen.")
        .also(&["number_of_time_fallen"])
        .decimals(0).between(0.0, 100.0).fact().lower_is_better();
    Handwashing(Events, Sum, S, "handwashing")
        .says("Handwashing", "Time spent washing hands, in seconds.")
        .also(&["handwashing_event"])
        .between(0.0, 86_400.0).fact();
    Toothbrushing(Events, Sum, S, "toothbrushing")
        .says("Toothbrushing", "Time spent brushing teeth, in seconds.")
        .also(&["toothbrushing_event"])
        .between(0.0, 86_400.0).fact();
    MindfulMinutes(Mind, Sum, MIN, "mindful_minutes")
        .says("Mindful minutes", "Minutes of meditation and other mindfulness.")
        .also(&["mindful_session"])
        .decimals(2).between(0.0, 1440.0).higher_is_better();
    SexualActivity(Events, Sum, TIMES, "sexual_activity")
        .says("Sexual activity", "Times of sexual activity.")
        .decimals(0).between(0.0, 100.0).fact();
    SleepTotal(Sleep, Night, HR, "sleep_total")
        .says("Sleep", "Hours asleep in the night that ends on the day, without time awake.")
        .also(&["sleep_analysis", "sleep", "total_sleep"])
        .decimals(4).between(0.0, 24.0).of_night().higher_is_better();
    SleepCore(Sleep, Night, HR, "sleep_core")
        .says("Core sleep", "Hours of core (light) sleep.")
        .also(&["core_sleep", "light_sleep"])
        .decimals(4).between(0.0, 24.0).of_night();
    SleepDeep(Sleep, Night, HR, "sleep_deep")
        .says("Deep sleep", "Hours of deep sleep.")
        .also(&["deep_sleep"])
        .decimals(4).between(0.0, 24.0).of_night().higher_is_better();
    SleepRem(Sleep, Night, HR, "sleep_rem")
        .says("REM sleep", "Hours of REM sleep.")
        .also(&["rem_sleep"])
        .decimals(4).between(0.0, 24.0).of_night().higher_is_better();
    SleepUnspecified(Sleep, Night, HR, "sleep_unspecified")
        .says("Sleep without stage", "Hours asleep of which the stage is not known.")
        .also(&["asleep_unspecified"])
        .decimals(4).between(0.0, 24.0).of_night();
    SleepAwake(Sleep, Night, HR, "sleep_awake")
        .says("Awake at night", "Hours awake during the night.")
        .also(&["awake_time"])
        .decimals(4).between(0.0, 24.0).of_night().lower_is_better();
    SleepInBed(Sleep, Night, HR, "sleep_in_bed")
        .says("In bed", "Hours in bed.")
        .also(&["time_in_bed"])
        .decimals(4).between(0.0, 24.0).of_night();
    SaturatedFat(Nutrition, Sum, G, "saturated_fat")
        .says("Saturated fat", "Saturated fat eaten, in grams.")
        .also(&["dietary_fat_saturated"])
        .decimals(2).between(0.0, 1500.0).fact();
    PolyunsaturatedFat(Nutrition, Sum, G, "polyunsaturated_fat")
        .says("Polyunsaturated fat", "Polyunsaturated fat eaten, in grams.")
        .also(&["dietary_fat_polyunsaturated"])
        .decimals(2).between(0.0, 1500.0).fact();
    MonounsaturatedFat(Nutrition, Sum, G, "monounsaturated_fat")
        .says("Monounsaturated fat", "Monounsaturated fat eaten, in grams.")
        .also(&["monosaturated_fat", "dietary_fat_monounsaturated"])
        .decimals(2).between(0.0, 1500.0).fact();
    DietarySugar(Nutrition, Sum, G, "dietary_sugar")
        .says("Sugar", "Sugar eaten, in grams.")
        .also(&["sugar"])
        .decimals(2).between(0.0, 3000.0).fact();
    DietaryCholesterol(Nutrition, Sum, MG, "dietary_cholesterol")
        .says("Cholesterol eaten", "Cholesterol eaten, in milligrams.")
        .also(&["cholesterol"])
        .decimals(2).between(0.0, 20_000.0).fact();
    Sodium(Nutrition, Sum, MG, "sodium")
        .says("Sodium", "Sodium eaten, in milligrams.")
        .also(&["dietary_sodium"])
        .decimals(3).between(0.0, 100_000.0).fact();
    Potassium(Nutrition, Sum, MG, "potassium")
        .says("Potassium", "Potassium eaten, in milligrams.")
        .also(&["dietary_potassium"])
        .decimals(3).between(0.0, 100_000.0).fact();
    Calcium(Nutrition, Sum, MG, "calcium")
        .says("Calcium", "Calcium eaten, in milligrams.")
        .also(&["dietary_calcium"])
        .decimals(3).between(0.0, 50_000.0).fact();
    Iron(Nutrition, Sum, MG, "iron")
        .says("Iron", "Iron eaten, in milligrams.")
        .also(&["dietary_iron"])
        .decimals(3).between(0.0, 5000.0).fact();
    Magnesium(Nutrition, Sum, MG, "magnesium")
        .says("Magnesium", "Magnesium eaten, in milligrams.")
        .also(&["dietary_magnesium"])
        .decimals(3).between(0.0, 20_000.0).fact();
    Phosphorus(Nutrition, Sum, MG, "phosphorus")
        .says("Phosphorus", "Phosphorus eaten, in milligrams.")
        .also(&["dietary_phosphorus"])
        .decimals(3).between(0.0, 50_000.0).fact();
    Zinc(Nutrition, Sum, MG, "zinc")
        .says("Zinc", "Zinc eaten, in milligrams.")
        .also(&["dietary_zinc"])
        .decimals(3).between(0.0, 5000.0).fact();
    Copper(Nutrition, Sum, MG, "copper")
        .says("Copper", "Copper eaten, in milligrams.")
        .also(&["dietary_copper"])
        .decimals(3).between(0.0, 1000.0).fact();
    Manganese(Nutrition, Sum, MG, "manganese")
        .says("Manganese", "Manganese eaten, in milligrams.")
        .also(&["dietary_manganese"])
        .decimals(3).between(0.0, 1000.0).fact();
    Chloride(Nutrition, Sum, MG, "chloride")
        .says("Chloride", "Chloride eaten, in milligrams.")
        .also(&["dietary_chloride"])
        .decimals(3).between(0.0, 100_000.0).fact();
    Niacin(Nutrition, Sum, MG, "niacin")
        .says("Niacin", "Niacin eaten, in milligrams.")
        .also(&["dietary_niacin"])
        .decimals(3).between(0.0, 10_000.0).fact();
    Thiamin(Nutrition, Sum, MG, "thiamin")
        .says("Thiamin", "Thiamin eaten, in milligrams.")
        .also(&["dietary_thiamin"])
        .decimals(3).between(0.0, 5000.0).fact();
    Riboflavin(Nutrition, Sum, MG, "riboflavin")
        .says("Riboflavin", "Riboflavin eaten, in milligrams.")
        .also(&["dietary_riboflavin"])
        .decimals(3).between(0.0, 5000.0).fact();
    PantothenicAcid(Nutrition, Sum, MG, "pantothenic_acid")
        .says("Pantothenic acid", "Pantothenic acid eaten, in milligrams.")
        .also(&["dietary_pantothenic_acid"])
        .decimals(3).between(0.0, 10_000.0).fact();
    VitaminB6(Nutrition, Sum, MG, "vitamin_b6")
        .says("Vitamin B6", "Vitamin B6 eaten, in milligrams.")
        .also(&["dietary_vitamin_b6"])
        .decimals(3).between(0.0, 5000.0).fact();
    VitaminC(Nutrition, Sum, MG, "vitamin_c")
        .says("Vitamin C", "Vitamin C eaten, in milligrams.")
        .also(&["dietary_vitamin_c"])
        .decimals(3).between(0.0, 50_000.0).fact();
    VitaminE(Nutrition, Sum, MG, "vitamin_e")
        .says("Vitamin E", "Vitamin E eaten, in milligrams.")
        .also(&["dietary_vitamin_e"])
        .decimals(3).between(0.0, 10_000.0).fact();
    Caffeine(Nutrition, Sum, MG, "caffeine")
        .says("Caffeine", "Caffeine taken in, in milligrams.")
        .also(&["dietary_caffeine"])
        .decimals(2).between(0.0, 10_000.0).fact();
    Folate(Nutrition, Sum, MCG, "folate")
        .says("Folate", "Folate eaten, in micrograms.")
        .also(&["dietary_folate"])
        .decimals(3).between(0.0, 100_000.0).fact();
    Biotin(Nutrition, Sum, MCG, "biotin")
        .says("Biotin", "Biotin eaten, in micrograms.")
        .also(&["dietary_biotin"])
        .decimals(3).between(0.0, 1_000_000.0).fact();
    Chromium(Nutrition, Sum, MCG, "chromium")
        .says("Chromium", "Chromium eaten, in micrograms.")
        .also(&["dietary_chromium"])
        .decimals(3).between(0.0, 100_000.0).fact();
    Iodine(Nutrition, Sum, MCG, "iodine")
        .says("Iodine", "Iodine eaten, in micrograms.")
        .also(&["dietary_iodine"])
        .decimals(3).between(0.0, 1_000_000.0).fact();
    Molybdenum(Nutrition, Sum, MCG, "molybdenum")
        .says("Molybdenum", "Molybdenum eaten, in micrograms.")
        .also(&["dietary_molybdenum"])
        .decimals(3).between(0.0, 100_000.0).fact();
    Selenium(Nutrition, Sum, MCG, "selenium")
        .says("Selenium", "Selenium eaten, in micrograms.")
        .also(&["dietary_selenium"])
        .decimals(3).between(0.0, 100_000.0).fact();
    VitaminA(Nutrition, Sum, MCG, "vitamin_a")
        .says("Vitamin A", "Vitamin A eaten, in micrograms.")
        .also(&["dietary_vitamin_a"])
        .decimals(3).between(0.0, 1_000_000.0).fact();
    VitaminB12(Nutrition, Sum, MCG, "vitamin_b12")
        .says("Vitamin B12", "Vitamin B12 eaten, in micrograms.")
        .also(&["dietary_vitamin_b12"])
        .decimals(3).between(0.0, 1_000_000.0).fact();
    VitaminD(Nutrition, Sum, MCG, "vitamin_d")
        .says("Vitamin D", "Vitamin D eaten, in micrograms.")
        .also(&["dietary_vitamin_d"])
        .decimals(3).between(0.0, 100_000.0).fact();
    VitaminK(Nutrition, Sum, MCG, "vitamin_k")
        .says("Vitamin K", "Vitamin K eaten, in micrograms.")
        .also(&["dietary_vitamin_k"])
        .decimals(3).between(0.0, 1_000_000.0).fact();
    DietaryWater(Nutrition, Sum, ML, "dietary_water")
        .says("Water", "Water drunk, in millilitres.")
        .also(&["water"])
        .between(0.0, 30_000.0).fact();
    SymptomSeverity(Events, Max, SCORE, "symptom_severity")
        .says(
            "Symptom severity",
            "Severity of a symptom: 0 not present, 1 mild or present, 2 moderate, 3 severe. The \
             label names the symptom.",
        )
        .also(&["symptoms"])
        .decimals(0).between(0.0, 3.0).ordinal().lower_is_better().fact();
    MoodValence(Mind, Mean, SCORE, "mood_valence")
        .says(
            "Mood",
            "How pleasant a state of mind is, from -1 (very unpleasant) to 1 (very pleasant).",
        )
        .also(&["mood", "state_of_mind"])
        .decimals(3).between(-1.0, 1.0).higher_is_better();
    MedicationDosesTaken(Events, Sum, DOSES, "medication_doses_taken")
        .says("Doses taken", "Doses of medicine taken. The label names the medicine.")
        .also(&["medications", "medication_dose_event"])
        .decimals(3).between(0.0, 200.0).fact();
    EcgHeartRate(Vitals, Mean, PER_MIN, "ecg_heart_rate")
        .says(
            "ECG heart rate",
            "Mean heart beats a minute during an electrocardiogram. The label is its \
             classification.",
        )
        .also(&["ecg", "electrocardiogram"])
        .between(20.0, 300.0);
    HeartNotifications(Events, Sum, TIMES, "heart_notifications")
        .says(
            "Heart notifications",
            "Notifications of a high, low or irregular heart rate. The label says which.",
        )
        .also(&[
            "heart_rate_notifications",
            "high_heart_rate_notifications",
            "low_heart_rate_notifications",
            "irregular_heart_rate_notifications",
            "high_heart_rate_event",
            "low_heart_rate_event",
            "irregular_heart_rhythm_event",
        ])
        .decimals(0).between(0.0, 100.0).fact().lower_is_better();
    MenstrualFlow(Events, Max, SCORE, "menstrual_flow")
        .says(
            "Menstrual flow",
            "Menstrual flow: 0 none, 1 unspecified, 2 light, 3 medium, 4 heavy.",
        )
        .also(&["cycle_tracking"])
        .decimals(0).between(0.0, 4.0).ordinal();
}
