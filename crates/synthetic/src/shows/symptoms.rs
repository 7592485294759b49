//! Symptoms, and the thermometer of whoever has them.

use super::{fact, source};
use crate::{
    day::Day, event::Symptom, fact::Meta, measure::BODY_TEMPERATURE, plan::Plan, stream::Topic,
    time::later,
};

const OF_ILLNESS: &[&str] = &["Fever", "Coughing", "Sore Throat", "Fatigue"];
const SEVERITIES: &[&str] = &["Mild", "Moderate", "Severe"];

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let mut stream = plan.stream(Topic::Symptoms);
    let headache = stream.chance(0.07);
    let mut add = |hour: f64, hours: f64, name, severity| {
        if let Some(start) = plan.hours.moment(hour) {
            day.symptoms.push(Symptom {
                start,
                end: later(start, hours * 3600.0),
                offset: plan.offset(start),
                name,
                severity,
                source: source::HEALTH,
            });
        }
    };
    if plan.truth.ill {
        for (name, part) in OF_ILLNESS.iter().zip(0_u32..) {
            if stream.chance(0.7) {
                let severity = *stream.pick(SEVERITIES);
                add(9.0 + f64::from(part) * 0.1, 6.0, *name, severity);
            }
        }
    } else if headache {
        add(15.4, 2.0, "Headache", *stream.pick(&SEVERITIES[..2]));
    } else if plan.index.rem_euclid(10) == 4 {
        // Asked for and not there: a measured zero.
        add(21.0, 0.0, "Headache", "Not Present");
    }
    if plan.truth.ill
        && let Some(at) = plan.hours.moment(8.6)
    {
        let degrees = stream.normal(38.3, 0.4);
        let fact = fact(plan, BODY_TEMPERATURE, at, degrees, 1, source::HEALTH);
        day.facts.push(fact.with(Meta::Entered));
    }
}
