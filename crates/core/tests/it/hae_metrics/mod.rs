//! The metrics that Health Auto Export sends, as its fact sheet lists them.

mod list;

use list::{ALL, Sent};
use vitalog_core::{Metric, Quantity, unit::to_canonical};

/// Those whose values are more than one number.
const OTHER_SHAPES: &[&str] = &["heart_rate", "blood_pressure"];

#[expect(clippy::expect_used, reason = "a name that is unknown fails the test")]
fn metric(sent: &Sent) -> Metric {
    Metric::find(sent.name).expect(sent.name)
}

#[test]
fn names_and_other_spellings_find_their_metric() {
    for sent in ALL {
        let found = metric(sent);
        assert_eq!(found.slug(), sent.slug, "{}", sent.name);
        for name in sent.also {
            assert_eq!(Metric::find(name), Some(found), "{name}");
        }
        let label = sent.name.replace('_', " ").to_uppercase();
        assert_eq!(Metric::find(&label), Some(found), "{label}");
    }
}

#[test]
fn values_in_each_unit_are_stored_in_the_canonical_one() {
    for sent in ALL {
        for (unit, value, stored) in sent.units {
            assert_eq!(
                to_canonical(metric(sent), Quantity::Single(*value), unit),
                Some(Quantity::Single(*stored)),
                "{} {value} {unit}",
                sent.name
            );
        }
    }
}

#[test]
fn days_are_summed_up_as_the_kind_of_metric_says() {
    for sent in ALL {
        assert_eq!(metric(sent).row().daily, sent.daily, "{}", sent.name);
    }
}

#[test]
fn heart_rates_come_with_their_lowest_and_highest_or_alone() {
    let spread = |min, mean, max| Quantity::Spread { min, mean, max };
    let check = |sent: Quantity, unit: &str, stored: Option<Quantity>| {
        assert_eq!(
            to_canonical(Metric::HeartRate, sent, unit),
            stored,
            "{sent:?} {unit}"
        );
    };
    assert_eq!(Metric::find("heart_rate"), Some(Metric::HeartRate));
    for unit in ["count/min", "bpm"] {
        check(
            spread(51.0, 62.449, 98.0),
            unit,
            Some(spread(51.0, 62.4, 98.0)),
        );
        check(
            Quantity::Single(61.999_999_999_999_99),
            unit,
            Some(spread(62.0, 62.0, 62.0)),
        );
    }
    check(
        spread(0.8, 1.0, 1.5),
        "count/s",
        Some(spread(48.0, 60.0, 90.0)),
    );
    check(
        spread(62.0, 61.999_999_999_999_99, 62.0),
        "bpm",
        Some(spread(62.0, 62.0, 62.0)),
    );
    check(spread(70.0, 60.0, 80.0), "bpm", None);
    check(spread(50.0, 90.0, 80.0), "bpm", None);
    check(spread(50.0, f64::NAN, 80.0), "bpm", None);
    check(
        Quantity::Pressure {
            systolic: 120.0,
            diastolic: 80.0,
        },
        "bpm",
        None,
    );
    check(spread(50.0, 60.0, 80.0), "ms", None);
}

#[test]
fn blood_pressures_come_in_both_units() {
    let pressure = |systolic, diastolic| Quantity::Pressure {
        systolic,
        diastolic,
    };
    let stored = Some(pressure(120.0, 80.0));
    assert_eq!(Metric::find("blood_pressure"), Some(Metric::BloodPressure));
    assert_eq!(
        to_canonical(Metric::BloodPressure, pressure(120.0, 80.0), "mmHg"),
        stored
    );
    assert_eq!(
        to_canonical(Metric::BloodPressure, pressure(16.0, 10.6), "kPa"),
        stored
    );
}

#[test]
fn the_list_holds_every_metric_that_is_sent_as_one() {
    // What stands in other data types of a push, and the stages of a night.
    let elsewhere = [
        "ketones",
        "sleep_core",
        "sleep_deep",
        "sleep_rem",
        "sleep_unspecified",
        "sleep_awake",
        "sleep_in_bed",
        "symptom_severity",
        "mood_valence",
        "medication_doses_taken",
        "ecg_heart_rate",
        "heart_notifications",
        "menstrual_flow",
        // What Apple's own export holds and the app does not send.
        "cross_country_skiing_distance",
        "paddle_sports_distance",
        "rowing_distance",
        "skating_sports_distance",
        "workout_effort_score",
        "estimated_workout_effort_score",
        "environmental_sound_reduction",
        "apple_walking_steadiness",
        "sleep_duration_goal",
        "nike_fuel",
    ];
    for metric in Metric::ALL {
        let slug = metric.slug();
        let listed = ALL.iter().filter(|sent| sent.slug == slug).count();
        let other = OTHER_SHAPES
            .iter()
            .filter(|name| Metric::find(name) == Some(*metric));
        let elsewhere = usize::from(elsewhere.contains(&slug));
        let sent = usize::from(metric.row().in_apple_health);
        assert_eq!(listed + other.count() + elsewhere, sent, "{slug}");
    }
}

#[test]
fn units_of_one_metric_are_not_taken_for_another() {
    let check = |metric: Metric, unit: &str| {
        let sent = Quantity::Single(5.0);
        assert_eq!(to_canonical(metric, sent, unit), None, "{metric:?} {unit}");
    };
    check(Metric::VitaminD, "IU");
    check(Metric::VitaminA, "IU");
    check(Metric::InsulinDelivery, "mg");
    check(Metric::BodyTemperature, "count");
    check(Metric::RespiratoryRate, "%");
    check(Metric::StepCount, "km");
    check(Metric::WalkingSpeed, "km");
    check(Metric::Sodium, "IU");
    check(Metric::DietaryWater, "g");
    check(Metric::ElectrodermalActivity, "min");
    check(Metric::HrvSdnn, "count/min");
}
