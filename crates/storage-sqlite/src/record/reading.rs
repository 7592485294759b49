//! A reading as a row.

use rusqlite::{Row, Statement, ToSql, Transaction};
use vitalog_core::{Context, Marks, Metric, Quantity, Reading, Via, reading::Grain};
use vitalog_storage::precision::{floor_millisecond, floor_second};

use crate::{
    codec::{Decoder, MarkColumns, fingerprint, millisecond, number, second},
    error::Failure,
    name::{LastName, Names},
    sent_text::SentText,
};

pub(super) const SELECT: &str = "
    SELECT second, fingerprint, value, diastolic, original_value, original_diastolic,
           original_unit, source, via, recorded_at, until_second, grain, context, note,
           ingested_ms, missing_since_ms, superseded_ms, superseded_by,
           coalesce(diastolic, original_diastolic, until_second, grain, context, note,
               missing_since_ms, superseded_ms) IS NULL
    FROM reading
    WHERE account = ?1 AND metric = ?2 AND second >= ?3 AND second < ?4
    ORDER BY second, fingerprint";

const COLUMNS: usize = 20;

/// The statement that writes so many readings.
pub(super) fn put_sql(rows: usize) -> String {
    let row = format!("({})", ["?"; COLUMNS].join(", "));
    let rows = vec![row; rows].join(", ");
    format!(
        "INSERT OR REPLACE INTO reading (
            account, metric, second, fingerprint, value, diastolic, original_value,
            original_diastolic, original_unit, source, via, recorded_at, until_second, grain,
            context, note, ingested_ms, missing_since_ms, superseded_ms, superseded_by)
        VALUES {rows}"
    )
}

pub(super) const DELETE: &str = "
    DELETE FROM reading
    WHERE account = ?1 AND metric = ?2 AND second = ?3 AND fingerprint = ?4";

pub(super) fn decode(decoder: &mut Decoder, row: &Row, metric: Metric) -> Result<Reading, Failure> {
    let at = second(row.get(0)?)?;
    let mut reading = Reading {
        metric,
        at,
        fingerprint: fingerprint(row, 1)?,
        quantity: Quantity::Single(row.get(2)?),
        original: Quantity::Single(row.get(4)?),
        original_unit: decoder.text(row, 6)?.as_ref().to_owned(),
        source: decoder.text(row, 7)?.as_ref().to_owned(),
        via: decoder.one_of(row, 8, "via", Via::parse)?,
        recorded_at: SentText::read(row, 9, at)?,
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: millisecond(row.get(14)?)?,
        marks: Marks::default(),
    };
    // Most rows have none of the rest, and to ask for each part would take a third of the time.
    let is_plain: bool = row.get(18)?;
    if !is_plain {
        reading.quantity = quantity(row, 2)?;
        reading.original = quantity(row, 4)?;
        reading.until = row.get::<_, Option<i64>>(10)?.map(second).transpose()?;
        reading.grain = decoder.one_of_or_none(row, 11, "grain", Grain::parse)?;
        reading.context = decoder.one_of_or_none(row, 12, "context", Context::parse)?;
        reading.note = row.get(13)?;
        reading.marks = decoder.marks(row, 15)?;
    }
    Ok(reading)
}

/// Binds readings to a statement, one after the other.
pub(super) struct Binder<'a> {
    transaction: &'a Transaction<'a>,
    names: &'a mut Names,
    account: i64,
    metric: LastName<'a>,
    unit: LastName<'a>,
    source: LastName<'a>,
    via: LastName<'a>,
}

impl<'a> Binder<'a> {
    pub(super) fn new(transaction: &'a Transaction, names: &'a mut Names, account: i64) -> Self {
        Self {
            transaction,
            names,
            account,
            metric: LastName::default(),
            unit: LastName::default(),
            source: LastName::default(),
            via: LastName::default(),
        }
    }

    /// Binds `reading` as the row of that place in a statement of [`put_sql`].
    pub(super) fn bind(
        &mut self,
        statement: &mut Statement,
        place: usize,
        reading: &'a Reading,
    ) -> Result<(), Failure> {
        let Self {
            transaction, names, ..
        } = self;
        let metric = self
            .metric
            .number(names, transaction, reading.metric.slug())?;
        let unit = self
            .unit
            .number(names, transaction, &reading.original_unit)?;
        let source = self.source.number(names, transaction, &reading.source)?;
        let via = self.via.number(names, transaction, reading.via.as_str())?;
        let mut name = |text: &str| names.intern(transaction, text);
        let grain = reading
            .grain
            .map(|grain| name(grain.as_str()))
            .transpose()?;
        let context = reading
            .context
            .map(|context| name(context.as_str()))
            .transpose()?;
        let marks = MarkColumns::new(reading.marks, transaction, names)?;
        let (value, diastolic) = numbers(reading.quantity)?;
        let (original_value, original_diastolic) = numbers(reading.original)?;
        let columns: [&dyn ToSql; COLUMNS] = [
            &self.account,
            &metric,
            &floor_second(reading.at),
            &reading.fingerprint.to_i64(),
            &value,
            &diastolic,
            &original_value,
            &original_diastolic,
            &unit,
            &source,
            &via,
            &SentText::new(&reading.recorded_at, reading.at),
            &reading.until.map(floor_second),
            &grain,
            &context,
            &reading.note,
            &floor_millisecond(reading.ingested_at),
            &marks.missing_since,
            &marks.superseded_at,
            &marks.superseded_by,
        ];
        for (number, column) in columns.into_iter().enumerate() {
            statement.raw_bind_parameter(place * COLUMNS + number + 1, column)?;
        }
        Ok(())
    }
}

/// One column for the value or the systolic pressure, one for the diastolic.
fn numbers(quantity: Quantity) -> Result<(f64, Option<f64>), Failure> {
    Ok(match quantity {
        Quantity::Single(value) => (number(value)?, None),
        Quantity::Pressure {
            systolic,
            diastolic,
        } => (number(systolic)?, Some(number(diastolic)?)),
        Quantity::Spread { .. } => return Err(Failure::NotUnderstood("a spread")),
    })
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
