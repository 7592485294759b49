//! The heart through the day.

use jiff::Timestamp;

use super::fact;
use crate::{
    Density,
    day::Day,
    fact::Meta,
    measure::HEART_RATE,
    plan::Plan,
    stream::{Stream, Topic},
    time::{later, seconds, steps},
    workout::Sport,
};

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let Some(watch) = plan.watch else { return };
    let (usual_s, training_s) = match plan.person.density() {
        Density::Light => (360.0, 60.0),
        Density::Dense => (60.0, 5.0),
    };
    let mut stream = plan.stream(Topic::Heart);
    let out_of_training = steps(plan.hours.start, plan.hours.end, usual_s).filter(|at| {
        plan.session
            .as_ref()
            .is_none_or(|session| !session.covers(*at))
    });
    for at in out_of_training {
        // Not on the minute, as no watch is.
        let at = later(at, stream.between(0.0, usual_s * 0.8));
        let asleep = plan.is_asleep(at);
        let value = if asleep {
            stream.normal(plan.body.resting_bpm - 3.0, 2.0)
        } else {
            awake(plan, at, &mut stream)
        };
        if !(plan.hours.start..plan.hours.end).contains(&at) {
            continue;
        }
        let context = if asleep || value < plan.body.resting_bpm + 25.0 {
            Meta::Sedentary
        } else {
            Meta::Active
        };
        let fact = fact(plan, HEART_RATE, at, value, 0, watch);
        // Some versions of the app say whether one moved; the phone knows it of half of them.
        day.facts.push(if stream.chance(0.5) {
            fact.with(context)
        } else {
            fact
        });
    }
    if let Some(session) = &plan.session {
        for at in steps(session.start, session.end, training_s) {
            let minute = seconds(session.start, at) / 60.0;
            let value = training(session.sport, plan.body.resting_bpm, minute, &mut stream);
            day.facts
                .push(fact(plan, HEART_RATE, at, value, 0, watch).with(Meta::Active));
        }
    }
}

fn awake(plan: &Plan<'_>, at: Timestamp, stream: &mut Stream) -> f64 {
    let walking = plan
        .bouts
        .iter()
        .any(|bout| (bout.start..bout.end).contains(&at));
    let raised = if walking { 35.0 } else { 14.0 };
    stream.normal(plan.body.resting_bpm + raised, 5.0)
}

/// Beats per minute in a minute of a workout: rising for ten minutes, then about level.
pub(super) fn training(sport: Sport, resting: f64, minute: f64, stream: &mut Stream) -> f64 {
    let level = match sport {
        Sport::Run => 92.0,
        Sport::Ride => 80.0,
        Sport::Swim => 72.0,
        Sport::Strength => 52.0,
        Sport::Walk => 38.0,
    };
    let warm = (minute / 10.0).min(1.0);
    stream.normal(resting + 20.0 + (level - 20.0) * warm, 3.5)
}
