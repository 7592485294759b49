//! From the documents of a stretch of days to samples and workouts.

mod daily;
mod heart_rate;
mod rest_mode;
mod session;
pub(super) mod sleep;
pub(super) mod table;
mod workout;

use std::{collections::BTreeMap, sync::LazyLock};

use jiff::civil::Date;
use vitalog_core::{Metric, SentTime};

use super::{
    collections::{HEARTRATE, REST_MODE_PERIOD, SESSION, SLEEP, WORKOUT},
    model::Fields,
    read::midnight_utc,
};
use crate::{Mapped, MappedSample, SentDocument, document::latest_versions};

/// The metrics of the table, in order.
pub(super) static COVERED: LazyLock<Vec<Metric>> = LazyLock::new(|| {
    let mut covered: Vec<Metric> = table::TABLE.iter().map(|row| row.metric).collect();
    covered.sort_unstable();
    covered.dedup();
    covered
});

/// A document with its members.
struct Read<'d> {
    sent: &'d SentDocument,
    fields: Fields,
}

/// Maps the documents, whatever their order. What is deleted yields nothing.
pub(super) fn map(documents: &[SentDocument]) -> Mapped {
    let mut mapped = Mapped::default();
    // Sorted first, so that of equal versions always the same one stays.
    let mut documents = documents.to_vec();
    documents.sort_unstable_by(|a, b| a.body.cmp(&b.body));
    let documents = latest_versions(documents);
    let mut read: BTreeMap<&str, Vec<Read<'_>>> = BTreeMap::new();
    for sent in documents.iter().filter(|sent| !sent.gone) {
        if sent.kind == HEARTRATE {
            heart_rate::map(sent, &mut mapped);
            continue;
        }
        match Fields::read(&sent.body) {
            Ok(fields) => read
                .entry(sent.kind)
                .or_default()
                .push(Read { sent, fields }),
            // Of other series no point is read.
            Err(_) if table::rows(sent.kind).next().is_none() => {}
            Err(_) => mapped.unreadable = mapped.unreadable.saturating_add(1),
        }
    }
    for (kind, of_kind) in &read {
        match *kind {
            SLEEP => sleep::map(of_kind, &mut mapped),
            SESSION => session::map(of_kind, &mut mapped),
            WORKOUT => workout::map(of_kind, &mut mapped),
            REST_MODE_PERIOD => rest_mode::map(of_kind, &days_told(&read), &mut mapped),
            _ => daily::map(of_kind, &mut mapped),
        }
    }
    one_each(&mut mapped.samples);
    mapped
}

/// The days of which there is anything but a rest mode.
fn days_told(read: &BTreeMap<&str, Vec<Read<'_>>>) -> Vec<Date> {
    let others = read.iter().filter(|(kind, _)| **kind != REST_MODE_PERIOD);
    let mut days: Vec<Date> = others
        .flat_map(|(_, documents)| documents)
        .map(|document| document.sent.day)
        .collect();
    days.sort_unstable();
    days.dedup();
    days
}

/// Puts samples in order and leaves one for each time of a metric.
fn one_each(samples: &mut Vec<MappedSample>) {
    let slot = |sample: &MappedSample| (sample.metric, sample.start, sample.until, sample.grain);
    samples.sort_by(|a, b| {
        let [value_a, value_b] = [a, b].map(|sample| sample.quantity.first());
        (slot(a).cmp(&slot(b)))
            .then_with(|| a.day.cmp(&b.day))
            .then_with(|| a.recorded_at.cmp(&b.recorded_at))
            .then_with(|| value_a.total_cmp(&value_b))
    });
    samples.dedup_by(|later, earlier| slot(later) == slot(earlier));
}

/// The time of something of which only the day is told.
fn day_as_time(day: Date) -> SentTime {
    SentTime {
        at: midnight_utc(day),
        offset: None,
        text: day.to_string(),
    }
}

/// A negative number is a measurement of a few things only, such as a change of temperature.
fn possible(metric: Metric, number: f64) -> Option<f64> {
    (number >= 0.0 || *metric.row().plausible.start() < 0.0).then_some(number)
}
