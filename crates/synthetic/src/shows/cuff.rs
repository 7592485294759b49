//! Blood pressure, morning and evening, now and then twice in a row.

use jiff::Timestamp;

use super::source;
use crate::{
    day::Day,
    fact::{Fact, FactValue},
    measure::BLOOD_PRESSURE,
    plan::Plan,
    stream::{Stream, Topic},
    time::later,
};

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let mut stream = plan.stream(Topic::Cuff);
    let morning = stream.chance(0.8).then(|| later(plan.out.0, 1500.0));
    let evening = stream
        .chance(0.6)
        .then(|| plan.hours.moment(21.2))
        .flatten();
    if plan.truth.away || plan.hours.after_flight {
        return;
    }
    let middle = plan.person.traits().systolic;
    if let Some(at) = morning {
        day.facts
            .push(pressure(plan, at, middle + 3.0, &mut stream));
        if stream.chance(0.3) {
            day.facts
                .push(pressure(plan, later(at, 75.0), middle, &mut stream));
        }
    }
    if let Some(at) = evening {
        day.facts
            .push(pressure(plan, at, middle - 4.0, &mut stream));
    }
}

fn pressure(plan: &Plan<'_>, at: Timestamp, middle: f64, stream: &mut Stream) -> Fact {
    let systolic = stream.normal(middle, 5.0).round();
    let diastolic = (systolic * 0.63 + stream.normal(1.0, 3.0)).round();
    Fact {
        metric: BLOOD_PRESSURE.name,
        unit: BLOOD_PRESSURE.unit,
        start: at,
        end: None,
        offset: plan.offset(at),
        value: FactValue::Pressure {
            systolic,
            diastolic,
        },
        source: source::CUFF.into(),
        meta: None,
    }
}
