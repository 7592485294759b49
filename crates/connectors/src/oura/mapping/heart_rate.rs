//! The heart rate through the day.

use vitalog_core::Quantity;

use super::table::{How, rows};
use crate::{
    Mapped, MappedSample, SentDocument,
    oura::{
        collections::HEARTRATE,
        model::read_time,
        series::{HeartRatePoint, heart_rates},
    },
};

/// Maps a day of points: each is a heart rate, and one of what the person was doing, where the
/// source says so.
pub(super) fn map(sent: &SentDocument, mapped: &mut Mapped) {
    let Some(points) = heart_rates(&sent.body) else {
        mapped.unreadable = mapped.unreadable.saturating_add(1);
        return;
    };
    for point in points {
        mapped.samples.extend(samples(&point).into_iter().flatten());
    }
}

fn samples(point: &HeartRatePoint) -> Option<impl Iterator<Item = MappedSample>> {
    let time = read_time(&point.timestamp)?;
    let told = rows(HEARTRATE).filter(move |row| match row.how {
        How::Points(words) => words.is_empty() || words.contains(&point.source.as_str()),
        How::Number
        | How::AboveZero
        | How::Place(_)
        | How::Lowest { .. }
        | How::Clock
        | How::OfNaps
        | How::Lasted(_)
        | How::Covered => false,
    });
    Some(told.map(move |row| MappedSample {
        metric: row.metric,
        day: None,
        start: time.at,
        until: None,
        recorded_at: time.text.clone(),
        quantity: Quantity::Single(point.bpm),
        unit: row.unit,
        grain: None,
    }))
}
