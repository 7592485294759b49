//! The scale, most mornings, and the tape on Sundays.

use jiff::civil::Weekday;

use super::{fact, source};
use crate::{
    day::Day,
    fact::Meta,
    measure::{BODY_FAT, BODY_MASS_INDEX, LEAN_MASS, WAIST, WEIGHT},
    plan::Plan,
    story,
    stream::{Topic, round},
    time::later,
};

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let mut stream = plan.stream(Topic::Scale);
    let (steps_on, fat_noise) = (stream.chance(0.88), stream.normal(0.0, 0.3));
    if plan.truth.away || plan.hours.after_flight {
        return;
    }
    let traits = plan.person.traits();
    let at = later(plan.out.0, stream.between(120.0, 900.0));
    let weight = round(plan.body.weight_kg, 1);
    if steps_on && !story::scale_is_away(plan.person, plan.index) {
        let fat = round(
            traits.fat_pct + (weight - traits.weight_kg) * 0.6 + fat_noise,
            1,
        );
        let square_m = traits.height_cm * traits.height_cm / 10_000.0;
        let values = [
            (WEIGHT, weight, 1),
            (BODY_FAT, fat, 1),
            (LEAN_MASS, weight * (1.0 - fat / 100.0), 2),
            (BODY_MASS_INDEX, weight / square_m, 1),
        ];
        for (measure, value, decimals) in values {
            day.facts
                .push(fact(plan, measure, at, value, decimals, source::SCALE));
        }
    }
    if day.date.weekday() == Weekday::Sunday {
        let waist = traits.height_cm * 0.5 + (weight - traits.weight_kg) * 0.9;
        let at = later(at, 300.0);
        let fact = fact(
            plan,
            WAIST,
            at,
            stream.normal(waist, 0.5),
            1,
            source::HEALTH,
        );
        day.facts.push(fact.with(Meta::Entered));
    }
}
