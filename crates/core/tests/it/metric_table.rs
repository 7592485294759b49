//! Every row of the metric table keeps the promises of a row.

use std::collections::BTreeMap;

use vitalog_core::{
    Metric, Quantity,
    metric::{DailyRule, Identity, Shape},
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
];

#[test]
fn slugs_and_units_never_change() {
    let table: Vec<_> = Metric::ALL
        .iter()
        .map(|metric| (metric.slug(), metric.row().unit))
        .collect();
    assert_eq!(table, FROZEN);
}

#[test]
fn accepted_units_and_factors_are_those_of_the_first_release() {
    let check = |metrics: &[Metric], decimals: u8, accepts: &[(&str, f64)]| {
        for metric in metrics {
            let row = metric.row();
            assert_eq!(row.decimals, decimals, "{metric:?}");
            assert_eq!(row.accepts.len(), accepts.len(), "{metric:?}");
            for (unit, factor) in accepts {
                let found = row.accepts.iter().find(|(name, _)| name == unit);
                let (_, found) = found.unwrap_or_else(|| panic!("{metric:?} {unit}"));
                assert!((found - factor).abs() < factor * 1e-12, "{metric:?} {unit}");
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
        &[("g", 1.0), ("mg", 0.001)],
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
fn nutrients_and_calories_add_up_and_nothing_else_does() {
    let summed: Vec<_> = Metric::ALL
        .iter()
        .filter(|metric| metric.is_summed())
        .collect();
    let expected = [
        Metric::Protein,
        Metric::Carbs,
        Metric::Fiber,
        Metric::Fat,
        Metric::Calories,
    ];
    assert_eq!(summed, expected.iter().collect::<Vec<_>>());
}

#[test]
fn every_row_is_complete_and_describes_its_own_variant() {
    for metric in Metric::ALL {
        let row = metric.row();
        assert_eq!(row.metric, *metric);
        assert!(!row.title.is_empty(), "{metric:?}");
        assert!(row.description.ends_with('.'), "{metric:?}");
        assert!(row.plausible.start() < row.plausible.end(), "{metric:?}");
        assert_eq!(row.identity, Identity::Fact, "{metric:?}");
        assert!(
            row.slug
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b == b'_'),
            "{metric:?}"
        );
        assert_eq!(row.fraction_means_percent, *metric == Metric::BodyFat);
        let is_pressure = *metric == Metric::BloodPressure;
        assert_eq!(row.shape == Shape::Pressure, is_pressure);
        assert_eq!(metric.is_summed(), row.daily == DailyRule::Sum);
    }
}

#[test]
fn accepted_units_are_listed_folded_and_once() {
    for metric in Metric::ALL {
        let accepts = metric.row().accepts;
        let distinct: BTreeMap<_, _> = accepts.iter().copied().collect();
        assert_eq!(distinct.len(), accepts.len(), "{metric:?}");
        for (unit, factor) in accepts {
            assert_eq!(fold_unit(unit), *unit, "{metric:?}");
            assert!(*factor > 0.0, "{metric:?} {unit}");
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
        let accepted = row.accepts.iter().any(|(name, _)| *name == folded);
        assert!(accepted, "{}: {}", row.slug, other.unit);
    }
}
