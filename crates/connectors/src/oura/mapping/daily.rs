//! Documents of which there is one a day.

use std::collections::BTreeMap;

use jiff::civil::Date;
use vitalog_core::{Grain, Quantity};

use super::{
    Read, day_as_time, possible,
    table::{How, Row, rows},
};
use crate::{Mapped, MappedSample, oura::collections::VO2_MAX};

/// Maps the documents of one collection. If there are several of a day (once with an identifier of
/// its own, once with its day for one), the one changed last counts.
pub(super) fn map(documents: &[Read<'_>], mapped: &mut Mapped) {
    let mut of_days: BTreeMap<Date, &Read<'_>> = BTreeMap::new();
    for document in documents {
        let kept = of_days.entry(document.sent.day).or_insert(document);
        if rank(document) > rank(kept) {
            *kept = document;
        }
    }
    for (day, document) in of_days {
        for row in rows(document.sent.kind) {
            mapped.samples.extend(sample(row, day, document));
        }
    }
}

fn rank<'r>(document: &'r Read<'_>) -> impl PartialOrd + use<'r> {
    let sent = document.sent;
    (sent.updated_at, sent.at, sent.id.as_str())
}

fn sample(row: &Row, day: Date, document: &Read<'_>) -> Option<MappedSample> {
    let value = possible(row.metric, value(row, document)?)?;
    let told = document.fields.time("timestamp");
    let told = told.unwrap_or_else(|| day_as_time(day));
    Some(MappedSample {
        metric: row.metric,
        day: Some(day),
        start: told.at,
        until: None,
        recorded_at: told.text,
        quantity: Quantity::Single(value),
        unit: row.unit,
        // This one is measured when it says so; the others are about the day.
        grain: (row.kind != VO2_MAX).then_some(Grain::Day),
    })
}

fn value(row: &Row, document: &Read<'_>) -> Option<f64> {
    let fields = &document.fields;
    match row.how {
        How::Number => fields.number(row.field),
        How::AboveZero => fields.number(row.field).filter(|number| *number > 0.0),
        How::Place(words) => {
            let word = fields.text(row.field)?;
            let before = words.iter().position(|known| *known == word)?;
            Some(f64::from(u8::try_from(before).ok()?) + 1.0)
        }
        How::Lowest { .. }
        | How::Clock
        | How::OfNaps
        | How::Points(_)
        | How::Lasted(_)
        | How::Covered => None,
    }
}
