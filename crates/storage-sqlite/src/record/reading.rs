//! A reading as a row.

use rusqlite::{Row, Statement, Transaction, params};
use vitalog_core::{Context, Metric, Quantity, Reading, Via, reading::Grain};
use vitalog_storage::precision::{floor_millisecond, floor_second, without_negative_zero};

use crate::{
    codec::{Decoder, MarkColumns, fingerprint, millisecond, second},
    error::Failure,
    name::Names,
};

pub(super) const SELECT: &str = "
    SELECT second, fingerprint, value, diastolic, original_value, original_diastolic,
           original_unit, source, via, recorded_at, until_second, grain, context, note,
           ingested_ms, missing_since_ms, superseded_ms, superseded_by
    FROM reading
    WHERE account = ?1 AND metric = ?2 AND second >= ?3 AND second < ?4
    ORDER BY second, fingerprint";

pub(super) const PUT: &str = "
    INSERT OR REPLACE INTO reading (
        account, metric, second, fingerprint, value, diastolic, original_value,
        original_diastolic, original_unit, source, via, recorded_at, until_second, grain, context,
        note, ingested_ms, missing_since_ms, superseded_ms, superseded_by)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19,
        ?20)";

pub(super) const DELETE: &str = "
    DELETE FROM reading
    WHERE account = ?1 AND metric = ?2 AND second = ?3 AND fingerprint = ?4";

pub(super) fn decode(decoder: &mut Decoder, row: &Row, metric: Metric) -> Result<Reading, Failure> {
    Ok(Reading {
        metric,
        at: second(row.get(0)?)?,
        fingerprint: fingerprint(row, 1)?,
        quantity: quantity(row, 2)?,
        original: quantity(row, 4)?,
        original_unit: decoder.text(row, 6)?.as_ref().to_owned(),
        source: decoder.text(row, 7)?.as_ref().to_owned(),
        via: decoder.one_of(row, 8, "via", Via::parse)?,
        recorded_at: row.get(9)?,
        until: row.get::<_, Option<i64>>(10)?.map(second).transpose()?,
        grain: decoder.one_of_or_none(row, 11, "grain", Grain::parse)?,
        context: decoder.one_of_or_none(row, 12, "context", Context::parse)?,
        note: row.get(13)?,
        ingested_at: millisecond(row.get(14)?)?,
        marks: decoder.marks(row, 15)?,
    })
}

/// Writes a reading with the prepared statement [`PUT`].
pub(super) fn put(
    statement: &mut Statement,
    transaction: &Transaction,
    names: &mut Names,
    account: i64,
    reading: &Reading,
) -> Result<(), Failure> {
    let mut name = |text: &str| names.intern(transaction, text);
    let metric = name(reading.metric.slug())?;
    let unit = name(&reading.original_unit)?;
    let source = name(&reading.source)?;
    let via = name(reading.via.as_str())?;
    let grain = reading
        .grain
        .map(|grain| name(grain.as_str()))
        .transpose()?;
    let context = reading
        .context
        .map(|context| name(context.as_str()))
        .transpose()?;
    let marks = MarkColumns::new(reading.marks, transaction, names)?;
    let (value, diastolic) = numbers(reading.quantity);
    let (original_value, original_diastolic) = numbers(reading.original);
    statement.execute(params![
        account,
        metric,
        floor_second(reading.at),
        reading.fingerprint.to_i64(),
        value,
        diastolic,
        original_value,
        original_diastolic,
        unit,
        source,
        via,
        reading.recorded_at,
        reading.until.map(floor_second),
        grain,
        context,
        reading.note,
        floor_millisecond(reading.ingested_at),
        marks.missing_since,
        marks.superseded_at,
        marks.superseded_by,
    ])?;
    Ok(())
}

/// One column for the value or the systolic pressure, one for the diastolic.
fn numbers(quantity: Quantity) -> (f64, Option<f64>) {
    match quantity.map(without_negative_zero) {
        Quantity::Single(value) => (value, None),
        Quantity::Pressure {
            systolic,
            diastolic,
        } => (systolic, Some(diastolic)),
    }
}

fn quantity(row: &Row, column: usize) -> Result<Quantity, Failure> {
    let first = row.get(column)?;
    Ok(match row.get(column + 1)? {
        None => Quantity::Single(first),
        Some(diastolic) => Quantity::Pressure {
            systolic: first,
            diastolic,
        },
    })
}
