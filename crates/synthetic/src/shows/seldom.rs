//! What is measured once in some weeks: by a doctor, on a holiday, out of curiosity.

use super::{fact, source};
use crate::{
    day::Day,
    fact::Meta,
    measure::{
        BASAL_TEMPERATURE, CYCLING_THRESHOLD, DEPTH, ELECTRODERMAL, EXPIRATORY_VOLUME, FALLS,
        HEIGHT, INHALER, Measure, PEAK_FLOW, PERFUSION, PUSHES, SEX, SIX_MINUTES, SNOW_DISTANCE,
        UV, VITAL_CAPACITY, VO2_MAX, WATER_TEMPERATURE, WHEELCHAIR_DISTANCE,
    },
    plan::Plan,
    stream::Topic,
};

/// One row: what, about how much, how much more or less, to how many decimals, every how many
/// days, at which hour.
type Row = (Measure, f64, f64, u32, i64, f64);

const ROWS: &[Row] = &[
    (BASAL_TEMPERATURE, 36.4, 0.1, 2, 5, 7.4),
    (VO2_MAX, 41.5, 0.4, 1, 6, 18.9),
    (UV, 4.0, 1.0, 0, 9, 13.0),
    (INHALER, 1.0, 0.0, 0, 11, 17.2),
    (PEAK_FLOW, 480.0, 12.0, 0, 13, 9.0),
    (PERFUSION, 4.2, 0.5, 1, 13, 9.05),
    (EXPIRATORY_VOLUME, 3.6, 0.08, 2, 26, 9.1),
    (VITAL_CAPACITY, 4.5, 0.08, 2, 26, 9.15),
    (ELECTRODERMAL, 4.1, 0.6, 2, 17, 11.0),
    (SIX_MINUTES, 560.0, 8.0, 0, 21, 12.0),
    (CYCLING_THRESHOLD, 214.0, 3.0, 0, 28, 10.6),
    (DEPTH, 3.4, 0.6, 1, 31, 15.5),
    (WATER_TEMPERATURE, 21.5, 1.0, 1, 31, 15.55),
    (WHEELCHAIR_DISTANCE, 1.4, 0.1, 2, 37, 16.5),
    (PUSHES, 640.0, 40.0, 0, 37, 16.55),
    (SNOW_DISTANCE, 9.2, 1.0, 2, 41, 11.5),
    (FALLS, 1.0, 0.0, 0, 45, 14.8),
    (HEIGHT, 0.0, 0.0, 0, 90, 9.2),
];

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let mut stream = plan.stream(Topic::Seldom);
    for (measure, middle, deviation, decimals, every, hour) in ROWS {
        let value = stream.normal(*middle, *deviation);
        if plan.index.rem_euclid(*every) != every / 2 {
            continue;
        }
        let value = if *measure == HEIGHT {
            plan.person.traits().height_cm
        } else {
            value
        };
        if let Some(at) = plan.hours.moment(*hour) {
            let fact = fact(plan, *measure, at, value, *decimals, source::HEALTH);
            day.facts.push(fact.with(Meta::Entered));
        }
    }
    let together = (stream.chance(0.12), stream.chance(0.5));
    if together.0 {
        // The app dates it on midnight, whenever it was.
        let at = plan.hours.start;
        let how = if together.1 {
            Meta::Protected
        } else {
            Meta::Unprotected
        };
        day.facts
            .push(fact(plan, SEX, at, 1.0, 0, source::HEALTH).with(how));
    }
}
