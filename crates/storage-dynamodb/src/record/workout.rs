//! A workout as an item.

use vitalog_core::{AccountId, Via, Workout};
use vitalog_storage::precision::floor_second;

use super::{marks, reading::row_key};
use crate::{
    error::Failure,
    item::Item,
    keys::{self, Key},
};

pub(super) fn key(account: &AccountId, workout: &Workout) -> Key {
    Key {
        partition: keys::workouts(account),
        sort: keys::row(floor_second(workout.start), workout.fingerprint),
    }
}

/// The item of a workout, without its key.
pub(super) fn encode(workout: &Workout) -> Item {
    let mut item = Item::default();
    item.set_second("end", floor_second(workout.end));
    item.set_text("name", &workout.name);
    item.set_number("duration_s", workout.duration_s);
    if let Some(energy) = workout.active_kcal {
        item.set_number("active_kcal", energy);
    }
    if let Some(rate) = workout.avg_hr_bpm {
        item.set_integer("avg_hr_bpm", rate);
    }
    if let Some(rate) = workout.max_hr_bpm {
        item.set_integer("max_hr_bpm", rate);
    }
    item.set_text("source", &workout.source);
    item.set_text("via", workout.via.as_str());
    if let Some(id) = &workout.source_id {
        item.set_text("source_id", id);
    }
    item.set_text("recorded_at", &workout.recorded_at);
    item.set_text("recorded_end", &workout.recorded_end);
    if let Some(day) = workout.day {
        item.set_day("day", day);
    }
    item.set_millisecond("ingested_at", workout.ingested_at);
    marks::encode(workout.marks, &mut item);
    item
}

pub(super) fn decode(item: &Item) -> Result<Workout, Failure> {
    let (start, fingerprint) = row_key(item)?;
    Ok(Workout {
        start,
        fingerprint,
        end: item.instant("end")?,
        name: item.text("name")?.to_owned(),
        duration_s: item.number("duration_s")?,
        active_kcal: item.number_or_none("active_kcal")?,
        avg_hr_bpm: item.integer_or_none("avg_hr_bpm")?,
        max_hr_bpm: item.integer_or_none("max_hr_bpm")?,
        source: item.text("source")?.to_owned(),
        via: item.one_of("via", Via::parse)?,
        source_id: item.text_or_none("source_id")?.map(str::to_owned),
        recorded_at: item.text("recorded_at")?.to_owned(),
        recorded_end: item.text("recorded_end")?.to_owned(),
        day: item.day_or_none("day")?,
        ingested_at: item.instant("ingested_at")?,
        marks: marks::decode(item)?,
    })
}
