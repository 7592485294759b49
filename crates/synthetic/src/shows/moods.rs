//! States of mind.

use crate::{
    day::Day,
    event::Mood,
    plan::Plan,
    stream::{Topic, round},
};

const GOOD: &[&str] = &["calm", "grateful", "content", "happy"];
const BAD: &[&str] = &["stressed", "tired", "worried"];
const ASSOCIATIONS: &[&str] = &["work", "family", "health", "friends", "fitness"];

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let mut stream = plan.stream(Topic::Moods);
    let sick = if plan.truth.ill { -0.5 } else { 0.0 };
    for (daily, chance, hour) in [(false, 0.25, 12.2), (true, 0.6, 21.3)] {
        let entered = stream.chance(chance);
        let valence = round(stream.normal(0.2 + sick, 0.3), 2).clamp(-1.0, 1.0);
        // Neither nor is an answer too.
        let valence = if stream.chance(0.1) { 0.0 } else { valence };
        let words = if valence < 0.0 { BAD } else { GOOD };
        let (label, association) = (*stream.pick(words), *stream.pick(ASSOCIATIONS));
        let id = stream.identifier();
        if let (true, Some(at)) = (entered, plan.hours.moment(hour)) {
            day.moods.push(Mood {
                id,
                at,
                daily,
                valence,
                labels: vec![label],
                associations: vec![association],
            });
        }
    }
}
