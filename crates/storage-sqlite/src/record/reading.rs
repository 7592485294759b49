//! A reading as a row.

use rusqlite::{Row, Statement, ToSql, Transaction};
use vitalog_core::{Context, Marks, Metric, Quantity, Reading, Via, reading::Grain};
use vitalog_storage::{
    QuantityColumns,
    precision::{day_number, floor_millisecond, floor_second},
};

use crate::{
    codec::{Decoder, MarkColumns, day_or_none, fingerprint, millisecond, second},
    error::Failure,
    name::{LastName, Names},
    sent_text::SentColumn,
};

/// The statement that reads the readings of an account and metric of which the rest holds.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "
    SELECT second, fingerprint, original_unit, source, via, recorded_at, ingested_ms, more,
           value, diastolic, lowest, highest,
           original_value, original_diastolic, original_lowest, original_highest,
           until_second, grain, context, label, note,
           missing_since_ms, superseded_ms, superseded_by, day
    FROM reading
    WHERE account = ?1 AND metric = ?2 AND ",
            $rest
        )
    };
}

pub(super) const SELECT: &str =
    select!("second >= ?3 AND second < ?4 ORDER BY second, fingerprint");
pub(super) const SELECT_AFTER: &str =
    select!("(second, fingerprint) > (?3, ?4) ORDER BY second, fingerprint LIMIT ?5");

/// The bits of the column `more`: what a row has beside the columns that every row has.
const MORE_NUMBERS: i64 = 1;
const MORE_FIELDS: i64 = 2;

const COLUMNS: usize = 26;

/// The statement that writes so many readings.
pub(super) fn put_sql(rows: usize) -> String {
    let row = format!("({})", ["?"; COLUMNS].join(", "));
    let rows = vec![row; rows].join(", ");
    format!(
        "INSERT OR REPLACE INTO reading (
            account, metric, second, fingerprint, value, diastolic, lowest, highest,
            original_value, original_diastolic, original_lowest, original_highest, original_unit,
            source, via, recorded_at, until_second, grain, context, label, note, ingested_ms,
            missing_since_ms, superseded_ms, superseded_by, day)
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
        quantity: Quantity::Single(row.get(8)?),
        original: Quantity::Single(row.get(12)?),
        original_unit: decoder.text(row, 2)?.as_ref().to_owned(),
        source: decoder.text(row, 3)?.as_ref().to_owned(),
        via: decoder.one_of(row, 4, "via", Via::parse)?,
        recorded_at: SentColumn::read(row, 5, at)?,
        day: None,
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: millisecond(row.get(6)?)?,
        marks: Marks::default(),
    };
    // Most rows have none of the rest, and to ask for each part would take a third of the time.
    let more: i64 = row.get(7)?;
    if more & MORE_NUMBERS != 0 {
        reading.quantity = quantity(row, 8)?;
        reading.original = quantity(row, 12)?;
    }
    if more & MORE_FIELDS != 0 {
        reading.until = row.get::<_, Option<i64>>(16)?.map(second).transpose()?;
        reading.grain = decoder.one_of_or_none(row, 17, "grain", Grain::parse)?;
        reading.context = decoder.one_of_or_none(row, 18, "context", Context::parse)?;
        reading.label = decoder.text_or_none(row, 19)?;
        reading.note = row.get(20)?;
        reading.marks = decoder.marks(row, 21)?;
        reading.day = day_or_none(row, 24)?;
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
        let label = reading.label.as_deref().map(name).transpose()?;
        let marks = MarkColumns::new(reading.marks, transaction, names)?;
        let numbers = columns(reading.quantity)?;
        let original = columns(reading.original)?;
        let columns: [&dyn ToSql; COLUMNS] = [
            &self.account,
            &metric,
            &floor_second(reading.at),
            &reading.fingerprint.to_i64(),
            &numbers.value,
            &numbers.diastolic,
            &numbers.lowest,
            &numbers.highest,
            &original.value,
            &original.diastolic,
            &original.lowest,
            &original.highest,
            &unit,
            &source,
            &via,
            &SentColumn::new(&reading.recorded_at, reading.at),
            &reading.until.map(floor_second),
            &grain,
            &context,
            &label,
            &reading.note,
            &floor_millisecond(reading.ingested_at),
            &marks.missing_since,
            &marks.superseded_at,
            &marks.superseded_by,
            &reading.day.map(day_number),
        ];
        for (number, column) in columns.into_iter().enumerate() {
            statement.raw_bind_parameter(place * COLUMNS + number + 1, column)?;
        }
        Ok(())
    }
}

/// Reads the four columns of a quantity, from `column` on.
fn quantity(row: &Row, column: usize) -> Result<Quantity, Failure> {
    let columns = QuantityColumns {
        value: row.get(column)?,
        diastolic: row.get(column + 1)?,
        lowest: row.get(column + 2)?,
        highest: row.get(column + 3)?,
    };
    let quantity = columns.quantity();
    quantity.ok_or(Failure::NotUnderstood("lowest and highest"))
}

/// The four columns of a quantity.
fn columns(quantity: Quantity) -> Result<QuantityColumns, Failure> {
    QuantityColumns::new(quantity).ok_or(Failure::NotFinite)
}
