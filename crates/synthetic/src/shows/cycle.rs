//! Cycle tracking: five days of flow, and what is noticed in the middle.

use super::source;
use crate::{day::Day, event::CycleEvent, plan::Plan, story, time::later};

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let day_of_cycle = story::day_of_cycle(plan.person, plan.index);
    let (name, value) = match day_of_cycle {
        0 | 4 => ("Menstrual Flow", "Light"),
        1 => ("Menstrual Flow", "Heavy"),
        2 | 3 => ("Menstrual Flow", "Medium"),
        13 => ("Ovulation Test Result", "Positive"),
        _ => return,
    };
    let start = plan.hours.start;
    day.cycle.push(CycleEvent {
        start,
        end: later(plan.hours.end, -1.0),
        offset: plan.offset(start),
        name,
        value,
        is_cycle_start: day_of_cycle == 0,
        source: source::HEALTH,
    });
}
