//! Every row of the metric table keeps the promises of a row.

use std::collections::BTreeMap;

use vitalog_core::{
    Metric, Quantity,
    metric::{AcceptedUnit, ClockClass, DailyRule, Group, Identity, Shape},
    unit::{fold_unit, to_canonical},
};

/// Slugs and units as first released. It may grow; a line never changes.
const FROZEN: &[(&str, &str)] = &[
    ("weight", "lb"),
    ("waist", "in"),
    ("body_fat", "%"),
    ("lean_mass", "lb"),
    ("bp", "mmHg"),
    ("glucose", "mg/dL"),
    ("ketones", "mmol/L"),
    ("protein", "g"),
    ("carbs", "g"),
    ("fiber", "g"),
    ("fat", "g"),
    ("calories", "kcal"),
    ("step_count", "count"),
    ("walking_running_distance", "km"),
    ("cycling_distance", "km"),
    ("swimming_distance", "km"),
    ("wheelchair_distance", "km"),
    ("distance_downhill_snow_sports", "km"),
    ("flights_climbed", "count"),
    ("push_count", "count"),
    ("swimming_stroke_count", "count"),
    ("active_energy", "kcal"),
    ("basal_energy_burned", "kcal"),
    ("apple_exercise_time", "min"),
    ("apple_move_time", "min"),
    ("apple_stand_time", "min"),
    ("apple_stand_hour", "count"),
    ("physical_effort", "MET"),
    ("time_in_daylight", "min"),
    ("vo2_max", "mL/(kg*min)"),
    ("running_speed", "m/s"),
    ("cycling_speed", "m/s"),
    ("walking_speed", "m/s"),
    ("running_power", "W"),
    ("cycling_power", "W"),
    ("running_stride_length", "m"),
    ("running_vertical_oscillation", "cm"),
    ("running_ground_contact_time", "ms"),
    ("cycling_cadence", "count/min"),
    ("cycling_functional_threshold_power", "W"),
    ("height", "m"),
    ("body_mass_index", "kg/m2"),
    ("apple_sleeping_wrist_temperature", "degC"),
    ("heart_rate", "count/min"),
    ("resting_heart_rate", "count/min"),
    ("walking_heart_rate_average", "count/min"),
    ("hrv_sdnn", "ms"),
    ("cardio_recovery", "count/min"),
    ("atrial_fibrillation_burden", "%"),
    ("blood_oxygen_saturation", "%"),
    ("respiratory_rate", "count/min"),
    ("forced_expiratory_volume_1", "L"),
    ("forced_vital_capacity", "L"),
    ("peak_expiratory_flow_rate", "L/min"),
    ("peripheral_perfusion_index", "%"),
    ("inhaler_usage", "count"),
    ("breathing_disturbances", "count"),
    ("body_temperature", "degC"),
    ("basal_body_temperature", "degC"),
    ("insulin_delivery", "IU"),
    ("blood_alcohol_content", "%"),
    ("number_of_alcoholic_beverages", "count"),
    ("electrodermal_activity", "mcS"),
    ("environmental_audio_exposure", "dB(A)"),
    ("headphone_audio_exposure", "dB(A)"),
    ("uv_exposure", "count"),
    ("underwater_depth", "m"),
    ("underwater_temperature", "degC"),
    ("walking_step_length", "cm"),
    ("walking_asymmetry_percentage", "%"),
    ("walking_double_support_percentage", "%"),
    ("six_minute_walking_test_distance", "m"),
    ("stair_speed_up", "m/s"),
    ("stair_speed_down", "m/s"),
    ("number_of_times_fallen", "count"),
    ("handwashing", "s"),
    ("toothbrushing", "s"),
    ("mindful_minutes", "min"),
    ("sexual_activity", "count"),
    ("sleep_total", "hr"),
    ("sleep_core", "hr"),
    ("sleep_deep", "hr"),
    ("sleep_rem", "hr"),
    ("sleep_unspecified", "hr"),
    ("sleep_awake", "hr"),
    ("sleep_in_bed", "hr"),
    ("saturated_fat", "g"),
    ("polyunsaturated_fat", "g"),
    ("monounsaturated_fat", "g"),
    ("dietary_sugar", "g"),
    ("dietary_cholesterol", "mg"),
    ("sodium", "mg"),
    ("potassium", "mg"),
    ("calcium", "mg"),
    ("iron", "mg"),
    ("magnesium", "mg"),
    ("phosphorus", "mg"),
    ("zinc", "mg"),
    ("copper", "mg"),
    ("manganese", "mg"),
    ("chloride", "mg"),
    ("niacin", "mg"),
    ("thiamin", "mg"),
    ("riboflavin", "mg"),
    ("pantothenic_acid", "mg"),
    ("vitamin_b6", "mg"),
    ("vitamin_c", "mg"),
    ("vitamin_e", "mg"),
    ("caffeine", "mg"),
    ("folate", "mcg"),
    ("biotin", "mcg"),
    ("chromium", "mcg"),
    ("iodine", "mcg"),
    ("molybdenum", "mcg"),
    ("selenium", "mcg"),
    ("vitamin_a", "mcg"),
    ("vitamin_b12", "mcg"),
    ("vitamin_d", "mcg"),
    ("vitamin_k", "mcg"),
    ("dietary_water", "mL"),
    ("symptom_severity", "score"),
    ("mood_valence", "score"),
    ("medication_doses_taken", "count"),
    ("ecg_heart_rate", "count/min"),
    ("heart_notifications", "count"),
    ("menstrual_flow", "score"),
    ("cross_country_skiing_distance", "km"),
    ("paddle_sports_distance", "km"),
    ("rowing_distance", "km"),
    ("skating_sports_distance", "km"),
    ("workout_effort_score", "score"),
    ("estimated_workout_effort_score", "score"),
    ("environmental_sound_reduction", "dB(A)"),
    ("apple_walking_steadiness", "%"),
    ("sleep_duration_goal", "hr"),
    ("nike_fuel", "count"),
    ("hrv_rmssd", "ms"),
    ("bedtime", "min"),
    ("wake_time", "min"),
    ("sleep_nap", "hr"),
    ("sleep_efficiency", "%"),
    ("sleep_latency", "min"),
    ("sleep_heart_rate", "count/min"),
    ("sleep_lowest_heart_rate", "count/min"),
    ("sleep_need", "hr"),
    ("sleep_disturbances", "count"),
    ("sleep_cycles", "count"),
    ("skin_temperature", "degC"),
    ("heart_rate_awake", "count/min"),
    ("heart_rate_asleep", "count/min"),
    ("heart_rate_workout", "count/min"),
    ("total_energy", "kcal"),
    ("walking_equivalent_distance", "km"),
    ("high_activity_time", "min"),
    ("medium_activity_time", "min"),
    ("low_activity_time", "min"),
    ("sedentary_time", "min"),
    ("resting_time", "min"),
    ("non_wear_time", "min"),
    ("oura_sleep_score", "score"),
    ("oura_readiness_score", "score"),
    ("oura_activity_score", "score"),
    ("oura_temperature_deviation", "degC"),
    ("oura_temperature_trend_deviation", "degC"),
    ("oura_breathing_disturbance_index", "count"),
    ("oura_stress_high", "min"),
    ("oura_recovery_high", "min"),
    ("oura_resilience", "score"),
    ("oura_vascular_age", "years"),
    ("oura_rest_mode", "score"),
    ("whoop_recovery_score", "%"),
    ("whoop_calibrating", "score"),
    ("whoop_strain", "score"),
    ("whoop_energy", "kJ"),
    ("whoop_average_heart_rate", "count/min"),
    ("whoop_max_heart_rate", "count/min"),
    ("whoop_sleep_performance", "%"),
    ("whoop_sleep_consistency", "%"),
    ("outdoor_temperature", "degC"),
    ("outdoor_temperature_max", "degC"),
    ("outdoor_temperature_min", "degC"),
    ("outdoor_humidity", "%"),
    ("cloud_cover", "%"),
    ("precipitation", "mm"),
    ("sunshine_duration", "hr"),
    ("daylight_duration", "hr"),
    ("air_pressure", "hPa"),
    ("wind_speed", "km/h"),
    ("uv_index_max", "count"),
    ("meetings", "count"),
    ("meeting_minutes", "min"),
    ("call_sentiment", "score"),
    ("messages_sent", "count"),
    ("issues_opened", "count"),
    ("issues_closed", "count"),
    ("custom", "value"),
];

