//! Noise, hands, teeth, quiet minutes.

use super::{fact, source};
use crate::{
    day::Day,
    fact::Meta,
    measure::{HANDWASHING, HEADPHONES, MINDFUL, NOISE, TOOTHBRUSHING},
    plan::Plan,
    stream::Topic,
    time::later,
};

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let mut stream = plan.stream(Topic::Surroundings);
    if let Some(watch) = plan.watch {
        for hour in 8..22 {
            let level = stream.normal(61.0, 7.0);
            if let Some(at) = plan.hours.moment(f64::from(hour)) {
                day.facts
                    .push(fact(plan, NOISE, at, level, 1, watch).until(later(at, 1800.0)));
            }
        }
        for hour in [9.1, 12.4, 15.3, 18.6] {
            let seconds = f64::from(stream.whole(9, 32));
            let Some(at) = plan.hours.moment(hour + stream.between(0.0, 0.4)) else {
                continue;
            };
            let washed = if seconds >= 20.0 {
                Meta::Complete
            } else {
                Meta::Incomplete
            };
            let fact = fact(plan, HANDWASHING, at, seconds, 0, watch);
            day.facts.push(fact.until(later(at, seconds)).with(washed));
        }
    }
    for at in [later(plan.out.0, 900.0), later(plan.out.1, -600.0)] {
        let seconds = f64::from(stream.whole(70, 140));
        let brushed = if seconds >= 120.0 {
            Meta::Complete
        } else {
            Meta::Incomplete
        };
        let fact = fact(plan, TOOTHBRUSHING, at, seconds, 0, "Toothbrush");
        day.facts.push(fact.until(later(at, seconds)).with(brushed));
    }
    let commute = (
        stream.chance(0.6),
        stream.between(8.0, 8.4),
        stream.normal(68.0, 5.0),
    );
    if let (true, Some(at)) = (commute.0, plan.hours.moment(commute.1)) {
        let fact = fact(plan, HEADPHONES, at, commute.2, 1, source::PHONE);
        day.facts.push(fact.until(later(at, 1500.0)));
    }
    let quiet = (stream.chance(0.5), stream.whole(5, 20));
    if let (true, Some(at)) = (quiet.0, plan.hours.moment(7.9)) {
        let minutes = f64::from(quiet.1);
        let fact = fact(plan, MINDFUL, at, minutes, 0, source::HEALTH);
        day.facts.push(fact.until(later(at, minutes * 60.0)));
    }
}
