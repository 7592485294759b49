//! A workout as a row.

use rusqlite::{Row, Statement, Transaction, params};
use vitalog_core::{Via, Workout};
use vitalog_storage::precision::{day_number, floor_millisecond, floor_second};

use crate::{
    codec::{Decoder, MarkColumns, day_or_none, fingerprint, millisecond, number, second},
    error::Failure,
    name::Names,
};

/// The statement that reads the workouts of an account of which the rest holds.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "
    SELECT second, fingerprint, end_second, name, duration_s, active_kcal, avg_hr_bpm, max_hr_bpm,
           source, via, source_id, recorded_at, recorded_end,
           ingested_ms, missing_since_ms, superseded_ms, superseded_by, day
    FROM workout
    WHERE account = ?1 AND ",
            $rest
        )
    };
}

pub(super) const SELECT: &str =
    select!("second >= ?2 AND second < ?3 ORDER BY second, fingerprint");
pub(super) const SELECT_AFTER: &str =
    select!("(second, fingerprint) > (?2, ?3) ORDER BY second, fingerprint LIMIT ?4");

pub(super) const PUT: &str = "
    INSERT OR REPLACE INTO workout (
        account, second, fingerprint, end_second, name, duration_s, active_kcal, avg_hr_bpm,
        max_hr_bpm, source, via, source_id, recorded_at, recorded_end, ingested_ms,
        missing_since_ms, superseded_ms, superseded_by, day)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
        ?19)";

pub(super) fn decode(decoder: &mut Decoder, row: &Row) -> Result<Workout, Failure> {
    Ok(Workout {
        start: second(row.get(0)?)?,
        fingerprint: fingerprint(row, 1)?,
        end: second(row.get(2)?)?,
        name: decoder.text(row, 3)?.as_ref().to_owned(),
        duration_s: row.get(4)?,
        active_kcal: row.get(5)?,
        avg_hr_bpm: beats(row, 6)?,
        max_hr_bpm: beats(row, 7)?,
        source: decoder.text(row, 8)?.as_ref().to_owned(),
        via: decoder.one_of(row, 9, "via", Via::parse)?,
        source_id: row.get(10)?,
        recorded_at: row.get(11)?,
        recorded_end: row.get(12)?,
        day: day_or_none(row, 17)?,
        ingested_at: millisecond(row.get(13)?)?,
        marks: decoder.marks(row, 14)?,
    })
}

/// Writes a workout with the prepared statement [`PUT`].
pub(super) fn put(
    statement: &mut Statement,
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    workout: &Workout,
) -> Result<(), Failure> {
    let name = names.intern(transaction, &workout.name)?;
    let source = names.intern(transaction, &workout.source)?;
    let via = names.intern(transaction, workout.via.as_str())?;
    let marks = MarkColumns::new(workout.marks, transaction, names)?;
    statement.execute(params![
        account,
        floor_second(workout.start),
        workout.fingerprint.to_i64(),
        floor_second(workout.end),
        name,
        number(workout.duration_s)?,
        workout.active_kcal.map(number).transpose()?,
        workout.avg_hr_bpm,
        workout.max_hr_bpm,
        source,
        via,
        workout.source_id,
        workout.recorded_at,
        workout.recorded_end,
        floor_millisecond(workout.ingested_at),
        marks.missing_since,
        marks.superseded_at,
        marks.superseded_by,
        workout.day.map(day_number),
    ])?;
    Ok(())
}

fn beats(row: &Row, column: usize) -> Result<Option<u16>, Failure> {
    row.get::<_, Option<i64>>(column)?
        .map(|stored| u16::try_from(stored).map_err(|_| Failure::NotUnderstood("hr_bpm")))
        .transpose()
}
