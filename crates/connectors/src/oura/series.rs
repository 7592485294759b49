//! Series: points in time without identifiers, kept as one document for each day of UTC.

use std::collections::BTreeMap;

use jiff::{Timestamp, ToSpan, civil::Date, tz::Offset};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use vitalog_core::DayRange;

use super::{model::read_time, read::midnight_utc};
use crate::{Collection, SentDocument, Unreadable};

/// What all points have.
#[derive(Deserialize)]
struct Point {
    timestamp: String,
}

fn instant(point: &RawValue) -> Option<Timestamp> {
    let point: Point = serde_json::from_str(point.get()).ok()?;
    read_time(&point.timestamp).map(|time| time.at)
}

fn day_of(at: Timestamp) -> Date {
    Offset::UTC.to_datetime(at).date()
}

/// Cuts the points of a page into the days of the window, and counts those that have no time.
pub(super) fn cut(
    collection: &Collection,
    window: DayRange,
    points: &[&RawValue],
) -> (Vec<SentDocument>, u32) {
    let mut days: BTreeMap<Date, Vec<&str>> = BTreeMap::new();
    let mut unreadable = 0_u32;
    for point in points {
        match instant(point).map(day_of) {
            Some(day) if window.contains(day) => days.entry(day).or_default().push(point.get()),
            Some(_) => {}
            None => unreadable = unreadable.saturating_add(1),
        }
    }
    let documents = days
        .into_iter()
        .map(|(day, points)| document(collection, day, &points))
        .collect();
    (documents, unreadable)
}

/// Puts parts of the same days together: in the order of their times, each point once.
pub(super) fn join(collection: &Collection, parts: &[SentDocument]) -> Vec<SentDocument> {
    let mut days: BTreeMap<Date, Vec<(Timestamp, &str)>> = BTreeMap::new();
    for part in parts {
        let Ok(points) = serde_json::from_str::<Vec<&RawValue>>(&part.body) else {
            continue;
        };
        let of_day = days.entry(part.day).or_default();
        of_day.extend(
            points
                .into_iter()
                .filter_map(|point| Some((instant(point)?, point.get()))),
        );
    }
    days.into_iter()
        .map(|(day, mut points)| {
            points.sort_unstable();
            points.dedup();
            let points: Vec<&str> = points.into_iter().map(|(_, point)| point).collect();
            document(collection, day, &points)
        })
        .collect()
}

/// Reads a day that was kept.
pub(super) fn kept(collection: &Collection, body: &str) -> Result<SentDocument, Unreadable> {
    const EXPECTED: Unreadable = Unreadable {
        expected: "a day of points",
    };
    let points: Vec<&RawValue> = serde_json::from_str(body).map_err(|_| EXPECTED)?;
    let first = points.iter().find_map(|point| instant(point));
    let day = day_of(first.ok_or(EXPECTED)?);
    Ok(SentDocument {
        body: body.to_owned(),
        ..document(collection, day, &[])
    })
}

fn document(collection: &Collection, day: Date, points: &[&str]) -> SentDocument {
    SentDocument {
        kind: collection.kind,
        id: day.to_string(),
        day,
        // A day of UTC has hours of three days, seen around the earth.
        first_day: day.saturating_sub(1.day()),
        last_day: day.saturating_add(1.day()),
        at: midnight_utc(day),
        updated_at: None,
        gone: false,
        body: format!("[{}]", points.join(",")),
    }
}

/// A point of the heart rate.
pub(super) struct HeartRatePoint {
    pub(super) timestamp: String,
    pub(super) bpm: f64,
    pub(super) source: String,
}

/// The points of a day of heart rates that have all they need.
pub(super) fn heart_rates(body: &str) -> Option<Vec<HeartRatePoint>> {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Sent {
        timestamp: Value,
        bpm: Value,
        source: Value,
    }
    let sent: Vec<Sent> = serde_json::from_str(body).ok()?;
    let point = |sent: Sent| {
        Some(HeartRatePoint {
            timestamp: sent.timestamp.as_str()?.to_owned(),
            bpm: sent.bpm.as_f64().filter(|bpm| *bpm > 0.0)?,
            source: sent.source.as_str().unwrap_or_default().to_owned(),
        })
    };
    Some(sent.into_iter().filter_map(point).collect())
}
