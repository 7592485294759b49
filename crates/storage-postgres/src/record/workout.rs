//! A workout as a row.

use vitalog_core::{Via, Workout};
use vitalog_storage::precision::{day_number, floor_millisecond, floor_second};

use crate::{
    codec::{Columns, MarkColumns, number},
    error::Failure,
    name::Known,
    session::Session,
};

/// The statement that reads the workouts of an account of which the rest holds.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT second, fingerprint, end_second, name, duration_s, active_kcal, avg_hr_bpm, \
             max_hr_bpm, source, via, source_id, recorded_at, recorded_end, ingested_ms, \
             missing_since_ms, superseded_ms, superseded_by, day \
             FROM workout WHERE account = $1 AND ",
            $rest
        )
    };
}

pub(super) const SELECT: &str =
    select!("second >= $2 AND second < $3 ORDER BY second, fingerprint");
pub(super) const SELECT_AFTER: &str =
    select!("(second, fingerprint) > ($2, $3) ORDER BY second, fingerprint LIMIT $4");

/// The columns that hold numbers of names.
pub(super) const NAMES: &[usize] = &[3, 8, 9, 16];

const PUT: &str = "
    INSERT INTO workout (
        account, second, fingerprint, end_second, name, duration_s, active_kcal, avg_hr_bpm,
        max_hr_bpm, source, via, source_id, recorded_at, recorded_end, ingested_ms,
        missing_since_ms, superseded_ms, superseded_by, day)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
        $19)
    ON CONFLICT (account, second, fingerprint) DO UPDATE SET
        end_second = excluded.end_second, name = excluded.name, duration_s = excluded.duration_s,
        active_kcal = excluded.active_kcal, avg_hr_bpm = excluded.avg_hr_bpm,
        max_hr_bpm = excluded.max_hr_bpm, source = excluded.source, via = excluded.via,
        source_id = excluded.source_id, recorded_at = excluded.recorded_at,
        recorded_end = excluded.recorded_end, ingested_ms = excluded.ingested_ms,
        missing_since_ms = excluded.missing_since_ms, superseded_ms = excluded.superseded_ms,
        superseded_by = excluded.superseded_by, day = excluded.day";

pub(super) fn decode(columns: Columns<'_>) -> Result<Workout, Failure> {
    Ok(Workout {
        start: columns.second(0)?,
        fingerprint: columns.fingerprint(1)?,
        end: columns.second(2)?,
        name: columns.text(3)?,
        duration_s: columns.get(4)?,
        active_kcal: columns.get(5)?,
        avg_hr_bpm: beats(columns, 6)?,
        max_hr_bpm: beats(columns, 7)?,
        source: columns.text(8)?,
        via: columns.one_of(9, "via", Via::parse)?,
        source_id: columns.get(10)?,
        recorded_at: columns.get(11)?,
        recorded_end: columns.get(12)?,
        day: columns.day_or_none(17)?,
        ingested_at: columns.millisecond(13)?,
        marks: columns.marks(14)?,
    })
}

/// The texts of a workout that rows hold numbers for.
pub(super) fn names(workout: &Workout) -> impl Iterator<Item = &str> {
    let always = [workout.name.as_str(), &workout.source, workout.via.as_str()];
    let superseded = workout.marks.superseded;
    let by = superseded.map(|superseded| superseded.by.as_str());
    always.into_iter().chain(by)
}

pub(super) async fn put(
    session: &Session,
    account: i32,
    names: &Known,
    workout: &Workout,
) -> Result<(), Failure> {
    let statement = session.prepare(PUT).await?;
    let marks = MarkColumns::new(workout.marks, names)?;
    session
        .execute(
            &statement,
            &[
                &account,
                &floor_second(workout.start),
                &workout.fingerprint.to_i64(),
                &floor_second(workout.end),
                &names.id(&workout.name)?,
                &number(workout.duration_s)?,
                &workout.active_kcal.map(number).transpose()?,
                &workout.avg_hr_bpm.map(i32::from),
                &workout.max_hr_bpm.map(i32::from),
                &names.id(&workout.source)?,
                &names.id(workout.via.as_str())?,
                &workout.source_id,
                &workout.recorded_at,
                &workout.recorded_end,
                &floor_millisecond(workout.ingested_at),
                &marks.missing_since,
                &marks.superseded_at,
                &marks.superseded_by,
                &workout.day.map(day_number),
            ],
        )
        .await?;
    Ok(())
}

fn beats(columns: Columns<'_>, place: usize) -> Result<Option<u16>, Failure> {
    columns
        .get::<Option<i32>>(place)?
        .map(|stored| u16::try_from(stored).map_err(|_| Failure::NotUnderstood("hr_bpm")))
        .transpose()
}
