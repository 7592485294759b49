//! Rest mode: days on which the person wants no targets.

use jiff::civil::Date;
use vitalog_core::{DayRange, Grain, Quantity};

use super::{Read, day_as_time, table::rows};
use crate::{Mapped, MappedSample, oura::collections::REST_MODE_PERIOD};

/// Maps periods to their days. Of one that has not ended only those days count of which the vendor
/// tells something else, since nobody knows which of the days to come it will cover.
pub(super) fn map(documents: &[Read<'_>], days_told: &[Date], mapped: &mut Mapped) {
    for read in documents {
        let covered = DayRange {
            start: read.sent.day,
            end: read.sent.last_day,
        };
        let has_ended = read.fields.day("end_day").is_some();
        for day in covered.days() {
            if has_ended || day == covered.start || days_told.binary_search(&day).is_ok() {
                mapped.samples.extend(samples(day));
            }
        }
    }
}

fn samples(day: Date) -> impl Iterator<Item = MappedSample> {
    rows(REST_MODE_PERIOD).map(move |row| {
        let time = day_as_time(day);
        MappedSample {
            metric: row.metric,
            day: Some(day),
            start: time.at,
            until: None,
            recorded_at: time.text,
            quantity: Quantity::Single(1.0),
            unit: row.unit,
            grain: Some(Grain::Day),
        }
    })
}
