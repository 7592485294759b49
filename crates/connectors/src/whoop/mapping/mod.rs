//! From the records of a stretch of days to samples and workouts.
//!
//! All days hang on sleeps: a night belongs to the day of waking, and with it its recovery and the
//! cycle that it opened.

mod cycle;
mod night;
mod recovery;
mod span;
mod table;
mod workout;

use std::sync::LazyLock;

use vitalog_core::Metric;

use self::night::Nights;
use super::{
    collections::{CYCLE, RECOVERY, SLEEP, WORKOUT},
    model::Fields,
};
use crate::{Mapped, MappedSample, MappedWorkout, SentDocument, document::latest_versions};

/// The metrics of the table, in order.
pub(super) static COVERED: LazyLock<Vec<Metric>> = LazyLock::new(|| {
    let mut covered: Vec<Metric> = table::TABLE.iter().map(|row| row.metric).collect();
    covered.sort_unstable();
    covered.dedup();
    covered
});

/// A record with its members.
struct Read {
    sent: SentDocument,
    fields: Fields,
}

/// Maps the documents, whatever their order. What is deleted yields nothing.
pub(super) fn map(documents: &[SentDocument]) -> Mapped {
    let mut mapped = Mapped::default();
    // Sorted first, so that of equal versions always the same one stays.
    let mut documents = documents.to_vec();
    documents.sort_unstable_by(|a, b| a.body.cmp(&b.body));
    let mut sleeps = Vec::new();
    let mut cycles = Vec::new();
    let mut recoveries = Vec::new();
    for sent in latest_versions(documents) {
        let of_kind = match sent.kind {
            SLEEP => &mut sleeps,
            CYCLE => &mut cycles,
            RECOVERY => &mut recoveries,
            WORKOUT => {
                if !sent.gone {
                    workout::map(&sent, &mut mapped);
                }
                continue;
            }
            _ => continue,
        };
        match Fields::read(&sent.body) {
            Ok(_) if sent.gone => {}
            Ok(fields) => of_kind.push(Read { sent, fields }),
            Err(_) => mapped.unreadable += 1,
        }
    }
    let nights = Nights::new(&sleeps, &mut mapped);
    nights.map(&mut mapped);
    cycle::map(&cycles, &nights, &mut mapped);
    recovery::map(&recoveries, &nights, &mut mapped);
    one_each(&mut mapped.samples);
    let by = |a: &MappedWorkout, b: &MappedWorkout| {
        (a.start, &a.source_id).cmp(&(b.start, &b.source_id))
    };
    mapped.workouts.sort_by(by);
    mapped
}

/// Puts samples in order and leaves one for each time of a metric: the larger, where two workouts
/// are said to have been at once.
fn one_each(samples: &mut Vec<MappedSample>) {
    let slot = |sample: &MappedSample| (sample.metric, sample.day, sample.start, sample.until);
    samples.sort_by(|a, b| {
        let [value_a, value_b] = [a, b].map(|sample| sample.quantity.first());
        slot(a)
            .cmp(&slot(b))
            .then_with(|| value_b.total_cmp(&value_a))
    });
    samples.dedup_by(|later, earlier| slot(later) == slot(earlier));
}
