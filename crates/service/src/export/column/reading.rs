//! Readings.

use jiff::civil::Date;
use vitalog_core::{Metric, Quantity, Reading};

use super::{Cell, Column, ExportRow};

/// A reading, and the day it is of.
pub(in crate::export) struct ReadingRow {
    pub(in crate::export) reading: Reading,
    pub(in crate::export) day: Date,
}

impl ExportRow for ReadingRow {
    const COLUMNS: &'static [Column<Self>] = COLUMNS;
}

macro_rules! columns {
    ($row:ident: $($name:literal, $about:literal, $cell:expr;)*) => {
        &[$(Column { name: $name, about: $about, cell: |$row| $cell },)*]
    };
}
pub(super) use columns;

pub(super) const COLUMNS: &[Column<ReadingRow>] = columns! { row:
    "metric", "What was measured; `metrics.md` lists the names. `custom` is what the person keeps a journal of.",
        Cell::Word(row.reading.metric.slug().to_owned());
    "label", "The source's own word that is no value: the name of a journal's entry, of a symptom or a medicine.",
        Cell::text(row.reading.label.as_deref());
    "day", "The day it counts on, in the account's time zone, or as its source names it.",
        Cell::Word(row.day.to_string());
    "at", "When, in UTC.",
        Cell::Word(row.reading.at.to_string());
    "until", "The end of the time it covers, in UTC, where the source says one.",
        Cell::word(row.reading.until);
    "recorded_at", "The time as it was sent, with its offset.",
        Cell::text(row.reading.recorded_at.as_str());
    "value", "The value, where it is one number.",
        value(row.reading.quantity);
    "systolic", "The systolic pressure, of a blood pressure.",
        systolic(row.reading.quantity);
    "diastolic", "The diastolic pressure.",
        diastolic(row.reading.quantity);
    "min", "The lowest, where the source sends what a value did over some time.",
        min(row.reading.quantity);
    "mean", "The mean of that time.",
        mean(row.reading.quantity);
    "max", "The highest of that time.",
        max(row.reading.quantity);
    "unit", "The unit of these: the one that the metric is stored in.",
        Cell::text(unit(&row.reading));
    "original_value", "The value as it was sent, where it is one number.",
        value(row.reading.original);
    "original_systolic", "The systolic pressure as it was sent.",
        systolic(row.reading.original);
    "original_diastolic", "The diastolic pressure as it was sent.",
        diastolic(row.reading.original);
    "original_min", "The lowest as it was sent.",
        min(row.reading.original);
    "original_mean", "The mean as it was sent.",
        mean(row.reading.original);
    "original_max", "The highest as it was sent.",
        max(row.reading.original);
    "original_unit", "The unit as it was sent.",
        Cell::text(row.reading.original_unit.as_str());
    "source", "The app or device that recorded it; `claude-log` is what was said in a chat.",
        Cell::text(row.reading.source.as_str());
    "route", "The way it came: `hae` (Health Auto Export), `chat`, `oura`, `whoop`, `weather`, `calendar` and others.",
        Cell::Word(row.reading.via.as_str().to_owned());
    "grain", "How the source had summed it up before it was sent: `second`, `minute`, `hour`, `day` and longer; empty for a sample as recorded.",
        Cell::word(row.reading.grain.map(vitalog_core::Grain::as_str));
    "named_day", "The day that its source says it is of.",
        Cell::word(row.reading.day);
    "context", "What else to know of it: `fasting`, `post-meal`, `other`, `estimate`.",
        Cell::word(row.reading.context.map(vitalog_core::Context::as_str));
    "note", "What the person wanted to remember with it.",
        Cell::text(row.reading.note.as_deref());
    "missing_since", "When a complete re-send first lacked it. It still counts.",
        Cell::word(row.reading.marks.missing_since);
    "superseded_at", "When it stopped counting; empty for what counts.",
        Cell::word(row.reading.marks.superseded.map(|mark| mark.at));
    "superseded_by", "Why: `reconcile` (its source no longer has it), `chat` (the person took it out), `vendor` (the vendor changed its word).",
        Cell::word(row.reading.marks.superseded.map(|mark| mark.by.as_str()));
    "stored_at", "When it was stored or last changed.",
        Cell::Word(row.reading.ingested_at.to_string());
    "key", "Tells readings of one metric and second apart; empty for what was said in a chat.",
        Cell::text(row.reading.fingerprint.to_string().as_str());
};

/// What the person named is stored in the unit they gave.
fn unit(reading: &Reading) -> &str {
    if reading.metric == Metric::Custom {
        &reading.original_unit
    } else {
        reading.metric.row().unit
    }
}

macro_rules! parts {
    ($($name:ident: $form:pat => $number:ident,)*) => {
        $(fn $name(quantity: Quantity) -> Cell {
            if let $form = quantity { Cell::Number($number) } else { Cell::Empty }
        })*
    };
}

parts! {
    value: Quantity::Single(value) => value,
    systolic: Quantity::Pressure { systolic, .. } => systolic,
    diastolic: Quantity::Pressure { diastolic, .. } => diastolic,
    min: Quantity::Spread { min, .. } => min,
    mean: Quantity::Spread { mean, .. } => mean,
    max: Quantity::Spread { max, .. } => max,
}