#[test]
fn slugs_and_units_never_change() {
    let table: Vec<_> = Metric::ALL
        .iter()
        .map(|metric| (metric.slug(), metric.row().unit))
        .collect();
    assert_eq!(table, FROZEN);
}

/// The twelve metrics that stand first.
const TWELVE: usize = 12;

#[test]
fn first_twelve_keep_units_and_factors_of_the_first_release() {
    let check = |metrics: &[Metric], decimals: u8, accepts: &[(&str, f64)]| {
        for metric in metrics {
            let row = metric.row();
            assert_eq!(row.decimals, decimals, "{metric:?}");
            assert_eq!(row.accepts.len(), accepts.len(), "{metric:?}");
            for (unit, factor) in accepts {
                let found = row.accepts.iter().find(|accepted| accepted.name == *unit);
                let found = found.unwrap_or_else(|| panic!("{metric:?} {unit}"));
                let off = (found.factor - factor).abs();
                assert!(off < factor * 1e-12, "{metric:?} {unit}");
                assert_eq!(found.offset.to_bits(), 0, "{metric:?} {unit}");
            }
        }
    };
    check(
        &[Metric::Weight, Metric::LeanMass],
        2,
        &[
            ("lb", 1.0),
            ("lbs", 1.0),
            ("pound", 1.0),
            ("pounds", 1.0),
            ("kg", 2.204_622_621_85),
            ("g", 0.002_204_622_621_85),
            ("st", 14.0),
            ("stone", 14.0),
        ],
    );
    check(
        &[Metric::Waist],
        2,
        &[
            ("in", 1.0),
            ("inch", 1.0),
            ("inches", 1.0),
            ("cm", 0.393_700_787_401_575),
            ("mm", 0.039_370_078_740_157_5),
            ("m", 39.370_078_740_157_5),
            ("ft", 12.0),
        ],
    );
    check(&[Metric::BodyFat], 1, &[("%", 1.0), ("percent", 1.0)]);
    check(
        &[Metric::BloodPressure],
        0,
        &[("mmhg", 1.0), ("kpa", 7.500_616_83)],
    );
    check(&[Metric::Glucose], 1, &[("mg/dl", 1.0), ("mmol/l", 18.016)]);
    check(&[Metric::Ketones], 2, &[("mmol/l", 1.0)]);
    check(
        &[Metric::Protein, Metric::Carbs, Metric::Fiber, Metric::Fat],
        1,
        &[("g", 1.0), ("mg", 0.001), ("oz", 28.349_523_125)],
    );
    check(
        &[Metric::Calories],
        1,
        &[
            ("kcal", 1.0),
            ("cal", 1.0),
            ("kilocalories", 1.0),
            ("kj", 0.239_005_736_137_667),
        ],
    );
}

