//! Fingersticks, and the insulin that goes with them.

use super::{fact, source};
use crate::{
    day::Day,
    fact::Meta,
    measure::{GLUCOSE, INSULIN},
    plan::Plan,
    stream::Topic,
    time::later,
};

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let mut stream = plan.stream(Topic::Meter);
    let middle = plan.person.traits().glucose;
    let fasting = (stream.chance(0.85), stream.normal(middle, 6.0));
    let after = (stream.chance(0.5), stream.normal(middle + 38.0, 14.0));
    let whenever = (stream.chance(0.12), stream.normal(middle + 12.0, 10.0));
    let bolus = (stream.chance(0.4), f64::from(stream.whole(2, 5)));

    if fasting.0 {
        let at = later(plan.out.0, 1200.0);
        let fact = fact(plan, GLUCOSE, at, fasting.1, 0, source::METER);
        day.facts.push(fact.with(Meta::BeforeMeal));
    }
    let rest = [
        (after.0, 20.6, GLUCOSE, after.1, Meta::AfterMeal),
        (whenever.0, 15.9, GLUCOSE, whenever.1, Meta::UnspecifiedMeal),
        (bolus.0, 18.6, INSULIN, bolus.1, Meta::Bolus),
        (true, 21.75, INSULIN, 12.0, Meta::Basal),
    ];
    for (done, hour, measure, value, meta) in rest {
        if let (true, Some(at)) = (done, plan.hours.moment(hour)) {
            day.facts
                .push(fact(plan, measure, at, value, 0, source::METER).with(meta));
        }
    }
}
