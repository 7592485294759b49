//! THE table: one row per metric, in the order of answers.
//!
//! A row names its group, how a day's readings become one value, the canonical unit (with all
//! that is converted to it) and the slug. Then come the words for people, other names, decimals
//! and the values a living person can have. What is left unsaid is what most metrics have: a
//! number, told apart by its slot of time, that belongs to the day.

use super::{
    DailyRule::{Last, Max, Mean, Min, Night, Sum},
    Group::{
        Activity, Blood, Body, Custom, Environment, Events, Mind, Mobility, Nutrition, Recovery,
        Respiration, Sleep, Vitals, Work,
    },
    MetricRow, Shape,
    measure::{
        BODY_MASS_INDEX, CM, COUNT, DB, DEG_C, DEG_C_DIFFERENCE, DOSES, DRINKS, EFFORT, FALLS,
        FLIGHTS, G, GLUCOSE, HOURS_STOOD, HPA, HR, IN, IU, KCAL, KETONES, KJ, KM, KM_PER_H, L,
        L_PER_MIN, LB, M, M_PER_S, MCG, MCS, MET, MG, MIN, ML, MM, MMHG, MS, OXYGEN_UPTAKE,
        PER_MIN, PERCENT, S, SCORE, STEPS, TIMES, VALUE, W, YEARS,
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
        .decimals(2).between(5.0, 100.0).names_its_day().higher_is_better();
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
    CrossCountrySkiingDistance(Activity, Sum, KM, "cross_country_skiing_distance")
        .says("Cross-country skiing distance", "Distance skied across country, in kilometres.")
        .also(&["distance_cross_country_skiing"])
        .decimals(5).between(0.0, 300.0);
    PaddleSportsDistance(Activity, Sum, KM, "paddle_sports_distance")
        .says("Paddling distance", "Distance paddled, in kilometres.")
        .also(&["distance_paddle_sports"])
        .decimals(5).between(0.0, 300.0);
    RowingDistance(Activity, Sum, KM, "rowing_distance")
        .says("Rowing distance", "Distance rowed, in kilometres.")
        .also(&["distance_rowing"])
        .decimals(5).between(0.0, 300.0);
    SkatingSportsDistance(Activity, Sum, KM, "skating_sports_distance")
        .says("Skating distance", "Distance skated, in kilometres.")
        .also(&["distance_skating_sports"])
        .decimals(5).between(0.0, 300.0);
    WorkoutEffortScore(Activity, Last, EFFORT, "workout_effort_score")
        .says("Workout effort", "How hard a workout was to the person, from 1 to 10.")
        .between(0.0, 10.0);
    EstimatedWorkoutEffortScore(Activity, Last, EFFORT, "estimated_workout_effort_score")
        .says("Estimated workout effort", "How hard a workout was to the watch, from 1 to 10.")
        .between(0.0, 10.0);
    EnvironmentalSoundReduction(Environment, Mean, DB, "environmental_sound_reduction")
        .says("Sound reduction", "How much headphones lowered the sound around, in dB(A).")
        .between(0.0, 100.0);
    AppleWalkingSteadiness(Mobility, Last, PERCENT, "apple_walking_steadiness")
        .says("Walking steadiness", "How steady the person walks, in percent.")
        .also(&["walking_steadiness"])
        .decimals(2).between(0.0, 100.0).higher_is_better();
    SleepDurationGoal(Sleep, Last, HR, "sleep_duration_goal")
        .says("Sleep goal", "Hours of sleep that the person set out to have.")
        .also(&["sleep_goal"])
        .decimals(4).between(0.0, 24.0);
    NikeFuel(Activity, Sum, COUNT, "nike_fuel")
        .says("NikeFuel", "Points of activity, as Nike's devices counted them.")
        .decimals(2).between(0.0, 100_000.0);
    HrvRmssd(Vitals, Mean, MS, "hrv_rmssd")
        .says(
            "Heart rate variability (RMSSD)",
            "Root mean square of the differences between heart beats during sleep, in \
             milliseconds. Never mixed with SDNN.",
        )
        .also(&["rmssd"])
        .decimals(4).between(1.0, 500.0).of_vendors().of_night().higher_is_better();
    Bedtime(Sleep, Last, MIN, "bedtime")
        .says(
            "Bedtime",
            "When the night's time in bed began, in minutes after the midnight at which the day \
             of waking begins, by the clock of the place; negative before that midnight.",
        )
        .decimals(4).between(-1440.0, 1440.0).of_vendors().of_night();
    WakeTime(Sleep, Last, MIN, "wake_time")
        .says(
            "Wake time",
            "When the night's time in bed ended, in minutes after the midnight at which the day \
             of waking begins, by the clock of the place.",
        )
        .also(&["wake_up_time", "waking_time"])
        .decimals(4).between(-720.0, 2160.0).of_vendors().of_night();
    SleepNap(Sleep, Sum, HR, "sleep_nap")
        .says("Naps", "Hours asleep in naps; they are no part of the night.")
        .also(&["nap", "naps", "nap_time"])
        .decimals(4).between(0.0, 24.0).of_vendors();
    SleepEfficiency(Sleep, Mean, PERCENT, "sleep_efficiency")
        .says("Sleep efficiency", "Share of the time in bed that was spent asleep, in percent.")
        .decimals(2).between(0.0, 100.0).of_vendors().of_night().higher_is_better();
    SleepLatency(Sleep, Mean, MIN, "sleep_latency")
        .says("Sleep latency", "Minutes from going to bed to falling asleep.")
        .also(&["time_to_fall_asleep"])
        .decimals(4).between(0.0, 720.0).of_vendors().of_night().lower_is_better();
    SleepHeartRate(Sleep, Mean, PER_MIN, "sleep_heart_rate")
        .says("Heart rate of the night", "Mean heart beats a minute over the night's main sleep.")
        .decimals(2).between(20.0, 200.0).of_vendors().of_night().lower_is_better();
    SleepLowestHeartRate(Sleep, Min, PER_MIN, "sleep_lowest_heart_rate")
        .says(
            "Lowest heart rate of the night",
            "Fewest heart beats a minute in the night's main sleep, as the source says.",
        )
        .between(20.0, 200.0).of_vendors().of_night().lower_is_better();
    SleepNeed(Sleep, Last, HR, "sleep_need")
        .says("Sleep need", "Hours of sleep that the source says were needed.")
        .also(&["sleep_needed"])
        .decimals(4).between(0.0, 24.0).of_vendors().of_night();
    SleepDisturbances(Sleep, Last, TIMES, "sleep_disturbances")
        .says("Sleep disturbances", "Times that sleep was disturbed during the night.")
        .also(&["disturbances"])
        .decimals(0).between(0.0, 500.0).of_vendors().of_night().lower_is_better();
    SleepCycles(Sleep, Last, TIMES, "sleep_cycles")
        .says("Sleep cycles", "Cycles of sleep in the night.")
        .decimals(0).between(0.0, 50.0).of_vendors().of_night();
    SkinTemperature(Vitals, Mean, DEG_C, "skin_temperature")
        .says("Skin temperature", "Temperature of the skin during sleep, in degrees Celsius.")
        .decimals(4).between(20.0, 45.0).of_vendors().of_night();
    HeartRateAwake(Vitals, Mean, PER_MIN, "heart_rate_awake")
        .says("Heart rate awake", "Mean heart beats a minute of the day while awake.")
        .decimals(2).between(20.0, 250.0).of_vendors();
    HeartRateAsleep(Vitals, Mean, PER_MIN, "heart_rate_asleep")
        .says("Heart rate asleep", "Mean heart beats a minute of the day while asleep.")
        .decimals(2).between(20.0, 200.0).of_vendors();
    HeartRateWorkout(Vitals, Max, PER_MIN, "heart_rate_workout")
        .says("Heart rate in workouts", "Most heart beats a minute of the day in workouts.")
        .between(20.0, 300.0).of_vendors();
    TotalEnergy(Activity, Sum, KCAL, "total_energy")
        .says("Total energy", "Energy burned in all, at rest and by moving, in kilocalories.")
        .also(&["total_energy_burned", "total_calories"])
        .decimals(3).between(0.0, 30_000.0).of_vendors();
    WalkingEquivalentDistance(Activity, Sum, KM, "walking_equivalent_distance")
        .says(
            "Walking equivalent",
            "Distance of a walk that takes as much energy as the day's activity, in kilometres.",
        )
        .also(&["equivalent_walking_distance"])
        .decimals(4).between(0.0, 500.0).of_vendors().higher_is_better();
    HighActivityTime(Activity, Sum, MIN, "high_activity_time")
        .says("High activity", "Minutes of high activity.")
        .also(&["high_intensity_time"])
        .decimals(4).between(0.0, 1440.0).of_vendors().higher_is_better();
    MediumActivityTime(Activity, Sum, MIN, "medium_activity_time")
        .says("Medium activity", "Minutes of medium activity.")
        .decimals(4).between(0.0, 1440.0).of_vendors().higher_is_better();
    LowActivityTime(Activity, Sum, MIN, "low_activity_time")
        .says("Low activity", "Minutes of low activity.")
        .decimals(4).between(0.0, 1440.0).of_vendors();
    SedentaryTime(Activity, Sum, MIN, "sedentary_time")
        .says("Sedentary time", "Minutes awake and inactive.")
        .also(&["sitting_time"])
        .decimals(4).between(0.0, 1500.0).of_vendors().lower_is_better();
    RestingTime(Activity, Sum, MIN, "resting_time")
        .says("Resting time", "Minutes at rest or asleep.")
        .decimals(4).between(0.0, 1500.0).of_vendors();
    NonWearTime(Activity, Sum, MIN, "non_wear_time")
        .says("Time not worn", "Minutes in which the device was not worn.")
        .decimals(4).between(0.0, 1500.0).of_vendors();
    OuraSleepScore(Recovery, Last, SCORE, "oura_sleep_score")
        .says("Oura sleep score", "Oura's score of the night, from 0 to 100.")
        .also(&["sleep_score"])
        .decimals(0).between(0.0, 100.0).of_vendors().of_night().higher_is_better();
    OuraReadinessScore(Recovery, Last, SCORE, "oura_readiness_score")
        .says("Oura readiness score", "Oura's score of how ready one is for the day, 0 to 100.")
        .also(&["readiness_score", "readiness"])
        .decimals(0).between(0.0, 100.0).of_vendors().of_night().higher_is_better();
    OuraActivityScore(Recovery, Last, SCORE, "oura_activity_score")
        .says("Oura activity score", "Oura's score of the day's activity, from 0 to 100.")
        .also(&["activity_score"])
        .decimals(0).between(0.0, 100.0).of_vendors().higher_is_better();
    OuraTemperatureDeviation(Vitals, Mean, DEG_C_DIFFERENCE, "oura_temperature_deviation")
        .says(
            "Oura temperature deviation",
            "How much warmer the skin was during the night than it usually is, in degrees Celsius.",
        )
        .also(&["temperature_deviation", "body_temperature_deviation"])
        .decimals(2).between(-10.0, 10.0).of_vendors().of_night();
    OuraTemperatureTrendDeviation(Vitals, Mean, DEG_C_DIFFERENCE, "oura_temperature_trend_deviation")
        .says(
            "Oura temperature trend",
            "How much warmer the skin was over the last nights than it usually is, in degrees \
             Celsius.",
        )
        .also(&["temperature_trend_deviation"])
        .decimals(2).between(-10.0, 10.0).of_vendors().of_night();
    OuraBreathingDisturbanceIndex(Respiration, Mean, COUNT, "oura_breathing_disturbance_index")
        .says(
            "Oura breathing disturbance index",
            "Oura's index of how often breathing was disturbed during sleep.",
        )
        .also(&["breathing_disturbance_index"])
        .decimals(2).between(0.0, 200.0).of_vendors().of_night().lower_is_better();
    OuraStressHigh(Recovery, Sum, MIN, "oura_stress_high")
        .says("Oura high stress", "Minutes of the day in high stress, as Oura says.")
        .also(&["stress_high", "high_stress_time"])
        .decimals(4).between(0.0, 1500.0).of_vendors().lower_is_better();
    OuraRecoveryHigh(Recovery, Sum, MIN, "oura_recovery_high")
        .says("Oura high recovery", "Minutes of the day in high recovery, as Oura says.")
        .also(&["recovery_high", "high_recovery_time"])
        .decimals(4).between(0.0, 1500.0).of_vendors().higher_is_better();
    OuraResilience(Recovery, Last, SCORE, "oura_resilience")
        .says(
            "Oura resilience",
            "Oura's level of resilience: 1 limited, 2 adequate, 3 solid, 4 strong, 5 exceptional.",
        )
        .also(&["resilience"])
        .decimals(0).between(1.0, 5.0).of_vendors().ordinal().higher_is_better();
    OuraVascularAge(Vitals, Last, YEARS, "oura_vascular_age")
        .says("Oura cardiovascular age", "Age of the blood vessels as Oura estimates it, in years.")
        .also(&["vascular_age", "cardiovascular_age"])
        .decimals(0).between(10.0, 120.0).of_vendors().lower_is_better();
    OuraRestMode(Recovery, Max, SCORE, "oura_rest_mode")
        .says("Oura rest mode", "Whether Oura's rest mode was on: 1 yes, 0 no.")
        .also(&["rest_mode"])
        .decimals(0).between(0.0, 1.0).of_vendors().ordinal();
    WhoopRecoveryScore(Recovery, Last, PERCENT, "whoop_recovery_score")
        .says("WHOOP recovery", "WHOOP's score of recovery on waking, in percent.")
        .also(&["recovery_score", "recovery"])
        .decimals(1).between(0.0, 100.0).of_vendors().of_night().higher_is_better();
    WhoopCalibrating(Recovery, Max, SCORE, "whoop_calibrating")
        .says(
            "WHOOP calibrating",
            "Whether WHOOP was still learning what is usual when it scored recovery: 1 yes, 0 no.",
        )
        .decimals(0).between(0.0, 1.0).of_vendors().of_night().ordinal();
    WhoopStrain(Recovery, Last, SCORE, "whoop_strain")
        .says("WHOOP strain", "WHOOP's measure of the day's strain, from 0 to 21.")
        .also(&["strain", "day_strain"])
        .decimals(4).between(0.0, 21.0).of_vendors();
    WhoopEnergy(Activity, Last, KJ, "whoop_energy")
        .says("WHOOP energy", "Energy burned over the day as WHOOP says, in kilojoules.")
        .also(&["kilojoule"])
        .decimals(3).between(0.0, 150_000.0).of_vendors();
    WhoopAverageHeartRate(Vitals, Last, PER_MIN, "whoop_average_heart_rate")
        .says("WHOOP mean heart rate", "Mean heart beats a minute of WHOOP's day.")
        .between(20.0, 250.0).of_vendors();
    WhoopMaxHeartRate(Vitals, Last, PER_MIN, "whoop_max_heart_rate")
        .says("WHOOP highest heart rate", "Most heart beats a minute of WHOOP's day.")
        .between(20.0, 300.0).of_vendors();
    WhoopSleepPerformance(Sleep, Last, PERCENT, "whoop_sleep_performance")
        .says(
            "WHOOP sleep performance",
            "Sleep as a share of what WHOOP says was needed, in percent.",
        )
        .also(&["sleep_performance"])
        .decimals(2).between(0.0, 100.0).of_vendors().of_night().higher_is_better();
    WhoopSleepConsistency(Sleep, Last, PERCENT, "whoop_sleep_consistency")
        .says(
            "WHOOP sleep consistency",
            "How alike the times of going to bed and of waking have been, in percent.",
        )
        .also(&["sleep_consistency"])
        .decimals(2).between(0.0, 100.0).of_vendors().of_night().higher_is_better();
    OutdoorTemperature(Environment, Mean, DEG_C, "outdoor_temperature")
        .says("Outdoor temperature", "Mean temperature of the air outdoors, in degrees Celsius.")
        .also(&["air_temperature"])
        .decimals(2).between(-95.0, 65.0).of_vendors();
    OutdoorTemperatureMax(Environment, Max, DEG_C, "outdoor_temperature_max")
        .says(
            "Highest outdoor temperature",
            "Highest temperature of the air outdoors, in degrees Celsius.",
        )
        .decimals(2).between(-95.0, 65.0).of_vendors();
    OutdoorTemperatureMin(Environment, Min, DEG_C, "outdoor_temperature_min")
        .says(
            "Lowest outdoor temperature",
            "Lowest temperature of the air outdoors, in degrees Celsius.",
        )
        .decimals(2).between(-95.0, 65.0).of_vendors();
    OutdoorHumidity(Environment, Mean, PERCENT, "outdoor_humidity")
        .says("Outdoor humidity", "Mean relative humidity of the air outdoors, in percent.")
        .also(&["humidity"])
        .decimals(2).between(0.0, 100.0).of_vendors();
    CloudCover(Environment, Mean, PERCENT, "cloud_cover")
        .says("Cloud cover", "Mean share of the sky that clouds cover, in percent.")
        .also(&["clouds"])
        .decimals(2).between(0.0, 100.0).of_vendors();
    Precipitation(Environment, Sum, MM, "precipitation")
        .says("Precipitation", "Rain, snow and hail that fell, as millimetres of water.")
        .also(&["rain", "rainfall"])
        .decimals(2).between(0.0, 2000.0).of_vendors();
    SunshineDuration(Environment, Sum, HR, "sunshine_duration")
        .says("Sunshine", "Hours in which the sun shone.")
        .also(&["sunshine"])
        .decimals(4).between(0.0, 24.0).of_vendors();
    DaylightDuration(Environment, Last, HR, "daylight_duration")
        .says("Daylight", "Hours from sunrise to sunset.")
        .also(&["daylight", "day_length"])
        .decimals(4).between(0.0, 24.0).of_vendors();
    AirPressure(Environment, Mean, HPA, "air_pressure")
        .says("Air pressure", "Mean pressure of the air at sea level, in hectopascals.")
        .also(&["barometric_pressure"])
        .decimals(2).between(800.0, 1100.0).of_vendors();
    WindSpeed(Environment, Max, KM_PER_H, "wind_speed")
        .says("Wind", "Highest speed of the wind, in kilometres per hour.")
        .also(&["wind"])
        .decimals(2).between(0.0, 450.0).of_vendors();
    UvIndexMax(Environment, Max, COUNT, "uv_index_max")
        .says("Highest UV index", "Highest UV index of the day.")
        .decimals(2).between(0.0, 45.0).of_vendors();
    Meetings(Work, Sum, COUNT, "meetings")
        .says("Meetings", "Meetings of the day.")
        .decimals(0).between(0.0, 100.0).of_vendors();
    MeetingMinutes(Work, Sum, MIN, "meeting_minutes")
        .says("Time in meetings", "Minutes in meetings.")
        .also(&["meeting_time"])
        .decimals(2).between(0.0, 1500.0).of_vendors();
    CallSentiment(Work, Mean, SCORE, "call_sentiment")
        .says("Sentiment of calls", "Tone of the day's calls, from -1 (bad) to 1 (good).")
        .decimals(3).between(-1.0, 1.0).of_vendors().higher_is_better();
    MessagesSent(Work, Sum, COUNT, "messages_sent")
        .says("Messages sent", "Messages sent.")
        .decimals(0).between(0.0, 100_000.0).of_vendors();
    IssuesOpened(Work, Sum, COUNT, "issues_opened")
        .says("Issues opened", "Issues opened.")
        .decimals(0).between(0.0, 10_000.0).of_vendors();
    IssuesClosed(Work, Sum, COUNT, "issues_closed")
        .says("Issues closed", "Issues closed.")
        .decimals(0).between(0.0, 10_000.0).of_vendors();
    Custom(Custom, Last, VALUE, "custom")
        .says(
            "What the person named",
            "Entries under names that the person chose. The label is the name; each name has its own \
             unit and its own rule for a day, and daily values of its own.",
        )
        .decimals(5).between(-1e12, 1e12).of_vendors();
}
