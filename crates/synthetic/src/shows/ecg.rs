//! An electrocardiogram a week.

use crate::{day::Day, event::Ecg, plan::Plan, stream::Topic, time::later};

const SAMPLING_HZ: f64 = 512.0;
const MEASUREMENTS: u32 = 15_360;

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let (Some(source), Some(start)) = (plan.watch, plan.hours.moment(21.0)) else {
        return;
    };
    if plan.index.rem_euclid(7) != 5 {
        return;
    }
    let mut stream = plan.stream(Topic::Ecg);
    let classification = match stream.below(12) {
        0 => "Inconclusive (Poor Recording)",
        _ => "Sinus Rhythm",
    };
    day.ecgs.push(Ecg {
        start,
        end: later(start, 30.0),
        offset: plan.offset(start),
        classification,
        average_heart_rate: stream.normal(plan.body.resting_bpm + 8.0, 4.0).round(),
        sampling_hz: SAMPLING_HZ,
        measurements: MEASUREMENTS,
        source,
    });
}
