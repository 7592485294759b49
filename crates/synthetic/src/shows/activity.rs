//! Steps, ways and energy. Watch and phone count the same walks, each in its own intervals.

use super::{fact, source};
use crate::{
    day::Day,
    measure::{
        ACTIVE_ENERGY, BASAL_ENERGY, DAYLIGHT, DISTANCE, EXERCISE, FLIGHTS, MOVE, PHYSICAL_EFFORT,
        STAND_HOUR, STAND_TIME, STEPS,
    },
    plan::{Bout, Plan},
    stream::{Stream, Topic},
    time::{later, seconds, steps},
};

const KM_PER_STEP: f64 = 0.000_74;
const KCAL_PER_STEP: f64 = 0.042;
/// Kilocalories an hour of being alive, for each kilogram.
const BASAL: f64 = 0.92;

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let mut stream = plan.stream(Topic::Idle);
    for bout in &plan.bouts {
        if let Some(watch) = plan.watch {
            by_watch(plan, day, bout, watch, &mut stream);
        }
        if stream.chance(0.7) {
            by_phone(plan, day, bout, &mut stream);
        }
    }
    if let Some(watch) = plan.watch {
        hourly(plan, day, watch, &mut stream);
    }
}

fn by_watch(plan: &Plan<'_>, day: &mut Day, bout: &Bout, watch: &'static str, stream: &mut Stream) {
    let minutes = seconds(bout.start, bout.end) / 60.0;
    let kcal = bout.steps * KCAL_PER_STEP * stream.between(0.9, 1.1);
    let values = [
        (STEPS, bout.steps, 0),
        (DISTANCE, bout.steps * KM_PER_STEP, 4),
        (ACTIVE_ENERGY, kcal, 3),
        (STAND_TIME, minutes.ceil(), 0),
        (MOVE, minutes.floor(), 0),
        (PHYSICAL_EFFORT, stream.normal(3.1, 0.4), 1),
    ];
    for (measure, value, decimals) in values {
        let fact = fact(plan, measure, bout.start, value, decimals, watch);
        day.facts.push(fact.until(bout.end));
    }
    if stream.chance(0.25) {
        let daylight = fact(plan, DAYLIGHT, bout.start, minutes.floor(), 0, watch);
        day.facts.push(daylight.until(bout.end));
    }
}

/// The phone wakes up later, and lies on the table for some of the steps.
fn by_phone(plan: &Plan<'_>, day: &mut Day, bout: &Bout, stream: &mut Stream) {
    let lasts = seconds(bout.start, bout.end);
    let start = later(bout.start, stream.between(0.0, lasts * 0.2));
    let end = later(bout.end, stream.between(-lasts * 0.1, 45.0));
    let counted = bout.steps * stream.between(0.75, 1.03);
    let values = [(STEPS, counted, 0), (DISTANCE, counted * KM_PER_STEP, 4)];
    for (measure, value, decimals) in values {
        let fact = fact(plan, measure, start, value, decimals, source::PHONE);
        day.facts.push(fact.until(end));
    }
    if stream.chance(0.35) {
        let flights = f64::from(stream.whole(1, 3));
        day.facts
            .push(fact(plan, FLIGHTS, start, flights, 0, source::PHONE).until(end));
    }
}

fn hourly(plan: &Plan<'_>, day: &mut Day, watch: &'static str, stream: &mut Stream) {
    for at in steps(plan.hours.start, plan.hours.end, 3600.0) {
        let end = later(at, 3600.0).min(plan.hours.end);
        let share = seconds(at, end) / 3600.0;
        let kcal = plan.body.weight_kg * BASAL * share * stream.between(0.98, 1.02);
        day.facts
            .push(fact(plan, BASAL_ENERGY, at, kcal, 3, watch).until(end));
        if (plan.out.0..plan.out.1).contains(&at) {
            let stood = plan
                .bouts
                .iter()
                .any(|bout| (at..end).contains(&bout.start));
            let stood = if stood { 1.0 } else { 0.0 };
            day.facts
                .push(fact(plan, STAND_HOUR, at, stood, 0, watch).until(end));
        }
    }
    if let Some(session) = &plan.session {
        let minutes = plan.truth.exercise_min;
        let exercise = fact(plan, EXERCISE, session.start, minutes, 0, watch);
        day.facts.push(exercise.until(session.end));
    } else if let Some(noon) = plan.hours.moment(12.0) {
        // Brisk enough to count, for a few minutes, or measured as not at all.
        let minutes = f64::from(stream.below(6));
        day.facts
            .push(fact(plan, EXERCISE, noon, minutes, 0, watch).until(later(noon, 600.0)));
    }
}
