//! What is planted can be found with nothing but facts and a plain correlation.

use std::collections::BTreeMap;

use jiff::{
    ToSpan,
    civil::{Date, Weekday},
};
use vitalog_synthetic::{Day, Fact, Stage, planted};

use crate::people::berliner;

type Daily = BTreeMap<Date, f64>;

/// A value for each day that has one.
fn daily(days: &[Day], value: impl Fn(&Day) -> Option<f64>) -> Daily {
    days.iter()
        .filter_map(|day| Some((day.date, value(day)?)))
        .collect()
}

fn values<'a>(day: &'a Day, metric: &'a str) -> impl Iterator<Item = f64> + 'a {
    let of = day.facts.iter().filter(move |fact| fact.metric == metric);
    of.filter_map(Fact::single)
}

fn sum(metric: &'static str) -> impl Fn(&Day) -> Option<f64> {
    move |day| values(day, metric).reduce(|a, b| a + b)
}

fn mean(metric: &'static str) -> impl Fn(&Day) -> Option<f64> {
    move |day| {
        let values: Vec<f64> = values(day, metric).collect();
        (!values.is_empty()).then(|| average(&values))
    }
}

/// Hours in these stages, by the watch, naps apart.
fn slept(stages: &'static [Stage]) -> impl Fn(&Day) -> Option<f64> {
    move |day| {
        let hours = day.facts.iter().filter_map(|fact| {
            let end = fact.end?;
            let nap = (12..17).contains(&fact.offset.to_datetime(end).hour());
            let counts =
                stages.contains(&fact.value.stage()?) && fact.source.contains("Watch") && !nap;
            counts.then(|| fact.start.duration_until(end).as_secs_f64() / 3600.0)
        });
        hours.reduce(|a, b| a + b)
    }
}

const ASLEEP: &[Stage] = &[Stage::Core, Stage::Deep, Stage::Rem];

/// The pairs of a cause with the effect of the next day.
fn next_day(cause: &Daily, effect: &Daily) -> Vec<(Date, f64, f64)> {
    let pair = |(date, a): (&Date, &f64)| {
        let next = date.saturating_add(1.day());
        Some((*date, *a, *effect.get(&next)?))
    };
    cause.iter().filter_map(pair).collect()
}

fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / f64::from(u32::try_from(values.len()).unwrap())
}

/// Pearson's r, and the slope of least squares.
fn correlation(pairs: &[(Date, f64, f64)]) -> (f64, f64) {
    let a: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
    let b: Vec<f64> = pairs.iter().map(|pair| pair.2).collect();
    let (mean_a, mean_b) = (average(&a), average(&b));
    let (mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0);
    for (a, b) in a.iter().zip(&b) {
        aa += (a - mean_a) * (a - mean_a);
        bb += (b - mean_b) * (b - mean_b);
        ab += (a - mean_a) * (b - mean_b);
    }
    (ab / (aa * bb).sqrt(), ab / aa)
}

/// The pairs with what the kind of evening explains taken out of both.
fn within_kind_of_evening(pairs: &[(Date, f64, f64)]) -> Vec<(Date, f64, f64)> {
    let free = |date: &Date| matches!(date.weekday(), Weekday::Friday | Weekday::Saturday);
    let mut centred = Vec::new();
    for kind in [true, false] {
        let of_kind: Vec<_> = pairs.iter().filter(|pair| free(&pair.0) == kind).collect();
        let mean_a = average(&of_kind.iter().map(|pair| pair.1).collect::<Vec<_>>());
        let mean_b = average(&of_kind.iter().map(|pair| pair.2).collect::<Vec<_>>());
        centred.extend(
            of_kind
                .iter()
                .map(|(date, a, b)| (*date, a - mean_a, b - mean_b)),
        );
    }
    centred
}

fn year(seed: u64) -> Vec<Day> {
    let person = berliner(seed);
    person.record(person.days()).take(365).collect()
}

