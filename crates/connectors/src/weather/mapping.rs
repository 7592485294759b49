//! From days to samples. Daylight is worked out from date and place; nobody is asked for it.

use std::sync::LazyLock;

use vitalog_core::{Grain, Metric, Quantity, daylight::daylight_hours};

use super::{read::Day, table::TABLE};
use crate::{Mapped, MappedSample, SentDocument, document::latest_versions};

/// The metrics of the table and daylight, in order.
pub(super) static COVERED: LazyLock<Vec<Metric>> = LazyLock::new(|| {
    let told = TABLE.iter().map(|row| row.metric);
    let mut covered: Vec<Metric> = told.chain([Metric::DaylightDuration]).collect();
    covered.sort_unstable();
    covered.dedup();
    covered
});

/// Maps the documents, whatever their order.
pub(super) fn map(documents: &[SentDocument]) -> Mapped {
    let mut mapped = Mapped::default();
    // Sorted first, so that of two texts of a day always the same one stays.
    let mut documents = documents.to_vec();
    documents.sort_unstable_by(|a, b| a.body.cmp(&b.body));
    for sent in latest_versions(documents).iter().filter(|sent| !sent.gone) {
        match serde_json::from_str::<Day>(&sent.body) {
            Ok(day) => mapped.samples.extend(samples(sent, &day)),
            Err(_) => mapped.unreadable += 1,
        }
    }
    mapped
        .samples
        .sort_by_key(|sample| (sample.metric, sample.start));
    mapped
}

fn samples<'a>(sent: &'a SentDocument, day: &'a Day) -> impl Iterator<Item = MappedSample> + 'a {
    let sample = |metric, value, unit| MappedSample {
        metric,
        day: Some(sent.day),
        start: sent.at,
        until: None,
        recorded_at: sent.day.to_string(),
        quantity: Quantity::Single(value),
        unit,
        grain: Some(Grain::Day),
    };
    let told = TABLE.iter().filter_map(move |row| {
        let unit = day.units.get(row.daily).map(String::as_str);
        // In another unit than was asked for it would be another weather.
        let value = *day
            .values
            .get(row.daily)
            .filter(|_| unit == Some(row.sent))?;
        Some(sample(row.metric, value, row.unit))
    });
    let light = day.place().map(|place| {
        let hours = daylight_hours(sent.day, place);
        sample(Metric::DaylightDuration, hours, "hr")
    });
    told.chain(light)
}
