//! The watch speaks up: a high heart rate at rest in illness, a low one now and then.

use crate::{
    day::Day,
    event::HeartAlert,
    plan::Plan,
    stream::{Stream, Topic},
    time::later,
};

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let Some(source) = plan.watch else { return };
    let mut stream = plan.stream(Topic::Alerts);
    let high = plan.truth.ill && stream.chance(0.4);
    let low = stream.chance(0.01);
    let mut add = |hour: f64, kind, threshold: f64, beyond: f64, stream: &mut Stream| {
        let Some(start) = plan.hours.moment(hour) else {
            return;
        };
        let beats = [0.0, 300.0, 599.0].map(|after| {
            let value = threshold + beyond * stream.between(0.2, 1.0);
            (later(start, after), value.round())
        });
        day.alerts.push(HeartAlert {
            kind,
            threshold,
            start,
            end: later(start, 600.0),
            offset: plan.offset(start),
            beats: beats.into(),
            source,
        });
    };
    if high {
        add(
            16.1,
            "high_heart_rate_notification",
            120.0,
            8.0,
            &mut stream,
        );
    }
    if low {
        add(3.2, "low_heart_rate_notification", 45.0, -4.0, &mut stream);
    }
}
