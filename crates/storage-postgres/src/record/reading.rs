//! A reading as a row.

use tokio_postgres::types::{ToSql, Type};
use vitalog_core::{Context, Metric, Quantity, Reading, Via, reading::Grain};
use vitalog_storage::{
    QuantityColumns, SentText,
    precision::{day_number, floor_millisecond, floor_second},
};

use crate::{
    codec::{Columns, MarkColumns},
    error::Failure,
    name::Known,
};

/// The statement that reads the readings of an account and metric of which the rest holds.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT second, fingerprint, original_unit, source, via, recorded_minutes, \
             recorded_at, ingested_ms, value, diastolic, lowest, highest, original_value, \
             original_diastolic, original_lowest, original_highest, until_second, grain, \
             context, label, note, missing_since_ms, superseded_ms, superseded_by, day \
             FROM reading WHERE account = $1 AND metric = $2 AND ",
            $rest
        )
    };
}

pub(super) const SELECT: &str =
    select!("second >= $3 AND second < $4 ORDER BY second, fingerprint");
pub(super) const SELECT_AFTER: &str =
    select!("(second, fingerprint) > ($3, $4) ORDER BY second, fingerprint LIMIT $5");

/// The columns that hold numbers of names.
pub(super) const NAMES: &[usize] = &[2, 3, 4, 17, 18, 19, 23];

pub(super) const DELETE: &str = "
    DELETE FROM reading
    WHERE account = $1 AND metric = $2 AND second = $3 AND fingerprint = $4";

/// The columns that a row is written to.
macro_rules! columns {
    () => {
        "account, metric, second, fingerprint, value, original_value, ingested_ms, original_unit, \
         source, via, recorded_minutes, grain, context, label, superseded_by, day, diastolic, \
         lowest, highest, original_diastolic, original_lowest, original_highest, until_second, \
         missing_since_ms, superseded_ms, recorded_at, note"
    };
}

/// What becomes of the row that has the key already: it is replaced whole.
macro_rules! replace {
    () => {
        " ON CONFLICT (account, metric, second, fingerprint) DO UPDATE SET \
         value = excluded.value, original_value = excluded.original_value, \
         ingested_ms = excluded.ingested_ms, original_unit = excluded.original_unit, \
         source = excluded.source, via = excluded.via, \
         recorded_minutes = excluded.recorded_minutes, grain = excluded.grain, \
         context = excluded.context, label = excluded.label, \
         superseded_by = excluded.superseded_by, day = excluded.day, diastolic = excluded.diastolic, \
         lowest = excluded.lowest, highest = excluded.highest, \
         original_diastolic = excluded.original_diastolic, \
         original_lowest = excluded.original_lowest, \
         original_highest = excluded.original_highest, until_second = excluded.until_second, \
         missing_since_ms = excluded.missing_since_ms, superseded_ms = excluded.superseded_ms, \
         recorded_at = excluded.recorded_at, note = excluded.note"
    };
}

pub(super) const PUT: &str = concat!(
    "INSERT INTO reading (",
    columns!(),
    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, \
     $19, $20, $21, $22, $23, $24, $25, $26, $27)",
    replace!()
);

/// A table of this connection alone for rows that come in bulk, empty outside of a transaction.
pub(super) const BULK_TABLE: &str = "
    CREATE TEMPORARY TABLE IF NOT EXISTS reading_bulk (LIKE reading) ON COMMIT DELETE ROWS";
pub(super) const BULK_COPY: &str = concat!(
    "COPY pg_temp.reading_bulk (",
    columns!(),
    ") FROM STDIN (FORMAT binary)"
);
pub(super) const BULK_PUT: &str = concat!(
    "INSERT INTO reading (",
    columns!(),
    ") SELECT ",
    columns!(),
    " FROM pg_temp.reading_bulk",
    replace!()
);

const COLUMNS: usize = 27;

/// The types of the columns that a row is written to.
pub(super) const TYPES: [Type; COLUMNS] = [
    Type::INT4,
    Type::INT4,
    Type::INT8,
    Type::INT8,
    Type::FLOAT8,
    Type::FLOAT8,
    Type::INT8,
    Type::INT4,
    Type::INT4,
    Type::INT4,
    Type::INT2,
    Type::INT4,
    Type::INT4,
    Type::INT4,
    Type::INT4,
    Type::INT4,
    Type::FLOAT8,
    Type::FLOAT8,
    Type::FLOAT8,
    Type::FLOAT8,
    Type::FLOAT8,
    Type::FLOAT8,
    Type::INT8,
    Type::INT8,
    Type::INT8,
    Type::TEXT,
    Type::TEXT,
];

