//! Medications: one each morning, one as needed.

use crate::{day::Day, event::Dose, plan::Plan, stream::Topic, time::later};

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let mut stream = plan.stream(Topic::Doses);
    let status = match stream.below(20) {
        0 => "Skipped",
        1 => "Not Interacted",
        _ => "Taken",
    };
    if let Some(scheduled) = plan.hours.moment(8.0) {
        day.doses.push(Dose {
            // The app keeps the blank that was typed after the name.
            name: "Example Tablet 10 mg ",
            nickname: Some("Morning"),
            scheduled: Some(scheduled),
            at: later(scheduled, stream.between(0.0, 900.0)),
            offset: plan.offset(scheduled),
            status,
        });
    }
    if (plan.truth.ill || stream.chance(0.05))
        && let Some(at) = plan.hours.moment(15.5)
    {
        day.doses.push(Dose {
            name: "Example Painkiller 400 mg",
            nickname: None,
            scheduled: None,
            at,
            offset: plan.offset(at),
            status: "Taken",
        });
    }
}
