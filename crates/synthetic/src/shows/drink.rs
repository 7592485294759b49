//! Water, coffee, and what is drunk in the evening. A sober evening is mostly logged as 0, and
//! sometimes not at all.

use super::{fact, source};
use crate::{
    day::Day,
    measure::{BLOOD_ALCOHOL, CAFFEINE, DRINKS, WATER},
    plan::Plan,
    stream::Topic,
};

const SOBER_IS_LOGGED: f64 = 0.8;
const WATER_HOURS: [f64; 4] = [8.5, 11.6, 15.1, 19.2];

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let mut stream = plan.stream(Topic::Drink);
    if stream.chance(0.92) {
        for hour in WATER_HOURS {
            if let Some(at) = plan.hours.moment(hour) {
                let glass = plan.truth.water_ml / 4.0;
                day.facts
                    .push(fact(plan, WATER, at, glass, 0, source::FOOD));
            }
        }
    }
    for hour in &[8.1, 10.4, 14.2][..stream.below(4) as usize] {
        if let Some(at) = plan.hours.moment(*hour) {
            let milligrams = *stream.pick(&[63.0, 80.0, 95.0]);
            day.facts
                .push(fact(plan, CAFFEINE, at, milligrams, 0, source::FOOD));
        }
    }
    let logs_sober = stream.chance(SOBER_IS_LOGGED);
    for drink in 0..plan.truth.drinks {
        if let Some(at) = plan.hours.moment(19.5 + 0.6 * f64::from(drink)) {
            day.facts
                .push(fact(plan, DRINKS, at, 1.0, 0, source::HEALTH));
        }
    }
    if plan.truth.drinks == 0
        && logs_sober
        && let Some(at) = plan.hours.moment(21.4)
    {
        day.facts
            .push(fact(plan, DRINKS, at, 0.0, 0, source::HEALTH));
    }
    if plan.truth.drinks == 4
        && let Some(at) = plan.hours.moment(21.9)
    {
        let percent = stream.between(0.03, 0.07);
        day.facts
            .push(fact(plan, BLOOD_ALCOHOL, at, percent, 3, source::HEALTH));
    }
}
