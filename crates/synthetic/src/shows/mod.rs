//! What shows of a plan: one file for each device, or for each thing that a person enters.

mod activity;
mod alerts;
mod cuff;
mod cycle;
mod doses;
mod drink;
mod ecg;
mod food;
mod gait;
mod heart;
mod meter;
mod moods;
mod overnight;
mod scale;
mod seldom;
mod session;
mod sleep;
mod stages;
mod surroundings;
mod symptoms;

use jiff::Timestamp;

use crate::{day::Day, fact::Fact, measure::Measure, plan::Plan, stream::round};

/// The phone and the apps on it; the watch is named in the plan.
mod source {
    pub(super) const PHONE: &str = "Sam’s iPhone";
    pub(super) const RING: &str = "Ring";
    pub(super) const SCALE: &str = "Smart Scale";
    pub(super) const CUFF: &str = "Cuff App";
    pub(super) const METER: &str = "Meter App";
    pub(super) const FOOD: &str = "Food App";
    pub(super) const SUPPLEMENTS: &str = "Supplements";
    pub(super) const HEALTH: &str = "Health";
}

/// The order decides between facts of one second.
const ALL: &[fn(&Plan<'_>, &mut Day)] = &[
    sleep::show,
    overnight::show,
    heart::show,
    activity::show,
    session::show,
    gait::show,
    surroundings::show,
    scale::show,
    cuff::show,
    meter::show,
    food::show,
    drink::show,
    seldom::show,
    symptoms::show,
    moods::show,
    doses::show,
    ecg::show,
    cycle::show,
    alerts::show,
];

/// Writes down all that shows.
pub(crate) fn show(plan: &Plan<'_>, day: &mut Day) {
    for show in ALL {
        show(plan, day);
    }
}

/// One value, rounded as its device does.
fn fact(
    plan: &Plan<'_>,
    measure: Measure,
    at: Timestamp,
    value: f64,
    decimals: u32,
    source: &'static str,
) -> Fact {
    Fact::at(measure, at, plan.offset(at), round(value, decimals), source)
}
