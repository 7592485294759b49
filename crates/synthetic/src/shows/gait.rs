//! How the person walks, which the phone in the pocket tells.

use super::{fact, source};
use crate::{
    day::Day,
    measure::{ASYMMETRY, DOUBLE_SUPPORT, STAIRS_DOWN, STAIRS_UP, STEP_LENGTH, WALKING_SPEED},
    plan::Plan,
    stream::Topic,
};

/// Of each so many walks, one is even enough to tell.
const EVEN: f64 = 0.3;

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let mut stream = plan.stream(Topic::Gait);
    for bout in &plan.bouts {
        if !stream.chance(EVEN) {
            continue;
        }
        // Perfectly even steps are measured as 0, which is not the same as not measured.
        let asymmetry = if stream.chance(0.6) {
            0.0
        } else {
            stream.between(1.0, 6.0)
        };
        let values = [
            (WALKING_SPEED, stream.normal(5.0, 0.3), 2),
            (STEP_LENGTH, stream.normal(72.0, 3.0), 1),
            (DOUBLE_SUPPORT, stream.normal(28.5, 1.0), 1),
            (ASYMMETRY, asymmetry, 0),
        ];
        for (measure, value, decimals) in values {
            let fact = fact(plan, measure, bout.start, value, decimals, source::PHONE);
            day.facts.push(fact.until(bout.end));
        }
        if stream.chance(0.3) {
            let up = stream.normal(0.45, 0.05);
            day.facts
                .push(fact(plan, STAIRS_UP, bout.end, up, 2, source::PHONE));
            let down = stream.normal(0.5, 0.05);
            day.facts
                .push(fact(plan, STAIRS_DOWN, bout.end, down, 2, source::PHONE));
        }
    }
}
