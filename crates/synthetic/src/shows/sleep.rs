//! Nights and naps, from three sources that do not agree: the watch tells stages, the ring only
//! that the person slept, the phone only when it lay still beside the bed.

use jiff::Timestamp;

use super::{source, stages::stages};
use crate::{
    day::Day,
    fact::{Fact, FactValue, Stage},
    measure::SLEEP,
    plan::Plan,
    story,
    stream::Topic,
    time::{later, seconds},
};

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let ring = !story::ring_is_off(plan.person, plan.person.key(plan.index));
    night(plan, day, ring);
    nap(plan, day, ring);
}

fn night(plan: &Plan<'_>, day: &mut Day, ring: bool) {
    let Some(night) = &plan.night else { return };
    day.facts.push(segment(
        plan,
        Stage::InBed,
        night.bed,
        night.up,
        source::PHONE,
    ));
    let mut stream = plan.stream(Topic::Stages);
    if let Some(watch) = plan.watch {
        for (stage, from, to) in stages(night, plan.body.deep_min, &mut stream) {
            day.facts.push(segment(plan, stage, from, to, watch));
        }
    }
    if ring {
        // It falls for lying still, and notices one time awake.
        let from = later(
            night.asleep,
            -stream
                .between(60.0, 900.0)
                .min(seconds(night.bed, night.asleep)),
        );
        let noticed = later(
            night.asleep,
            seconds(night.asleep, night.awake) * stream.between(0.3, 0.7),
        );
        let lasts = stream.between(120.0, 900.0);
        let stretches = [
            (Stage::Asleep, from, noticed),
            (Stage::Awake, noticed, later(noticed, lasts)),
            (
                Stage::Asleep,
                later(noticed, lasts),
                later(night.awake, stream.between(0.0, 60.0)),
            ),
        ];
        for (stage, from, to) in stretches {
            day.facts.push(segment(plan, stage, from, to, source::RING));
        }
    }
}

fn nap(plan: &Plan<'_>, day: &mut Day, ring: bool) {
    let Some((from, to)) = plan.nap else { return };
    if let Some(watch) = plan.watch {
        day.facts.push(segment(plan, Stage::Core, from, to, watch));
    }
    if ring {
        let (from, to) = (later(from, 60.0), later(to, 120.0));
        day.facts
            .push(segment(plan, Stage::Asleep, from, to, source::RING));
    }
}

fn segment(
    plan: &Plan<'_>,
    stage: Stage,
    from: Timestamp,
    to: Timestamp,
    source: &'static str,
) -> Fact {
    Fact {
        metric: SLEEP.name,
        unit: SLEEP.unit,
        start: from,
        end: Some(to),
        offset: plan.offset(from),
        value: FactValue::Segment(stage),
        source: source.into(),
        meta: None,
    }
}