pub(super) fn decode(columns: Columns<'_>, metric: Metric) -> Result<Reading, Failure> {
    let at = columns.second(0)?;
    let minutes: Option<i16> = columns.get(5)?;
    let sent = match minutes {
        Some(minutes) => SentText::Usual(minutes.into()),
        None => SentText::Other(columns.get(6)?),
    };
    Ok(Reading {
        metric,
        at,
        fingerprint: columns.fingerprint(1)?,
        quantity: quantity(columns, 8)?,
        original: quantity(columns, 12)?,
        original_unit: columns.text(2)?,
        source: columns.text(3)?,
        via: columns.one_of(4, "via", Via::parse)?,
        recorded_at: sent
            .text(at)
            .ok_or(Failure::NotUnderstood("recorded_minutes"))?,
        day: columns.day_or_none(24)?,
        until: columns.second_or_none(16)?,
        grain: columns.one_of_or_none(17, "grain", Grain::parse)?,
        context: columns.one_of_or_none(18, "context", Context::parse)?,
        label: columns.text_or_none(19)?,
        note: columns.get(20)?,
        ingested_at: columns.millisecond(7)?,
        marks: columns.marks(21)?,
    })
}

/// Reads the four columns of a quantity, from `place` on.
fn quantity(row: Columns<'_>, place: usize) -> Result<Quantity, Failure> {
    let columns = QuantityColumns {
        value: row.get(place)?,
        diastolic: row.get(place + 1)?,
        lowest: row.get(place + 2)?,
        highest: row.get(place + 3)?,
    };
    let quantity = columns.quantity();
    quantity.ok_or(Failure::NotUnderstood("lowest and highest"))
}

/// The four columns of a quantity.
fn columns(quantity: Quantity) -> Result<QuantityColumns, Failure> {
    QuantityColumns::new(quantity).ok_or(Failure::NotFinite)
}

/// The texts of a reading that rows hold numbers for.
pub(super) fn names(reading: &Reading) -> impl Iterator<Item = &str> {
    let always = [
        reading.metric.slug(),
        &reading.original_unit,
        &reading.source,
        reading.via.as_str(),
    ];
    let superseded = reading.marks.superseded;
    let sometimes = [
        reading.grain.map(Grain::as_str),
        reading.context.map(Context::as_str),
        reading.label.as_deref(),
        superseded.map(|superseded| superseded.by.as_str()),
    ];
    always.into_iter().chain(sometimes.into_iter().flatten())
}

/// A reading as its columns.
pub(super) struct ReadingRow<'a> {
    account: i32,
    metric: i32,
    second: i64,
    fingerprint: i64,
    numbers: QuantityColumns,
    original: QuantityColumns,
    ingested: i64,
    unit: i32,
    source: i32,
    via: i32,
    recorded_minutes: Option<i16>,
    recorded_at: Option<&'a str>,
    grain: Option<i32>,
    context: Option<i32>,
    label: Option<i32>,
    day: Option<i32>,
    until: Option<i64>,
    marks: MarkColumns,
    note: &'a Option<String>,
}

impl<'a> ReadingRow<'a> {
    pub(super) fn new(reading: &'a Reading, account: i32, names: &Known) -> Result<Self, Failure> {
        let name = |text: Option<&str>| text.map(|text| names.id(text)).transpose();
        let (recorded_minutes, recorded_at) = match SentText::new(&reading.recorded_at, reading.at)
        {
            SentText::Usual(minutes) => match i16::try_from(minutes) {
                Ok(minutes) => (Some(minutes), None),
                Err(_) => (None, Some(reading.recorded_at.as_str())),
            },
            SentText::Other(text) => (None, Some(text)),
        };
        Ok(Self {
            account,
            metric: names.id(reading.metric.slug())?,
            second: floor_second(reading.at),
            fingerprint: reading.fingerprint.to_i64(),
            numbers: columns(reading.quantity)?,
            original: columns(reading.original)?,
            ingested: floor_millisecond(reading.ingested_at),
            unit: names.id(&reading.original_unit)?,
            source: names.id(&reading.source)?,
            via: names.id(reading.via.as_str())?,
            recorded_minutes,
            recorded_at,
            grain: name(reading.grain.map(Grain::as_str))?,
            context: name(reading.context.map(Context::as_str))?,
            label: name(reading.label.as_deref())?,
            day: reading.day.map(day_number),
            until: reading.until.map(floor_second),
            marks: MarkColumns::new(reading.marks, names)?,
            note: &reading.note,
        })
    }

    pub(super) fn columns(&self) -> [&(dyn ToSql + Sync); COLUMNS] {
        [
            &self.account,
            &self.metric,
            &self.second,
            &self.fingerprint,
            &self.numbers.value,
            &self.original.value,
            &self.ingested,
            &self.unit,
            &self.source,
            &self.via,
            &self.recorded_minutes,
            &self.grain,
            &self.context,
            &self.label,
            &self.marks.superseded_by,
            &self.day,
            &self.numbers.diastolic,
            &self.numbers.lowest,
            &self.numbers.highest,
            &self.original.diastolic,
            &self.original.lowest,
            &self.original.highest,
            &self.until,
            &self.marks.missing_since,
            &self.marks.superseded_at,
            &self.recorded_at,
            self.note,
        ]
    }
}
