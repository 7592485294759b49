//! Units and rounding.

use proptest::prelude::*;
use vitalog_core::{
    Metric, Quantity,
    quantity::LARGEST,
    unit::{fold_unit, round_to, to_canonical},
};

#[test]
fn units_fold_to_the_form_the_table_lists() {
    let check = |sent: &str, folded: &str| assert_eq!(fold_unit(sent), folded, "{sent:?}");
    check("mg/dL", "mg/dl");
    check(" MG / DL ", "mg/dl");
    check("mg/dL\u{a0}", "mg/dl");
    check("\u{202f}kg\t", "kg");
    check("mmol<180.1558800000541>/L", "mmol/l");
    check("MMOL<180.15588>/l", "mmol/l");
    check("mmol <180.1558800000541> / L", "mmol/l");
    check("mmol/L", "mmol/l");
    check("mmol<glucose>/L", "mmol<glucose>/l");
    check("mmol<>/L", "mmol<>/l");
    check("mmol<180", "mmol<180");
    check("Cal", "cal");
    check("kcal/hr·kg", "kcal/hr*kg");
    check("kcal/hr⋅kg", "kcal/hr*kg");
    check("mL/(kg•min)", "ml/(kg*min)");
    check("º C", "°c");
    check("˚C", "°c");
    check("℉", "°f");
    check("µg", "mcg");
    check("μS", "mcs");
    check("ΜG", "mcg");
    check("m∕s", "m/s");
    check("fl oz", "floz");
    check("%", "%");
    check("", "");
}

#[test]
fn values_convert_to_the_canonical_unit() {
    let check = |metric: Metric, sent: f64, unit: &str, stored: f64| {
        assert_eq!(
            to_canonical(metric, Quantity::Single(sent), unit),
            Some(Quantity::Single(stored)),
            "{metric:?} {sent} {unit}"
        );
    };
    check(Metric::Weight, 180.456, "lb", 180.46);
    check(Metric::Weight, 180.4, "Pounds", 180.4);
    check(Metric::Weight, 80.0, "kg", 176.37);
    check(Metric::Weight, 80_000.0, "g", 176.37);
    check(Metric::Weight, 12.5, "st", 175.0);
    check(Metric::LeanMass, 60.0, "KG", 132.28);
    check(Metric::Waist, 90.0, "cm", 35.43);
    check(Metric::Waist, 900.0, "mm", 35.43);
    check(Metric::Waist, 0.9, "m", 35.43);
    check(Metric::Waist, 3.0, "ft", 36.0);
    check(Metric::Waist, 2.54, "cm", 1.0);
    check(Metric::Waist, 25.4, "mm", 1.0);
    check(Metric::Glucose, 5.5, "mmol/L", 99.1);
    check(Metric::Glucose, 5.5, "mmol<180.1558800000541>/L", 99.1);
    check(Metric::Glucose, 99.04, "mg/dL", 99.0);
    check(Metric::Ketones, 1.255, "mmol/L", 1.26);
    check(Metric::Protein, 350.0, "mg", 0.4);
    check(Metric::Protein, 4_350.0, "mg", 4.4);
    check(Metric::Fiber, 6.25, "g", 6.3);
    check(Metric::Calories, 418.4, "kJ", 100.0);
    check(Metric::Calories, 523.0, "kJ", 125.0);
    check(Metric::Calories, 250.0, "Cal", 250.0);
    check(Metric::Calories, -0.04, "kcal", 0.0);
}

#[test]
fn blood_pressure_converts_both_numbers() {
    let sent = Quantity::Pressure {
        systolic: 16.0,
        diastolic: 10.6,
    };
    let stored = Quantity::Pressure {
        systolic: 120.0,
        diastolic: 80.0,
    };
    assert_eq!(
        to_canonical(Metric::BloodPressure, sent, "kPa"),
        Some(stored)
    );
}

#[test]
fn body_fat_of_at_most_one_is_a_fraction_whatever_its_label() {
    let check = |sent: f64, unit: &str, stored: f64| {
        assert_eq!(
            to_canonical(Metric::BodyFat, Quantity::Single(sent), unit),
            Some(Quantity::Single(stored)),
            "{sent} {unit}"
        );
    };
    check(0.2865, "%", 28.7);
    check(0.2865, "percent", 28.7);
    check(1.0, "%", 100.0);
    check(1.01, "%", 1.0);
    check(28.65, "%", 28.7);
    check(0.0, "%", 0.0);
    check(-0.5, "%", -0.5);
}

#[test]
fn other_metrics_keep_values_of_at_most_one() {
    let sent = Quantity::Single(0.5);
    assert_eq!(to_canonical(Metric::Ketones, sent, "mmol/L"), Some(sent));
}

