//! Values are those of a living person.

use vitalog_core::{Metric, Quantity, unit::to_canonical};
use vitalog_synthetic::{
    Fact, FactValue,
    measure::{MEASURES, NUTRIENTS},
};

use crate::people::of;

fn quantity(fact: &Fact) -> Option<Quantity> {
    match fact.value {
        FactValue::Single(value) => Some(Quantity::Single(value)),
        FactValue::Pressure {
            systolic,
            diastolic,
        } => Some(Quantity::Pressure {
            systolic,
            diastolic,
        }),
        FactValue::Spread { .. } | FactValue::Night(_) | FactValue::Segment(_) => None,
    }
}

#[test]
fn values_of_known_metrics_are_plausible() {
    let nutrients = NUTRIENTS.iter().map(|(measure, _)| measure);
    for measure in MEASURES.iter().chain(nutrients) {
        if let Some(metric) = Metric::find(measure.name) {
            of(measure.name).for_each(|fact| check(metric, fact));
        }
    }
}

fn check(metric: Metric, fact: &Fact) {
    let stored = quantity(fact).and_then(|sent| to_canonical(metric, sent, fact.unit));
    let plausible = |value: f64| metric.row().plausible.contains(&value);
    let is = match stored {
        Some(Quantity::Single(value)) => plausible(value),
        Some(Quantity::Pressure {
            systolic,
            diastolic,
        }) => plausible(systolic) && plausible(diastolic) && diastolic < systolic,
        Some(Quantity::Spread { min, max, .. }) => plausible(min) && plausible(max),
        // A shape or a unit that is not read as a plain value.
        None => true,
    };
    assert!(is, "{}: {stored:?}", fact.metric);
}

#[test]
fn values_stay_within_what_bodies_do() {
    let cases = [
        ("heart_rate", 38.0, 195.0),
        ("heart_rate_variability", 8.0, 110.0),
        ("blood_oxygen_saturation", 90.0, 100.0),
        ("respiratory_rate", 10.0, 22.0),
        ("apple_sleeping_wrist_temperature", 34.0, 38.5),
        ("body_temperature", 36.5, 40.5),
        ("weight_body_mass", 60.0, 95.0),
        ("walking_running_distance", 0.0, 4.0),
        ("blood_glucose", 55.0, 220.0),
    ];
    for (metric, low, high) in cases {
        for value in of(metric).filter_map(Fact::single) {
            assert!((low..=high).contains(&value), "{metric}: {value}");
        }
    }
}