#[test]
fn true_effects_are_found() {
    for seed in 1..=5 {
        let days = year(seed);
        let drinks = daily(&days, sum("number_of_alcoholic_beverages"));
        let exercise = daily(&days, sum("apple_exercise_time"));
        let deep_min = daily(&days, |day| Some(slept(&[Stage::Deep])(day)? * 60.0));
        let cases = [
            (
                &drinks,
                daily(&days, mean("heart_rate_variability")),
                planted::HRV_MS_PER_DRINK,
                0.9,
            ),
            (
                &drinks,
                daily(&days, mean("resting_heart_rate")),
                planted::RESTING_BPM_PER_DRINK,
                0.3,
            ),
            (
                &exercise,
                deep_min,
                planted::DEEP_MIN_PER_EXERCISE_MIN,
                0.07,
            ),
        ];
        for (cause, effect, coefficient, within) in cases {
            let (r, slope) = correlation(&next_day(cause, &effect));
            assert!(r.abs() > 0.35, "seed {seed}, {coefficient}: r {r}");
            assert!(
                (slope - coefficient).abs() < within,
                "seed {seed}, {coefficient}: {slope}"
            );
        }
    }
}

#[test]
fn confounded_pair_goes_together_until_the_kind_of_evening_is_known() {
    for seed in 1..=5 {
        let days = year(seed);
        let sugar = daily(&days, sum("dietary_sugar"));
        let slept = daily(&days, slept(ASLEEP));
        let pairs = next_day(&sugar, &slept);
        let (raw, _) = correlation(&pairs);
        let (within, _) = correlation(&within_kind_of_evening(&pairs));
        assert!(raw < -0.3, "seed {seed}: {raw}");
        assert!(within.abs() < 0.15, "seed {seed}: {within}");
    }
}

#[test]
fn null_stays_null() {
    for seed in 1..=5 {
        let days = year(seed);
        let water = daily(&days, sum("dietary_water"));
        let hrv = daily(&days, mean("heart_rate_variability"));
        let (r, _) = correlation(&next_day(&water, &hrv));
        assert!(r.abs() < 0.15, "seed {seed}: {r}");
    }
}

#[test]
fn weight_falls_by_what_is_planted() {
    let days = year(1);
    let weight = daily(&days[..180], mean("weight_body_mass"));
    let first = days[0].date;
    let by_day: Vec<_> = weight
        .iter()
        .map(|(date, kg)| {
            (
                *date,
                first.duration_until(*date).as_secs_f64() / 86_400.0,
                *kg,
            )
        })
        .collect();
    let (r, slope) = correlation(&by_day);
    assert!(r < -0.8, "{r}");
    assert!(
        (slope - planted::WEIGHT_KG_PER_DAY).abs() < 0.005,
        "{slope}"
    );
}

#[test]
fn sundays_are_slow() {
    let days = year(1);
    let watch_steps = daily(&days, |day| {
        let facts = day.facts.iter().filter(|fact| fact.metric == "step_count");
        let watch = facts.filter(|fact| fact.source.contains("Watch"));
        watch.filter_map(Fact::single).reduce(|a, b| a + b)
    });
    let on = |weekday| {
        let of = watch_steps
            .iter()
            .filter(|(date, _)| date.weekday() == weekday);
        average(&of.map(|(_, steps)| *steps).collect::<Vec<_>>())
    };
    let ratio = on(Weekday::Sunday) / on(Weekday::Monday);
    assert!((0.5..0.8).contains(&ratio), "{ratio}");
}

#[test]
fn illness_shows_in_everything_at_once() {
    let person = berliner(1);
    let days: Vec<Day> = person.record(person.days()).collect();
    let cases = [
        ("resting_heart_rate", planted::illness::RESTING_BPM),
        ("heart_rate_variability", planted::illness::HRV_MS),
        ("respiratory_rate", planted::illness::RESPIRATORY_RATE),
        (
            "apple_sleeping_wrist_temperature",
            planted::illness::WRIST_DEG_C,
        ),
        ("blood_oxygen_saturation", planted::illness::OXYGEN_PCT),
    ];
    for (metric, adds) in cases {
        let of = |ill: bool| {
            let days = days.iter().filter(|day| person.truth(day.date).ill == ill);
            average(&days.filter_map(mean(metric)).collect::<Vec<_>>())
        };
        let found = of(true) - of(false);
        assert!(
            (found / adds - 1.0).abs() < 0.5,
            "{metric}: {found} for {adds}"
        );
    }
}