#[test]
fn what_cannot_be_stored_is_refused() {
    let check = |metric: Metric, sent: Quantity, unit: &str| {
        assert_eq!(to_canonical(metric, sent, unit), None, "{metric:?} {unit}");
    };
    let one = Quantity::Single(100.0);
    let two = Quantity::Pressure {
        systolic: 120.0,
        diastolic: 80.0,
    };
    check(Metric::Ketones, one, "mg/dL");
    check(Metric::Weight, one, "");
    check(Metric::Weight, one, "oz");
    check(Metric::Height, one, "lb");
    check(Metric::BodyFat, one, "count");
    check(Metric::Carbs, one, "kg");
    check(Metric::BloodPressure, one, "mmHg");
    check(Metric::Weight, two, "lb");
    check(Metric::Weight, Quantity::Single(f64::NAN), "lb");
    check(Metric::Weight, Quantity::Single(f64::INFINITY), "kg");
    check(Metric::Weight, Quantity::Single(f64::MAX), "kg");
    check(Metric::Weight, Quantity::Single(1e9), "kg");
    check(Metric::Weight, Quantity::Single(-1e9), "kg");
    check(Metric::Carbs, Quantity::Single(1_000_000_000.1), "g");
    check(Metric::Calories, Quantity::Single(1e308), "kcal");
    let half = Quantity::Pressure {
        systolic: 120.0,
        diastolic: f64::NAN,
    };
    check(Metric::BloodPressure, half, "mmHg");
}

#[test]
fn largest_number_of_all_is_a_value_in_any_unit() {
    let largest = Quantity::Single(LARGEST);
    assert_eq!(to_canonical(Metric::Carbs, largest, "g"), Some(largest));
    let as_sent = Quantity::Single(LARGEST * 1000.0);
    assert_eq!(to_canonical(Metric::Carbs, as_sent, "mg"), Some(largest));
}

#[test]
fn numbers_round_as_a_person_reads_them() {
    let check = |value: f64, decimals: u8, rounded: f64| {
        let got = round_to(value, decimals);
        assert_eq!(
            got.to_bits(),
            rounded.to_bits(),
            "{value} {decimals}: {got}"
        );
    };
    check(61.999_999_999_999_99, 0, 62.0);
    check(2.675, 2, 2.68);
    check(1.005, 2, 1.01);
    check(-2.675, 2, -2.68);
    check(0.5, 0, 1.0);
    check(-0.5, 0, -1.0);
    check(2.5, 0, 3.0);
    check(0.499_999_999_999, 0, 0.0);
    check(0.1 + 0.2, 1, 0.3);
    check(0.05, 1, 0.1);
    check(0.049, 1, 0.0);
    check(99.95, 1, 100.0);
    check(-0.0, 1, 0.0);
    check(-0.04, 1, 0.0);
    check(0.0, 2, 0.0);
    check(5e-324, 2, 0.0);
    check(1e-10, 2, 0.0);
    check(1e22, 2, 1e22);
    check(-f64::MAX, 2, -f64::MAX);
    check(123_456_789_012_345.6, 0, 123_456_789_012_346.0);
    check(0.123_456_789_012_345_6, 200, 0.123_456_789_012_346);
    check(f64::INFINITY, 1, f64::INFINITY);
    assert!(round_to(f64::NAN, 1).is_nan());
}

proptest! {
    /// The oracle rounds the digits of the number's text as whole numbers.
    #[test]
    fn rounding_agrees_with_whole_number_arithmetic(
        hundred_thousandths in -10_i64.pow(12)..10_i64.pow(12),
        decimals in 0_u8..5,
    ) {
        let value: f64 = format!("{hundred_thousandths}e-5").parse()?;
        let dropped = 10_i64.pow(5 - u32::from(decimals));
        let away = if hundred_thousandths < 0 { -dropped / 2 } else { dropped / 2 };
        let whole = (hundred_thousandths + away) / dropped;
        let rounded: f64 = format!("{whole}e-{decimals}").parse()?;
        prop_assert_eq!(round_to(value, decimals).to_bits(), rounded.to_bits());
    }

    #[test]
    fn rounding_twice_changes_nothing(value in any::<f64>(), decimals in 0_u8..6) {
        let once = round_to(value, decimals);
        prop_assert_eq!(round_to(once, decimals).to_bits(), once.to_bits());
    }

    #[test]
    fn folding_a_unit_twice_changes_nothing(unit in "\\PC{0,12}") {
        let once = fold_unit(&unit);
        prop_assert_eq!(fold_unit(&once), once);
    }
}