#[test]
fn first_twelve_are_facts_and_of_them_only_food_adds_up() {
    let summed = [
        Metric::Protein,
        Metric::Carbs,
        Metric::Fiber,
        Metric::Fat,
        Metric::Calories,
    ];
    for metric in &Metric::ALL[..TWELVE] {
        assert_eq!(metric.is_summed(), summed.contains(metric), "{metric:?}");
        assert_eq!(metric.row().identity, Identity::Fact, "{metric:?}");
    }
}

#[test]
fn food_insulin_and_what_happens_are_facts_and_all_else_is_a_slot() {
    let facts = [
        "insulin_delivery",
        "inhaler_usage",
        "number_of_alcoholic_beverages",
        "number_of_times_fallen",
        "handwashing",
        "toothbrushing",
        "sexual_activity",
        "symptom_severity",
        "medication_doses_taken",
        "heart_notifications",
    ];
    for metric in &Metric::ALL[TWELVE..] {
        let row = metric.row();
        let is_fact = row.group == Group::Nutrition || facts.contains(&row.slug);
        assert_eq!(row.identity == Identity::Fact, is_fact, "{metric:?}");
    }
}

#[test]
fn every_row_is_complete_and_describes_its_own_variant() {
    for metric in Metric::ALL {
        let row = metric.row();
        assert_eq!(row.metric, *metric);
        assert!(!row.title.is_empty(), "{metric:?}");
        assert!(row.description.ends_with('.'), "{metric:?}");
        assert!(row.plausible.start() < row.plausible.end(), "{metric:?}");
        assert!(row.decimals <= 5, "{metric:?}");
        assert!(Group::ALL.contains(&row.group), "{metric:?}");
        assert!(
            row.slug
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'),
            "{metric:?}"
        );
        assert_eq!(metric.is_summed(), row.daily == DailyRule::Sum);
        assert_eq!(
            row.daily == DailyRule::Night,
            Metric::SLEEP.contains(metric),
            "{metric:?}"
        );
    }
}

#[test]
fn titles_differ() {
    let titles: BTreeMap<_, _> = Metric::ALL
        .iter()
        .map(|metric| (metric.row().title, metric))
        .collect();
    assert_eq!(titles.len(), Metric::ALL.len());
}

#[test]
fn values_have_the_shape_of_their_metric() {
    for metric in Metric::ALL {
        let shape = if *metric == Metric::BloodPressure {
            Shape::Pressure
        } else if *metric == Metric::HeartRate {
            Shape::Spread
        } else {
            Shape::Single
        };
        assert_eq!(metric.row().shape, shape, "{metric:?}");
    }
}

