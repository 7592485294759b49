//! What the watch measures while the person sleeps, and the resting heart rate that it works out
//! the next day.

use super::fact;
use crate::{
    Density,
    day::Day,
    measure::{
        BREATHING_DISTURBANCES, FIBRILLATION, HRV, OXYGEN, RESPIRATORY_RATE, RESTING_HEART_RATE,
        WALKING_HEART_RATE, WRIST_TEMPERATURE,
    },
    plan::{Night, Plan},
    stream::{Stream, Topic},
    time::{later, seconds, steps},
};

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let Some(watch) = plan.watch else { return };
    let mut stream = plan.stream(Topic::Overnight);
    if let Some(night) = &plan.night {
        hrv(plan, day, night, watch, &mut stream);
        breathing(plan, day, night, watch, &mut stream);
        let temperature = fact(
            plan,
            WRIST_TEMPERATURE,
            night.asleep,
            plan.body.wrist_deg_c,
            2,
            watch,
        );
        day.facts.push(temperature.until(night.awake));
    }
    if let Some(at) = plan.hours.moment(stream.between(20.0, 21.0)) {
        let resting = plan.body.resting_bpm;
        day.facts.push(
            fact(
                plan,
                RESTING_HEART_RATE,
                plan.hours.start,
                resting,
                0,
                watch,
            )
            .until(at),
        );
        let walking = stream.normal(resting + 38.0, 4.0);
        day.facts.push(
            fact(
                plan,
                WALKING_HEART_RATE,
                plan.hours.start,
                walking,
                0,
                watch,
            )
            .until(at),
        );
    }
    if plan.index.rem_euclid(7) == 3 {
        day.facts
            .push(fact(plan, FIBRILLATION, plan.hours.start, 0.0, 0, watch));
    }
}

/// In the last hours of sleep, so that each is dated on the day that the night belongs to.
fn hrv(plan: &Plan<'_>, day: &mut Day, night: &Night, watch: &'static str, stream: &mut Stream) {
    let times: u32 = match plan.person.density() {
        Density::Light => 4,
        Density::Dense => 8,
    };
    let last_s = seconds(night.asleep, night.awake).min(4.0 * 3600.0);
    for part in 0..times {
        let share = (f64::from(part) + stream.unit()) / f64::from(times);
        let at = later(night.awake, -last_s * (1.0 - share));
        let value = stream.normal(plan.body.hrv_ms, 3.0);
        day.facts
            .push(fact(plan, HRV, at, value.max(8.0), 4, watch).until(later(at, 60.0)));
    }
}

fn breathing(
    plan: &Plan<'_>,
    day: &mut Day,
    night: &Night,
    watch: &'static str,
    stream: &mut Stream,
) {
    let (rate_every, oxygen_every) = match plan.person.density() {
        Density::Light => (3600.0, 5400.0),
        Density::Dense => (600.0, 1800.0),
    };
    for at in steps(later(night.asleep, 600.0), night.awake, rate_every) {
        let value = stream.normal(plan.body.breaths, 0.5);
        let fact = fact(plan, RESPIRATORY_RATE, at, value, 1, watch);
        day.facts.push(fact.until(later(at, 300.0)));
    }
    for at in steps(later(night.asleep, 900.0), night.awake, oxygen_every) {
        let value = stream.normal(plan.body.oxygen_pct, 0.8).min(100.0);
        day.facts.push(fact(plan, OXYGEN, at, value, 0, watch));
    }
    let middle = later(night.asleep, seconds(night.asleep, night.awake) / 2.0);
    let disturbances = stream.normal(1.8, 0.8).max(0.0);
    day.facts.push(fact(
        plan,
        BREATHING_DISTURBANCES,
        middle,
        disturbances,
        3,
        watch,
    ));
}
