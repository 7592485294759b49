//! Workouts.

use std::collections::BTreeMap;

use vitalog_core::{
    interval::workout::{LONGEST_S, MOST_KCAL},
    stored_text::clean_name,
    unit::round_to,
};

use super::Read;
use crate::{Mapped, MappedWorkout};

/// Maps workouts. One that is told under two identifiers, as when it was found and then confirmed,
/// is there once: under the one that was changed last.
pub(super) fn map(documents: &[Read<'_>], mapped: &mut Mapped) {
    let mut seen = BTreeMap::new();
    for read in documents {
        let Some(workout) = workout(read) else {
            mapped.unreadable = mapped.unreadable.saturating_add(1);
            continue;
        };
        let version = (read.sent.updated_at, workout.source_id.clone());
        let same = (workout.start, workout.end, workout.name.clone());
        match seen.get(&same) {
            Some((kept, _)) if *kept >= version => {}
            _ => {
                seen.insert(same, (version, workout));
            }
        }
    }
    mapped
        .workouts
        .extend(seen.into_values().map(|(_, workout)| workout));
}

fn workout(read: &Read<'_>) -> Option<MappedWorkout> {
    let name = clean_name(read.fields.text("activity")?.into());
    if name.is_empty() {
        return None;
    }
    let start = read.fields.time("start_datetime")?;
    let end = read.fields.time("end_datetime")?;
    let duration_s = start.at.duration_until(end.at).as_secs_f64();
    if !(0.0..=LONGEST_S).contains(&duration_s) {
        return None;
    }
    let kcal = read.fields.number("calories");
    Some(MappedWorkout {
        day: Some(read.sent.day),
        start: start.at,
        end: end.at,
        name: name.into_owned(),
        duration_s,
        active_kcal: kcal
            .filter(|kcal| (0.0..=MOST_KCAL).contains(kcal))
            .map(|kcal| round_to(kcal, 1)),
        // The document has none.
        avg_hr_bpm: None,
        max_hr_bpm: None,
        source_id: read.sent.id.clone(),
        recorded_at: start.text,
        recorded_end: end.text,
    })
}