#[test]
fn up_to_one_is_a_fraction_only_where_no_one_has_up_to_one_percent() {
    let fractions: Vec<&str> = Metric::ALL
        .iter()
        .filter(|metric| metric.row().fraction_means_percent)
        .map(|metric| metric.slug())
        .collect();
    assert_eq!(
        fractions,
        [
            "body_fat",
            "blood_oxygen_saturation",
            "walking_double_support_percentage"
        ]
    );
    for slug in fractions {
        let row = Metric::from_slug(slug).expect("a metric").row();
        assert_eq!(row.unit, "%");
    }
}

#[test]
fn accepted_units_are_listed_folded_and_once() {
    for metric in Metric::ALL {
        let accepts = metric.row().accepts;
        let distinct: BTreeMap<_, _> = accepts.iter().map(|unit| (unit.name, unit)).collect();
        assert_eq!(distinct.len(), accepts.len(), "{metric:?}");
        for AcceptedUnit {
            name,
            factor,
            offset,
        } in accepts
        {
            assert_eq!(fold_unit(name), *name, "{metric:?}");
            assert!(*factor > 0.0 && offset.is_finite(), "{metric:?} {name}");
        }
    }
}

#[test]
fn a_value_in_the_canonical_unit_is_stored_as_it_is() {
    for metric in Metric::ALL {
        let row = metric.row();
        let sent = match row.shape {
            Shape::Single => Quantity::Single(42.0),
            Shape::Pressure => Quantity::Pressure {
                systolic: 120.0,
                diastolic: 80.0,
            },
            Shape::Spread => Quantity::Spread {
                min: 48.0,
                mean: 62.5,
                max: 120.0,
            },
        };
        assert_eq!(
            to_canonical(*metric, sent, row.unit),
            Some(sent),
            "{metric:?}"
        );
    }
}

#[test]
fn no_name_means_two_metrics_and_none_is_listed_twice() {
    let mut owners: BTreeMap<String, Metric> = BTreeMap::new();
    for metric in Metric::ALL {
        let row = metric.row();
        for name in std::iter::once(&row.slug).chain(row.aliases) {
            let letters: String = name
                .chars()
                .filter(char::is_ascii_alphanumeric)
                .map(|c| c.to_ascii_lowercase())
                .collect();
            assert_eq!(owners.insert(letters, *metric), None, "{name}");
            assert_eq!(Metric::find(name), Some(*metric), "{name}");
        }
    }
}

#[test]
fn metric_unit_is_another_one_that_the_metric_accepts() {
    for row in Metric::ALL.iter().map(|metric| metric.row()) {
        let Some(other) = row.in_metric else { continue };
        assert_ne!(other.unit, row.unit, "{}", row.slug);
        let folded = fold_unit(other.unit);
        let accepted = row.accepts.iter().any(|unit| unit.name == folded);
        assert!(accepted, "{}: {}", row.slug, other.unit);
    }
}

#[test]
fn first_twelve_rows_say_what_the_product_rules() {
    use ClockClass::{Day, Morning};
    use DailyRule::{Last, Mean, Sum};
    use Group::{Blood, Body, Nutrition, Vitals};
    let rows = [
        ("weight", Body, Last, Morning, 2.0..=1500.0),
        ("waist", Body, Last, Morning, 5.0..=150.0),
        ("body_fat", Body, Last, Morning, 1.0..=90.0),
        ("lean_mass", Body, Last, Morning, 2.0..=1000.0),
        ("bp", Vitals, Mean, Day, 20.0..=350.0),
        ("glucose", Blood, Mean, Morning, 20.0..=600.0),
        ("ketones", Blood, Mean, Morning, 0.0..=10.0),
        ("protein", Nutrition, Sum, Day, 0.0..=2000.0),
        ("carbs", Nutrition, Sum, Day, 0.0..=3000.0),
        ("fiber", Nutrition, Sum, Day, 0.0..=500.0),
        ("fat", Nutrition, Sum, Day, 0.0..=1500.0),
        ("calories", Nutrition, Sum, Day, 0.0..=30_000.0),
    ];
    for ((slug, group, daily, clock, plausible), metric) in rows.into_iter().zip(Metric::ALL) {
        let row = metric.row();
        assert_eq!(row.slug, slug);
        assert_eq!(
            (row.group, row.daily, row.clock, row.identity),
            (group, daily, clock, Identity::Fact),
            "{slug}"
        );
        assert_eq!(row.plausible, plausible, "{slug}");
    }
}
