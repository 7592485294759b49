//! Workouts.

use jiff::civil::Date;
use vitalog_core::Workout;

use super::{Cell, Column, ExportRow, reading::columns};

/// A workout, and the day it is of.
pub(in crate::export) struct WorkoutRow {
    pub(in crate::export) workout: Workout,
    pub(in crate::export) day: Date,
}

impl ExportRow for WorkoutRow {
    const COLUMNS: &'static [Column<Self>] = COLUMNS;
}

pub(super) const COLUMNS: &[Column<WorkoutRow>] = columns! { row:
    "name", "The kind of exercise, as the source calls it.",
        Cell::text(row.workout.name.as_str());
    "day", "The day it counts on, in the account's time zone, or as its source names it.",
        Cell::Word(row.day.to_string());
    "start", "When it began, in UTC.",
        Cell::Word(row.workout.start.to_string());
    "end", "When it ended, in UTC.",
        Cell::Word(row.workout.end.to_string());
    "recorded_start", "The start as it was sent, with its offset.",
        Cell::text(row.workout.recorded_at.as_str());
    "recorded_end", "The end as it was sent, with its offset.",
        Cell::text(row.workout.recorded_end.as_str());
    "duration_s", "Active time in seconds; pauses are left out where the source does so.",
        Cell::Number(row.workout.duration_s);
    "active_kcal", "Active energy in kilocalories.",
        Cell::number(row.workout.active_kcal);
    "avg_hr_bpm", "The mean heart rate in beats per minute.",
        bpm(row.workout.avg_hr_bpm);
    "max_hr_bpm", "The highest heart rate.",
        bpm(row.workout.max_hr_bpm);
    "source", "The app or device that recorded it.",
        Cell::text(row.workout.source.as_str());
    "route", "The way it came, as of readings.",
        Cell::Word(row.workout.via.as_str().to_owned());
    "source_id", "The identifier that the source gave it.",
        Cell::text(row.workout.source_id.as_deref());
    "named_day", "The day that its source says it is of.",
        Cell::word(row.workout.day);
    "missing_since", "When a complete re-send first lacked it. It still counts.",
        Cell::word(row.workout.marks.missing_since);
    "superseded_at", "When it stopped counting; empty for what counts.",
        Cell::word(row.workout.marks.superseded.map(|mark| mark.at));
    "superseded_by", "Why, as of readings.",
        Cell::word(row.workout.marks.superseded.map(|mark| mark.by.as_str()));
    "stored_at", "When it was stored or last changed.",
        Cell::Word(row.workout.ingested_at.to_string());
    "key", "Tells workouts of one second apart.",
        Cell::text(row.workout.fingerprint.to_string().as_str());
};

fn bpm(rate: Option<u16>) -> Cell {
    rate.map_or(Cell::Empty, |rate| Cell::Count(rate.into()))
}
