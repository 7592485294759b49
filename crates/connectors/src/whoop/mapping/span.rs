//! A record with its times, and what the rows of the table make of it.

use jiff::civil::Date;
use vitalog_core::{Grain, Metric, Quantity};

use super::table::{How, Of, Row};
use crate::{
    Mapped, MappedSample,
    whoop::model::{Fields, Local},
};

/// From when to when something went on.
#[derive(Clone)]
pub(super) struct Span {
    pub(super) start: Local,
    /// `None` while it goes on.
    pub(super) end: Option<Local>,
}

impl Span {
    pub(super) fn of(fields: &Fields) -> Option<Self> {
        let start = fields.time("start")?;
        let end = fields.time("end");
        // Within the second it began it has no length.
        (end.as_ref().is_none_or(|end| end.at >= start.at)).then_some(Self { start, end })
    }

    /// How long it went on, in seconds; 0 while it does.
    pub(super) fn seconds(&self) -> i64 {
        let end = self.end.as_ref();
        end.map_or(0, |end| end.at.as_second() - self.start.at.as_second())
    }
}

/// Adds what the rows make of a record that belongs to `day`.
pub(super) fn add(
    mapped: &mut Mapped,
    rows: impl Iterator<Item = &'static Row>,
    fields: &Fields,
    span: &Span,
    day: Date,
) {
    let scored = fields.is_scored();
    let rows = rows.filter(|row| scored || row.of == Of::AnyNight);
    mapped.samples.extend(rows.filter_map(|row| {
        Some(MappedSample {
            metric: row.metric,
            day: Some(day),
            start: span.start.at,
            until: span
                .end
                .as_ref()
                .map(|end| end.at)
                .filter(|end| *end > span.start.at),
            recorded_at: span.start.text(),
            quantity: Quantity::Single(possible(row.metric, value(row, fields, span, day)?)?),
            unit: row.unit,
            grain: Some(Grain::Day),
        })
    }));
}

fn value(row: &Row, fields: &Fields, span: &Span, day: Date) -> Option<f64> {
    let number = |path: &str| fields.number(&format!("score.{path}"));
    match row.how {
        How::Number(path) => number(path),
        How::AboveZero(path) => number(path).filter(|number| *number > 0.0),
        How::Milliseconds(paths) => {
            let parts: Option<Vec<f64>> = paths.iter().map(|path| number(path)).collect();
            Some(parts?.iter().sum::<f64>() / 1000.0)
        }
        How::Begin => span.start.minutes_since(day),
        How::End => span.end.as_ref()?.minutes_since(day),
    }
}

/// A negative number is a measurement of a few things only, such as a bedtime before midnight.
fn possible(metric: Metric, number: f64) -> Option<f64> {
    (number >= 0.0 || *metric.row().plausible.start() < 0.0).then_some(number)
}
