//! Every number of an answer is one, whatever a record holds.

use proptest::prelude::*;
use vitalog_core::{
    Fingerprint, Metric, Reading, Switchover, Workout,
    interval::workout::{LONGEST_S, MOST_KCAL},
    quantity::LARGEST,
};

use crate::fixture::{Fixture, apple, days, workout};

const DAY: &str = "2026-10-05";
const NOON: &str = "2026-10-05T12:00:00-07:00";

/// Rows as large as the record takes any, and smaller ones.
fn values(largest: f64) -> impl Strategy<Value = Vec<f64>> {
    let value = prop_oneof![Just(0.0), Just(largest), 0.0..largest, 0.0..100.0];
    prop::collection::vec(value, 0..40)
}

fn rows(metric: Metric, values: &[f64]) -> impl Iterator<Item = Reading> {
    values.iter().zip(0..).map(move |(value, number)| Reading {
        fingerprint: Fingerprint::new([0; 6], number),
        ..apple(metric, NOON, *value)
    })
}

fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.unwrap().block_on(future)
}

proptest! {
    #[test]
    fn sums_of_the_largest_values_are_numbers(
        carbs in values(LARGEST),
        fiber in values(LARGEST),
        calories in values(LARGEST),
        is_total: bool,
    ) {
        let mut fixture = Fixture::at("2026-10-06T12:00:00-07:00");
        fixture.account.switchover =
            Some(if is_total { Switchover::Always } else { Switchover::Never });
        let readings = rows(Metric::Carbs, &carbs)
            .chain(rows(Metric::Fiber, &fiber))
            .chain(rows(Metric::Calories, &calories));
        let answer = run(async {
            fixture.store(readings).await;
            fixture.all_health(DAY, DAY).await
        });
        let sum = |field: &str| {
            let mut sums = answer.days.iter().flat_map(|day| &day.sums);
            sums.find(|sum| sum.field == field).map(|sum| sum.value)
        };
        for shown in answer.days.iter().flat_map(|day| &day.sums) {
            prop_assert!(shown.value.is_finite() && shown.value >= 0.0, "{shown:?}");
        }
        let total: f64 = carbs.iter().sum();
        let net = if is_total {
            (total - fiber_beside(&carbs, &fiber)).max(0.0)
        } else {
            total
        };
        for (field, values, expected) in [
            ("calories_kcal", &calories, calories.iter().sum::<f64>()),
            ("carbs_g", &carbs, net),
        ] {
            match sum(field) {
                Some(value) => prop_assert!((value - expected).abs() <= 0.06 + expected * 1e-12),
                None => prop_assert!(values.is_empty(), "{field}"),
            }
        }
    }

    #[test]
    fn totals_of_the_largest_workouts_are_numbers(
        lengths in values(LONGEST_S),
        energies in values(MOST_KCAL),
    ) {
        let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
        let energies = energies.into_iter().map(Some).chain(std::iter::repeat(None));
        let workouts: Vec<Workout> = lengths
            .iter()
            .zip(energies)
            .zip(0..)
            .map(|((seconds, kcal), number)| Workout {
                fingerprint: Fingerprint::new([1; 6], number),
                ..workout(NOON, seconds / 60.0, kcal)
            })
            .collect();
        let answer = run(async {
            fixture.store_workouts(workouts.clone()).await;
            let answer = fixture.service.workouts(&fixture.account, days(DAY, DAY).into());
            answer.await.unwrap()
        });
        let shown = answer.workouts.iter().map(|shown| (shown.duration_min, shown.active_kcal));
        let totals = answer.days.iter().map(|day| (day.duration_min, day.active_kcal));
        for (minutes, kcal) in shown.chain(totals) {
            prop_assert!(minutes.is_finite() && kcal.is_none_or(f64::is_finite));
        }
        let minutes: f64 = lengths.iter().sum::<f64>() / 60.0;
        let shown: f64 = answer.days.iter().map(|day| day.duration_min).sum();
        prop_assert!((shown - minutes).abs() <= 0.06 + minutes * 1e-12);
    }
}

/// The fiber that some carbohydrates of its second and source license.
fn fiber_beside(carbs: &[f64], fiber: &[f64]) -> f64 {
    if carbs.is_empty() {
        return 0.0;
    }
    fiber.iter().sum()
}
