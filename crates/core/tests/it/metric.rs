//! The names metrics go by.

use vitalog_core::Metric;

fn check(metric: Metric, names: &[&str]) {
    for name in names {
        assert_eq!(Metric::find(name), Some(metric), "{name}");
    }
}

#[test]
fn metrics_go_by_the_names_of_health_auto_export() {
    check(
        Metric::Weight,
        &[
            "weight_body_mass",
            "weight_&_body_mass",
            "weight/body_mass",
            "Weight & Body Mass",
            "weight",
            "body_mass",
            "weight_divided_by_body_mass",
        ],
    );
    check(
        Metric::Waist,
        &["waist_circumference", "Waist Circumference"],
    );
    check(
        Metric::BodyFat,
        &["body_fat_percentage", "Body Fat Percentage"],
    );
    check(Metric::LeanMass, &["lean_body_mass"]);
    check(Metric::BloodPressure, &["blood_pressure"]);
    check(Metric::Glucose, &["blood_glucose"]);
    check(Metric::Protein, &["protein"]);
    check(Metric::Carbs, &["carbohydrates"]);
    check(Metric::Fiber, &["fiber"]);
    check(Metric::Fat, &["total_fat"]);
    check(Metric::Calories, &["dietary_energy"]);
}

#[test]
fn metrics_go_by_their_healthkit_identifiers_with_or_without_prefix() {
    let identifiers = [
        (Metric::Weight, "BodyMass"),
        (Metric::Waist, "WaistCircumference"),
        (Metric::BodyFat, "BodyFatPercentage"),
        (Metric::LeanMass, "LeanBodyMass"),
        (Metric::Glucose, "BloodGlucose"),
        (Metric::Protein, "DietaryProtein"),
        (Metric::Carbs, "DietaryCarbohydrates"),
        (Metric::Fiber, "DietaryFiber"),
        (Metric::Fat, "DietaryFatTotal"),
        (Metric::Calories, "DietaryEnergyConsumed"),
    ];
    for (metric, identifier) in identifiers {
        let full = format!("HKQuantityTypeIdentifier{identifier}");
        check(metric, &[identifier, &full, &full.to_lowercase()]);
    }
    check(
        Metric::BloodPressure,
        &["BloodPressure", "HKCorrelationTypeIdentifierBloodPressure"],
    );
}

#[test]
fn metrics_go_by_the_words_people_use() {
    check(Metric::Carbs, &["net carbs", "Net-Carbs", "carbs"]);
    check(Metric::BodyFat, &["body fat", "Body-Fat", " BODY_FAT "]);
    check(Metric::Fat, &["fat", "Fat"]);
    check(Metric::BloodPressure, &["bp", "BP", "blood pressure"]);
    check(Metric::Glucose, &["blood sugar"]);
    check(Metric::Ketones, &["ketones", "blood ketones"]);
    check(Metric::Fiber, &["fibre"]);
    check(Metric::Calories, &["calories"]);
}

#[test]
fn neighbours_of_a_metric_are_not_taken_for_it() {
    let unknown = [
        "",
        " ",
        "_",
        "HKQuantityTypeIdentifier",
        "HKQuantityTypeIdentifierBloodPressureSystolic",
        "BloodPressureDiastolic",
        "unsaturated_fat",
        "DietaryFat",
        "energy",
        "weight_body_mass_index",
        "hrv",
        "heart_rate_variability_rmssd",
        "vitamin_b",
        "vitamin_b1",
        "workout",
        "_meta",
        "all",
    ];
    for name in unknown {
        assert_eq!(Metric::find(name), None, "{name:?}");
    }
}

#[test]
fn only_the_exact_slug_is_a_slug() {
    for metric in Metric::ALL {
        assert_eq!(Metric::from_slug(metric.slug()), Some(*metric));
    }
    assert_eq!(Metric::from_slug("Weight"), None);
    assert_eq!(Metric::from_slug("body_mass"), None);
}
